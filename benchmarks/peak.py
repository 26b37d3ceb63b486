"""Peak memory of one call, in a process of its own."""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks import workloads

MIB = 2**20


def peak_of(module: str, prepare: str, arguments: list[float]) -> float:
    """MiB that the second call of ``module.prepare(*arguments)()`` takes at its peak, beyond what was there.

    The first call loads and sorts what is kept; it is made before.
    """
    command = [sys.executable, "-m", "benchmarks.peak", module, prepare, *map(str, arguments)]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=workloads.ROOT)
    if finished.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{finished.stderr}")
    answer: float = json.loads(finished.stdout)
    return answer


def forget_peak() -> int:
    """Have the kernel forget the highest resident size; the present one, in bytes."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # memory kept back by malloc would hide what the call takes
    before = resident("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    return before


def resident(key: str) -> int:
    """Bytes of VmRSS (now) or VmHWM (the most since the last `forget_peak`)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"/proc/self/status has no {key}; memory can be measured on Linux only")


def main(module: str, prepare: str, *arguments: str) -> None:
    call: Any = getattr(importlib.import_module(module), prepare)(*map(float, arguments))
    call()
    before = forget_peak()
    call()
    print(json.dumps(round((resident("VmHWM") - before) / MIB, 1)))


if __name__ == "__main__":
    main(*sys.argv[1:])
