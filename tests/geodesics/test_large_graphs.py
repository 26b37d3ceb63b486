"""Graphs whose searches fill large balls, against breadth-first searches by scipy."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from gdgnn import geodesics
from gdgnn.graph import Graph
from tests.geodesics.checks import assert_same

NUM_NODES = 40_000


@cache
def ends_of(kind: str) -> np.ndarray:
    """``even``: mean degree 12; ``hubs``: mean degree 5 with a few hubs joined to thousands of nodes."""
    random = np.random.default_rng(12)
    if kind == "even":
        return random.integers(0, NUM_NODES, (2, 6 * NUM_NODES))
    ends = random.integers(0, NUM_NODES, (2, 5 * NUM_NODES // 2))
    ends[0, ::8] = random.integers(0, 3, ends[0, ::8].size)
    ends[1, 1::16] = random.integers(0, 3, ends[1, 1::16].size)
    return ends


def adjacency(ends: np.ndarray, directed: bool) -> csr_array:
    kept = ends[:, ends[0] != ends[1]]
    both = kept if directed else np.concatenate([kept, kept[::-1]], axis=1)
    return csr_array((np.ones(both.shape[1]), (both[0], both[1])), shape=(NUM_NODES, NUM_NODES))


def levels(matrix: csr_array, source: int) -> np.ndarray:
    """Distance from one node to all others, -1 where there is no path."""
    order, before = breadth_first_order(matrix, source)
    level = np.full(NUM_NODES, -1)
    level[source] = 0
    for node in order[1:]:
        level[node] = level[before[node]] + 1
    return level


def sampled_pairs(ends: np.ndarray) -> np.ndarray:
    """Random pairs, edges, and hubs, some of which share an end often enough to share the search."""
    random = np.random.default_rng(13)
    anywhere = random.integers(0, NUM_NODES, (2, 12))
    shared = np.stack([np.full(12, 1), random.integers(0, NUM_NODES, 12)])
    return np.concatenate([anywhere, shared, shared[::-1], ends[:, 5:13]], axis=1)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", ["even", "hubs"])
def test_what_lies_between_is_what_both_searches_reach_in_time(kind: str, directed: bool) -> None:
    ends = ends_of(kind)
    graph = Graph.from_edges(ends, num_nodes=NUM_NODES, directed=directed)
    matrix = adjacency(ends, directed)
    backwards = matrix.T.tocsr()
    pairs = sampled_pairs(ends)
    from_head = {int(u): levels(matrix, u) for u in np.unique(pairs[0])}
    to_tail = {int(v): levels(backwards, v) for v in np.unique(pairs[1])}
    distances = np.array([from_head[u][v] for u, v in pairs.T.tolist()])
    assert distances.max() >= 4
    for max_dist in (3, 4, 5, 9):
        within = np.where(distances <= max_dist, distances, -1)
        np.testing.assert_array_equal(geodesics.distances(graph, pairs, max_dist=max_dist), within)
        sides = geodesics.vertical(graph, pairs, max_dist=max_dist, degree=False)
        counted = geodesics.vertical(graph, pairs, max_dist=max_dist, num_paths=True)
        dag = geodesics.dag(graph, pairs, max_dist=max_dist)
        assert_same(counted.head, sides.head)
        assert_same(counted.tail, sides.tail)
        np.testing.assert_array_equal(sides.distance, within)
        np.testing.assert_array_equal(dag.distance, within)
        for i, (u, v) in enumerate(pairs.T.tolist()):
            reached = (from_head[u] >= 0) & (to_tail[v] >= 0) & (within[i] >= 1)
            between = np.flatnonzero(reached & (from_head[u] + to_tail[v] == within[i]))
            assert sides.head[i].tolist() == between[from_head[u][between] == 1].tolist()
            assert sides.tail[i].tolist() == between[to_tail[v][between] == 1].tolist()
            assert np.sort(dag.nodes[i]).tolist() == (between.tolist() if within[i] else [u])


@pytest.mark.parametrize("kind", ["even", "hubs"])
def test_hiding_a_target_is_searching_the_graph_without_it(kind: str) -> None:
    ends = ends_of(kind)
    graph = Graph.from_edges(ends, num_nodes=NUM_NODES)
    targets = np.random.default_rng(14).integers(0, graph.num_edges, 8)
    pairs = graph.edge_index[:, targets].astype(np.int64)
    pairs[:, ::2] = pairs[::-1, ::2]
    found = geodesics.vertical(graph, pairs, max_dist=6, exclude_targets=True, num_paths=True)
    named = geodesics.vertical(graph, pairs, max_dist=6, exclude_targets=targets, num_paths=True)
    assert_same(named, found)
    for i, target in enumerate(targets):
        without = np.delete(graph.edge_index, target, axis=1)
        alone = geodesics.vertical(
            Graph.from_edges(without, num_nodes=NUM_NODES), pairs[:, [i]], max_dist=6, num_paths=True
        )
        assert found.distance[i] == alone.distance[0] != 1
        assert found.num_paths[i] == alone.num_paths[0]
        assert found.head[i].tolist() == alone.head[0].tolist()
        assert found.tail[i].tolist() == alone.tail[0].tolist()
