from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gdgnn import Graph
from gdgnn.estimators import LinkPredictor, load
from gdgnn.estimators.link_settings import default_settings, walks_of

RING = np.arange(40)
EDGES = np.stack([np.r_[RING, RING], np.r_[(RING + 1) % 40, (RING + 2) % 40]])
PAIRS = [(0, 1), (0, 3), (5, 9), (2, 30)]


def fitted(**given: Any) -> LinkPredictor:
    return LinkPredictor(trials=1, epochs=2, time_budget=None, threads=1, **given).fit(EDGES)


@pytest.mark.parametrize("model", ["network", "instant"])
def test_weights_of_walks_are_seen_saved_and_explained(model: str, tmp_path: Path) -> None:
    predictor = fitted(model=model, walks=4)
    assert predictor.report_.settings["walks"] == 4
    scores = predictor.decision_function(PAIRS)
    assert not np.allclose(scores, fitted(model=model, walks=0).decision_function(PAIRS))
    predictor.save(tmp_path / "model")
    assert np.array_equal(load(tmp_path / "model").decision_function(PAIRS), scores)
    why = predictor.explain(0, 3)
    parts = why.without_nodes + sum(one.value for one in why.contributions) + why.interaction
    assert parts == pytest.approx(why.score)


def test_walks_are_as_long_as_they_are_cheap() -> None:
    random = np.random.default_rng(0)
    path = Graph.from_edges([range(99), range(1, 100)])
    crowd = Graph.from_edges(random.integers(0, 20_000, (2, 800_000)), num_nodes=20_000)
    hubs = Graph.from_edges([[a % 40 for a in range(120_000)], range(40, 120_040)])
    assert (walks_of(path), walks_of(crowd), walks_of(hubs)) == (8, 4, 4)
    assert walks_of(Graph.from_edges(np.empty((2, 0), dtype=int), num_nodes=3)) == 8


def test_a_plain_network_sees_no_walks_unless_told_to() -> None:
    graph = Graph.from_edges(EDGES)
    assert default_settings(graph, {}, 0).walks == 8
    assert default_settings(graph, {"context": "none"}, 0).walks == 0
    assert default_settings(graph, {"context": "none", "walks": 2}, 0).walks == 2


@pytest.mark.parametrize("walks", [-1, 65])
def test_walks_out_of_reason_are_an_error(walks: int) -> None:
    with pytest.raises(ValueError, match=f"walks is {walks}; give a whole number from 0 to 64"):
        LinkPredictor(walks=walks).fit(EDGES)
