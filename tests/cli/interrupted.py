"""Trainings to interrupt, and what must be left of them."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.small import FAST


def command(tables: Path, out: Path, *flags: str, kind: str = "link") -> list[str]:
    """A training of a second or two."""
    given = {
        "link": ["edges.csv"],
        "node": ["edges.csv", "--labels", f"{tables}/teams.csv"],
        "graph": ["many.csv", "--graph", "g", "--labels", f"{tables}/kinds.csv"],
    }
    table, *labels = given[kind]
    longer = ["--epochs", "12", "--trials", "2"]
    return ["train", kind, f"{tables}/{table}", *labels, *FAST, *longer, "--out", str(out), *flags]


def assert_same(out: Path, expected: Path) -> None:
    """All but how long it took."""
    name = "tensors.safetensors"
    assert (out / name).read_bytes() == (expected / name).read_bytes()
    found, wanted = (json.loads((folder / "predictor.json").read_text()) for folder in (out, expected))
    for report in (found["report"], wanted["report"]):
        report["seconds"] = 0
        for candidate in report["candidates"]:
            candidate["seconds"] = 0
    assert found == wanted
    assert (out / "config.toml").is_file()
    assert [entry.name for entry in out.parent.iterdir()] == [out.name]


def started(call: list[str], out: Path) -> subprocess.Popen[bytes]:
    """A training in a process of its own, from where the last one left off, when it has begun to write."""
    state = out.with_name(f"{out.name}.training")
    before = _newest(state)
    call = [sys.executable, "-m", "gdgnn.cli", *call, "--resume"]
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 180
    while _newest(state) == before and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    return process


def _newest(folder: Path) -> int:
    times = [0]
    for path in folder.rglob("*"):
        try:
            times.append(path.stat().st_mtime_ns)
        except FileNotFoundError:
            # It was renamed in the meantime.
            continue
    return max(times)


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
