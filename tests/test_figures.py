"""The README's tables."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from gdgnn.experiments import Cell, Ours, SeedResult, read_cell
from tests.experiments.files import write_cell

FIGURES = runpy.run_path(str(Path(__file__).resolve().parents[1] / "docs" / "figures.py"))


@pytest.mark.parametrize("name", ["engine figures", "accuracy figures"])
def test_the_readme_shows_the_figures_of_the_files(name: str) -> None:
    readme = FIGURES["README"].read_text(encoding="utf-8")
    found = FIGURES["block"](name).search(readme)
    assert found
    assert found[0] == FIGURES["block"](name).search(FIGURES["refreshed"](readme))[0], "run: make figures"


def test_a_row_tells_rate_and_ratios_and_leaves_out_what_was_not_measured() -> None:
    step = {
        "rates": {"engine, 1 thread": {"per_processor_second": 4.5e6}},
        "ratios": {"naive C++": 2.0, "research style": 1400.25, "engine, 2 threads": 0.6},
    }
    found = FIGURES["speed"]({"machine": {"cpu": "some processor"}, "steps": {"W1-vertical-2": step}})
    rows = [line for line in found.splitlines() if line.startswith("|")]
    assert len(rows) == 3
    assert rows[2].endswith("| 4,500,000 | 2.0× | 1,400.2× |")
    assert "some processor" in found


@pytest.mark.parametrize("missing", ["naive C++", "research style"])
def test_a_peer_that_was_not_measured_leaves_its_cell_empty(missing: str) -> None:
    ratios = {"naive C++": 2.0, "research style": 1400.0}
    del ratios[missing]
    step = {"rates": {"engine, 1 thread": {"per_processor_second": 10.0}}, "ratios": ratios}
    found = FIGURES["speed"]({"machine": {"cpu": "x"}, "steps": {"W4-neighborhoods-4": step}})
    assert found.splitlines()[3].count("×") == 1


def cell(root: Path, name: str, auc: float | None, *, kind: str = "network", stale: bool = False) -> Cell:
    """A cell of NS; `auc` in both of its seeds, none if it was not run."""
    found = replace(read_cell(write_cell(root), root), name=name)
    found = replace(found, configuration={**found.configuration, "model": {"kind": kind}})
    if auc is None:
        return found
    results = [SeedResult(seed, {"auc": auc, "ap": 50.0}, seconds=2.0) for seed in range(2)]
    fingerprint = "another" if stale else found.fingerprint
    return replace(found, ours=Ours.of(results, found.study.metrics, fingerprint))


def rows(cells: list[Cell]) -> list[str]:
    return [line for line in FIGURES["accuracy"](cells).splitlines() if line.startswith("| ")][1:]


def test_accuracy_stands_beside_the_published_figure_and_the_best_without_a_network(tmp_path: Path) -> None:
    cells = [
        cell(tmp_path, "links/ns/vertical+degree", 98.0),
        cell(tmp_path, "links/ns/vertical+degree+walks", 98.5),
        cell(tmp_path, "links/ns/none", 93.0),
        cell(tmp_path, "links/ns/katz", 91.0, kind="heuristic"),
        cell(tmp_path, "links/ns/boosted-trees", 97.0, kind="boosted-trees"),
        cell(tmp_path, "links/pb/katz", 99.0, kind="heuristic"),
    ]
    figures = "90.00 ± 0.50 | 98.00 ± 0.00 | 98.50 ± 0.00 | 93.00 ± 0.00 | 97.00 ± 0.00"
    assert rows(cells) == [f"| links | NS | AUC | {figures} |"]


@pytest.mark.parametrize(("auc", "stale"), [(None, False), (98.0, True)])
def test_a_cell_that_was_not_run_as_it_is_has_no_row(auc: float | None, stale: bool, tmp_path: Path) -> None:
    cells = [
        cell(tmp_path, "links/ns/vertical+degree", auc, stale=stale),
        cell(tmp_path, "links/cora/vertical+degree", 94.0),
        cell(tmp_path, "links/cora/none", None),
    ]
    assert [row.split(" | ")[4:] for row in rows(cells)] == [["94.00 ± 0.00", "", "", " |"]]


def test_without_any_figure_there_is_no_table() -> None:
    assert "|" not in FIGURES["accuracy"]([])
