from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.data import split_edges
from gdgnn.graph import Graph
from tests.data.split.checks import check_honest, joined
from tests.strategies import GraphCase, clique, graph_cases, plain

shares = st.tuples(st.sampled_from((0.0, 0.1, 0.3, 0.5)), st.sampled_from((0.0, 0.2, 0.5)))


@given(graph_cases(), shares, st.integers())
def test_every_edge_is_in_one_part_and_no_pair_of_nodes_in_two(
    case: GraphCase, held_back: tuple[float, float], seed: int
) -> None:
    valid, test = held_back
    graph = case.graph
    split = split_edges(graph, valid=valid, test=test, seed=seed)
    together = np.concatenate([split.train, split.valid, split.test])
    assert sorted(together.tolist()) == list(range(graph.num_edges))
    parts = [joined(pairs) for pairs in (split.train_pairs, split.valid_pairs, split.test_pairs)]
    assert sum(map(len, parts)) == len(set.union(*parts)) == len(joined(graph.edge_index))
    assert len(parts[1]) == round(valid * sum(map(len, parts)))
    assert abs(len(parts[2]) - test * sum(map(len, parts))) <= 1


@given(graph_cases(), st.integers(0, 9))
def test_the_training_graph_is_the_graph_without_the_edges_held_back(case: GraphCase, seed: int) -> None:
    graph = case.graph
    split = split_edges(graph, valid=0.2, test=0.3, seed=seed)
    assert (split.graph.num_nodes, split.graph.directed) == (graph.num_nodes, graph.directed)
    np.testing.assert_array_equal(split.graph.edge_index, graph.edge_index[:, split.train])
    if graph.relation is not None:
        np.testing.assert_array_equal(split.graph.relation, graph.relation[split.train])
    check_honest(split, graph)


@given(graph_cases(), st.sampled_from((0.2, 0.5, 1.0)), st.integers(0, 9))
def test_disjoint_edges_are_predicted_and_not_seen_in_training(
    case: GraphCase, disjoint: float, seed: int
) -> None:
    plainly = split_edges(case.graph, valid=0.2, test=0.2, seed=seed)
    split = split_edges(case.graph, valid=0.2, test=0.2, disjoint=disjoint, seed=seed)
    check_honest(split, case.graph)
    np.testing.assert_array_equal(split.test, plainly.test)
    assert sorted([*split.train, *split.message]) == plainly.train.tolist()
    assert not joined(split.train_pairs) & joined(split.graph.edge_index)
    assert len(joined(split.train_pairs)) == round(disjoint * len(joined(plainly.train_pairs)))
    np.testing.assert_array_equal(split.test_message, plainly.train)


def test_all_for_training_gives_the_same_graph() -> None:
    graph = Graph.from_names(["a", "b"], ["b", "c"], relation=["x", "y"])
    split = split_edges(graph, valid=0, test=0)
    assert split.graph == graph
    assert split.graph.node_id("c") == 2


def test_a_seed_decides_the_split() -> None:
    graph = plain(20, clique(20)).graph
    first, again, other = (split_edges(graph, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.test, again.test)
    assert (first.test != other.test).any()


def test_each_edge_is_held_back_equally_often() -> None:
    graph = plain(6, clique(6)).graph
    counts = np.zeros(graph.num_edges)
    for seed in range(600):
        counts[split_edges(graph, valid=0.2, test=0.2, seed=seed).test] += 1
    assert counts.sum() == 600 * 3
    assert counts.min() > 80
    assert counts.max() < 165


@pytest.mark.parametrize(
    ("valid", "test", "message"),
    [
        (-0.1, 0.1, r"valid is -0.1; give a share from 0 to 1"),
        (0.1, 20, r"test is 20; give a share"),
        (float("nan"), 0.1, r"valid is nan"),
        (0.6, 0.6, r"valid \+ test is 1.2; together they can be at most 1"),
    ],
)
def test_impossible_shares_are_refused(valid: float, test: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        split_edges(plain(4, clique(4)).graph, valid=valid, test=test)


def test_a_disjoint_share_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="disjoint is 3; give a share from 0 to 1"):
        split_edges(plain(4, clique(4)).graph, disjoint=3)
