"""Slow, obviously right answers to every question the engine answers.

Pure Python on a plain list of edges; nothing here comes from the package. Distances are breadth-first
searches, shortest paths are enumerated one by one, and every other answer is read off its definition.
"""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Kind = Literal["undirected", "directed", "arrows ignored"]
Row = tuple[int, int, int]
"""One edge: (head, tail, relation). Without relations, the relation is 0 everywhere."""

UNREACHABLE = -1


@dataclass(frozen=True, eq=False)
class EdgeList:
    """The edges that remain of some input rows: no loops, no duplicates; the position is the edge id."""

    num_nodes: int
    edges: tuple[Row, ...]
    kind: Kind

    @property
    def follows_arrows(self) -> bool:
        return self.kind == "directed"


def edge_list(num_nodes: int, rows: Sequence[Row], kind: Kind) -> EdgeList:
    """Drop loops and duplicates; ids go by first appearance.

    In an undirected graph (u, v) and (v, u) are one edge. A directed graph searched with its arrows
    ignored keeps them as two.
    """
    edges: list[Row] = []
    seen: set[Row] = set()
    for head, tail, relation in rows:
        if head == tail or (head, tail, relation) in seen:
            continue
        edges.append((head, tail, relation))
        seen.add((head, tail, relation))
        if kind == "undirected":
            seen.add((tail, head, relation))
    return EdgeList(num_nodes, tuple(edges), kind)


# --- edges -------------------------------------------------------------------------------------------


def steps(graph: EdgeList) -> Iterator[tuple[int, int, int]]:
    """Every way to walk along an edge: (from, to, edge id)."""
    for edge, (head, tail, _) in enumerate(graph.edges):
        yield head, tail, edge
        if not graph.follows_arrows:
            yield tail, head, edge


@lru_cache(maxsize=64)
def edges_between(graph: EdgeList) -> dict[tuple[int, int], list[int]]:
    """(u, v) -> the ids of all edges that lead from u to v, ascending."""
    between: dict[tuple[int, int], list[int]] = {}
    for here, there, edge in steps(graph):
        between.setdefault((here, there), []).append(edge)
    return between


def edges_from_to(graph: EdgeList, u: int, v: int) -> list[int]:
    return edges_between(graph).get((u, v), [])


def target_edge(graph: EdgeList, u: int, v: int) -> int | None:
    """The edge that the pair (u, v) itself is: the one of lowest id when several are parallel."""
    return min(edges_from_to(graph, u, v), default=None)


@lru_cache(maxsize=64)
def _successors(graph: EdgeList) -> dict[int, set[int]]:
    successors: dict[int, set[int]] = {node: set() for node in range(graph.num_nodes)}
    for here, there, _ in steps(graph):
        successors[here].add(there)
    return successors


@lru_cache(maxsize=64)
def _predecessors(graph: EdgeList) -> dict[int, set[int]]:
    predecessors: dict[int, set[int]] = {node: set() for node in range(graph.num_nodes)}
    for here, there, _ in steps(graph):
        predecessors[there].add(here)
    return predecessors


def can_step(graph: EdgeList, here: int, there: int, hidden: int | None = None) -> bool:
    return any(edge != hidden for edge in edges_from_to(graph, here, there))


def next_nodes(graph: EdgeList, node: int, hidden: int | None = None) -> set[int]:
    """N(node), along the arrows if they count."""
    successors = _successors(graph)[node]
    if hidden is None:
        return successors
    return {other for other in successors if can_step(graph, node, other, hidden)}


def previous_nodes(graph: EdgeList, node: int, hidden: int | None = None) -> set[int]:
    """The nodes from which one step leads to ``node``."""
    predecessors = _predecessors(graph)[node]
    if hidden is None:
        return predecessors
    return {other for other in predecessors if can_step(graph, other, node, hidden)}


def adjacent(graph: EdgeList, a: int, b: int) -> bool:
    """Joined by at least one edge, in either direction."""
    return can_step(graph, a, b) or can_step(graph, b, a)


# --- distances ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def distances_from(graph: EdgeList, source: int, hidden: int | None = None) -> dict[int, int]:
    """Breadth-first search: every reachable node with its distance."""
    distance = {source: 0}
    queue = deque([source])
    while queue:
        node = queue.popleft()
        for other in next_nodes(graph, node, hidden):
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


@lru_cache(maxsize=4096)
def distances_to(graph: EdgeList, target: int, hidden: int | None = None) -> dict[int, int]:
    """The same against the steps: every node that reaches ``target``, with its distance to it."""
    distance = {target: 0}
    queue = deque([target])
    while queue:
        node = queue.popleft()
        for other in previous_nodes(graph, node, hidden):
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


def distance(graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None) -> int:
    found = distances_from(graph, u, hidden).get(v)
    return UNREACHABLE if found is None or found > max_dist else found


# --- shortest paths ----------------------------------------------------------------------------------


