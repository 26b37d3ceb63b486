from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.data import split_by_node
from tests.data.split.checks import check_honest, joined
from tests.strategies import GraphCase, clique, graph_cases, plain


@given(graph_cases(), st.sampled_from((0.0, 0.3, 0.5, 1.0)), st.sampled_from((0.0, 0.5)), st.integers(0, 9))
def test_no_edge_of_a_node_held_back_is_seen_before_its_part_is_scored(
    case: GraphCase, observed: float, disjoint: float, seed: int
) -> None:
    graph = case.graph
    mask = np.random.default_rng(seed).integers(0, 4, graph.num_nodes)
    valid, test = mask == 1, np.flatnonzero(mask == 2)
    split = split_by_node(graph, valid=valid, test=test, observed=observed, disjoint=disjoint, seed=seed)
    check_honest(split, graph)
    edges = joined(graph.edge_index)
    at_test = {pair for pair in edges if set(pair) & set(test)}
    at_valid = {pair for pair in edges if set(pair) & set(np.flatnonzero(valid))} - at_test
    learned = joined(split.graph.edge_index) | joined(split.train_pairs)
    assert learned == edges - at_test - at_valid
    assert joined(split.test_graph.edge_index) | joined(split.test_pairs) == learned | at_test
    assert joined(split.valid_graph.edge_index) | joined(split.valid_pairs) == learned | at_valid
    assert len(joined(split.test_pairs)) == len(at_test) - round(observed * len(at_test))


def test_shares_are_shares_of_the_nodes() -> None:
    graph = plain(40, clique(40)).graph
    split = split_by_node(graph, valid=0.1, test=0.2, observed=0.0, seed=3)
    unseen = np.flatnonzero(split.graph.degrees() == 0)
    assert unseen.size == 12
    assert split.valid.size == 28 * 4 + 6
    first, other = (split_by_node(graph, seed=seed).test for seed in (3, 4))
    assert first.size != other.size or (first != other).any()


def test_impossible_nodes_are_refused() -> None:
    graph = plain(4, clique(4)).graph
    with pytest.raises(ValueError, match="node 2 is in valid and in test"):
        split_by_node(graph, valid=[2], test=[1, 2])
    with pytest.raises(IndexError, match=r"test\[0\] is 4, but there are 4 nodes"):
        split_by_node(graph, test=[4])
    with pytest.raises(ValueError, match=r"valid is a mask of shape \(3,\), but there are 4 nodes"):
        split_by_node(graph, valid=[True, False, True])
    with pytest.raises(ValueError, match=r"test\[2\] is 1, which came before"):
        split_by_node(graph, test=[1, 3, 1])
    with pytest.raises(ValueError, match="observed is -1"):
        split_by_node(graph, observed=-1)
