"""The page in a browser: it is drawn, and nothing is said on the console, cut off or written over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from gdgnn.estimators.page import write_page
from tests.estimators.page.browser import console, measured, needs_chromium
from tests.estimators.small import EDGES, small

pytestmark = needs_chromium
WIDE, NARROW = 1000, 360


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page about nodes with long names, with all there can be on it."""
    folder = tmp_path_factory.mktemp("browser")
    names = [f"person of a certain name, number {node}" for node in range(40)]
    predictor = small(trials=2).fit([(names[u], names[v]) for u, v in EDGES.T.tolist()])
    predictor.save(folder / "model")
    return write_page(folder / "model", folder / "page.html", all_candidates=True)


def test_it_is_drawn_and_the_console_says_nothing(page: Path, tmp_path: Path) -> None:
    assert console(page, tmp_path / "page.png") == []
    pixels = imread(tmp_path / "page.png")[..., :3].reshape(-1, 3)
    # Letters, a blue link and the gray of the panels at least.
    assert len(np.unique((pixels * 15).astype(int), axis=0)) > 20


def test_the_console_is_listened_to(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.html"
    wrong.write_text("<!doctype html><script>no_such_function()</script>")
    assert "no_such_function" in console(wrong, tmp_path / "wrong.png")[0]


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_nothing_is_cut_off_or_written_over(page: Path, width: int) -> None:
    found = measured(page, width)
    assert found["wide"] <= found["width"] == width, "the page must not be scrolled sideways"
    assert found["drawings"] > 8
    assert (found["clipped"], found["over"], found["empty"]) == ([], [], [])
