"""A fit keeps to its time budget on a machine that is slower than it was when the fit was planned."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gdgnn.estimators import LinkPredictor, NodeClassifier, Progress
from gdgnn.estimators.page.held_out import train_again
from gdgnn.estimators.training import _seconds_of
from tests.estimators.small import EDGES

SLOW = 0.25
BUDGET = 6.0


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Progress]:
    """Planned as if epochs took a moment; then each takes a quarter of a second longer."""
    for module in ("link_training", "class_training"):
        monkeypatch.setattr(f"gdgnn.estimators.{module}.seconds_per_epoch", lambda *_: 0.001)
    return []


def fitted(kind: type[Any], heard: list[Progress], *labels: Any, **options: Any) -> Any:
    def hear(progress: Progress) -> None:
        heard.append(progress)
        time.sleep(SLOW)

    predictor = kind(
        layers=2, hidden=8, max_dist=3, threads=1, device="cpu", time_budget=BUDGET, trials=2, **options
    )
    return predictor.fit(EDGES, *labels, on_progress=hear)


def final_epochs(heard: list[Progress]) -> int:
    return sum(one.stage == "final" for one in heard)


def test_a_link_predictor_is_cut_short_and_says_so(heard: list[Progress]) -> None:
    report = fitted(LinkPredictor, heard).report_
    first = report.candidates[0]
    assert 1 <= first.epochs < first.settings["epochs"]
    assert f"after {first.epochs} of 30 epochs the time was up" in str(report)
    assert final_epochs(heard) < 30
    assert len(heard) * SLOW < 1.25 * BUDGET


def test_the_page_repeats_what_was_cut_short(heard: list[Progress]) -> None:
    predictor = fitted(LinkPredictor, heard, model="network")
    report = predictor.report_
    assert f"for {final_epochs(heard)} epochs of 30: the time budget allowed no more" in report.final
    again = train_again(predictor)
    stage = f"candidate-{report.chosen}"
    assert len(again.curves[stage]) == report.candidates[report.chosen].epochs
    assert again.auc == report.test.value


def test_a_classifier_is_cut_short_and_says_so(heard: list[Progress], tmp_path: Path) -> None:
    classifier = fitted(NodeClassifier, heard, np.repeat(["red", "blue"], 20))
    final = final_epochs(heard)
    assert f"for {final} epochs of 60: the time budget allowed no more" in classifier.report_.final
    classifier.save(tmp_path / "model")
    assert 60 > NodeClassifier.load(tmp_path / "model")._settings.epochs >= final


@pytest.mark.parametrize("budget", [None, 60.0])
def test_the_instant_model_has_no_epochs(budget: float | None) -> None:
    predictor = LinkPredictor(model="instant", max_dist=3, trials=1, time_budget=budget, threads=1).fit(EDGES)
    assert predictor.report_.final == "trained once more on all 121 edges"


def test_a_network_that_has_no_time_is_not_tried_and_the_report_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gdgnn.estimators.link_training.seconds_per_epoch", lambda *_: 100.0)
    report = LinkPredictor(max_dist=3, trials=2, time_budget=300.0, threads=1).fit(EDGES).report_
    assert {candidate.settings["kind"] for candidate in report.candidates} == {"instant"}
    assert any(note.startswith("no network was tried") for note in report.notes)


def test_what_warms_up_does_not_count() -> None:
    took = []

    class Batches:
        def __iter__(self) -> Iterator[int]:
            return iter([0])

        def __len__(self) -> int:
            return 1

    def use(_: object) -> None:
        took.append(0.5 if not took else 0.01)
        time.sleep(took[-1])

    assert 0.01 <= _seconds_of(Batches(), use, 4) < 0.4  # type: ignore[arg-type]
    assert len(took) == 2


def test_epochs_that_are_asked_for_are_trained(heard: list[Progress]) -> None:
    report = fitted(LinkPredictor, heard, model="network", epochs=15).report_
    assert report.candidates[0].epochs == 15
    assert final_epochs(heard) == 15
