"""What `gdgnn bench` asks, of the engine in batches and of networkx one by one; when answers are alike."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gdgnn import Graph, geodesics
from gdgnn.cli.social_graph import Pairs
from gdgnn.geodesics import UNREACHABLE, Horizontal, Vertical


@dataclass(frozen=True)
class Question:
    """One question; `alike(networkx graph, engine's result, position, networkx's answer)` compares."""

    name: str
    ask_engine: Callable[[Graph, Pairs, int, int | None], Any]
    ask_networkx: Callable[["nx.Graph[int]", int, int, int], Any]
    alike: Callable[["nx.Graph[int]", Any, int, Any], bool]


@dataclass(frozen=True)
class Sides:
    """The vertical geodesic of one pair: each side as node -> geodesic degree."""

    distance: int
    head: dict[int, int]
    tail: dict[int, int]


@contextmanager
def _hidden(graph: "nx.Graph[int]", u: int, v: int) -> Iterator[None]:
    """Take the edge u-v out while its geodesic is searched."""
    is_edge = graph.has_edge(u, v)
    if is_edge:
        graph.remove_edge(u, v)
    try:
        yield
    finally:
        if is_edge:
            graph.add_edge(u, v)


def _distances(graph: Graph, pairs: Pairs, max_dist: int, threads: int | None) -> NDArray[np.int16]:
    return geodesics.distances(graph, pairs, max_dist=max_dist, exclude_targets=True, threads=threads)


def _slow_distance(graph: "nx.Graph[int]", u: int, v: int, max_dist: int) -> int:
    with _hidden(graph, u, v):
        return int(nx.single_source_shortest_path_length(graph, u, cutoff=max_dist).get(v, UNREACHABLE))


def _vertical(graph: Graph, pairs: Pairs, max_dist: int, threads: int | None) -> Vertical:
    return geodesics.vertical(graph, pairs, max_dist=max_dist, exclude_targets=True, threads=threads)


def _slow_vertical(graph: "nx.Graph[int]", u: int, v: int, max_dist: int) -> Sides:
    with _hidden(graph, u, v):
        from_u = nx.single_source_shortest_path_length(graph, u, cutoff=max_dist)
        from_v = nx.single_source_shortest_path_length(graph, v, cutoff=max_dist)
        if u == v or v not in from_u:
            return Sides(from_u.get(v, UNREACHABLE), {}, {})
        before = from_u[v] - 1
        head = {w for w in graph[u] if from_v.get(w) == before}
        tail = {w for w in graph[v] if from_u.get(w) == before}
        return Sides(
            from_u[v],
            {w: len(head.intersection(graph[w])) for w in head},
            {w: len(tail.intersection(graph[w])) for w in tail},
        )


def _alike_vertical(_: "nx.Graph[int]", found: Vertical, at: int, expected: Sides) -> bool:
    sides = []
    for side, degree in ((found.head, found.head_degree), (found.tail, found.tail_degree)):
        assert degree is not None
        here = slice(side.offsets[at], side.offsets[at + 1])
        sides.append(dict(zip(side.values[here].tolist(), degree[here].tolist(), strict=True)))
    return Sides(int(found.distance[at]), *sides) == expected


def _horizontal(graph: Graph, pairs: Pairs, max_dist: int, threads: int | None) -> Horizontal:
    return geodesics.horizontal(graph, pairs, max_dist=max_dist, exclude_targets=True, threads=threads)


def _slow_horizontal(graph: "nx.Graph[int]", u: int, v: int, max_dist: int) -> list[int]:
    with _hidden(graph, u, v):
        paths = nx.single_source_shortest_path(graph, u, cutoff=max_dist)
        return list(paths.get(v, []))


def _alike_horizontal(graph: "nx.Graph[int]", found: Horizontal, at: int, expected: list[int]) -> bool:
    """Both are paths of the same length between the same ends, and the engine's runs along edges."""
    path = found.nodes[at].tolist()
    if not expected or not path:
        return not expected and not path
    target = {path[0], path[-1]}
    steps_are_edges = all(graph.has_edge(a, b) and {a, b} != target for a, b in pairwise(path))
    same_ends = [path[0], path[-1], len(path)] == [expected[0], expected[-1], len(expected)]
    return bool(steps_are_edges and same_ends)


QUESTIONS = (
    Question(
        "distances", _distances, _slow_distance, lambda _, found, at, expected: bool(found[at] == expected)
    ),
    Question("vertical", _vertical, _slow_vertical, _alike_vertical),
    Question("horizontal", _horizontal, _slow_horizontal, _alike_horizontal),
)
