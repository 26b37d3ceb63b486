"""Why the engine starts plain threads instead of using OpenMP: ``python -m benchmarks.threads``.

Measures what a two-thread call costs before it does any work (idle machine, and with both cores kept busy by
others), how much processor time it burns when calls are a millisecond apart, and whether a forked child can
still run one.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.machine import description
from benchmarks.native import HERE, compiled

KINDS: dict[str, tuple[str, dict[str, str]]] = {
    "std::thread": ("thread", {}),
    "OpenMP": ("openmp", {}),
    "OpenMP, passive": ("openmp", {"OMP_WAIT_POLICY": "passive"}),
}
SITUATIONS = {"back to back": 0, "1 ms apart": 1_000}


def main() -> None:
    program = compiled("threads.cpp", "-O2", "-fopenmp", "-pthread")
    load_before = os.getloadavg()[0]
    result: dict[str, Any] = {
        "machine": description(),
        "load_before": load_before,
        "idle": _costs(program, 3_000),
    }
    with _busy_cores():
        result["contended"] = _costs(program, 500)
    result["after_fork"] = {name: _after_fork(program, *kind) for name, kind in KINDS.items()}
    target = HERE / "results" / "threads.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(result, indent=1) + "\n")
    print(_table(result))


def _costs(program: Path, calls: int) -> dict[str, dict[str, Any]]:
    return {
        situation: {
            name: json.loads(_run(program, environment, "cost", kind, str(calls), str(gap)).stdout)
            for name, (kind, environment) in KINDS.items()
        }
        for situation, gap in SITUATIONS.items()
    }


def _after_fork(program: Path, kind: str, environment: dict[str, str]) -> str:
    return "works" if _run(program, environment, "fork", kind).returncode == 0 else "hangs"


def _run(program: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = {key: value for key, value in os.environ.items() if not key.startswith("OMP_")} | environment
    return subprocess.run([program, *arguments], env=variables, capture_output=True, text=True, timeout=120)


@contextlib.contextmanager
def _busy_cores() -> Iterator[None]:
    """Every core kept busy by a process of somebody else's."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(len(os.sched_getaffinity(0)))]
    try:
        time.sleep(0.5)
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def _table(result: dict[str, Any]) -> str:
    lines = [
        "| two threads, no work | calls | median | 99th of 100 | processor time a call |",
        "|---|---|---|---|---|",
    ]
    for machine in ("idle", "contended"):
        for situation, kinds in result[machine].items():
            for name, cost in kinds.items():
                lines.append(
                    f"| {name} | {machine}, {situation} | {cost['median_us']:.1f} µs "
                    f"| {cost['p99_us']:.1f} µs | {cost['cpu_us_per_call']:.0f} µs |"
                )
    forked = ", ".join(f"{name} {outcome}" for name, outcome in result["after_fork"].items())
    return "\n".join(lines) + f"\n\nIn a forked child: {forked}."


if __name__ == "__main__":
    main()
