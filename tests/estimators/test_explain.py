"""Explanations: what they list is there, and it adds up."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import fsum
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import torch

from gdgnn.estimators import Explanation, LinkPredictor
from gdgnn.estimators.link_scores import NetworkScores
from gdgnn.inputs import RaggedNodes
from gdgnn.nn import LinkContext
from tests.estimators.small import EDGES, NAMED_EDGES, small


def total(found: Explanation) -> float:
    return fsum([found.without_nodes, found.interaction, *(one.value for one in found.contributions)])


@pytest.mark.parametrize("pair", [("p0", "p4"), ("p0", "p7"), ("p0", "p1"), ("p3", "p33")])
def test_the_parts_add_up_to_the_score(predictor: LinkPredictor, pair: tuple[str, str]) -> None:
    found = predictor.explain(*pair)
    assert found.score == predictor.decision_function([pair])[0]
    assert found.probability == predictor.predict_proba([pair])[0, 1]
    assert total(found) == pytest.approx(found.score, abs=1e-12)


def test_the_geodesic_nodes_and_paths_are_those_of_networkx(predictor: LinkPredictor) -> None:
    graph = nx.Graph(NAMED_EDGES)
    found = predictor.explain("p0", "p7", max_paths=100)
    expected = {tuple(path) for path in nx.all_shortest_paths(graph, "p0", "p7")}
    assert set(found.paths) == expected
    assert found.num_paths == len(expected)
    assert found.distance == 3
    assert {one.node for one in found.contributions} == {node for path in expected for node in path[1:-1]}
    assert {one.node: one.role for one in found.contributions}["p3"] == "head side"
    assert set(found.links) == {step for path in expected for step in pairwise(path)}
    assert len(predictor.explain("p0", "p7", max_paths=2).paths) == 2


def test_a_common_neighbor_is_on_both_sides(predictor: LinkPredictor) -> None:
    found = predictor.explain("p0", "p5")
    assert {one.node: one.role for one in found.contributions} == {"p2": "both sides", "p3": "both sides"}


def test_the_own_edge_of_a_pair_is_hidden(predictor: LinkPredictor) -> None:
    found = predictor.explain("p0", "p1")
    assert found.was_edge
    assert found.distance == 2
    assert ("p0", "p1") not in found.links


def test_without_a_path_there_is_nothing_to_contribute(predictor: LinkPredictor) -> None:
    found = predictor.explain("p5", "p30")
    assert (found.distance, found.num_paths, found.contributions, found.paths) == (None, 0, (), ())
    assert found.without_nodes == pytest.approx(found.score)


def test_a_contribution_is_the_score_less_that_without_the_term(network: LinkPredictor) -> None:
    """Worked out once more, with a geodesic put together by hand."""
    scores = network._scores
    assert isinstance(scores, NetworkScores)
    graph = network.graph_
    pair = np.array([[graph.node_id("p0")], [graph.node_id("p7")]])
    given = scores.geodesics(pair)
    assert given.head is not None
    gone = int(given.head.node[0])
    rest = RaggedNodes(
        given.head.node[1:],
        torch.zeros(len(given.head.node) - 1, dtype=torch.long),
        1,
        given.head.degree[1:],  # type: ignore[index]
    )
    without = scores.of_geodesics(replace(given, head=rest))[0]
    found = network.explain("p0", "p7")
    value = next(one.value for one in found.contributions if one.node == graph.node_names[gone])  # type: ignore[index]
    assert value == pytest.approx(found.score - without, abs=1e-6)


@pytest.mark.parametrize("context", ["none", "distance", "partial", "horizontal", "vertical", "both"])
def test_every_context_is_explained(context: LinkContext) -> None:
    fitted = small(model="network", context=context).fit(EDGES)
    found = fitted.explain(0, 7)
    assert total(found) == pytest.approx(found.score, abs=1e-12)
    if context in ("none", "distance"):
        assert found.contributions == ()
        assert found.without_nodes == found.score
    if context in ("horizontal", "both"):
        path = {one.node for one in found.contributions if one.role == "path"}
        assert path or context == "both"


def test_an_explanation_prints_what_it_knows(predictor: LinkPredictor) -> None:
    text = str(predictor.explain("p0", "p7"))
    assert "p0 - p7: probability 0." in text
    assert "distance 3, " in text
    assert "ends and distance alone" in text
    assert "path: p0 - " in text
    assert "no path of at most 3 steps" in str(predictor.explain("p5", "p30"))


@pytest.mark.parametrize("tail", ["p7", "p1", "p30"])
def test_an_explanation_is_drawn(network: LinkPredictor, tail: str, tmp_path: Path) -> None:
    axes = network.explain("p0", tail).plot(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 5000
    shown = {text.get_text().split("\n")[0] for text in axes.texts}
    assert {"p0", tail} <= shown


def test_a_pair_of_one_node_is_refused(predictor: LinkPredictor) -> None:
    with pytest.raises(ValueError, match="'p0' is given twice"):
        predictor.explain("p0", "p0")


def test_a_negative_number_of_paths_is_refused(predictor: LinkPredictor) -> None:
    with pytest.raises(ValueError, match="max_paths is -1"):
        predictor.explain("p0", "p4", max_paths=-1)
    assert predictor.explain("p0", "p4", max_paths=0).paths == ()
