"""What the page says about running it again, runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gdgnn.estimators import LinkPredictor, NodeClassifier
from gdgnn.estimators.page.again import fit_again, rerun, versions
from tests.estimators.page.parsed import parsed
from tests.estimators.small import EDGES, NAMED_EDGES, NODES, small
from tests.estimators.test_classifiers import COLORS, graphs, nodes, rings_and_stars


def test_the_lines_fit_the_same_predictor(tmp_path: Path) -> None:
    fitted = small(model="network").fit(NAMED_EDGES)
    fitted.save(tmp_path / "model")
    names: dict[str, Any] = {}
    exec(fit_again(fitted, tmp_path / "model"), names)
    repeated: LinkPredictor = names["predictor"]
    assert repeated.get_params() == fitted.get_params()
    np.testing.assert_array_equal(repeated.predict_proba(NAMED_EDGES), fitted.predict_proba(NAMED_EDGES))


def test_the_lines_say_what_else_a_classifier_needs(tmp_path: Path) -> None:
    x = np.eye(NODES, 2)
    fitted = nodes().fit(EDGES, COLORS, x=x)
    fitted.save(tmp_path / "model")
    text = fit_again(fitted, tmp_path / "model")
    assert "# y:" in text
    assert "# x:" in text
    names: dict[str, Any] = {"y": COLORS, "x": x}
    exec(text, names)
    repeated: NodeClassifier = names["predictor"]
    np.testing.assert_array_equal(repeated.predict_proba(), fitted.predict_proba())


def test_graphs_are_not_saved_and_must_be_given(tmp_path: Path) -> None:
    given, classes = rings_and_stars()
    fitted = graphs().fit(given, classes)
    names: dict[str, Any] = {"graphs": given, "y": classes}
    exec(fit_again(fitted, tmp_path), names)
    assert names["predictor"].report_.test == fitted.report_.test


@pytest.mark.parametrize("command", [None, ("gdgnn", "train", "link", "--config", "my model/config.toml")])
def test_commands_are_quoted(command: tuple[str, ...] | None, network: LinkPredictor) -> None:
    drawn = parsed(rerun(network, Path("my model"), ("--links", "3"), command).drawn())
    codes = [one.text for one in drawn.all("code")]
    assert codes[-1] == "gdgnn report 'my model' --links 3"
    assert len(codes) == (2 if command is None else 3)
    if command is not None:
        assert codes[0] == "gdgnn train link --config 'my model/config.toml'"


def test_versions_are_named() -> None:
    text = parsed(versions("0.0.7").drawn()).text
    assert "0.0.7" in text
    assert np.__version__ in text
