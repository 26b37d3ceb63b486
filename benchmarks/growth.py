"""How the time of a pair grows with the number of edges, with the degree and with max_dist."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from benchmarks.measure import Contender, race
from benchmarks.subjects import ALL_CORES, CORES, ENGINE, NAIVE, Report, Size, Subject, subject_of
from benchmarks.workloads import EdgeList, mixed_pairs, teams_graph
from gdgnn import geodesics

DEGREE = 9.33


def growth(size: Size) -> Report:
    """Nanoseconds a pair, three series of graphs of the family of W1."""
    full = size.scale == 1.0
    pairs = size.pairs // 10
    by_edges = [25_000 << i for i in range(7 if full else 2)]
    by_degree = [4, 8, 16, 32, 64, 128] if full else [4, 16]
    base = 100_000 if full else 10_000
    return {
        "workload": "growth of the W1 family, vertical",
        "unit": "pairs",
        "edges": [
            {"x": round(n * DEGREE / 2), **_times(_family(n, DEGREE), d, pairs)}
            for n in by_edges
            for d in (2, 3, 4)
        ],
        "degree": [{"x": x, **_times(_family(base, x), d, pairs)} for x in by_degree for d in (2, 3)],
        "max_dist": [
            {"x": d, **_times(_family(2 * base, DEGREE), d, pairs // (1 if d < 5 else 10))}
            for d in range(1, 7 if full else 5)
        ],
    }


@lru_cache(maxsize=1)
def _family(nodes: int, degree: float) -> Subject:
    # Teams grow with the degree: small ones cannot make enough different edges.
    size = 5.0 * max(1.0, degree / DEGREE)
    made = teams_graph(nodes, round(nodes * degree / 2), team_size=size, local=0.85, kept=1.0, tail=3.0)
    return subject_of(EdgeList("growth", nodes, made))


def _times(on: Subject, max_dist: int, count: int) -> Report:
    def engine(threads: int) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            pairs = mixed_pairs(on.edges, count, seed=repetition)
            return count, lambda: geodesics.vertical(
                on.graph, pairs, max_dist=max_dist, exclude_targets=True, threads=threads
            )

        return prepare

    def naive(repetition: int) -> tuple[int, Callable[[], Any]]:
        few = max(1, count // 10)
        pairs = mixed_pairs(on.edges, few, seed=repetition)
        return few, lambda: on.naive.pairs(pairs, max_dist, hide=True, store=True)

    run = race({ENGINE: engine(1), NAIVE: naive, ALL_CORES: engine(min(2, CORES))}, 3)
    nanoseconds = {
        name: round(1e9 / (run.rate if name == ALL_CORES else run.processor_rate)(name), 1)
        for name in run.rates
    }
    return {"max_dist": max_dist, **nanoseconds, "naive_ratio": round(run.processor_ratio(ENGINE, NAIVE), 2)}
