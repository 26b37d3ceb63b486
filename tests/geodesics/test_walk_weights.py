from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from gdgnn import Graph, geodesics
from tests import oracle
from tests.geodesics.checks import pair_array
from tests.strategies import Batch, GraphCase, cycle, graph_cases, path, plain, questions

Question = tuple[GraphCase, Batch, int, int]
LENGTH = 5


@given(questions())
def test_weights_equal_powers_of_the_normalized_adjacency(question: Question) -> None:
    case, batch, _, threads = question
    found = geodesics.walk_weights(
        case.graph, batch.array, LENGTH, exclude_targets=batch.exclude_targets, threads=threads
    )
    expected = [
        oracle.walk_weights(case.edges, u, v, LENGTH, hidden)
        for (u, v), hidden in zip(batch.pairs, batch.hidden, strict=True)
    ]
    assert found.shape == (len(batch), LENGTH)
    np.testing.assert_allclose(found, np.reshape(expected, found.shape), rtol=1e-12, atol=1e-15)


@given(graph_cases())
def test_an_undirected_graph_has_the_same_weights_both_ways(case: GraphCase) -> None:
    if case.kind != "undirected" or case.num_nodes < 2:
        return
    pairs = np.array(np.triu_indices(case.num_nodes, 1))
    there, back = (geodesics.walk_weights(case.graph, ends, LENGTH) for ends in (pairs, pairs[::-1]))
    np.testing.assert_allclose(there, back, rtol=1e-12)


@given(graph_cases())
def test_the_first_walk_that_weighs_anything_is_as_long_as_the_distance(case: GraphCase) -> None:
    if case.num_nodes < 2:
        return
    pairs = np.array(np.triu_indices(case.num_nodes, 1))
    found = geodesics.walk_weights(case.graph, pairs, LENGTH) > 0
    first = np.where(found.any(axis=1), found.argmax(axis=1) + 1, geodesics.UNREACHABLE)
    assert first.tolist() == geodesics.distances(case.graph, pairs, max_dist=LENGTH).tolist()


def test_a_hidden_edge_lowers_the_degrees_of_its_ends() -> None:
    graph = plain(6, cycle(6)).graph
    found = geodesics.walk_weights(graph, pair_array((0, 1), (1, 0)), 5, exclude_targets=True)
    # One way around: ends of degree 1, four nodes of degree 2 between them.
    np.testing.assert_allclose(found, [[0, 0, 0, 0, 1 / 16]] * 2)


def test_weights_do_not_depend_on_threads_or_on_the_batch() -> None:
    graph = plain(50, cycle(50) + [(a, (a * a + 3) % 50) for a in range(50)]).graph
    pairs = np.stack(np.meshgrid(np.arange(50), np.arange(50))).reshape(2, -1)
    whole = geodesics.walk_weights(graph, pairs, 7, exclude_targets=True, threads=1)
    for threads in (2, 4):
        again = geodesics.walk_weights(graph, pairs, 7, exclude_targets=True, threads=threads)
        assert np.array_equal(whole, again)
    alone = geodesics.walk_weights(graph, pairs[:, 1234:1235], 7, exclude_targets=True)
    assert np.array_equal(alone[0], whole[1234])


def test_weights_too_small_for_a_number_are_zero() -> None:
    hubs = [(10 * a, 10 * a + b) for a in range(40) for b in range(1, 11)]
    graph = plain(401, hubs).graph
    found = geodesics.walk_weights(graph, pair_array((0, 400)), 64)
    assert np.isfinite(found).all()
    assert found[0, 63] > 0
    far = geodesics.walk_weights(plain(70, path(70)).graph, pair_array((0, 69)), 64)
    assert not far.any()


def test_no_pairs_and_no_steps_are_empty_tables() -> None:
    graph = plain(3, path(3)).graph
    assert geodesics.walk_weights(graph, np.empty((2, 0), dtype=int), 4).shape == (0, 4)
    assert geodesics.walk_weights(graph, pair_array((0, 1)), 0).shape == (1, 0)


@pytest.mark.parametrize("length", [-1, 65, 2.0, True])
def test_a_length_out_of_reason_is_named(length: object) -> None:
    with pytest.raises((ValueError, TypeError), match=r"length is .*; give a whole number from 0 to 64"):
        geodesics.walk_weights(Graph.from_edges([[0], [1]]), [[0], [1]], length)


def test_a_node_that_is_not_there_is_named() -> None:
    with pytest.raises(IndexError, match=r"pairs\[1, 0\] is 7"):
        geodesics.walk_weights(Graph.from_edges([[0], [1]]), [[0], [7]], 2)
