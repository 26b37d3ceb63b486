"""A page about a completer: curves, figures taken apart, facts explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn.cli.main import main
from gdgnn.estimators import KnowledgeGraphCompleter
from gdgnn.estimators.page import write_page
from tests.estimators.kg_small import grid, small
from tests.estimators.page.parsed import Element, parsed
from tests.estimators.page.test_write import ANY, HOSTILE, sections


def page_of(completer: KnowledgeGraphCompleter, folder: Path) -> Element:
    completer.save(folder / "model")
    return parsed(write_page(folder / "model", folder / "page.html").read_text(encoding="utf-8"))


def test_it_has_all_its_parts(completer: KnowledgeGraphCompleter, tmp_path: Path) -> None:
    page = page_of(completer, tmp_path)
    assert sections(page) == ANY | {"curves", "relations", "distances", "why"}
    text = {one.attributes["id"]: one.text for one in page.all("section")}
    assert "Test Hits@10" in text["figures"]
    for one in completer._trace.by_relation:
        assert one.name in text["relations"]
    assert "-[" in text["why"]
    assert ".fit(" in text["rerun"]
    for one in page.all("svg"):
        assert one.attributes["aria-label"]


def test_without_a_test_there_is_nothing_to_take_apart(tmp_path: Path) -> None:
    fitted = small(epochs=1, test=0.0, refit=False).fit(grid())
    assert sections(page_of(fitted, tmp_path)) == ANY | {"curves", "why"}


def test_what_was_transferred_has_a_page(completer: KnowledgeGraphCompleter, tmp_path: Path) -> None:
    page = page_of(completer.transfer(grid(3, "z")), tmp_path)
    assert "transferred" in page.text


def test_names_are_only_ever_text(tmp_path: Path) -> None:
    bad = HOSTILE[0]
    facts = [*grid(), *((f"{bad}{head}", bad, f"{bad}{tail}") for head, _, tail in grid(3))]
    fitted = small(epochs=1, refit=False).fit(facts)
    assert page_of(fitted, tmp_path).all("script") == []


def test_the_command_writes_it(
    completer: KnowledgeGraphCompleter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    completer.save(tmp_path / "model")
    assert main(["report", str(tmp_path / "model")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "model.html")
    assert (tmp_path / "model.html").stat().st_size > 10_000
