"""Random arrays, dtypes, shapes and values into ``gdgnn.geodesics`` and into the raw engine underneath.

Anything but a well-formed result or a clean Python exception is a failure: a crash, a hang, an exception of a
type no caller would expect, or a result that is not well formed. The calls are made in a child process, so
that a crash is reported with the number of the case that caused it:

    python tests/fuzz/fuzz_engine.py --seconds 60             # fresh seed, printed
    python tests/fuzz/fuzz_engine.py --seed 7 --only 1234     # one case again
"""

from __future__ import annotations

import argparse
import faulthandler
import mmap
import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from random_calls import CLEAN, PUBLIC, random_graph
from raw_calls import Call, raw_call, recorded_calls

SECONDS_PER_CASE = 60
MEMORY = 8 << 30


def assert_well_formed(result: Any) -> None:
    """Offsets rise from zero to the number of values; reading every array touches all of its memory."""
    if isinstance(result, (tuple, list)):
        for part in result:
            assert_well_formed(part)
    elif isinstance(result, np.ndarray):
        result.copy()
    elif hasattr(result, "offsets"):
        assert result.offsets[0] == 0
        assert result.offsets[-1] == len(result.values)
        assert (np.diff(result.offsets) >= 0).all()
        result.values.copy()
    elif hasattr(result, "__dataclass_fields__"):
        for name in result.__dataclass_fields__:
            assert_well_formed(getattr(result, name))


def run_case(seed: int, number: int, calls: dict[str, list[Call]], *, show: bool = False) -> bool:
    """One call; True if it gave a result, False if a clean exception."""
    random = np.random.default_rng((seed, 1, number))
    try:
        if calls and random.random() < 0.5:
            result = raw_call(random, calls, show=show)
        else:
            name = list(PUBLIC)[random.integers(len(PUBLIC))]
            if show:
                print(name, flush=True)
            result = PUBLIC[name](random, random_graph(random))
    except CLEAN:
        return False
    assert_well_formed(result)
    return True


class Progress:
    """Case number, results and exceptions so far, in a file that outlives a crash of the child."""

    FORM = struct.Struct("=qqq")

    def __init__(self, path: str) -> None:
        with Path(path).open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), self.FORM.size)

    def write(self, case: int, results: int, exceptions: int) -> None:
        self.memory[: self.FORM.size] = self.FORM.pack(case, results, exceptions)

    def read(self) -> tuple[int, int, int]:
        return self.FORM.unpack(self.memory[: self.FORM.size])


def work(seed: int, seconds: float, only: int | None, progress: Progress) -> None:
    """The child: cases one after another until the time is up."""
    faulthandler.enable()
    if "ASAN_OPTIONS" not in os.environ and "asan" not in os.environ.get("LD_PRELOAD", ""):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    calls = recorded_calls(seed)
    end = time.monotonic() + seconds
    case, results, exceptions = only or 0, 0, 0
    while time.monotonic() < end or results + exceptions == 0:
        progress.write(case, results, exceptions)
        faulthandler.dump_traceback_later(SECONDS_PER_CASE, exit=True)
        if run_case(seed, case, calls, show=only is not None):
            results += 1
        else:
            exceptions += 1
        progress.write(case, results, exceptions)
        if only is not None:
            break
        case += 1
    faulthandler.cancel_dump_traceback_later()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--only", type=int, help="run this one case of the seed")
    parser.add_argument("--progress", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.progress:
        work(asked.seed, asked.seconds, asked.only, Progress(asked.progress))
        return 0

    print(f"seed {asked.seed}", flush=True)
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(Progress.FORM.size))
        file.flush()
        progress = Progress(file.name)
        status = subprocess.run(
            [sys.executable, __file__, *sys.argv[1:], "--seed", str(asked.seed), "--progress", file.name]
        ).returncode
        case, results, exceptions = progress.read()
    print(f"{results + exceptions} calls: {results} results, {exceptions} clean exceptions")
    if status != 0:
        print(
            f"FAILED with status {status} in case {case}; again: {__file__} --seed {asked.seed} --only {case}"
        )
        return 1
    if asked.only is None and (results == 0 or exceptions == 0):
        print("FAILED: no call gave a result, or none an exception; the fuzzing reaches nothing")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
