"""How the same questions are answered without the engine: research-style numpy and the common libraries.

Every peer answers one pair, one source or one node a call, in a form that can be checked against the
engine. They do not hide target edges, but for ``Research``; the engine is given the same pairs when the
two are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import igraph
import networkx as nx
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from scipy.sparse import csgraph
from sknetwork.path import get_distances

from benchmarks.workloads import Array

Sides = tuple[int, Array, Array]
"""distance (-1 beyond max_dist), sorted head side, sorted tail side"""
Neighborhood = dict[int, tuple[int, list[int]]]
"""s -> distance of s, sorted side near s"""
EMPTY = np.empty(0, np.int64)


class VerticalPeer(Protocol):
    def vertical(self, u: int, v: int, max_dist: int) -> Sides: ...


class DistancePeer(Protocol):
    def distances_from(self, source: int, max_dist: int) -> npt.NDArray[np.int16]: ...


class NeighborhoodPeer(Protocol):
    def neighborhood(self, node: int, max_dist: int) -> Neighborhood: ...


class Research:
    """k-hop sets with ``np.unique`` and ``np.intersect1d`` on a scipy matrix, as research code does it."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        self.adjacency = adjacency

    def _around(self, nodes: Array) -> Array:
        return np.unique(self.adjacency[nodes].indices).astype(np.int64)

    def vertical(self, u: int, v: int, max_dist: int, *, hide: bool = False) -> Sides:
        if u == v:
            return 0, EMPTY, EMPTY
        levels = [np.array([u])], [np.array([v])]
        seen = [np.array([u]), np.array([v])]
        while len(levels[0]) + len(levels[1]) - 2 < max_dist:
            depths = [len(end) - 1 for end in levels]
            near = int(depths[0] > 0 and (depths[1] == 0 or len(levels[1][-1]) < len(levels[0][-1])))
            found = self._around(levels[near][-1])
            if hide and depths[near] == 0:
                found = found[found != (v, u)[near]]
            levels[near].append(np.setdiff1d(found, seen[near]))
            seen[near] = np.union1d(seen[near], found)
            meeting = np.intersect1d(levels[0][-1], levels[1][-1])
            if len(meeting):
                return self._walk_back(u, v, levels, meeting)
        return -1, EMPTY, EMPTY

    def _walk_back(self, u: int, v: int, levels: tuple[list[Array], list[Array]], meeting: Array) -> Sides:
        distance = len(levels[0]) + len(levels[1]) - 2
        if distance == 1:
            return 1, np.array([v]), np.array([u])
        sides = []
        for end in levels:
            side = meeting
            for level in reversed(end[1:-1]):
                side = np.intersect1d(level, self._around(side))
            sides.append(side)
        return distance, sides[0], sides[1]

    def degree(self, side: npt.NDArray[np.integer[Any]]) -> Array:
        """Geodesic degree: the degree of each node inside the subgraph its side induces."""
        return np.asarray(self.adjacency[side][:, side].sum(axis=1)).ravel()

    def distances_from(self, source: int, max_dist: int) -> npt.NDArray[np.int16]:
        distance = np.full(self.adjacency.shape[0], -1, np.int16)
        distance[source] = 0
        for level, nodes in enumerate(self._levels(source, max_dist)):
            distance[nodes] = level
        return distance

    def _levels(self, source: int, max_dist: int) -> list[Array]:
        levels = seen = [np.array([source])]
        for _ in range(max_dist):
            found = np.setdiff1d(self._around(levels[-1]), seen[-1])
            levels, seen = [*levels, found], [np.union1d(seen[-1], found)]
        return levels

    def neighborhood(self, node: int, max_dist: int) -> Neighborhood:
        levels = self._levels(node, max_dist)
        return {
            int(s): (d, np.intersect1d(self._around(np.array([s])), levels[d - 1]).tolist())
            for d in range(1, max_dist + 1)
            for s in levels[d]
        }


