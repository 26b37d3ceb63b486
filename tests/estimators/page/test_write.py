"""The whole page: one file, nothing fetched, nothing run, names only ever text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gdgnn.estimators import LinkPredictor, Predictor
from gdgnn.estimators.page import write, write_page
from tests.estimators.page.parsed import Element, parsed
from tests.estimators.small import EDGES, small
from tests.estimators.test_classifiers import COLORS, graphs, nodes, rings_and_stars

HOSTILE = ["<script>alert(1)</script>", "\"'&amp;<b>", "</style></svg>", "\u202egnp.exe", "\ud800half"]
LINKS = {"again", "curves", "scores", "distances", "calibration", "ablation", "why", "links"}
ANY = {"figures", "leaks", "tried", "configuration", "rerun", "versions"}


def page_of(predictor: Predictor, folder: Path, **options: Any) -> Element:
    predictor.save(folder / "model")
    return parsed(write_page(folder / "model", folder / "page.html", **options).read_text(encoding="utf-8"))


def sections(page: Element) -> set[str]:
    return {one.attributes["id"] for one in page.all("section")}


def name(node: int) -> str:
    return HOSTILE[node] if node < len(HOSTILE) else f"person {node}"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page about nodes with names that mean harm."""
    folder = tmp_path_factory.mktemp("hostile")
    predictor = small(model="network").fit([(name(u), name(v)) for u, v in EDGES.T.tolist()])
    predictor.save(folder / "<i>model")
    return write_page(folder / "<i>model", folder / "page.html", links=700)


def test_a_page_about_links_has_all_its_parts(predictor: LinkPredictor, tmp_path: Path) -> None:
    page = page_of(predictor, tmp_path)
    assert sections(page) == LINKS | ANY
    targets = {one.attributes["href"] for one in page.all("nav")[0].all("a")}
    assert targets == {f"#{one}" for one in sections(page)}
    for one in page.all("section"):
        assert len(one.text) > len(one.all("h2")[0].text), one.attributes["id"]
    for one in page.all("svg"):
        assert one.attributes["aria-label"]


def test_nothing_is_fetched_and_nothing_is_run(hostile: Path) -> None:
    page = parsed(hostile.read_text(encoding="utf-8"))
    assert page.all("script") == []
    policy = next(one for one in page.all("meta") if "http-equiv" in one.attributes)
    assert policy.attributes["content"].startswith("default-src 'none'")

    def elements(element: Element) -> list[Element]:
        below = [one for one in element.children if isinstance(one, Element)]
        return [*below, *(deeper for one in below for deeper in elements(one))]

    for one in elements(page):
        for attribute, value in one.attributes.items():
            assert not attribute.startswith("on")
            if attribute in ("href", "src"):
                assert value.startswith(("#", "data:")), value
    assert re.findall(r"url\(|@import", hostile.read_text(encoding="utf-8")) == []


def test_names_are_text_wherever_they_are_put(hostile: Path) -> None:
    page = parsed(hostile.read_text(encoding="utf-8"))
    text = page.all("main")[0].text
    for one in HOSTILE[:4]:
        assert one in text
    assert "?half" in text
    assert page.all("h1")[0].text == "<i>model"
    assert page.all("i", look="key") == page.all("i")


def test_without_training_it_says_what_is_missing(network: LinkPredictor, tmp_path: Path) -> None:
    page = page_of(network, tmp_path, train=False, links=0)
    assert sections(page) == ANY | {"again"}
    assert "--no-train" in page.all("pre")[-1].text


def test_the_command_repeats_what_was_asked_for(network: LinkPredictor, tmp_path: Path) -> None:
    page = page_of(network, tmp_path, ablation=False, all_candidates=True, links=2)
    command = page.all("pre")[-1].text
    assert command.endswith("page.html --links 2 --all-curves --no-ablation")
    assert len(page.all("section")) == len(LINKS | ANY)
    recommended = next(one for one in page.all("section") if one.attributes["id"] == "links")
    assert len(recommended.all("tr")) == 3


def test_pages_about_classifiers_have_what_their_folders_can_tell(tmp_path: Path) -> None:
    page = page_of(nodes().fit(EDGES, COLORS), tmp_path)
    assert sections(page) == ANY | {"predicted", "again"}
    predicted = next(one for one in page.all("section") if one.attributes["id"] == "predicted")
    counts = [int(row.all("td")[0].text) for row in predicted.all("tr")[1:]]
    assert sum(counts) == len(COLORS)
    (tmp_path / "graphs").mkdir()
    assert sections(page_of(graphs().fit(*rings_and_stars()), tmp_path / "graphs")) == ANY | {"again"}


def test_a_file_is_the_old_one_or_the_new_one(
    network: LinkPredictor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network.save(tmp_path / "model")
    target = tmp_path / "page.html"
    target.write_text("the old one")

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(write.os, "replace", full)
        patched.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="no space"):
            write_page(tmp_path / "model", target, train=False, links=0)
    assert target.read_text() == "the old one"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["model", "page.html"]
    write_page(tmp_path / "model", target, train=False, links=0)
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert target.stat().st_mode & 0o777 == 0o644


def test_a_folder_without_a_predictor_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape("predictor.json")):
        write_page(tmp_path, tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []
