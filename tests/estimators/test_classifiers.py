"""Classifiers of nodes and of graphs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.base import clone
from torch_geometric.data import Data

from gdgnn.data.datasets import GraphsDataset, IndexSplit, NodeDataset
from gdgnn.data.tables import read_nodes
from gdgnn.estimators import GraphClassifier, NodeClassifier, load
from gdgnn.graph import Graph
from tests.estimators.small import EDGES, NAMED_EDGES, NODES, StoppedError, stop_after

SMALL: dict[str, Any] = {
    "trials": 1,
    "epochs": 2,
    "hidden": 8,
    "layers": 1,
    "time_budget": None,
    "threads": 1,
    "device": "cpu",
}
COLORS = ["red"] * 20 + ["blue"] * 20
BOTH_WAYS = torch.from_numpy(np.concatenate([EDGES, EDGES[::-1]], axis=1))


def nodes(**options: Any) -> NodeClassifier:
    return NodeClassifier(**(SMALL | options))


def graphs(**options: Any) -> GraphClassifier:
    return GraphClassifier(**(SMALL | {"max_dist": 2} | options))


def rings_and_stars() -> tuple[list[Any], list[str]]:
    sizes = range(4, 14)
    both = [nx.cycle_graph(n) for n in sizes] + [nx.star_graph(n) for n in sizes]
    return both, ["ring"] * len(sizes) + ["star"] * len(sizes)


def as_data(graph: Any, y: int | None = None) -> Data:
    """The same with arrows both ways, and a feature."""
    made: Data = Graph.from_networkx(graph).to_pyg()
    return Data(edge_index=made.edge_index, num_nodes=made.num_nodes, x=torch.ones(made.num_nodes, 1), y=y)


# ------------------------------------------------------------------------------------------- nodes


def test_nodes_are_told_apart_by_their_features() -> None:
    x = np.repeat([[0.0], [1.0]], 20, axis=0)
    fitted = nodes(epochs=20, learning_rate=0.02).fit(EDGES, COLORS, x=x)
    assert fitted.score(range(NODES), COLORS) > 0.9
    assert fitted.report_.test is not None
    assert fitted.classes_.tolist() == ["blue", "red"]
    np.testing.assert_allclose(fitted.predict_proba().sum(axis=1), 1)


@pytest.mark.parametrize("form", ["dict", "series", "frame"])
def test_labels_of_nodes_may_come_by_name(form: str) -> None:
    names = [f"p{node}" for node in range(NODES)]
    known = dict(zip(names[:30], COLORS[:30], strict=True))
    frame = pd.DataFrame({"who": list(known), "color": list(known.values())})
    fitted = nodes().fit(NAMED_EDGES, {"dict": known, "series": pd.Series(known), "frame": frame}[form])
    assert "30 labeled" in fitted.report_.data
    assert fitted.predict(["p3", "p39"]).shape == (2,)
    with pytest.raises(KeyError, match="zoe"):
        nodes().fit(NAMED_EDGES, {**known, "zoe": "red"})


def test_labels_in_an_order_that_nobody_knows_are_refused() -> None:
    """A table numbers nodes in order of appearance: labels of a list would go to wrong nodes unnoticed."""
    with pytest.raises(ValueError, match="y does not say whose its labels are; give a dict"):
        nodes().fit(pd.DataFrame(EDGES.T, columns=["src", "dst"]), COLORS)
    graph = Graph.from_names(*zip(*NAMED_EDGES, strict=True))
    assert "40 labeled" in nodes().fit(graph, COLORS).report_.data


def test_the_test_mask_of_a_data_is_not_looked_at() -> None:
    train, test = torch.zeros(2, NODES, dtype=torch.bool)
    train[::2], test[1::2] = True, True
    y = torch.tensor([0] * 20 + [1] * 20)
    data = Data(edge_index=BOTH_WAYS, num_nodes=NODES, y=y, train_mask=train, test_mask=test)
    fitted = nodes().fit(data)
    assert "20 labeled" in fitted.report_.data
    data.y = torch.where(test, 1 - y, y)
    np.testing.assert_array_equal(nodes().fit(data).predict_proba(), fitted.predict_proba())


def test_the_test_part_of_a_data_set_is_not_looked_at() -> None:
    y = np.array([0] * 20 + [1] * 20)
    split = IndexSplit(np.arange(0, 40, 2), np.arange(1, 40, 4), np.arange(3, 40, 4))
    data = NodeDataset("circles", Graph.from_edges(EDGES), y, split=split)
    assert "30 labeled" in nodes().fit(data).report_.data


def test_a_table_of_nodes_gives_features() -> None:
    table = read_nodes({"node": [f"p{node}" for node in range(NODES)], "color": COLORS, "age": range(NODES)})
    fitted = nodes().fit(NAMED_EDGES, {f"p{node}": COLORS[node] for node in range(NODES)}, x=table)
    assert fitted._source.x is not None
    assert fitted._source.x.shape == (NODES, 4)


def test_every_class_has_its_share_of_each_part() -> None:
    y = ["rare"] * 10 + ["common"] * 30
    split = nodes(valid=0.2, test=0.2).fit(EDGES, y).report_.split
    assert split == "24 train, 8 valid, 8 test"


@pytest.mark.parametrize(
    ("y", "problem"),
    [
        (["red"] * NODES, "1 class"),
        (["red"] * 3, "3 labels for 40 nodes"),
        ([None] * 37 + [0, 1, 1], "only 3 targets"),
        ([1, "a"] * 20, "no order"),
        (None, "no labels"),
        (np.eye(2)[[0, 1] * 20], "a label is"),
        (pd.DataFrame({"a": COLORS, "b": COLORS, "c": COLORS}), "y has 3 columns"),
    ],
)
def test_labels_that_cannot_be_learned_are_refused(y: Any, problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        nodes().fit(EDGES, y)


def test_missing_labels_of_pandas_are_missing() -> None:
    y = pd.array([pd.NA if at % 4 == 0 else at % 2 for at in range(NODES)], dtype="Int64")
    assert "30 labeled" in nodes().fit(EDGES, y).report_.data


def test_a_score_is_the_share_of_hits() -> None:
    fitted = nodes().fit(EDGES, COLORS)
    found = fitted.predict([0, 1, 30])
    assert fitted.score([0, 1, 30], [found[0], found[1], "green"]) == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="y has 1 labels for 3 predictions"):
        fitted.score([0, 1, 30], ["red"])


# ------------------------------------------------------------------------------------------- graphs


def test_graphs_are_told_apart() -> None:
    given, y = rings_and_stars()
    fitted = graphs(epochs=25, learning_rate=0.02, hidden=16, layers=2).fit(given, y)
    assert fitted.score(given, y) > 0.9
    assert fitted.predict([nx.cycle_graph(30)]).tolist() == ["ring"]


def test_graphs_may_be_data_with_labels() -> None:
    given, y = rings_and_stars()
    data = [as_data(graph, int(kind == "star")) for graph, kind in zip(given, y, strict=True)]
    fitted = graphs().fit(data)
    assert fitted.classes_.tolist() == [0, 1]
    with pytest.raises(ValueError, match="nodes have 0 features, but it was fitted to 1"):
        fitted.predict(given)
    with pytest.raises(ValueError, match="give all the same ones"):
        graphs().fit([*data, Data(edge_index=BOTH_WAYS, num_nodes=NODES, y=1)])


def test_graphs_may_be_a_table_with_labels_by_name() -> None:
    given, y = rings_and_stars()
    rows = [(f"g{at}", u, v) for at, graph in enumerate(given) for u, v in graph.edges]
    frame = pd.DataFrame(rows, columns=["which", "src", "dst"])
    labels = {f"g{at}": kind for at, kind in enumerate(y)}
    fitted = graphs().fit(frame, labels, graph="which")
    assert fitted.predict(frame, graph="which").shape == (20,)
    with pytest.raises(ValueError, match="needs graph="):
        graphs().fit(frame, labels)
    with pytest.raises(ValueError, match="y does not say whose its labels are"):
        graphs().fit(frame, y, graph="which")


def test_no_graphs_are_refused_to_learn_from_and_answered_with_nothing() -> None:
    with pytest.raises(ValueError, match="no graphs"):
        graphs().fit([], [])
    assert fitted_graphs().predict_proba([]).shape == (0, 2)


def test_a_single_graph_in_place_of_a_list_is_refused() -> None:
    for single in (nx.cycle_graph(3), Graph.from_edges(EDGES), as_data(nx.cycle_graph(3))):
        with pytest.raises(TypeError, match="give a list of graphs"):
            fitted_graphs().predict(single)


def test_graphs_may_come_one_by_one_and_labels_by_number() -> None:
    given, y = rings_and_stars()
    fitted = graphs().fit((graph for graph in given), dict(enumerate(y)))
    np.testing.assert_array_equal(answers(fitted), answers(fitted_graphs()))
    with pytest.raises(KeyError, match=r"y\[20\] is 99"):
        graphs().fit(given, {**dict(enumerate(y)), 99: "ring"})


def test_a_data_set_of_graphs_keeps_its_test_part_back() -> None:
    sizes = np.arange(4, 14).repeat(2)
    node_ptr = np.concatenate([[0], sizes.cumsum()])
    ring = [np.stack([np.arange(n), (np.arange(n) + 1) % n]) for n in sizes]
    columns = np.concatenate([edges + at for edges, at in zip(ring, node_ptr, strict=False)], axis=1)
    both = np.concatenate([columns, columns[::-1]])[:, None].reshape(2, 2, -1)
    edge_index = np.concatenate([both[0], both[1]], axis=1)
    order = np.argsort(edge_index[0], kind="stable")
    data = GraphsDataset(
        "rings",
        node_ptr,
        2 * node_ptr,
        edge_index[:, order],
        np.arange(20) % 2,
        split=IndexSplit(np.arange(12), np.arange(12, 16), np.arange(16, 20)),
    )
    assert graphs().fit(data).report_.data == "20 graphs, 16 labeled"


# ------------------------------------------------------------------------------------------- both


def fitted_nodes(**options: Any) -> NodeClassifier:
    return nodes().fit(EDGES, COLORS, **options)


def fitted_graphs(**options: Any) -> GraphClassifier:
    return graphs().fit(*rings_and_stars(), **options)


def answers(classifier: NodeClassifier | GraphClassifier) -> np.ndarray[Any, Any]:
    if isinstance(classifier, NodeClassifier):
        return classifier.predict_proba()
    return classifier.predict_proba(rings_and_stars()[0])


@pytest.mark.parametrize("make", [fitted_nodes, fitted_graphs])
def test_a_saved_classifier_answers_as_before(make: Any, tmp_path: Path) -> None:
    fitted = make()
    fitted.save(tmp_path / "model")
    back = load(tmp_path / "model")
    assert type(back) is type(fitted)
    np.testing.assert_array_equal(answers(back), answers(fitted))  # type: ignore[arg-type]
    assert back.classes_.tolist() == fitted.classes_.tolist()  # type: ignore[attr-defined]
    assert clone(fitted).get_params() == back.get_params()
    wrong = GraphClassifier if isinstance(fitted, NodeClassifier) else NodeClassifier
    with pytest.raises(ValueError, match=f"not a {wrong.__name__}"):
        wrong.load(tmp_path / "model")


@pytest.mark.parametrize("make", [fitted_nodes, fitted_graphs])
@pytest.mark.parametrize("epochs", [1, 3])
def test_an_interrupted_classifier_resumes_to_the_same(make: Any, epochs: int, tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        make(checkpoint_dir=tmp_path, on_progress=stop_after(epochs))
    resumed = make(checkpoint_dir=tmp_path, resume=True)
    np.testing.assert_array_equal(answers(resumed), answers(make()))


@pytest.mark.parametrize("make", [nodes, graphs])
def test_parameters_that_make_no_sense_are_named(make: Any) -> None:
    for options, problem in (({"layers": 0}, "layers is 0"), ({"context": "x"}, "context is 'x'")):
        with pytest.raises(ValueError, match=problem):
            make(**options).fit(EDGES, COLORS)
    with pytest.raises(ValueError, match="reduce is 'max'"):
        graphs(reduce="max").fit(*rings_and_stars())
