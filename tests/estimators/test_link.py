"""Fitting, predicting, and the habits of scikit-learn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from torch_geometric.data import Data

from gdgnn.data import UniformNegatives
from gdgnn.data.datasets import load
from gdgnn.estimators import LinkPredictor, Progress
from gdgnn.graph import Graph
from tests.estimators.small import EDGES, NAMED_EDGES, NODES, small

PAIRS = [("p0", "p4"), ("p1", "p30"), ("p0", "p1")]


def as_frame() -> pd.DataFrame:
    return pd.DataFrame(NAMED_EDGES, columns=["source", "target"])


def test_the_constructor_only_stores_and_clones_are_alike() -> None:
    nonsense = LinkPredictor(trials=-1, context="nothing", seed=5)  # type: ignore[arg-type]
    assert nonsense.get_params()["trials"] == -1
    copy = clone(nonsense)
    assert copy is not nonsense
    assert copy.get_params() == nonsense.get_params()
    assert copy.set_params(seed=6).seed == 6


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"trials": 0}, "trials is 0"),
        ({"trials": 1.5}, "trials is 1.5"),
        ({"seed": -1}, "seed is -1"),
        ({"time_budget": 0}, "time_budget is 0"),
        ({"valid": 1.0}, "valid is 1.0"),
        ({"model": "magic"}, "model is 'magic'"),
        ({"max_dist": 0}, "max_dist is 0"),
        ({"hidden": 10**9}, "hidden is 1000000000"),
        ({"context": "nothing"}, "context is 'nothing'"),
        ({"device": 3}, "device is 3"),
        ({"device": "abacus"}, "device is 'abacus', which torch does not know"),
        ({"encoder": "sage"}, "encoder is 'sage'; choose one of gcn, gin"),
        ({"learning_rate": "fast"}, "learning_rate is 'fast'"),
        ({"learning_rate": 0}, "learning_rate is 0"),
    ],
)
def test_fit_names_the_parameter_that_makes_no_sense(options: dict[str, Any], problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        small(**options).fit(EDGES)


def test_a_device_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match="torch finds no GPU; give 'auto' or 'cpu'"):
        small(device="cuda").fit(EDGES)


def test_numbers_of_numpy_are_parameters_too(tmp_path: Path) -> None:
    """Grids of settings often come as arrays."""
    options = {"seed": np.int64(3), "hidden": np.int32(8), "epochs": np.int64(1), "trials": np.int64(1)}
    fitted = small(model="network", **options).fit(EDGES)
    same = small(model="network", seed=3, epochs=1).fit(EDGES)
    np.testing.assert_array_equal(fitted.decision_function([(0, 4)]), same.decision_function([(0, 4)]))
    fitted.save(tmp_path / "model")
    assert LinkPredictor.load(tmp_path / "model").seed == 3


def test_an_answer_before_fit_is_refused() -> None:
    with pytest.raises(NotFittedError, match="call fit first"):
        small().predict([(0, 1)])


@pytest.mark.parametrize(
    "edges",
    [
        EDGES,
        EDGES.T.copy(),
        torch.from_numpy(EDGES),
        [(u, v) for u, v in EDGES.T.tolist()],
        Graph.from_edges(EDGES),
        nx.Graph(EDGES.T.tolist()),
        Data(edge_index=torch.from_numpy(np.concatenate([EDGES, EDGES[::-1]], axis=1)), num_nodes=NODES),
    ],
    ids=["(2, m)", "(m, 2)", "tensor", "tuples", "Graph", "networkx", "Data"],
)
def test_the_same_edges_in_any_form_yield_the_same_graph_and_report(edges: Any) -> None:
    fitted = small(model="instant").fit(edges)
    assert fitted.graph_.num_edges == EDGES.shape[1]
    assert not fitted.graph_.directed
    assert fitted.report_.data == "Graph(undirected, 40 nodes, 121 edges)"
    assert fitted.predict_proba([(0, 4), (0, 30)]).shape == (2, 2)


@pytest.mark.parametrize("form", ["frame", "csv", "names"])
def test_names_come_back(form: str, tmp_path: Path) -> None:
    edges: Any = {"frame": as_frame(), "csv": tmp_path / "edges.csv", "names": np.array(NAMED_EDGES)}[form]
    as_frame().to_csv(tmp_path / "edges.csv", index=False)
    fitted = small(model="instant").fit(edges)
    best = fitted.recommend("p0", k=2)
    assert {link.head for link in best} == {"p0"}
    assert all(isinstance(link.tail, str) and link.tail.startswith("p") for link in best)
    np.testing.assert_allclose(fitted.predict_proba(PAIRS), fitted.predict_proba(pd.DataFrame(PAIRS)))


def test_pairs_may_lie_in_rows_or_columns(predictor: LinkPredictor) -> None:
    columns = [list(ends) for ends in zip(*PAIRS, strict=True)]
    np.testing.assert_array_equal(predictor.decision_function(PAIRS), predictor.decision_function(columns))


def test_probabilities_labels_and_scores_agree(predictor: LinkPredictor) -> None:
    logit, chance = predictor.decision_function(PAIRS), predictor.predict_proba(PAIRS)
    np.testing.assert_allclose(chance.sum(axis=1), 1)
    np.testing.assert_allclose(chance[:, 1], 1 / (1 + np.exp(-logit)))
    np.testing.assert_array_equal(predictor.predict(PAIRS), (logit > 0).astype(int))


def test_a_score_does_not_depend_on_what_else_is_asked_nor_on_the_order_of_a_pair(
    predictor: LinkPredictor,
) -> None:
    together = predictor.decision_function(PAIRS)
    alone = [predictor.decision_function([pair])[0] for pair in PAIRS]
    turned = predictor.decision_function([pair[::-1] for pair in PAIRS])
    np.testing.assert_allclose(together, alone, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(together, turned, rtol=1e-5, atol=1e-6)


def test_no_pairs_yield_no_scores(predictor: LinkPredictor) -> None:
    assert predictor.predict_proba(np.empty((2, 0), dtype=int)).shape == (0, 2)


def test_unknown_nodes_and_loops_are_named(predictor: LinkPredictor) -> None:
    with pytest.raises(KeyError, match="zoe"):
        predictor.predict([("p0", "zoe")])
    with pytest.raises(ValueError, match="joins 'p3' with itself"):
        predictor.predict([("p3", "p3")])
    with pytest.raises(ValueError, match=r"pairs\[1\] is \('p0',\)"):
        predictor.predict([("p0", "p1"), ("p0",)])


def test_ids_out_of_range_are_named() -> None:
    fitted = small(model="instant").fit(EDGES)
    with pytest.raises(IndexError, match=r"pairs\[0\] is 40, but the graph has 40 nodes"):
        fitted.predict([(40, 0)])
    with pytest.raises(TypeError, match="no names"):
        fitted.predict([("p0", "p1")])


def test_the_same_seed_yields_the_same_predictor_and_another_seed_another() -> None:
    one, two, other = (small(model="network", seed=seed).fit(EDGES) for seed in (1, 1, 2))
    pairs = [(0, 4), (0, 30)]
    np.testing.assert_array_equal(one.decision_function(pairs), two.decision_function(pairs))
    assert one.report_.valid == two.report_.valid
    assert (one.decision_function(pairs) != other.decision_function(pairs)).any()


def test_a_fit_leaves_the_random_numbers_of_others_alone() -> None:
    torch.manual_seed(4)
    expected = torch.rand(3)
    torch.manual_seed(4)
    small(model="network").fit(EDGES)
    assert torch.equal(torch.rand(3), expected)


def test_it_learns_what_is_to_be_learned() -> None:
    fitted = small(model="network", epochs=15, learning_rate=1e-2).fit(EDGES)
    assert fitted.report_.test is not None
    assert fitted.report_.test.value > 0.85
    assert fitted.predict_proba([(0, 10)])[0, 1] < fitted.predict_proba([(0, 4)])[0, 1]


def test_arrows_count_when_asked_for() -> None:
    fitted = small(model="network", directed=True).fit(EDGES)
    assert fitted.graph_.directed
    there, back = fitted.decision_function([(0, 4), (4, 0)])
    assert there != back
    assert all(link.head == 0 for link in fitted.recommend(0, 3))


def test_node_features_are_used_and_checked() -> None:
    x = np.eye(NODES, dtype=np.float32)
    fitted = small(model="network").fit(EDGES, x=x)
    other = small(model="network").fit(EDGES, x=x[::-1].copy())
    assert (fitted.decision_function([(0, 4)]) != other.decision_function([(0, 4)])).all()
    x[3, 1] = np.nan
    with pytest.raises(ValueError, match=r"x\[3, 1\] is nan"):
        small().fit(EDGES, x=x)
    with pytest.raises(ValueError, match=r"x has shape \(2, 40\) for 40 nodes"):
        small().fit(Data(edge_index=torch.from_numpy(EDGES), num_nodes=NODES), x=x[:2])


def test_held_back_edges_may_be_given_and_leaks_are_refused() -> None:
    held = EDGES[:, :12]
    fitted = small(model="instant").fit(EDGES[:, 12:], valid=held[:, :6], test=held[:, 6:])
    assert "109 train, 6 valid, 6 test" in fitted.report_.split
    assert fitted.graph_.num_edges == EDGES.shape[1]
    half = small(model="instant").fit(EDGES[:, 12:], test=held)
    assert "98 train, 11 valid, 12 test" in half.report_.split
    with pytest.raises(ValueError, match="are edges of the graph that the encoder sees"):
        small(model="instant").fit(EDGES, valid=held)


def test_relations_are_collapsed_and_the_report_says_so() -> None:
    kind = np.arange(EDGES.shape[1]) % 2
    fitted = small(model="instant").fit(Graph.from_edges(EDGES, relation=kind))
    assert fitted.graph_.relation is None
    assert any("relations" in note for note in fitted.report_.notes)


def test_a_graph_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="3 edges, too few"):
        small().fit([(0, 1), (1, 2), (2, 3)])


def test_a_complete_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="no negatives exist"):
        small().fit(nx.complete_graph(8))


def test_without_refit_the_weights_are_those_that_were_validated() -> None:
    fitted = small(model="network", refit=False).fit(EDGES)
    assert "trained on 97 edges" in fitted.report_.final
    assert fitted.graph_.num_edges == EDGES.shape[1]


def test_scores_are_areas_under_the_curve_and_warn_of_known_edges(network: LinkPredictor) -> None:
    pairs, label = [("p0", "p4"), ("p0", "p30"), ("p0", "p10")], [1, 0, 0]
    better = network.decision_function(pairs)
    expected = ((better[0] > better[1:]) + 0.5 * (better[0] == better[1:])).mean()
    assert network.score(pairs, label) == expected
    with pytest.warns(UserWarning, match="1 of the 2 pairs are edges that fit has seen"):
        network.score([("p0", "p1"), ("p0", "p30")], [1, 0])


def test_a_listener_hears_of_each_epoch() -> None:
    heard: list[Progress] = []
    small(model="network").fit(EDGES, on_progress=heard.append)
    assert [(one.stage, one.epoch, one.epochs) for one in heard] == [
        ("candidate-0", 1, 2),
        ("candidate-0", 2, 2),
        ("final", 1, 2),
        ("final", 2, 2),
    ]
    assert heard[0].metric is not None
    assert heard[2].metric is None
    assert heard[1].seconds_left == 0


def test_a_small_budget_cuts_epochs_and_trials() -> None:
    fitted = small(model="network", epochs=None, trials=5, time_budget=1e-3).fit(EDGES)
    assert len(fitted.report_.candidates) == 1
    assert fitted.report_.settings["epochs"] == 3
    assert "time budget of 0.001 s" in fitted.report_.why


def test_a_real_graph_is_predicted_far_better_than_chance(data_root: Path) -> None:
    graph = load("celegans", root=data_root).graph
    fitted = LinkPredictor(trials=2, epochs=3, time_budget=None, threads=1).fit(graph)
    assert fitted.report_.test is not None
    assert fitted.report_.test.value > 0.8
    pairs = UniformNegatives(graph).sample(100, seed=0)
    assert graph.node_names is not None
    named = [[graph.node_names[node] for node in ends] for ends in pairs.tolist()]
    assert fitted.predict(named).mean() < 0.5


def test_the_instant_model_needs_no_epochs() -> None:
    fitted = small(model="instant", epochs=None).fit(EDGES)
    assert fitted.report_.candidates[0].epochs == 0
    assert "epochs" not in fitted.report_.final
