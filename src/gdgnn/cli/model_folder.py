"""Where a training leaves its model, and beside it, while it lasts, what it takes to go on."""

from __future__ import annotations

import glob
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.config import ConfigFile, config_text, read_config
from gdgnn.cli.kinds import KINDS
from gdgnn.cli.output import Json

if TYPE_CHECKING:
    from gdgnn.estimators import Predictor

CONFIG = "config.toml"


@dataclass(frozen=True, kw_only=True)
class RunFlags:
    """Where to, and from what."""

    out: Annotated[Path, typer.Option(help="Folder to write the model to.")] = Path("model")
    config: ConfigFile = None
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on after an interruption; the model will be the same.")
    ] = False
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a model that is there, and start anew.")
    ] = False
    as_json: Json = False


class ModelFolder:
    """The folder `out`, and `out`.training beside it until the model is complete.

    Args:
        run: where to, and whether to go on or to start anew.
        values: the flags of this run, see :func:`gdgnn.cli.config.effective`.

    Raises:
        FileExistsError: something is there that would be lost.
        ValueError: what is there was begun with other flags.
    """

    def __init__(self, run: RunFlags, values: Mapping[str, Any]) -> None:
        self.out, self.values = run.out, dict(values)
        self.state = run.out.resolve().with_name(f"{run.out.resolve().name}.training")
        begun = (self.state / CONFIG).is_file()
        self.complete = run.resume and not begun and (run.out / "predictor.json").is_file()
        self._replace = run.overwrite or (run.resume and begun)
        if self.complete:
            self._check_same(run.out)
            self.discard()
            return
        if begun and run.resume:
            self._check_same(self.state)
        elif begun and not run.overwrite:
            raise FileExistsError(
                f"{self.state} holds an interrupted training; --resume goes on, --overwrite starts anew"
            )
        elif not begun and self._is_foreign():
            raise FileExistsError(f"{self.state} is in the way; move it, or give another --out")
        if not self._replace and run.out.exists() and (run.out.is_file() or any(run.out.iterdir())):
            raise FileExistsError(f"{run.out} is in use; give another --out, or --overwrite a model there")
        if begun and not run.resume:
            shutil.rmtree(self.state)

    @property
    def checkpoints(self) -> Path:
        """Where `fit` may leave checkpoints."""
        return self.state / "checkpoints"

    @contextmanager
    def training(self) -> Iterator[None]:
        """Say how to go on, should anything interrupt what happens inside."""
        from gdgnn.estimators.folder import replace_file

        try:
            self.state.mkdir(parents=True, exist_ok=True)
            replace_file(self.state / CONFIG, config_text(self.values).encode())
            yield
        except (KeyboardInterrupt, OSError):
            if self.checkpoints.exists():
                print(f"gdgnn: the same command with --resume goes on from {self.state}", file=sys.stderr)
            else:
                self.discard()
            raise
        except Exception:
            if not self.checkpoints.exists():
                self.discard()
            raise

    def finish(self, predictor: Predictor) -> None:
        """Save the model and the flags that repeat it; then nothing is left to resume."""
        from gdgnn.estimators.folder import replace_file

        kind = KINDS[predictor.saved_as].command
        chosen = ", ".join(f"{name}={value!r}" for name, value in predictor.report_.settings.items())
        comments = [
            f"To repeat this training: gdgnn train {kind} --config {CONFIG} --out another-folder",
            f"Chosen: {chosen}",
        ]
        # It is no part of what a predictor saves, and would keep it from being replaced.
        (self.out / CONFIG).unlink(missing_ok=True)
        predictor.save(self.out, overwrite=self._replace)
        replace_file(self.out / CONFIG, config_text(self.values, comments).encode())
        self.discard()

    def discard(self) -> None:
        """Delete what it takes to go on, all at once, and what killed processes have left of their own."""
        done = self.state.with_name(f".{self.state.name}.done")
        shutil.rmtree(done, ignore_errors=True)
        if self.state.exists():
            self.state.rename(done)
        name, beside = self.out.resolve().name, self.out.resolve().parent
        for left in (done, beside / f".{name}.previous", *beside.glob(f".{glob.escape(name)}.saving-*")):
            shutil.rmtree(left, ignore_errors=True)

    def _is_foreign(self) -> bool:
        """Whether the place for what it takes to go on is taken by something else."""
        ours = {f".{CONFIG}.new"}
        return self.state.is_file() or (
            self.state.is_dir() and any(entry.name not in ours for entry in self.state.iterdir())
        )

    def _check_same(self, folder: Path) -> None:
        if not (folder / CONFIG).is_file():
            return
        begun = read_config(folder / CONFIG)
        differ = [
            name
            for name in dict.fromkeys([*begun, *self.values])
            if begun.get(name) != self.values.get(name) and name != "out"
        ]
        if differ:
            flags = ", ".join(_as_flag(name, begun.get(name, False)) for name in differ)
            raise ValueError(
                f"{folder} was begun with {flags}; give the same flags, or --overwrite to start anew"
            )


def _as_flag(name: str, value: Any) -> str:
    """A value as it is given on the command line.

    Example:
        >>> _as_flag("max_dist", 3), _as_flag("skip_bad", True), _as_flag("skip_bad", False)
        ('--max-dist 3', '--skip-bad', 'no --skip-bad')
    """
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return flag if value else f"no {flag}"
    return f"{flag} {value}"
