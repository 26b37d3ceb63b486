from __future__ import annotations

import numpy as np
import pytest

from gdgnn.data import split_given
from gdgnn.graph import Graph
from tests.data.split.checks import check_honest
from tests.strategies import path, plain


def test_ids_and_masks_say_the_same() -> None:
    graph = plain(6, path(6)).graph
    by_id = split_given(graph, valid=[4], test=[2, 0])
    mask = np.zeros(5, dtype=bool)
    mask[[0, 2]] = True
    by_mask = split_given(graph, valid=[4], test=mask)
    for split in (by_id, by_mask):
        check_honest(split, graph)
        assert (split.train.tolist(), split.valid.tolist(), split.test.tolist()) == ([1, 3], [4], [0, 2])


def test_edges_of_no_part_are_left_out_and_some_set_aside() -> None:
    graph = plain(6, path(6)).graph
    split = split_given(graph, train=[0, 1, 2], valid=[3], test=[], disjoint=0.34)
    assert (split.train.size, split.message.size) == (1, 2)
    assert split.test_message.tolist() == [0, 1, 2]
    assert "5 edges: 1 train, 1 valid, 0 test; the encoder sees 2, 3 and 3" in str(split)


def test_rows_become_edges_by_row_edge() -> None:
    graph = Graph.from_edges([[0, 1, 1, 2], [1, 0, 1, 3]])
    split = split_given(graph, valid=[], test=graph.row_edge[[3]])
    assert split.test_pairs.tolist() == [[2], [3]]


def test_an_edge_in_two_parts_is_refused() -> None:
    graph = plain(6, path(6)).graph
    with pytest.raises(ValueError, match=r"edge 3, \(3, 4\), is in train and in test, as are 1 more"):
        split_given(graph, train=[0, 3, 4], valid=[1], test=[3, 4])
    with pytest.raises(IndexError, match=r"test\[0\] is -1, but there are 5 edges"):
        split_given(graph, valid=[], test=[-1])
    with pytest.raises(ValueError, match=r"valid has shape \(2, 1\); give \(k,\) ids or a \(5,\) mask"):
        split_given(graph, valid=[[0], [1]], test=[2])
