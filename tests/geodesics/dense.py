"""Answers for all pairs at once from dense matrices: quick enough for very large batches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import shortest_path


@dataclass(frozen=True)
class AllPairs:
    """``distance`` and ``num_paths`` are (n, n), from row to column; unreachable is -1."""

    adjacency: np.ndarray
    distance: np.ndarray
    num_paths: np.ndarray


def all_pairs(num_nodes: int, ends: np.ndarray, *, directed: bool) -> AllPairs:
    adjacency = np.zeros((num_nodes, num_nodes), dtype=bool)
    adjacency[ends[0], ends[1]] = True
    if not directed:
        adjacency |= adjacency.T
    np.fill_diagonal(adjacency, False)
    distance = shortest_path(csr_array(adjacency.astype(float)), unweighted=True, directed=directed)
    distance = np.where(np.isinf(distance), -1, distance).astype(np.int64)
    num_paths = np.eye(num_nodes)
    steps = adjacency.astype(float)
    for level in range(1, int(distance.max(initial=0)) + 1):
        longer = (num_paths * (distance == level - 1)) @ steps
        num_paths = np.where(distance == level, longer, num_paths)
    return AllPairs(adjacency, distance, num_paths)


def sides_of(answers: AllPairs, source: int, max_dist: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Head sides of the pairs (source, v), v = 0..n-1, in a row: (lengths, nodes, geodesic degrees)."""
    distance = answers.distance
    neighbors = np.flatnonzero(answers.adjacency[source])
    between = (
        (distance[neighbors] == distance[source] - 1)
        & (distance[source] >= 1)
        & (distance[source] <= max_dist)
    )
    either_way = answers.adjacency | answers.adjacency.T
    joined = either_way[np.ix_(neighbors, neighbors)].astype(np.int64)
    degree = joined @ between.astype(np.int64)
    target, position = np.nonzero(between.T)
    return between.sum(axis=0), neighbors[position], degree[position, target]


def reversed_pairs(answers: AllPairs) -> AllPairs:
    """The same graph with every arrow turned around: its head sides are the tail sides of the other."""
    return AllPairs(answers.adjacency.T, answers.distance.T, answers.num_paths.T)
