"""Ten million edges of a CSV file to a graph: seconds and peak memory, beside pandas and numpy.unique.

``python -m benchmarks.tables`` reads one file both ways, each in a fresh process, prints one JSON line for
each and writes them to ``results/tables.json``; ``--rows``, ``--kind ids|names``, ``--repetitions`` choose.
The file is made from a seed and kept below ``build/``. The peak is the kernel's highest resident size,
interpreter and libraries included; seconds are by the clock on the wall, and of the processors.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import machine
from benchmarks.native import HERE
from benchmarks.workloads import ROOT

MIB = 2**20
OUT = HERE / "results" / "tables.json"


def gdgnn_way(file: Path) -> tuple[int, int]:
    from gdgnn.data.tables import read_edges

    graph = read_edges(file).graph
    return graph.num_nodes, graph.num_edges


def pandas_way(file: Path) -> tuple[int, int]:
    import pandas as pd

    from gdgnn import Graph

    table = pd.read_csv(file)
    ends = np.concatenate([table["src"].to_numpy(), table["dst"].to_numpy()])
    names, ids = np.unique(ends, return_inverse=True)
    graph = Graph.from_edges(ids.reshape(2, -1), num_nodes=len(names))
    return graph.num_nodes, graph.num_edges


WAYS: dict[str, Callable[[Path], tuple[int, int]]] = {"gdgnn": gdgnn_way, "pandas": pandas_way}


def table_of(rows: int, kind: str) -> Path:
    """A file of random edges; one node for every five rows, ids scattered over a much wider range."""
    file = ROOT / "build" / "tables" / f"{kind}-{rows}.csv"
    if file.exists():
        return file
    file.parent.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    names = random.choice(10**9, max(rows // 5, 2), replace=False)
    prefix = "user-" if kind == "names" else ""
    unfinished = file.with_suffix(".part")
    with unfinished.open("w") as stream:
        stream.write("src,dst\n")
        for first in range(0, rows, 1_000_000):
            ends = names[random.integers(0, names.size, (min(1_000_000, rows - first), 2))].tolist()
            stream.writelines(f"{prefix}{u},{prefix}{v}\n" for u, v in ends)
    unfinished.replace(file)
    return file


def measured(way: str, file: Path) -> dict[str, float]:
    """Run one way in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.tables", "--only", way, "--file", str(file)]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if finished.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{finished.stderr}")
    answer: dict[str, float] = json.loads(finished.stdout)
    return answer


def run_one(way: str, file: Path) -> None:
    start, worked = time.perf_counter(), time.process_time()
    nodes, edges = WAYS[way](file)
    found = {
        "nodes": nodes,
        "edges": edges,
        "seconds": round(time.perf_counter() - start, 1),
        "processor_seconds": round(time.process_time() - worked, 1),
        "peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MIB),
    }
    print(json.dumps(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--kind", choices=("ids", "names"), default="names")
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT, help="the file of results")
    parser.add_argument("--only", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        run_one(options.only, options.file)
        return
    file = table_of(options.rows, options.kind)
    results: dict[str, Any] = {"machine": machine.description(), "runs": []}
    for _ in range(options.repetitions):
        found = {way: measured(way, file) for way in WAYS}
        if len({(one["nodes"], one["edges"]) for one in found.values()}) > 1:
            raise RuntimeError(f"the two ways disagree: {found}")
        for way, one in found.items():
            results["runs"].append({"way": way, "file": file.name, **one})
            print(json.dumps(results["runs"][-1]))
        ratios = {
            key: round(found["gdgnn"][key] / found["pandas"][key], 2)
            for key in ("seconds", "processor_seconds", "peak_mib")
        }
        results["runs"].append({"gdgnn / pandas": ratios})
        print(json.dumps(results["runs"][-1]))
    options.out.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
