from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn import geodesics
from tests import oracle
from tests.geodesics.checks import assert_same, pair_array, rows, split
from tests.strategies import KINDS, Batch, GraphCase, clique, diamonds, path, plain, questions, star

Question = tuple[GraphCase, Batch, int, int]


def assert_vertical_equals_the_oracle(question: Question, num_paths: bool) -> None:
    case, batch, max_dist, threads = question
    found = geodesics.vertical(
        case.graph,
        batch.array,
        max_dist=max_dist,
        exclude_targets=batch.exclude_targets,
        num_paths=num_paths,
        threads=threads,
    )
    asked = [
        (case.edges, u, v, max_dist, hidden) for (u, v), hidden in zip(batch.pairs, batch.hidden, strict=True)
    ]
    heads = [oracle.head_side(*question) for question in asked]
    tails = [oracle.tail_side(*question) for question in asked]
    assert found.distance.tolist() == [oracle.distance(*question) for question in asked]
    assert rows(found.head) == heads
    assert rows(found.tail) == tails
    assert split(found.head_degree, found.head) == [
        oracle.geodesic_degrees(case.edges, side) for side in heads
    ]
    assert split(found.tail_degree, found.tail) == [
        oracle.geodesic_degrees(case.edges, side) for side in tails
    ]
    if num_paths:
        assert found.num_paths.tolist() == [oracle.num_paths(*question) for question in asked]


@given(questions(), st.booleans())
def test_vertical_equals_the_oracle_on_small_graphs(question: Question, num_paths: bool) -> None:
    assert_vertical_equals_the_oracle(question, num_paths)


@given(questions(crowded=True), st.booleans())
def test_vertical_equals_the_oracle_on_crowded_graphs(question: Question, num_paths: bool) -> None:
    assert_vertical_equals_the_oracle(question, num_paths)


@given(questions(), st.booleans(), st.booleans())
def test_leaving_out_degrees_and_counts_changes_nothing_else(
    question: Question, degree: bool, num_paths: bool
) -> None:
    case, batch, max_dist, threads = question
    asked = {"max_dist": max_dist, "exclude_targets": batch.exclude_targets, "threads": threads}
    whole = geodesics.vertical(case.graph, batch.array, degree=True, num_paths=True, **asked)
    part = geodesics.vertical(case.graph, batch.array, degree=degree, num_paths=num_paths, **asked)
    assert_same(part.head, whole.head)
    assert_same(part.tail, whole.tail)
    np.testing.assert_array_equal(part.distance, whole.distance)
    assert (part.head_degree is None) == (part.tail_degree is None) == (not degree)
    assert (part.num_paths is None) == (not num_paths)
    if degree:
        np.testing.assert_array_equal(part.head_degree, whole.head_degree)
        np.testing.assert_array_equal(part.tail_degree, whole.tail_degree)
    if num_paths:
        np.testing.assert_array_equal(part.num_paths, whole.num_paths)


@given(questions())
def test_swapping_a_pair_swaps_its_sides_when_arrows_do_not_count(question: Question) -> None:
    case, batch, max_dist, threads = question
    if case.kind == "directed":
        return
    asked = {"max_dist": max_dist, "exclude_targets": batch.exclude_targets, "threads": threads}
    forward = geodesics.vertical(case.graph, batch.array, num_paths=True, **asked)
    backward = geodesics.vertical(case.graph, batch.array[::-1], num_paths=True, **asked)
    assert_same(forward.head, backward.tail)
    assert_same(forward.tail, backward.head)
    np.testing.assert_array_equal(forward.head_degree, backward.tail_degree)
    np.testing.assert_array_equal(forward.num_paths, backward.num_paths)


def test_the_fields_have_the_promised_dtypes() -> None:
    for id_dtype in (np.int32, np.int64):
        case = GraphCase(4, [(0, 1, 0), (1, 2, 0), (2, 3, 0)], id_dtype=id_dtype)
        found = geodesics.vertical(case.graph, pair_array((0, 2)), max_dist=3, num_paths=True)
        assert found.distance.dtype == np.int16
        assert found.head.values.dtype == found.tail.values.dtype == id_dtype
        assert found.head_degree.dtype == found.tail_degree.dtype == np.int32
        assert found.num_paths.dtype == np.float64


@pytest.mark.parametrize("kind", KINDS)
def test_neighbors_have_each_other_as_sides(kind: oracle.Kind) -> None:
    found = geodesics.vertical(plain(3, path(3), kind).graph, pair_array((0, 1), (1, 2)), max_dist=4)
    assert rows(found.head) == [[1], [2]]
    assert rows(found.tail) == [[0], [1]]


def test_both_sides_are_the_common_neighbors_at_distance_two() -> None:
    found = geodesics.vertical(
        plain(6, clique(6)).graph, pair_array((0, 5)), max_dist=2, exclude_targets=True, num_paths=True
    )
    assert found.distance.tolist() == [2]
    assert rows(found.head) == rows(found.tail) == [[1, 2, 3, 4]]
    assert found.head_degree.tolist() == found.tail_degree.tolist() == [3, 3, 3, 3]
    assert found.num_paths.tolist() == [4]


