"""W3: one source against every entity of a knowledge graph, by ``rank`` and as plain pairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np

from benchmarks import baselines, checks
from benchmarks.measure import Contender, race, within
from benchmarks.subjects import (
    ALL_CORES,
    CORES,
    ENGINE,
    NAIVE,
    NAIVE_COUNTS,
    Report,
    Size,
    Subject,
    report,
    subject,
)
from benchmarks.workloads import Array, statistics
from gdgnn import geodesics

MAX_DIST = 3
Kind = Literal["distances", "vertical"]
NAIVE_SOURCES = 8


def ranking(name: str, kind: Kind, size: Size, *, degree: bool = False) -> Report:
    """``kind``: distances, or vertical with both sides (and their degrees)."""
    on = subject(name, size.scale)
    _check(on, kind, degree)

    def engine(threads: int) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            sources = _sources(on, size.sources, repetition)

            def call() -> int:
                blocks = geodesics.rank(
                    on.graph, sources, kind=kind, max_dist=MAX_DIST, degree=degree, threads=threads
                )
                return sum(len(block.query) for block in blocks)

            return len(sources) * on.graph.num_nodes, call

        return prepare

    def as_pairs(repetition: int) -> tuple[int, Callable[[], Any]]:
        pairs = _all_pairs(on, _sources(on, max(1, size.sources // 4), repetition))
        if kind == "distances":
            return pairs.shape[1], lambda: geodesics.distances(on.graph, pairs, max_dist=MAX_DIST, threads=1)
        return pairs.shape[1], lambda: geodesics.vertical(
            on.graph, pairs, max_dist=MAX_DIST, degree=degree, threads=1
        )

    def naive(store: bool) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            # Distances of a few sources would stay in the cache, those of as many as the engine's do not.
            count = size.sources if kind == "distances" else NAIVE_SOURCES
            sources = _sources(on, count, repetition)
            return len(sources) * on.graph.num_nodes, lambda: on.naive.sources(
                sources, MAX_DIST, sides=kind == "vertical", store=store, degree=degree
            )

        return prepare

    contenders = {
        ENGINE: engine(1),
        NAIVE: naive(kind == "vertical"),
        ALL_CORES: engine(min(2, CORES)),
        "engine, given as pairs": as_pairs,
    }
    if kind == "vertical":
        contenders[NAIVE_COUNTS] = naive(False)
    run = race(contenders, size.repetitions)
    what = f"{kind}{' with degrees' if degree else ''}"
    return report(
        f"W3 {name} {what}, max_dist {MAX_DIST}",
        "pairs",
        run,
        graph=statistics(on.adjacency),
        reached=_reached(on, size.sources),
        libraries=_libraries(on, size, run.processor_rate(ENGINE)) if kind == "distances" else {},
    )


def _reached(on: Subject, count: int) -> float:
    """The share of pairs that are no farther apart than ``MAX_DIST``."""
    pairs = _all_pairs(on, _sources(on, min(count, 32), seed=0))
    return round(float((geodesics.distances(on.graph, pairs, max_dist=MAX_DIST) >= 0).mean()), 4)


def _sources(on: Subject, count: int, seed: int) -> Array:
    connected = np.flatnonzero(np.diff(on.graph.indptr))
    return np.random.default_rng([seed, 4]).choice(connected, count, replace=False)


def _all_pairs(on: Subject, sources: Array) -> Array:
    nodes = on.graph.num_nodes
    return np.stack([np.repeat(sources, nodes), np.tile(np.arange(nodes), len(sources))])


def _check(on: Subject, kind: Kind, degree: bool) -> None:
    sources = _sources(on, 3, seed=99)
    counted = on.naive.sources(sources, MAX_DIST, sides=True)
    blocks = list(geodesics.rank(on.graph, sources, kind=kind, max_dist=MAX_DIST, degree=degree))
    if kind == "distances":
        rows = [np.asarray(block.geodesics) for block in blocks]
        checks.same_counts("ranked distances", np.concatenate(rows), counted[0])
        return
    found = [block.geodesics for block in blocks if isinstance(block.geodesics, geodesics.Vertical)]
    checks.same_counts("ranked distances", np.concatenate([f.distance for f in found]), counted[0])
    checks.same_counts("ranked heads", np.concatenate([f.head.lengths for f in found]), counted[1])
    checks.same_counts("ranked tails", np.concatenate([f.tail.lengths for f in found]), counted[2])
    pairs = _all_pairs(on, sources)
    some = np.random.default_rng(5).choice(pairs.shape[1], 100, replace=False)
    style = baselines.Research(on.adjacency)
    answers = [style.vertical(u, v, MAX_DIST) for u, v in pairs[:, some].T.tolist()]
    again = geodesics.vertical(on.graph, pairs[:, some], max_dist=MAX_DIST)
    checks.same_sides("research style", pairs[:, some], again, answers)


def _libraries(on: Subject, size: Size, rate: float) -> Report:
    outcome: Report = {}
    for name, make in baselines.DISTANCES.items():
        ask = partial(make(on.adjacency).distances_from, max_dist=MAX_DIST)
        sources = _sources(on, min(200, on.graph.num_nodes), seed=7)
        speed, rows = within(size.patience, ask, sources.tolist())
        pairs = _all_pairs(on, sources[: len(rows)])
        checks.same_counts(
            name, geodesics.distances(on.graph, pairs, max_dist=MAX_DIST), np.concatenate(rows)
        )
        speed *= on.graph.num_nodes
        outcome[name] = {
            "pairs": pairs.shape[1],
            "per_second": float(f"{speed:.3g}"),
            "engine_ratio": float(f"{rate / speed:.3g}"),
        }
    return outcome
