"""Peak memory of one engine call beyond graph and result, in a process of its own.

``python -m benchmarks.memory W2 vertical 3 2`` prints one JSON line: workload, question, max_dist, threads.
The kernel keeps the highest resident size (VmHWM) and forgets it on request, so that what is measured is
the call alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import workloads
from benchmarks.measure import nbytes
from benchmarks.peak import MIB, forget_peak, resident
from benchmarks.subjects import edge_list, graph_of
from gdgnn import geodesics

PAIRS = 1_000_000


def measured(workload: str, question: str, max_dist: int, threads: int, scale: float) -> dict[str, float]:
    """Run this module in a fresh process."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.memory",
        workload,
        question,
        str(max_dist),
        str(threads),
        str(scale),
    ]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=workloads.ROOT)
    if finished.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{finished.stderr}")
    answer: dict[str, float] = json.loads(finished.stdout)
    return answer


def main(workload: str, question: str, max_dist: int, threads: int, scale: float) -> None:
    def asker(edges: workloads.EdgeList) -> Callable[[], Any]:
        graph = graph_of(edges)
        _ = graph.handle
        if question == "neighborhoods":
            return lambda: geodesics.neighborhoods(graph, max_dist=max_dist, threads=threads)
        pairs = workloads.mixed_pairs(edges, min(PAIRS, edges.num_nodes * 10), seed=0)
        ask = getattr(geodesics, question)
        return lambda: ask(graph, pairs, max_dist=max_dist, exclude_targets=True, threads=threads)

    tiny = workloads.EdgeList("", 4, np.array([[0, 1, 2], [1, 2, 3]]))
    asker(tiny)()  # what a first call loads and imports belongs to neither graph nor result
    ask = asker(edge_list(workload, scale))
    before = forget_peak()
    result = ask()
    peak = resident("VmHWM")
    beyond = (peak - before - nbytes(result)) / MIB
    print(
        json.dumps(
            {
                "graph_and_pairs_mib": round(before / MIB, 1),
                "result_mib": round(nbytes(result) / MIB, 1),
                "beyond_mib": round(beyond, 1),
                "beyond_mib_per_thread": round(beyond / threads, 1),
            }
        )
    )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(
        arguments[0],
        arguments[1],
        int(arguments[2]),
        int(arguments[3]),
        float(arguments[4]) if arguments[4:] else 1.0,
    )
