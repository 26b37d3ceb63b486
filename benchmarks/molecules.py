"""W4: what every atom of every molecule sees around itself, all molecules in one call."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

from benchmarks import baselines, checks
from benchmarks.measure import Contender, nbytes, race
from benchmarks.subjects import (
    ALL_CORES,
    CORES,
    ENGINE,
    NAIVE,
    NAIVE_COUNTS,
    NO_DEGREES,
    Report,
    Size,
    Subject,
    report,
    subject,
)
from benchmarks.workloads import statistics
from gdgnn import geodesics

MAX_DIST = 4
SAMPLE = 400


def neighborhoods(size: Size) -> Report:
    on = subject("W4", size.scale)
    _check(on)

    def engine(threads: int, degree: bool = True) -> Contender:
        def prepare(_: int) -> tuple[int, Callable[[], Any]]:
            return on.graph.num_nodes, lambda: geodesics.neighborhoods(
                on.graph, max_dist=MAX_DIST, degree=degree, threads=threads
            )

        return prepare

    def naive(store: bool) -> Contender:
        return lambda _: (on.graph.num_nodes, lambda: on.naive.neighborhoods(MAX_DIST, store=store))

    run = race(
        {
            ENGINE: engine(1),
            NAIVE: naive(True),
            NAIVE_COUNTS: naive(False),
            ALL_CORES: engine(min(2, CORES)),
            NO_DEGREES: engine(1, degree=False),
        },
        size.repetitions,
    )
    result = geodesics.neighborhoods(on.graph, max_dist=MAX_DIST)
    return report(
        f"W4 neighborhoods, max_dist {MAX_DIST}",
        "nodes",
        run,
        graph=statistics(on.adjacency),
        seconds_for_all=round(on.graph.num_nodes / run.processor_rate(ENGINE), 3),
        result_bytes_per_node=round(nbytes(result) / on.graph.num_nodes, 1),
        libraries=_libraries(on, size, run.processor_rate(ENGINE)),
    )


def _check(on: Subject) -> None:
    found = geodesics.neighborhoods(on.graph, max_dist=MAX_DIST)
    neighbors, side_nodes = on.naive.neighborhoods(MAX_DIST)
    checks.same_counts("neighbors", found.neighbors.lengths, neighbors)
    ends = found.side.offsets[found.neighbors.offsets]
    checks.same_counts("side nodes", np.diff(ends), side_nodes)


def _libraries(on: Subject, size: Size, rate: float) -> Report:
    """Each molecule a graph of its own, as these libraries would be used; building it is not timed."""
    molecules = _some_molecules(on, SAMPLE)
    outcome: Report = {}
    for name, make in baselines.NEIGHBORHOODS.items():
        nodes, seconds = 0, 0.0
        for first, adjacency in molecules:
            peer = make(adjacency)
            start = time.process_time()
            answers = [peer.neighborhood(node, MAX_DIST) for node in range(adjacency.shape[0])]
            seconds += time.process_time() - start
            nodes += len(answers)
            found = geodesics.neighborhoods(on.graph, first + np.arange(len(answers)), max_dist=MAX_DIST)
            for row, answer in enumerate(answers):
                checks.same_neighborhood(name, found, row, first, answer)
            if seconds > size.patience:
                break
        outcome[name] = {
            "nodes": nodes,
            "per_second": float(f"{nodes / seconds:.3g}"),
            "engine_ratio": float(f"{rate * seconds / nodes:.3g}"),
        }
    return outcome


def _some_molecules(on: Subject, count: int) -> list[tuple[int, sp.csr_array]]:
    """(id of the first node, adjacency) of random molecules, which hold consecutive nodes of the union."""
    sizes = np.asarray(on.edges.graph_sizes)
    ends = np.cumsum(sizes)
    chosen = np.random.default_rng(6).choice(len(ends), min(count, len(ends)), replace=False)
    spans = np.stack([ends - sizes, ends], axis=1)[chosen].tolist()
    return [(first, on.adjacency[first:last, first:last]) for first, last in spans]
