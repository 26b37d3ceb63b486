"""Trained again, a predictor can be tested on what its fit held back."""

from __future__ import annotations

import numpy as np
import pytest

from gdgnn.estimators import LinkPredictor
from gdgnn.estimators.page import HeldOut, train_again
from gdgnn.estimators.page.ablation import ablation, counts
from gdgnn.estimators.page.held_out import PLAIN, plain_settings
from gdgnn.estimators.page.measured import again, distances
from gdgnn.geodesics import UNREACHABLE
from gdgnn.geodesics import distances as searched
from gdgnn.tasks.metrics import auc
from tests.estimators.page.parsed import parsed
from tests.estimators.small import NAMED_EDGES, small


@pytest.fixture(scope="module")
def held_out(network: LinkPredictor) -> HeldOut:
    return train_again(network, plain=True)


def test_it_finds_what_the_fit_found(predictor: LinkPredictor) -> None:
    found, recorded = train_again(predictor), predictor.report_.test
    assert recorded is not None
    assert found.part == "test"
    assert found.auc == recorded.value
    assert "The fit found the same" in again(predictor.report_, found).drawn()


def test_no_held_out_edge_is_in_the_graph_that_is_asked(network: LinkPredictor, held_out: HeldOut) -> None:
    graph = held_out.scores.graph
    links = held_out.pairs[:, held_out.label == 1]
    assert links.shape[1] > 0
    assert (searched(graph, links, max_dist=1) == UNREACHABLE).all()
    assert (searched(network.graph_, links, max_dist=1) == 1).all()
    others = held_out.pairs[:, held_out.label == 0]
    assert (searched(network.graph_, others, max_dist=1) == UNREACHABLE).all()


def test_curves_are_of_all_that_was_asked_for(network: LinkPredictor, held_out: HeldOut) -> None:
    assert set(held_out.curves) == {"candidate-0", PLAIN}
    assert [one.epoch for one in held_out.curves[PLAIN]] == [1, 2]
    assert all(one.metric is not None for one in held_out.curves["candidate-0"])


def test_all_that_was_tried_can_be_trained_again() -> None:
    fitted = small(trials=3, model="auto").fit(NAMED_EDGES)
    networks = {
        f"candidate-{at}"
        for at, one in enumerate(fitted.report_.candidates)
        if one.settings["kind"] == "network"
    }
    assert len(networks) == 2
    assert set(train_again(fitted, all_candidates=True).curves) == networks


def test_a_listener_hears_of_every_epoch(network: LinkPredictor) -> None:
    heard: list[str] = []
    train_again(network, hear=lambda progress: heard.append(progress.stage))
    assert heard == ["candidate-0"] * 2


def test_without_test_edges_the_validation_edges_serve() -> None:
    fitted = small(model="network", test=0.0).fit(NAMED_EDGES)
    found = train_again(fitted)
    assert found.part == "validation"
    assert found.auc == fitted.report_.valid.value


def test_a_fit_that_held_back_other_edges_is_told_of(network: LinkPredictor) -> None:
    given = small(model="network").fit(NAMED_EDGES[:-9], test=NAMED_EDGES[-9:])
    drawn = parsed(again(given.report_, train_again(given)).drawn())
    (warning,) = drawn.all("p", look="warning")
    assert "held-out edges of its own" in warning.text


def test_the_plain_network_sees_neither_distance_nor_geodesics(
    network: LinkPredictor, instant: LinkPredictor
) -> None:
    settings = plain_settings(network)
    assert settings.context == "none"
    assert settings.hidden == network.report_.settings["hidden"]
    assert plain_settings(instant).context == "none"


def test_counting_is_compared_on_the_same_pairs(held_out: HeldOut) -> None:
    for name, score in counts(held_out).items():
        assert score.shape == held_out.label.shape, name
        assert np.isfinite(score).all(), name
    made = parsed(ablation(held_out).drawn())
    rows = {row.all("th")[0].text: [one.text for one in row.all("td")] for row in made.all("tr")[1:]}
    assert list(rows) == ["chosen", "plain GNN", *counts(held_out)]
    assert held_out.plain is not None
    assert rows["plain GNN"][0] == f"{auc(held_out.plain, held_out.label):.4f}"
    assert len(made.all("circle")) == len(rows)


def test_every_pair_is_counted_at_its_distance(held_out: HeldOut) -> None:
    rows = parsed(distances(held_out).drawn()).all("tr")[1:]
    counted = [[int(one.text) for one in row.all("td")[:2]] for row in rows]
    assert np.sum(counted, axis=0).tolist() == [
        int((held_out.label == 1).sum()),
        int((held_out.label == 0).sum()),
    ]
    assert rows[-1].all("th")[0].text == "no path"


def test_a_held_out_pair_is_explained_by_what_has_not_seen_it(held_out: HeldOut) -> None:
    at = int(np.argmax(held_out.score))
    found = held_out.explain(at)
    assert found.score == pytest.approx(held_out.score[at], abs=1e-6)
    assert not found.was_edge
