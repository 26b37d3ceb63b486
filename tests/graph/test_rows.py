"""What may be given as edges, and what is said about what may not."""

import re

import numpy as np
import pytest
import torch

from gdgnn.graph import Graph

PATH = Graph.from_edges([[0, 1, 2], [1, 2, 3]])


def read_only(array):
    array.setflags(write=False)
    return array


@pytest.mark.parametrize(
    "edges",
    [
        [(0, 1, 2), (1, 2, 3)],
        [np.array([0, 1, 2]), np.array([1, 2, 3])],
        read_only(np.array([[0, 1, 2], [1, 2, 3]])),
        np.array([[0, 1], [1, 2], [2, 3]]).T,
        np.array([[0, 9, 1, 9, 2, 9], [1, 9, 2, 9, 3, 9]])[:, ::2],
        np.array([[3, 2, 1], [2, 1, 0]])[::-1, ::-1],
        np.array([[0, 1, 2], [1, 2, 3]], order="F"),
        torch.tensor([[0, 1, 2], [1, 2, 3]]),
        [np.array([[0], [1]]), np.array([[1, 2], [2, 3]])],
        ([[0], [1]], [[1, 2], [2, 3]]),
        (part for part in ([[0], [1]], torch.tensor([[1, 2], [2, 3]]))),
        [np.empty((2, 0), dtype=int), [[0, 1, 2], [1, 2, 3]]],
        *(
            np.array([[0, 1, 2], [1, 2, 3]], dtype=dtype)
            for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", ">i4", "i8", ">i8", "u8")
        ),
    ],
    ids=lambda edges: f"{type(edges).__name__} {getattr(edges, 'dtype', '')}",
)
def test_the_same_edges_in_any_form_make_the_same_graph(edges):
    assert Graph.from_edges(edges) == PATH


@pytest.mark.parametrize(
    "nothing", [[], (), [[], []], np.empty((2, 0)), np.empty((2, 0), dtype=int), iter([])]
)
def test_no_edges_make_a_graph_without_edges(nothing):
    graph = Graph.from_edges(nothing, num_nodes=3)
    assert (graph.num_nodes, graph.num_edges) == (3, 0)
    assert graph.indptr.tolist() == [0, 0, 0, 0]
    assert graph.handle is not None


def test_no_nodes_make_the_empty_graph():
    assert Graph.from_edges([]).num_nodes == 0


@pytest.mark.parametrize(
    ("edges", "error", "words"),
    [
        ([[0, 1], [1, -3]], IndexError, "edges[1, 1] is -3; node ids start at 0"),
        ([[0, 1], [1, 4]], IndexError, "edges[1, 1] is 4, but the graph has 4 nodes (ids 0..3); raise"),
        ([[0, 5], [1, 4]], IndexError, "edges[0, 1] is 5, but the graph has 4 nodes"),
        (np.array([[0, 2**63], [1, 1]], "u8"), IndexError, "edges[0, 1] is 9223372036854775808, too large"),
        ([[0.0, 1.5], [1, 2]], TypeError, "edges has dtype float64, expected integers: edges[0, 1] is 1.5"),
        ([[0, 1], [1, float("nan")]], TypeError, "edges[1, 1] is nan; drop or repair"),
        ([[0, 1], [1, float("inf")]], TypeError, "edges[1, 1] is inf; drop or repair"),
        ([[0.0, 1.0], [1, 2]], TypeError, "edges[0, 0] is 0.0; as every entry is whole, give edges.astype"),
        ([[0, 1], [1, 2**70]], TypeError, f"edges[1, 1] is {2**70}; give whole numbers"),
        (np.array([[0, None], [1, 2]]), TypeError, "edges[0, 1] is None; give whole numbers"),
        ([["a", "b"], ["b", "c"]], TypeError, "edges[0, 0] is 'a'; give whole numbers; names become ids"),
        ([[True], [False]], TypeError, "edges has dtype bool, expected integers: edges[0, 0] is True"),
        (np.array([[1j], [2j]]), TypeError, "edges has dtype complex128, expected integers: edges[0, 0]"),
        (None, TypeError, "edges is array(None, dtype=object); expected an array of integers"),
        ("ab", TypeError, "edges is array('ab'"),
        ([[0, 1], [1]], ValueError, "edges[0] has length 2, edges[1] has length 1); give rows of one length"),
        ([0, 1, 2], ValueError, "edges has shape (3,), expected (2, m); give heads and tails as two rows"),
        (3, ValueError, "edges has shape (), expected (2, m)"),
        ([(0, 1), (1, 2), (2, 3)], ValueError, "edges has shape (3, 2), expected (2, m); transpose it"),
        (np.zeros((4, 5), int), ValueError, "edges has shape (4, 5), expected (2, m); give heads and tails"),
        (np.zeros((2, 2, 2), int), ValueError, "edges has shape (2, 2, 2), expected (2, m)"),
        ([[[0], [1]], [[0, 1]]], ValueError, "edges slice 1 has shape (1, 2), expected (2, m); transpose it"),
        (iter([[[0], [1]], [[0.5], [1]]]), TypeError, "edges slice 1[0, 0] is 0.5"),
        (iter([[[0], [1]], [[0], [7]]]), IndexError, "edges[1, 1] is 7, but the graph has 4 nodes"),
        (iter([1, 2]), ValueError, "edges slice 0 has shape (), expected (2, m)"),
    ],
)  # fmt: skip
def test_bad_edges_are_refused_by_argument_position_value_and_remedy(edges, error, words):
    with pytest.raises(error, match=re.escape(words)):
        Graph.from_edges(edges, num_nodes=4)


