"""What the figures were measured on, and how fast its memory is."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.native import COMPILER, read_all, read_lines

PACKAGES = ("gdgnn", "numpy", "scipy", "igraph", "networkx", "scikit-network")


def description() -> dict[str, Any]:
    """CPU, caches, memory, compiler, versions, date."""
    return {
        "cpu": _cpu_model(),
        "cores": len(os.sched_getaffinity(0)),
        "caches": _caches(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "huge_pages": _read(Path("/sys/kernel/mm/transparent_hugepage/enabled")),
        "kernel": platform.release(),
        "compiler": subprocess.run([COMPILER, "--version"], capture_output=True, text=True).stdout.split(
            "\n"
        )[0],
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
    }


def bandwidth(repetitions: int = 3, mib: int = 512) -> dict[str, float]:
    """One thread, beyond its caches: GB/s in order, and scattered 64-byte lines a second; best of a few."""
    words = np.ones(mib << 17, np.int64)
    lines = np.random.default_rng(0).integers(len(words) // 8, size=2**21).astype(np.int32)
    return {
        "sequential_gb_per_s": round(words.nbytes / _best(lambda: read_all(words), repetitions) / 1e9, 1),
        "scattered_mlines_per_s": round(
            len(lines) / _best(lambda: read_lines(words, lines), repetitions) / 1e6, 1
        ),
    }


def _best(call: Any, repetitions: int) -> float:
    seconds = []
    for _ in range(repetitions):
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return min(seconds)


def _cpu_model() -> str:
    for line in _read(Path("/proc/cpuinfo")).splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _caches() -> dict[str, str]:
    folders = sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"))
    return {f"L{_read(f / 'level')} {_read(f / 'type').lower()}": _read(f / "size") for f in folders}


def _read(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
