"""What a run found, kept so that nothing finished is ever done again."""

from __future__ import annotations

import json
import os
import platform
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class SeedResult:
    """What one seed (or fold) yielded.

    Attributes:
        seed: which.
        values: a figure for each metric, in percent.
        curves: a figure for each epoch, for metrics that are worked out over all seeds together.
        seconds: of processor time it took, data and search included; unlike time by the clock it does not
            grow with what else runs on the machine.
        date, version, machine: when, with which release, on what.
    """

    seed: int
    values: dict[str, float]
    curves: dict[str, list[float]] = field(default_factory=dict)
    seconds: float = 0.0
    date: str = ""
    version: str = ""
    machine: str = ""

    def signed(self, seconds: float) -> SeedResult:
        """The same with time, date, version and machine filled in."""
        today = datetime.now(timezone.utc).date().isoformat()
        return SeedResult(
            self.seed, self.values, self.curves, round(seconds, 2), today, version("gdgnn"), machine()
        )


class SeedFolder:
    """The results of one configuration, a file for each seed.

    A file is written under another name first and then renamed, so that one that is there is whole.

    Args:
        folder: made with the first result.
        configuration: written beside the results, for whoever looks.

    Example:
        >>> results = SeedFolder(Path("results"), {"max_dist": 4})
        >>> results.save(SeedResult(3, {"auc": 94.5}))
        >>> results.load(3).values, results.load(4)
        ({'auc': 94.5}, None)
    """

    def __init__(self, folder: Path, configuration: Mapping[str, Any]) -> None:
        self.folder = folder
        self.configuration = configuration

    def load(self, seed: int) -> SeedResult | None:
        """The result of a seed, or None while there is none."""
        try:
            text = self._file(seed).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        return SeedResult(**json.loads(text))

    def save(self, result: SeedResult) -> None:
        """Keep the result of a seed; an earlier one is replaced."""
        self.folder.mkdir(parents=True, exist_ok=True)
        replace_file(self.folder / "configuration.json", json.dumps(self.configuration, indent=2) + "\n")
        replace_file(self._file(result.seed), json.dumps(asdict(result)) + "\n")

    def _file(self, seed: int) -> Path:
        return self.folder / f"seed-{seed}.json"


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Example:
        >>> replace_file(Path("note.txt"), "done")
        >>> Path("note.txt").read_text()
        'done'
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent, text=True)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        # mkstemp makes files that nobody else can read.
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def machine() -> str:
    """The processor and how many of its cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    cores = len(usable(0)) if usable is not None else os.cpu_count()
    return f"{_processor()}, {cores} cores"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
