"""The engine against its peers: ``python -m benchmarks.engine`` (``--quick`` for a smoke run).

Each step runs the engine and its peers interleaved in one process, checks that they agree, and is saved as
soon as it is done: a run that was stopped goes on where it was, as long as the engine is the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import growth, machine, memory, molecules, pairs, ranking
from benchmarks.native import HERE
from benchmarks.report import write_report
from benchmarks.subjects import FULL, QUICK, Report, Size
from benchmarks.workloads import BUILD, KNOWLEDGE_GRAPHS

OWED: dict[str, float] = {
    "W1-vertical-2": 4e6,
    "W1-vertical-3": 1.5e6,
    "W1-vertical-4": 0.5e6,
    "W2-vertical-2": 1.5e6,
    "W2-vertical-3": 90e3,
    **{f"W3-{name}-distances": 15e6 for name in KNOWLEDGE_GRAPHS},
    **{f"W3-{name}-vertical": 5e6 for name in KNOWLEDGE_GRAPHS},
    "W4-neighborhoods-4": 1_049_163 / 5,
}
"""Items a second on one thread, as set before the engine was written, on a quiet machine of another day."""


MEMORY = (("W1", "vertical", 4), ("W2", "vertical", 2), ("W2", "vertical", 3), ("W4", "neighborhoods", 4))


def steps(size: Size) -> dict[str, Callable[[], Report]]:
    """Name -> measurement, grouped by graph so that each is loaded once."""
    todo: dict[str, Callable[[], Report]] = {}
    for d in (2, 3, 4):
        todo[f"W1-vertical-{d}"] = partial(pairs.vertical, "W1", d, size, peers=True)
        todo[f"W1-others-{d}"] = partial(pairs.others, "W1", d, size)
    for d in (2, 3):
        todo[f"W2-vertical-{d}"] = partial(pairs.vertical, "W2", d, size, peers=False)
    for name in KNOWLEDGE_GRAPHS:
        todo[f"W3-{name}-distances"] = partial(ranking.ranking, name, "distances", size)
        todo[f"W3-{name}-vertical"] = partial(ranking.ranking, name, "vertical", size)
        todo[f"W3-{name}-vertical-degree"] = partial(ranking.ranking, name, "vertical", size, degree=True)
    todo["W4-neighborhoods-4"] = partial(molecules.neighborhoods, size)
    todo["growth"] = partial(growth.growth, size)
    for workload, question, d in MEMORY:
        for threads in (1, 2):
            call = partial(memory.measured, workload, question, d, threads, size.scale)
            todo[f"memory-{workload}-{question}-{d}-threads-{threads}"] = call
    return todo


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small graphs, under a minute, results below build/"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="measure again what this engine has been measured on"
    )
    parser.add_argument(
        "--only", metavar="PREFIX", default="", help="only the steps whose name starts like this"
    )
    options = parser.parse_args()
    todo = steps(QUICK if options.quick else FULL)
    folder = BUILD / "steps" / f"{'quick' if options.quick else 'full'}-{_engine_key()}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, measure in todo.items():
        if not name.startswith(options.only):
            continue
        path = folder / f"{name}.json"
        if options.fresh or not path.exists():
            _run(name, measure, path)
        print(f"{name}: {_headline(json.loads(path.read_text()))}", flush=True)
    done = {name: json.loads(path.read_text()) for name in todo if (path := folder / f"{name}.json").exists()}
    results = {"machine": machine.description(), "quick": options.quick, "owed": OWED, "steps": done}
    target = folder if options.quick or len(done) < len(todo) else HERE / "results"
    print(f"{len(done)} of {len(todo)} steps done; written to {write_report(results, target)}")


def _run(name: str, measure: Callable[[], Report], path: Path) -> None:
    start, load = time.perf_counter(), os.getloadavg()[0]
    found = measure() | {"load_before": round(load, 2), "seconds": round(time.perf_counter() - start, 1)}
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(json.dumps(found, indent=1))
    unfinished.rename(path)


def _engine_key() -> str:
    spec = find_spec("gdgnn._engine")
    if spec is None or spec.origin is None:
        raise SystemExit("the engine is not built; run `make test` or `pip install -e .` first")
    return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()[:12]


def _headline(found: dict[str, Any]) -> str:
    for key in ("ratios", "beyond_mib", "edges"):
        if key in found:
            return f"{found[key]} in {found['seconds']} s" if key != "edges" else f"in {found['seconds']} s"
    return ""


if __name__ == "__main__":
    main()
