"""The page of results, which is made from the cells' files."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

from gdgnn.experiments import Ours, SeedResult, find_cells, read_cell
from tests.experiments.files import write_cell

RESULTS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "results.py"))


def row(path: Path, root: Path, auc: float | None, *, stale: bool = False) -> str:
    cell = read_cell(path, root)
    if auc is not None:
        results = [SeedResult(seed, {"auc": auc + seed, "ap": 50.0}, seconds=2.0) for seed in range(2)]
        fingerprint = "another" if stale else cell.fingerprint
        cell = replace(cell, ours=Ours.of(results, cell.study.metrics, fingerprint))
    return "\n".join(RESULTS["table"]([cell])) + "\n" + "\n".join(RESULTS["_notes"]([cell]))


def test_the_page_is_what_the_files_say() -> None:
    page = RESULTS["PAGE"].read_text(encoding="utf-8")
    assert page == RESULTS["page"](find_cells()), "run: .venv/bin/python docs/results.py"


def test_a_row_shows_the_published_figure_beside_ours(tmp_path: Path) -> None:
    text = row(write_cell(tmp_path), tmp_path, 91.0)
    assert "| 90.00 ± 0.50 | 91.50 ± 0.71 | 50.00 ± 0.00 | 2 of 3 | 2.0 |" in text


def test_what_was_not_measured_with_this_configuration_is_not_run(tmp_path: Path) -> None:
    for text in (
        row(write_cell(tmp_path), tmp_path, None),
        row(write_cell(tmp_path), tmp_path, 91.0, stale=True),
    ):
        assert "| 90.00 ± 0.50 | not run | not run | 0 of 3 |  |" in text


def test_a_figure_below_the_published_one_is_pointed_out(tmp_path: Path) -> None:
    assert "Below the published AUC" in row(write_cell(tmp_path), tmp_path, 80.0)
    assert "Below" not in row(write_cell(tmp_path), tmp_path, 91.0)


def test_a_note_of_the_file_stands_below_the_table(tmp_path: Path) -> None:
    text = row(write_cell(tmp_path, note="The test set has 14 nodes."), tmp_path, 80.0)
    assert "The test set has 14 nodes." in text
    assert "nobody has looked" not in text