class Scipy:
    """``scipy.sparse.csgraph``: a limited search from each end, then the nodes whose distances add up."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        self.adjacency = adjacency.astype(np.float64)

    def distances_from(self, source: int, max_dist: int) -> npt.NDArray[np.int16]:
        found = csgraph.dijkstra(self.adjacency, indices=source, unweighted=True, limit=max_dist)
        return np.where(np.isinf(found), -1, found).astype(np.int16)

    def vertical(self, u: int, v: int, max_dist: int) -> Sides:
        return _sides(self.distances_from(u, max_dist), self.distances_from(v, max_dist), v)


class Sknetwork:
    """``sknetwork.path.get_distances``: no limit, so the whole component is searched."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        # The library asks for the older matrix class.
        self.adjacency = sp.csr_matrix(adjacency.astype(bool))

    def distances_from(self, source: int, max_dist: int) -> npt.NDArray[np.int16]:
        found = get_distances(self.adjacency, source)
        return np.where(found > max_dist, -1, found).astype(np.int16)

    def vertical(self, u: int, v: int, max_dist: int) -> Sides:
        return _sides(self.distances_from(u, max_dist), self.distances_from(v, max_dist), v)


def _sides(from_u: npt.NDArray[np.int16], from_v: npt.NDArray[np.int16], v: int) -> Sides:
    distance = int(from_u[v])
    if distance < 1:
        return distance, EMPTY, EMPTY
    head = np.flatnonzero((from_u == 1) & (from_v == distance - 1))
    tail = np.flatnonzero((from_v == 1) & (from_u == distance - 1))
    return distance, head, tail


class Igraph:
    """All shortest paths (no cutoff) for sides; its k-hop and distance functions for neighborhoods."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        upper = sp.coo_array(sp.triu(adjacency, 1))
        self.graph = igraph.Graph(adjacency.shape[0], np.stack(upper.coords, axis=1))

    def vertical(self, u: int, v: int, max_dist: int) -> Sides:
        paths = self.graph.get_all_shortest_paths(u, v)
        distance = len(paths[0]) - 1 if paths else -1
        if not 1 <= distance <= max_dist:
            return 0 if u == v else -1, EMPTY, EMPTY
        return distance, np.unique([path[1] for path in paths]), np.unique([path[-2] for path in paths])

    def distances_from(self, source: int, max_dist: int) -> npt.NDArray[np.int16]:
        found = np.array(self.graph.distances(source)[0])
        return np.where(found > max_dist, -1, found).astype(np.int16)

    def neighborhood(self, node: int, max_dist: int) -> Neighborhood:
        near = self.graph.neighborhood(node, max_dist)
        distance = dict(zip(near, self.graph.distances(node, near)[0], strict=True))
        return {
            s: (d, sorted(w for w in self.graph.neighbors(s) if distance.get(w) == d - 1))
            for s, d in distance.items()
            if d
        }


class Networkx:
    """``nx.predecessor`` with a cutoff: the tail side of every node in reach of a source."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        self.graph: Any = nx.from_scipy_sparse_array(adjacency)

    def vertical(self, u: int, v: int, max_dist: int) -> Sides:
        from_u, distance = nx.predecessor(self.graph, u, cutoff=max_dist, return_seen=True)
        if distance.get(v, 0) < 1:
            return distance.get(v, -1), EMPTY, EMPTY
        from_v = nx.predecessor(self.graph, v, cutoff=max_dist)
        return distance[v], np.sort(from_v[u]), np.sort(from_u[v])

    def distances_from(self, source: int, max_dist: int) -> npt.NDArray[np.int16]:
        distance = np.full(len(self.graph), -1, np.int16)
        found = nx.single_source_shortest_path_length(self.graph, source, cutoff=max_dist)
        distance[list(found)] = list(found.values())
        return distance

    def neighborhood(self, node: int, max_dist: int) -> Neighborhood:
        before, distance = nx.predecessor(self.graph, node, cutoff=max_dist, return_seen=True)
        return {s: (distance[s], sorted(before[s])) for s in before if s != node}


VERTICAL: dict[str, Callable[[sp.csr_array], VerticalPeer]] = {
    "scipy": Scipy,
    "scikit-network": Sknetwork,
    "igraph": Igraph,
    "networkx": Networkx,
}
DISTANCES: dict[str, Callable[[sp.csr_array], DistancePeer]] = {
    "research style": Research,
    "scipy": Scipy,
    "scikit-network": Sknetwork,
    "igraph": Igraph,
    "networkx": Networkx,
}
NEIGHBORHOODS: dict[str, Callable[[sp.csr_array], NeighborhoodPeer]] = {
    "research style": Research,
    "igraph": Igraph,
    "networkx": Networkx,
}