@pytest.mark.parametrize(
    ("relation", "error", "words"),
    [
        ([0], ValueError, "relation has 1 entries, but edges has 3; give one relation for each edge"),
        ([0, 1, 2, 0], ValueError, "relation has 4 entries, but edges has 3"),
        ([[0, 1, 2]], ValueError, "relation has shape (1, 3), expected (m,)"),
        ([0, -1, 2], IndexError, "relation[1] is -1, but there are 3 relations (ids 0..2); number"),
        ([0, 1, 3], IndexError, "relation[2] is 3, but there are 3 relations"),
        ([0, 1, 2.5], TypeError, "relation has dtype float64, expected integers: relation[2] is 2.5"),
        (["is", "has", "is"], TypeError, "relation[0] is 'is'; give whole numbers; names become ids"),
    ],
)  # fmt: skip
def test_bad_relations_are_refused(relation, error, words):
    with pytest.raises(error, match=re.escape(words)):
        Graph.from_edges([[0, 1, 2], [1, 2, 3]], relation=relation, num_relations=3)


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        ([[0], [1]], "relation slice 1 has 1 entries, but edges slice 1 has 2"),
        ([[0]], "relation slice 1 has 0 entries, but edges slice 1 has 2"),
        ([[0], [1, 1], [2]], "the relation slice past the last has 1 entries, but edges has 0"),
    ],
)
def test_relation_slices_that_do_not_match_their_edges_are_refused(relation, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Graph.from_edges([np.array([[0], [1]]), np.array([[1, 2], [2, 3]])], relation=relation)


def test_one_relation_array_goes_with_sliced_edges():
    slices = [np.array([[0], [1]]), np.array([[1, 2], [2, 3]])]
    assert Graph.from_edges(slices, relation=[0, 1, 2]).relation.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="relation has 2 entries, but edges has 3"):
        Graph.from_edges(slices, relation=np.array([0, 1]))


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"num_nodes": -1}, ValueError, "num_nodes is -1; give 0 or more"),
        ({"num_nodes": 4.0}, TypeError, "num_nodes is 4.0 of type float; give a whole number"),
        ({"num_nodes": 0}, IndexError, "edges[0, 0] is 0, but the graph has 0 nodes (no ids)"),
        ({"num_nodes": 3, "node_names": list("abcd")}, ValueError, "node_names has 4 names, but num_nodes"),
        ({"node_names": list("abc")}, IndexError, "edges[1, 2] is 3, but the graph has 3 nodes"),
        ({"relation_names": ["r"]}, ValueError, "relation_names is given without relation"),
        ({"num_relations": 4}, ValueError, "num_relations is given without relation"),
        ({"id_dtype": np.int16}, TypeError, "id_dtype is int16; give numpy.int32, numpy.int64 or None"),
        ({"id_dtype": np.int32, "num_nodes": 2**31}, ValueError, "id_dtype int32 is too small for 214748"),
    ],
)  # fmt: skip
def test_bad_options_are_refused(given, error, words):
    with pytest.raises(error, match=re.escape(words)):
        Graph.from_edges([[0, 1, 2], [1, 2, 3]], **given)


def test_scattered_ids_are_refused_before_memory_is_asked_for():
    with pytest.raises(ValueError, match=r"edges\[1, 0\] is 1000000000000, so the graph would have"):
        Graph.from_edges([[0], [10**12]])


def test_numbers_of_nodes_and_relations_may_exceed_what_occurs():
    graph = Graph.from_edges([[0], [1]], num_nodes=np.int64(9), relation=[0], num_relations=4)
    assert (graph.num_nodes, graph.num_relations) == (9, 4)


def test_edges_given_to_the_class_itself_are_met_with_the_way_to_go():
    with pytest.raises(TypeError, match=r"give them to Graph\.from_edges"):
        Graph([[0], [1]])
