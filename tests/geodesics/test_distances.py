from __future__ import annotations

import numpy as np
from hypothesis import given

from gdgnn import geodesics
from tests import oracle
from tests.geodesics.checks import pair_array
from tests.strategies import Batch, GraphCase, cycle, path, plain, questions

Question = tuple[GraphCase, Batch, int, int]


def assert_distances_equal_the_oracle(question: Question) -> None:
    case, batch, max_dist, threads = question
    found = geodesics.distances(
        case.graph, batch.array, max_dist=max_dist, exclude_targets=batch.exclude_targets, threads=threads
    )
    expected = [
        oracle.distance(case.edges, u, v, max_dist, hidden)
        for (u, v), hidden in zip(batch.pairs, batch.hidden, strict=True)
    ]
    assert found.dtype == np.int16
    assert found.shape == (len(batch),)
    assert found.tolist() == expected


@given(questions())
def test_distances_equal_the_oracle_on_small_graphs(question: Question) -> None:
    assert_distances_equal_the_oracle(question)


@given(questions(crowded=True))
def test_distances_equal_the_oracle_on_crowded_graphs(question: Question) -> None:
    assert_distances_equal_the_oracle(question)


def test_the_cutoff_is_the_last_finite_distance() -> None:
    graph = plain(40, path(40)).graph
    pairs = pair_array(*((0, v) for v in range(40)))
    for max_dist in range(41):
        found = geodesics.distances(graph, pairs, max_dist=max_dist)
        assert found.tolist() == [v if v <= max_dist else geodesics.UNREACHABLE for v in range(40)]


def test_distances_reach_the_highest_cutoff_there_is() -> None:
    graph = plain(70_000, path(70_000)).graph
    pairs = pair_array((0, 32_766), (0, 32_767), (69_999, 69_999 - 32_766), (69_999, 0), (0, 65_536))
    assert geodesics.distances(graph, pairs, max_dist=32_766).tolist() == [32_766, -1, 32_766, -1, -1]


def test_hiding_an_edge_of_a_cycle_leaves_the_way_around() -> None:
    graph = plain(6, cycle(6)).graph
    pairs = pair_array((0, 1), (1, 0), (5, 0), (0, 5), (0, 2))
    assert geodesics.distances(graph, pairs, max_dist=5).tolist() == [1, 1, 1, 1, 2]
    assert geodesics.distances(graph, pairs, max_dist=5, exclude_targets=True).tolist() == [5, 5, 5, 5, 2]
    assert geodesics.distances(graph, pairs, max_dist=4, exclude_targets=True).tolist() == [-1, -1, -1, -1, 2]
    mask = np.array([True, False, False, True, True])
    assert geodesics.distances(graph, pairs, max_dist=5, exclude_targets=mask).tolist() == [5, 1, 1, 5, 2]
    edge_ids = np.array([-1, 0, 5, -1, -1])
    assert geodesics.distances(graph, pairs, max_dist=5, exclude_targets=edge_ids).tolist() == [1, 5, 5, 1, 2]


def test_a_parallel_edge_of_another_relation_keeps_the_distance_at_one() -> None:
    case = GraphCase(3, [(0, 1, 0), (1, 0, 1), (1, 2, 0)], "undirected", relations=True)
    pairs = pair_array((0, 1), (1, 0), (1, 2))
    assert geodesics.distances(case.graph, pairs, max_dist=9, exclude_targets=True).tolist() == [1, 1, -1]


def test_the_opposite_arrow_is_another_edge_unless_the_graph_is_undirected() -> None:
    ends = [(0, 1), (1, 0), (1, 2)]
    pairs = pair_array((0, 1), (1, 0), (2, 1))
    hidden = {
        kind: geodesics.distances(
            plain(3, ends, kind).graph, pairs, max_dist=9, exclude_targets=True
        ).tolist()
        for kind in ("undirected", "directed", "arrows ignored")
    }
    assert hidden == {
        "undirected": [-1, -1, -1],
        "directed": [-1, -1, -1],
        "arrows ignored": [1, 1, -1],
    }
    one_way = geodesics.distances(plain(3, ends, "directed").graph, pairs, max_dist=9)
    assert one_way.tolist() == [1, 1, -1]


def test_node_zero_is_a_node_like_any_other() -> None:
    """Relabeling the nodes so that another one becomes node 0 changes nothing, hidden targets included."""
    ends = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (4, 0)]
    everyone = [(u, v) for u in range(5) for v in range(5)]
    graph = plain(5, ends).graph
    for shift in range(5):
        moved = plain(5, [((u + shift) % 5, (v + shift) % 5) for u, v in ends]).graph
        moved_pairs = pair_array(*(((u + shift) % 5, (v + shift) % 5) for u, v in everyone))
        for exclude in (False, True):
            np.testing.assert_array_equal(
                geodesics.distances(moved, moved_pairs, max_dist=4, exclude_targets=exclude),
                geodesics.distances(graph, pair_array(*everyone), max_dist=4, exclude_targets=exclude),
            )
