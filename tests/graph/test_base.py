"""What a graph tells about itself, and that nothing can change it."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import networkx as nx
import numpy as np
import pytest

from gdgnn import _engine
from gdgnn.graph import Graph

KNOWLEDGE = Graph.from_names(
    ["ann", "bob", "bob", "eve", "eve"],
    ["bob", "ann", "eve", "bob", "eve"],
    relation=["knows", "knows", "owns", "knows", "owns"],
    directed=True,
)
ARRAYS = (
    "edge_index",
    "relation",
    "row_edge",
    "edge_rows",
    "indptr",
    "indices",
    "slot_ptr",
    "slot_edges",
    "in_indptr",
    "in_indices",
    "in_slot_ptr",
    "in_slot_edges",
    "graph_ptr",
)


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        (Graph.from_edges([]), "Graph(undirected, 0 nodes, 0 edges)"),
        (Graph.from_edges([[0], [1]], directed=True), "Graph(directed, 2 nodes, 1 edge)"),
        (Graph.from_edges([[0], [1]], num_nodes=235_868), "Graph(undirected, 235,868 nodes, 1 edge)"),
        (KNOWLEDGE, "Graph(directed, 3 named nodes, 4 edges, 2 named relations)"),
        (KNOWLEDGE.as_undirected(), "Graph(undirected, 3 named nodes, 4 edges, 2 named relations)"),
        (
            Graph.union([KNOWLEDGE, KNOWLEDGE]),
            "Graph(directed, 2 graphs, 6 nodes, 8 edges, 2 named relations)",
        ),
        (Graph.from_edges([[0], [1]], relation=[0]), "Graph(undirected, 2 nodes, 1 edge, 1 relation)"),
    ],
)
def test_repr_tells_what_the_graph_is(graph, text):
    assert repr(graph) == text


@pytest.mark.parametrize(
    "graph", [KNOWLEDGE, Graph.union([KNOWLEDGE]), pickle.loads(pickle.dumps(KNOWLEDGE))]
)
def test_every_array_is_read_only(graph):
    for name in ARRAYS:
        array = getattr(graph, name)
        assert array is None or not array.flags.writeable, name


def test_nothing_can_be_assigned():
    with pytest.raises(FrozenInstanceError):
        KNOWLEDGE.num_nodes = 7


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_degrees_are_those_of_networkx(directed, seed):
    rows = np.random.default_rng(seed).integers(0, 6, size=(3, 40))
    graph = Graph.from_edges(rows[:2], num_nodes=8, relation=rows[2], directed=directed)
    reference = (nx.MultiDiGraph if directed else nx.MultiGraph)()
    reference.add_nodes_from(range(8))
    reference.add_edges_from(graph.edge_index.T.tolist())
    assert graph.degrees().tolist() == [degree for _, degree in reference.degree]
    out = reference.out_degree if directed else reference.degree
    into = reference.in_degree if directed else reference.degree
    assert graph.degrees("out").tolist() == [degree for _, degree in out]
    assert graph.degrees("in").tolist() == [degree for _, degree in into]


def test_an_unknown_direction_is_refused():
    with pytest.raises(ValueError, match='direction is \'up\'; give "both", "out" or "in"'):
        KNOWLEDGE.degrees("up")


def test_neighbors_follow_the_arrows_and_are_ascending():
    graph = Graph.from_edges([[0, 0, 2], [2, 1, 0]], directed=True)
    assert graph.neighbors(0).tolist() == [1, 2]
    assert graph.neighbors(1).tolist() == []
    for node in (-1, 3):
        with pytest.raises(IndexError, match=f"node is {node}, but the graph has 3 nodes"):
            graph.neighbors(node)


def test_equality_is_of_content():
    graph = Graph.from_edges([[0, 1], [1, 2]])
    assert graph == Graph.from_edges([[0, 1, 2, 0], [1, 2, 1, 0]])
    assert hash(graph) == hash(Graph.from_edges([[0, 1, 2], [1, 2, 2]]))
    different = [
        Graph.from_edges([[1, 0], [2, 1]]),
        Graph.from_edges([[0, 1], [1, 2]], directed=True),
        Graph.from_edges([[0, 1], [1, 2]], num_nodes=4),
        Graph.from_edges([[0, 1], [1, 2]], relation=[0, 0]),
        Graph.from_edges([[0, 1], [1, 2]], node_names=["a", "b", "c"]),
        Graph.from_edges([[0, 1], [1, 2]], graph_ptr=[0, 3]),
        "graph",
    ]
    assert all(graph != other for other in different)
    typed = [Graph.from_edges([[0], [1]], relation=[0], num_relations=n) for n in (1, 2)]
    assert typed[0] != typed[1]


@pytest.mark.parametrize("graph", [KNOWLEDGE, KNOWLEDGE.as_undirected(), Graph.union([KNOWLEDGE, KNOWLEDGE])])
def test_pickling_keeps_everything_but_the_handle(graph):
    assert graph.handle is graph.handle
    back = pickle.loads(pickle.dumps(graph))
    assert back == graph
    assert back.cleaning == graph.cleaning
    assert (back.out is back.into) == (graph.out is graph.into)
    for name in ARRAYS:
        ours, theirs = getattr(back, name), getattr(graph, name)
        assert (ours is None) == (theirs is None)
        assert ours is None or (np.array_equal(ours, theirs) and ours.dtype == theirs.dtype)
    assert "handle" not in vars(back)
    assert isinstance(back.handle, _engine.Graph)


def test_a_copy_of_what_cannot_change_is_the_thing_itself():
    assert copy.copy(KNOWLEDGE) is KNOWLEDGE
    assert copy.deepcopy([KNOWLEDGE])[0] is KNOWLEDGE