def shortest_paths(
    graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None
) -> list[tuple[int, ...]]:
    """All shortest paths as node sequences, each once however many parallel edges it could take."""
    if distance(graph, u, v, max_dist, hidden) == UNREACHABLE:
        return []
    remaining = distances_to(graph, v, hidden)

    def extend(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if path[-1] == v:
            yield path
        for node in sorted(next_nodes(graph, path[-1], hidden)):
            if remaining.get(node) == remaining[path[-1]] - 1:
                yield from extend((*path, node))

    return list(extend((u,)))


def num_paths(graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None) -> int:
    """How many there are, counted without listing them (exact: Python's integers do not overflow)."""
    levels = on_geodesics(graph, u, v, max_dist, hidden)
    count = {u: 1}
    for node in sorted(levels, key=levels.__getitem__):
        if node != u:
            before = previous_nodes(graph, node, hidden)
            count[node] = sum(count[p] for p in before if levels.get(p) == levels[node] - 1)
    return count[v] if levels else 0


def walk_weights(graph: EdgeList, u: int, v: int, length: int, hidden: int | None = None) -> list[float]:
    """Weights of walks of 1 ... length steps: where all weight of u has gone after each step."""
    weights = []
    at = {u: 1.0}
    for _ in range(length):
        after: dict[int, float] = {}
        for node, weight in at.items():
            onward = next_nodes(graph, node, hidden)
            for other in onward:
                step = 1 / math.sqrt(len(onward) * len(previous_nodes(graph, other, hidden)))
                after[other] = after.get(other, 0.0) + weight * step
        at = after
        weights.append(at.get(v, 0.0))
    return weights


def on_geodesics(graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None) -> dict[int, int]:
    """W(u, v) = {w : d(u, w) + d(w, v) = d(u, v)}, each node with its level d(u, w)."""
    total = distance(graph, u, v, max_dist, hidden)
    if total == UNREACHABLE:
        return {}
    from_u, to_v = distances_from(graph, u, hidden), distances_to(graph, v, hidden)
    return {w: level for w, level in from_u.items() if w in to_v and level + to_v[w] == total}


def is_shortest_path(
    graph: EdgeList, path: Sequence[int], u: int, v: int, max_dist: int, hidden: int | None = None
) -> bool:
    length = distance(graph, u, v, max_dist, hidden)
    if length == UNREACHABLE:
        return len(path) == 0
    return (
        len(path) == length + 1
        and path[0] == u
        and path[-1] == v
        and all(can_step(graph, a, b, hidden) for a, b in itertools.pairwise(path))
    )


# --- vertical geodesics ------------------------------------------------------------------------------


def head_side(graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None) -> list[int]:
    """W(u, v) ∩ N(u), ascending; empty when u == v."""
    if u == v:
        return []
    return sorted(set(on_geodesics(graph, u, v, max_dist, hidden)) & next_nodes(graph, u, hidden))


def tail_side(graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None) -> list[int]:
    """W(u, v) ∩ N(v), where N(v) are the nodes that lead to v; ascending; empty when u == v."""
    if u == v:
        return []
    return sorted(set(on_geodesics(graph, u, v, max_dist, hidden)) & previous_nodes(graph, v, hidden))


def geodesic_degrees(graph: EdgeList, side: Sequence[int]) -> list[int]:
    """Of each node of a side: how many other nodes of that side it is joined to."""
    return [sum(adjacent(graph, w, other) for other in side if other != w) for w in side]


# --- the DAG of all shortest paths -------------------------------------------------------------------


def dag_nodes(
    graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None
) -> list[tuple[int, int]]:
    """(level, node) of every node on a shortest path, sorted."""
    return sorted((level, node) for node, level in on_geodesics(graph, u, v, max_dist, hidden).items())


def dag_edges(
    graph: EdgeList, u: int, v: int, max_dist: int, hidden: int | None = None
) -> list[tuple[int, int, int, int]]:
    """(level of head, head, tail, edge id) of every edge on a shortest path, pointing from u to v, sorted."""
    levels = on_geodesics(graph, u, v, max_dist, hidden)
    return sorted(
        (levels[here], here, there, edge)
        for here in levels
        for there in next_nodes(graph, here)
        if levels.get(there) == levels[here] + 1
        for edge in edges_from_to(graph, here, there)
        if edge != hidden
    )


# --- around one node ---------------------------------------------------------------------------------


def neighborhood(graph: EdgeList, node: int, max_dist: int) -> list[tuple[int, int, list[int]]]:
    """(distance, s, the side near s of the pair (node, s)) of all s within ``max_dist``, sorted."""
    return sorted(
        (distance_, s, tail_side(graph, node, s, max_dist))
        for s, distance_ in distances_from(graph, node).items()
        if 1 <= distance_ <= max_dist
    )


def receptive_hops(graph: EdgeList, seeds: Sequence[int], hops: int) -> dict[int, int]:
    """Each node whose message reaches a seed within ``hops`` steps, with the steps it needs."""
    hop: dict[int, int] = {}
    for seed in seeds:
        for node, distance_ in distances_to(graph, seed).items():
            if distance_ <= hops:
                hop[node] = min(distance_, hop.get(node, hops))
    return hop


def receptive_edges(graph: EdgeList, seeds: Sequence[int], hops: int) -> set[tuple[int, int, int]]:
    """(source, target, edge id) of every message a GNN of ``hops`` layers needs to answer for the seeds."""
    hop = receptive_hops(graph, seeds, hops)
    return {(here, there, edge) for here, there, edge in steps(graph) if hop.get(there, hops) < hops}


def is_walk(graph: EdgeList, walk: Sequence[int], start: int) -> bool:
    """Starts at ``start``, goes along edges, and holds -1 only from a node without a way out onwards."""
    if walk[0] != start:
        return False
    for here, there in itertools.pairwise(walk):
        if here == -1 or there == -1:
            may_stop = here == -1 or not next_nodes(graph, here)
            if there != -1 or not may_stop:
                return False
        elif not can_step(graph, here, there):
            return False
    return True


def step_probabilities(
    graph: EdgeList, previous: int | None, node: int, p: float, q: float
) -> dict[int, float]:
    """node2vec: the chance of each next node, having come to ``node`` from ``previous``."""

    def weight(other: int) -> float:
        if previous is None:
            return 1.0
        if other == previous:
            return 1.0 / p
        return 1.0 if can_step(graph, previous, other) else 1.0 / q

    weights = {other: weight(other) for other in next_nodes(graph, node)}
    return {other: w / sum(weights.values()) for other, w in weights.items()}
