"""W1 and W2: a million pairs, half of them edges that are hidden while their geodesic is searched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks import baselines, checks, machine
from benchmarks.baselines import Research
from benchmarks.measure import Contender, nbytes, race, within
from benchmarks.subjects import (
    ALL_CORES,
    CORES,
    ENGINE,
    NAIVE,
    NAIVE_COUNTS,
    NO_DEGREES,
    RESEARCH,
    Report,
    Size,
    Subject,
    report,
    subject,
)
from benchmarks.workloads import Array, mixed_pairs, random_pairs, statistics
from gdgnn import geodesics


def vertical(name: str, max_dist: int, size: Size, *, peers: bool) -> Report:
    """Both sides with their degrees: engine, naive C++ and research style, then the libraries."""
    on = subject(name, size.scale)
    naive_pairs = _check(on, max_dist, size)

    def sample(repetition: int) -> Array:
        return mixed_pairs(on.edges, size.pairs, seed=repetition + 1)

    def engine(threads: int, degree: bool) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            pairs = sample(repetition)
            return pairs.shape[1], lambda: geodesics.vertical(
                on.graph, pairs, max_dist=max_dist, exclude_targets=True, degree=degree, threads=threads
            )

        return prepare

    def naive(store: bool) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            pairs = sample(repetition)[:, :naive_pairs]
            return naive_pairs, lambda: on.naive.pairs(pairs, max_dist, hide=True, store=store)

        return prepare

    def research(repetition: int) -> tuple[int, Callable[[], Any]]:
        pairs = sample(repetition)[:, : size.research_pairs].T.tolist()
        style = Research(on.adjacency)
        return len(pairs), lambda: [style.vertical(u, v, max_dist, hide=True) for u, v in pairs]

    slow = name == "W2" and max_dist > 2
    run = race(
        {
            ENGINE: engine(1, True),
            NAIVE: naive(True),
            NAIVE_COUNTS: naive(False),
            ALL_CORES: engine(min(2, CORES), True),
            NO_DEGREES: engine(1, False),
            RESEARCH: research,
        },
        min(size.repetitions, 3) if slow else size.repetitions,
    )
    return report(
        f"{name} vertical, max_dist {max_dist}",
        "pairs",
        run,
        graph=statistics(on.adjacency),
        bound=_bound(on, sample(0), max_dist, run.processor_rate(ENGINE)),
        libraries=_libraries(on, max_dist, size) if peers else {},
    )


def others(name: str, max_dist: int, size: Size) -> Report:
    """Distances, one path, all paths: for information, beside the vertical question of the same run."""
    on = subject(name, size.scale)

    def engine(question: Callable[..., Any]) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            pairs = mixed_pairs(on.edges, size.pairs, seed=repetition + 1)
            return pairs.shape[1], lambda: question(
                on.graph, pairs, max_dist=max_dist, exclude_targets=True, threads=1
            )

        return prepare

    run = race(
        {
            ENGINE: engine(geodesics.vertical),
            "distances": engine(geodesics.distances),
            "horizontal": engine(geodesics.horizontal),
            "dag": engine(geodesics.dag),
        },
        min(size.repetitions, 3),
    )
    return report(f"{name} distances, horizontal and dag, max_dist {max_dist}", "pairs", run)


def _check(on: Subject, max_dist: int, size: Size) -> int:
    """Engine against naive counts and research-style nodes; how many pairs keep the naive one busy."""
    pairs = mixed_pairs(on.edges, min(size.pairs, 2_000), seed=0)
    found = geodesics.vertical(on.graph, pairs, max_dist=max_dist, exclude_targets=True)
    speed, (counted,) = within(0.0, partial(on.naive.pairs, max_dist=max_dist, hide=True), [pairs])
    for what, ours, theirs in zip(
        ("distance", "head side", "tail side"),
        (found.distance, found.head.lengths, found.tail.lengths),
        counted,
        strict=True,
    ):
        checks.same_counts(f"{what}, max_dist {max_dist}", ours, theirs)
    few = pairs[:, : size.research_pairs]
    style = Research(on.adjacency)
    answers = [style.vertical(u, v, max_dist, hide=True) for u, v in few.T.tolist()]
    found = geodesics.vertical(on.graph, few, max_dist=max_dist, exclude_targets=True)
    checks.same_sides(RESEARCH, few, found, answers)
    checks.same_degrees(found, style)
    return int(min(size.pairs, max(1_000, size.patience * speed * pairs.shape[1])))


def _libraries(on: Subject, max_dist: int, size: Size) -> Report:
    """Libraries that cannot hide an edge: random pairs, one a call, against the engine on such pairs."""
    many = random_pairs(on.edges, size.pairs, seed=2)

    def engine(_: int) -> tuple[int, Callable[[], Any]]:
        return many.shape[1], lambda: geodesics.vertical(on.graph, many, max_dist=max_dist, threads=1)

    outcome: Report = {}
    for name, make in baselines.VERTICAL.items():
        ask = make(on.adjacency).vertical
        speed, answers = within(size.patience, partial(_one_pair, ask, max_dist), many.T[:1_000].tolist())
        few = many[:, : len(answers)]
        checks.same_sides(name, few, geodesics.vertical(on.graph, few, max_dist=max_dist), answers)
        outcome[name] = {
            "pairs": len(answers),
            "per_second": float(f"{speed:.3g}"),
            "engine_ratio": float(f"{race({ENGINE: engine}, 1).processor_rate(ENGINE) / speed:.3g}"),
        }
    return outcome


def _one_pair(
    ask: Callable[[int, int, int], baselines.Sides], max_dist: int, pair: list[int]
) -> baselines.Sides:
    return ask(pair[0], pair[1], max_dist)


def _bound(on: Subject, pairs: Array, max_dist: int, rate: float) -> Report:
    """Rows that a search from the cheaper end has to read, against what memory can deliver to one thread.

    An estimate. A row is a line of pointers and the lines of its neighbors. At max_dist 2 the rows of both
    ends are read, at 3 those of the cheaper end's neighbors, at 4 those of both ends', each only where the
    step before found no path. Degrees read half of the row of each node in a side of two or more, where both
    sides are the same only once.
    """
    degree = np.diff(on.graph.indptr)
    lines = 2 + degree // 16
    around = [np.asarray(on.adjacency.astype(np.float64) @ values) for values in (lines, degree)]
    found = geodesics.distances(on.graph, pairs, max_dist=max_dist, exclude_targets=True)
    far = (found < 0) | (found > 2)
    farther = (found < 0) | (found > 3)

    def touched(own: Array, second: Any) -> float:
        total = own[pairs].sum(axis=0).astype(np.float64)
        if max_dist >= 3:
            total += far * second[pairs].min(axis=0)
        if max_dist >= 4:
            total += farther * second[pairs].max(axis=0)
        return float(total.mean())

    result = geodesics.vertical(on.graph, pairs, max_dist=max_dist, exclude_targets=True)
    inside = _nodes_counted(result)
    for_degrees = float((2 + degree[inside] // 32).sum() / pairs.shape[1])
    entries = touched(degree, around[1]) + float(degree[inside].sum() / 2 / pairs.shape[1])
    line_count = touched(lines, around[0]) + for_degrees
    memory = machine.bandwidth(mib=512 if len(on.naive.indptr) > 100_000 else 64)
    nanoseconds = 1e9 / rate
    return {
        "entries_per_pair": round(entries, 1),
        "entry_bytes_per_pair": round(entries * on.graph.indices.itemsize),
        "line_bytes_per_pair": round(64 * line_count),
        "line_bytes_for_degrees": round(64 * for_degrees),
        "result_bytes_per_pair": round(nbytes(result) / pairs.shape[1], 1),
        "ns_per_pair": round(nanoseconds, 1),
        "ns_if_lines_are_scattered": round(1e3 * line_count / memory["scattered_mlines_per_s"], 1),
        "ns_if_lines_stream": round(64 * line_count / memory["sequential_gb_per_s"], 1),
        "unresolved_at_2": round(float(far.mean()), 3),
        **memory,
    }


def _nodes_counted(result: geodesics.Vertical) -> Array:
    """The nodes whose rows are walked to count degrees, as often as they are."""
    head, tail = result.head.lengths, result.tail.lengths
    walked = (
        result.head.values[np.repeat(head > 1, head)],
        result.tail.values[np.repeat((tail > 1) & (result.distance > 2), tail)],
    )
    return np.concatenate(walked)
