"""Well-known graphs with the answers worked out by hand, written as plain numbers."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from gdgnn import geodesics
from gdgnn.graph import Graph
from tests.geodesics.checks import pair_array, rows, split
from tests.strategies import Pair, clique, cycle, plain


def graph_of(num_nodes: int, ends: list[Pair]) -> Graph:
    return plain(num_nodes, ends).graph


def all_pairs(num_nodes: int) -> np.ndarray:
    return np.array(list(product(range(num_nodes), repeat=2))).T


# --- the cycle of six --------------------------------------------------------------------------------


def test_six_cycle_distances() -> None:
    found = geodesics.distances(graph_of(6, cycle(6)), all_pairs(6), max_dist=6)
    assert found.reshape(6, 6).tolist() == [
        [0, 1, 2, 3, 2, 1],
        [1, 0, 1, 2, 3, 2],
        [2, 1, 0, 1, 2, 3],
        [3, 2, 1, 0, 1, 2],
        [2, 3, 2, 1, 0, 1],
        [1, 2, 3, 2, 1, 0],
    ]


def test_six_cycle_sides() -> None:
    pairs = pair_array((0, 1), (0, 2), (0, 3), (3, 0), (4, 0), (5, 0), (2, 2))
    found = geodesics.vertical(graph_of(6, cycle(6)), pairs, max_dist=3, num_paths=True)
    assert found.distance.tolist() == [1, 2, 3, 3, 2, 1, 0]
    assert rows(found.head) == [[1], [1], [1, 5], [2, 4], [5], [0], []]
    assert rows(found.tail) == [[0], [1], [2, 4], [1, 5], [5], [5], []]
    assert found.head_degree.tolist() == [0] * 8
    assert found.num_paths.tolist() == [1, 1, 2, 2, 1, 1, 1]


def test_six_cycle_sides_with_the_target_hidden() -> None:
    pairs = pair_array((0, 1), (0, 5), (5, 0), (0, 2), (0, 3))
    found = geodesics.vertical(graph_of(6, cycle(6)), pairs, max_dist=5, exclude_targets=True, num_paths=True)
    assert found.distance.tolist() == [5, 5, 5, 2, 3]
    assert rows(found.head) == [[5], [1], [4], [1], [1, 5]]
    assert rows(found.tail) == [[2], [4], [1], [1], [2, 4]]
    assert found.num_paths.tolist() == [1, 1, 1, 1, 2]


def test_six_cycle_dag() -> None:
    found = geodesics.dag(graph_of(6, cycle(6)), pair_array((0, 3)), max_dist=3)
    assert rows(found.nodes) == [[0, 1, 5, 2, 4, 3]]
    assert found.level.tolist() == [0, 1, 1, 2, 2, 3]
    assert list(
        zip(found.edge_head.tolist(), found.edge_tail.tolist(), found.edges.values.tolist(), strict=True)
    ) == [
        (0, 1, 0),
        (0, 5, 5),
        (1, 2, 1),
        (5, 4, 4),
        (2, 3, 2),
        (4, 3, 3),
    ]


def test_six_cycle_neighborhood() -> None:
    found = geodesics.neighborhoods(graph_of(6, cycle(6)), np.array([0]), max_dist=3)
    assert rows(found.neighbors) == [[1, 5, 2, 4, 3]]
    assert found.distance.tolist() == [1, 1, 2, 2, 3]
    assert rows(found.side) == [[0], [0], [1], [5], [2, 4]]
    assert found.side_degree.tolist() == [0, 0, 0, 0, 0, 0]


# --- two graphs that distance and message passing cannot tell apart ----------------------------------


def shrikhande() -> Graph:
    """Nodes (i, j) modulo 4, joined when they differ by ±(1, 0), ±(0, 1) or ±(1, 1)."""
    ends = []
    for i, j in product(range(4), repeat=2):
        for down, right in ((1, 0), (0, 1), (1, 1)):
            ends.append((4 * i + j, 4 * ((i + down) % 4) + (j + right) % 4))
    return graph_of(16, ends)


def rook() -> Graph:
    """Nodes (i, j) of a 4 x 4 board, joined when they share the row or the column."""
    squares = list(product(range(4), repeat=2))
    ends = [(4 * a + b, 4 * c + d) for (a, b), (c, d) in product(squares, repeat=2) if (a == c) != (b == d)]
    return graph_of(16, ends)


@pytest.mark.parametrize(("build", "joined"), [(shrikhande, 6), (rook, 0)])
def test_shrikhande_and_rook_differ_in_geodesic_degree_alone(build: object, joined: int) -> None:
    graph = build()  # type: ignore[operator]
    assert graph.num_edges == 48
    found = geodesics.neighborhoods(graph, max_dist=4)
    for node in range(16):
        distances = found.distance[found.neighbors.offsets[node] : found.neighbors.offsets[node + 1]]
        assert Counter(distances.tolist()) == {1: 6, 2: 9}
    sides, degrees = rows(found.side), split(found.side_degree, found.side)
    per_node = np.zeros(16, dtype=int)
    for node, distance, side, degree in zip(
        np.repeat(np.arange(16), 15), found.distance, sides, degrees, strict=True
    ):
        if distance == 2:
            assert len(side) == 2
            assert degree in ([0, 0], [1, 1])
            per_node[node] += degree == [1, 1]
    assert per_node.tolist() == [joined] * 16


@pytest.mark.parametrize(("build", "joined"), [(shrikhande, 6), (rook, 0)])
def test_shrikhande_and_rook_by_pairs(build: object, joined: int) -> None:
    found = geodesics.vertical(build(), all_pairs(16), max_dist=2, num_paths=True)  # type: ignore[operator]
    assert Counter(found.distance.tolist()) == {0: 16, 1: 96, 2: 144}
    at_two = found.distance == 2
    assert found.head.lengths[at_two].tolist() == [2] * 144
    assert found.num_paths[at_two].tolist() == [2.0] * 144
    assert rows(found.head) != rows(found.tail)
    sums = np.array([sum(degrees) for degrees in split(found.head_degree, found.head)])[at_two]
    assert Counter(sums.tolist()) == Counter({2: 16 * joined, 0: 16 * (9 - joined)}) - Counter()


def test_shrikhande_common_neighbors_of_two_nodes() -> None:
    """(0, 0) and (1, 2) share (0, 1) and (1, 1), which are joined; those it shares with (2, 2) are not."""
    found = geodesics.vertical(shrikhande(), pair_array((0, 6), (0, 10)), max_dist=2)
    assert rows(found.head) == rows(found.tail) == [[1, 5], [5, 15]]
    assert split(found.head_degree, found.head) == [[1, 1], [0, 0]]


# --- the Petersen graph ------------------------------------------------------------------------------


def petersen() -> Graph:
    outer = cycle(5)
    inner = [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    return graph_of(10, outer + [(i, 5 + i) for i in range(5)] + inner)


def test_petersen_pairs_have_one_common_neighbor_or_are_joined() -> None:
    found = geodesics.vertical(petersen(), all_pairs(10), max_dist=9, num_paths=True)
    assert Counter(found.distance.tolist()) == {0: 10, 1: 30, 2: 60}
    assert found.num_paths.tolist() == [1.0] * 100
    apart = found.distance == 2
    assert found.head.lengths[apart].tolist() == found.tail.lengths[apart].tolist() == [1] * 60


def test_petersen_edges_hidden_lie_on_four_five_cycles() -> None:
    """Every edge is on four 5-cycles: with it hidden the distance is 4, by four paths."""
    found = geodesics.vertical(
        petersen(), pair_array((0, 1), (1, 0), (0, 5)), max_dist=4, exclude_targets=True, num_paths=True
    )
    assert found.distance.tolist() == [4, 4, 4]
    assert rows(found.head) == [[4, 5], [2, 6], [1, 4]]
    assert rows(found.tail) == [[2, 6], [4, 5], [7, 8]]
    assert found.num_paths.tolist() == [4, 4, 4]
    assert found.head_degree.tolist() == [0] * 6


def test_petersen_dag_of_a_hidden_edge() -> None:
    found = geodesics.dag(petersen(), pair_array((0, 1)), max_dist=4, exclude_targets=True)
    assert rows(found.nodes) == [[0, 4, 5, 3, 7, 8, 9, 2, 6, 1]]
    assert found.level.tolist() == [0, 1, 1, 2, 2, 2, 2, 3, 3, 4]


# --- a clique ----------------------------------------------------------------------------------------


def test_clique_with_the_target_hidden() -> None:
    found = geodesics.vertical(
        graph_of(5, clique(5)), pair_array((0, 4), (4, 0)), max_dist=9, exclude_targets=True, num_paths=True
    )
    assert found.distance.tolist() == [2, 2]
    assert rows(found.head) == rows(found.tail) == [[1, 2, 3], [1, 2, 3]]
    assert found.head_degree.tolist() == [2] * 6
    assert found.num_paths.tolist() == [3, 3]