def test_parallel_and_opposite_edges_count_once_in_degrees_and_paths() -> None:
    between = [(1, 2, 0), (1, 2, 1), (2, 1, 0), (2, 1, 1)]
    around = [(0, 1, 0), (0, 1, 1), (0, 2, 0), (1, 3, 0), (2, 3, 0), (2, 3, 2)]
    for kind in KINDS:
        case = GraphCase(4, between + around, kind, relations=True)
        found = geodesics.vertical(case.graph, pair_array((0, 3)), max_dist=2, num_paths=True)
        assert rows(found.head) == rows(found.tail) == [[1, 2]]
        assert found.head_degree.tolist() == found.tail_degree.tolist() == [1, 1]
        assert found.num_paths.tolist() == [2]


def test_arrows_decide_which_neighbors_are_on_a_side() -> None:
    """0 -> 1 -> 2 -> 3 -> 4 with arrows back from 2 and 3 that lie on no shortest path."""
    graph = plain(5, [(0, 1), (1, 2), (2, 3), (3, 4), (2, 0), (4, 3), (4, 1)], "directed").graph
    found = geodesics.vertical(graph, pair_array((0, 4), (4, 0), (3, 0)), max_dist=9)
    assert found.distance.tolist() == [4, 3, 4]
    assert rows(found.head) == [[1], [1], [4]]
    assert rows(found.tail) == [[3], [2], [2]]


@pytest.mark.parametrize("pairs_of_each", [1, 30])
def test_an_arrow_back_from_further_away_puts_no_node_on_a_side(pairs_of_each: int) -> None:
    """0 -> 1 -> ... -> 19 with an arrow from each node to all before it: one path between any two."""
    back = [(a, b) for a in range(20) for b in range(a)]
    graph = plain(20, path(20) + back, "directed").graph
    for u in range(20):
        onward = list(range(u + 2, 20)) * pairs_of_each
        for pairs in (
            pair_array(*((u, v) for v in onward)),
            pair_array(*((v - u - 2, 19 - u) for v in onward)),
        ):
            found = geodesics.vertical(graph, pairs, max_dist=30, num_paths=True)
            assert found.head.values.tolist() == (pairs[0] + 1).tolist()
            assert found.tail.values.tolist() == (pairs[1] - 1).tolist()
            assert found.num_paths.tolist() == [1.0] * len(onward)


def test_an_edge_against_the_arrows_still_counts_in_the_degree() -> None:
    graph = plain(5, [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4), (2, 1)], "directed").graph
    found = geodesics.vertical(graph, pair_array((0, 4)), max_dist=2)
    assert rows(found.head) == [[1, 2, 3]]
    assert found.head_degree.tolist() == found.tail_degree.tolist() == [1, 1, 0]


def test_two_leaves_of_a_star_share_its_hub_whatever_its_number() -> None:
    for hub in (0, 1, 500):
        names = [hub] + [node for node in range(501) if node != hub]
        graph = plain(501, [(names[a], names[b]) for a, b in star(501)]).graph
        leaves = pair_array((names[1], names[2]), (names[500], names[1]), (names[7], hub))
        found = geodesics.vertical(graph, leaves, max_dist=3, exclude_targets=True, num_paths=True)
        assert found.distance.tolist() == [2, 2, -1]
        assert rows(found.head) == rows(found.tail) == [[hub], [hub], []]
        assert found.num_paths.tolist() == [1, 1, 0]


def test_the_number_of_paths_is_exact_while_doubles_are() -> None:
    count = 50
    graph = plain(3 * count + 1, diamonds(count)).graph
    pairs = pair_array(*((0, 3 * i) for i in range(count + 1)))
    found = geodesics.vertical(graph, pairs, max_dist=1000, num_paths=True)
    assert found.distance.tolist() == [2 * i for i in range(count + 1)]
    assert found.num_paths.tolist() == [2.0**i for i in range(count + 1)]


def test_the_number_of_paths_stays_right_as_far_as_doubles_reach_and_is_infinite_beyond() -> None:
    graph = plain(3 * 1100 + 1, diamonds(1100)).graph
    pairs = pair_array(*((0, 3 * i) for i in (700, 1000, 1023, 1024, 1100)))
    found = geodesics.vertical(graph, pairs, max_dist=3000, num_paths=True)
    assert found.num_paths.tolist() == [2.0**700, 2.0**1000, 2.0**1023, np.inf, np.inf]


def test_asking_for_nothing_gives_empty_results() -> None:
    found = geodesics.vertical(
        plain(3, path(3)).graph, np.empty((2, 0), np.int64), max_dist=3, num_paths=True
    )
    assert len(found.head) == len(found.tail) == len(found.distance) == len(found.num_paths) == 0
    assert found.head.offsets.tolist() == [0]


def test_a_graph_without_nodes_answers_no_pairs() -> None:
    found = geodesics.vertical(plain(0, []).graph, np.empty((2, 0), np.int64), max_dist=3)
    assert rows(found.head) == rows(found.tail) == []
