"""Whatever holds edges, nodes or features is read, or refused with the remedy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch
from torch_geometric.data import Data

from gdgnn.data.datasets import LinkDataset
from gdgnn.data.tables import read_edges
from gdgnn.estimators.node_features import features
from gdgnn.estimators.source import read_graph, read_nodes, read_pairs
from gdgnn.graph import Graph

ROWS = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]
ARRAY = np.array(ROWS)
FORMS: dict[str, Callable[[], Any]] = {
    "floats": lambda: ARRAY.astype(float),
    "lists": lambda: ARRAY.tolist(),
    "generator": lambda: (row for row in ROWS),
    "set": lambda: set(ROWS),
    "scipy": lambda: nx.to_scipy_sparse_array(nx.Graph(ROWS)),
    "float tensor": lambda: torch.from_numpy(ARRAY.T.astype(np.float32)),
    "data set": lambda: LinkDataset("square", Graph.from_edges(ARRAY.T)),
    "list of numpy numbers": lambda: [list(column) for column in ARRAY.T],
}


@pytest.mark.parametrize("form", FORMS)
def test_ids_in_any_form_stay_ids(form: str) -> None:
    found = read_graph(FORMS[form]())
    assert found.graph.node_names is None
    assert found.graph == Graph.from_edges(ARRAY.T) or form == "set" or form == "scipy"
    assert set(map(frozenset, found.graph.edge_index.T.tolist())) == set(map(frozenset, ROWS))
    assert not found.graph.directed
    assert not found.by_name


def test_a_dict_of_columns_is_a_table() -> None:
    found = read_graph({"src": ["ann", "bob"], "dst": ["bob", "eve"]})
    assert list(found.graph.node_names or ()) == ["ann", "bob", "eve"]
    assert found.by_name


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (None, "edges is None"),
        (3, "edges is 3"),
        (np.arange(10), r"edges has shape \(10,\)"),
        (np.array([[0.0, np.nan], [1.0, 2.0]]), "edges holds nan, which is no node"),
        (np.array([[0.0, 0.5], [1.0, 2.0]]), "edges holds 0.5, which is no node"),
        ((0, 9), r"edges is the pair \(0, 9\); give a list of pairs: \[\(0, 9\)\]"),
        (("ann", "bob"), "give a list of pairs"),
    ],
)
def test_what_holds_no_edges_is_refused(given: Any, problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        read_graph(given)


def test_a_single_node_in_place_of_a_list_is_refused() -> None:
    graph = Graph.from_names(["ann"], ["bob"])
    for given in ("ann", 3):
        with pytest.raises(TypeError, match=f"nodes is {given!r}; give a list"):
            read_nodes(given, graph)


def test_a_name_of_the_other_type_is_refused_with_the_right_one() -> None:
    numbers, texts = Graph.from_names([10, 20], [20, 30]), Graph.from_names(["10"], ["20"])
    with pytest.raises(KeyError, match="nodes\\[1\\] is '20', but the nodes are named as 20 is"):
        read_nodes([10, "20"], numbers)
    with pytest.raises(KeyError, match="nodes\\[0\\] is 10, but the nodes are named as '10' is"):
        read_nodes([10], texts)
    with pytest.raises(KeyError, match="'zoe', which is not among"):
        read_nodes(["zoe"], texts)


def test_a_frame_of_one_column_holds_no_pairs() -> None:
    with pytest.raises(ValueError, match=r"pairs has shape \(2, 1\)"):
        read_pairs(pd.DataFrame({"a": [0, 1]}), Graph.from_edges(ARRAY.T))


def test_what_is_not_looked_at_is_said() -> None:
    both = torch.from_numpy(np.concatenate([ARRAY, ARRAY[:, ::-1]]).T.copy())
    data = Data(edge_index=both, num_nodes=5, edge_attr=torch.ones(10, 2))
    assert any("edge_attr is not looked at" in note for note in read_graph(data).notes)
    table = read_edges({"src": [0, 1], "dst": [1, 2], "w": [0.5, 1.0]}, weight="w")
    assert any("weight is not looked at" in note for note in read_graph(table).notes)


def test_a_guess_that_arrows_count_is_said() -> None:
    data = Data(edge_index=torch.from_numpy(ARRAY.T.copy()), num_nodes=5)
    found = read_graph(data)
    assert found.graph.directed
    assert any("arrows count" in note for note in found.notes)
    assert read_graph(data, directed=False).notes == ()
    assert read_graph(Graph.from_edges(ARRAY.T, directed=True)).notes == ()


def test_features_of_nodes_that_a_table_has_named_must_come_by_name() -> None:
    """Nodes are numbered in order of appearance: rows of an array would go to the wrong nodes unnoticed."""
    rows = [("bob", "ann"), ("ann", "eve")]
    by_name = pd.DataFrame({"age": [1.0, 2.0, 3.0]}, index=["ann", "bob", "eve"])
    x = read_graph(rows, x=by_name).x
    assert x is not None
    assert x.tolist() == [[2.0], [1.0], [3.0]]
    with pytest.raises(ValueError, match="do not say whose they are"):
        read_graph(rows, x=by_name.to_numpy())
    with pytest.raises(KeyError, match="no row for 'eve'"):
        read_graph(rows, x=by_name.iloc[:2])
    graph = Graph.from_names(*zip(*rows, strict=True))
    assert read_graph(graph, x=by_name.to_numpy()).x is not None


def test_features_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="x holds what is no number"):
        features(pd.DataFrame({"a": ["red", "blue"]}), Graph.from_edges([[0], [1]]))


def test_features_of_a_data_set_are_read() -> None:
    x = np.ones((5, 2), dtype=np.float32)
    found = read_graph(LinkDataset("square", Graph.from_edges(ARRAY.T), x)).x
    assert found is not None
    assert found.shape == (5, 2)


def test_a_saved_graph_is_read(tmp_path: Path) -> None:
    graph = Graph.from_names(["ann"], ["bob"])
    graph.save(tmp_path / "graph")
    found = read_graph(tmp_path / "graph", x=[[1.0], [2.0]])
    assert found.graph == graph
