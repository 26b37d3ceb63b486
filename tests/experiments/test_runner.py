from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import tomlkit

from gdgnn.experiments.cell import Cell, read_cell
from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.runner import finished, reproduce, restore, seed_folder, write_ours
from gdgnn.experiments.studies.link_heuristic import LinkHeuristic
from tests.experiments.files import KATZ, write_cell


@pytest.fixture
def cell(tmp_path: Path) -> Cell:
    return read_cell(write_cell(tmp_path / "cells"), tmp_path / "cells")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Which seeds were really run."""
    seen: list[int] = []

    def run(self: LinkHeuristic, seed: int, root: Path | None) -> SeedResult:
        seen.append(seed)
        return SeedResult(seed, {"auc": 90.0 + seed, "ap": 80.0})

    monkeypatch.setattr(LinkHeuristic, "run", run)
    return seen


def test_every_seed_is_run_once_and_never_again(cell: Cell, runs: list[int], tmp_path: Path) -> None:
    ours = reproduce(cell, out=tmp_path)
    assert ours.mean == {"auc": 91.0, "ap": 80.0}
    assert ours == reproduce(cell, out=tmp_path)
    assert runs == [0, 1, 2]


def test_a_run_goes_on_after_the_last_seed_that_was_saved(
    cell: Cell, runs: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(result: SeedResult) -> None:
        if result.seed == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(cell, out=tmp_path, on_result=killed)
    assert [result.seed for result in finished(cell, tmp_path)] == [0, 1]
    reproduce(cell, out=tmp_path)
    assert runs == [0, 1, 2]


def test_seeds_may_be_chosen(cell: Cell, runs: list[int], tmp_path: Path) -> None:
    assert reproduce(cell, seeds=[2], out=tmp_path).seeds == (2,)
    assert runs == [2]


def test_results_of_another_configuration_do_not_count(cell: Cell, runs: list[int], tmp_path: Path) -> None:
    reproduce(cell, seeds=[0], out=tmp_path)
    changed = read_cell(write_cell(tmp_path / "cells", model__katz_beta=0.1), tmp_path / "cells")
    assert finished(changed, tmp_path) == []
    assert seed_folder(changed, tmp_path).folder != seed_folder(cell, tmp_path).folder


def test_writing_our_figures_changes_nothing_else_in_the_file(
    cell: Cell, runs: list[int], tmp_path: Path
) -> None:
    ours = reproduce(cell, out=tmp_path)
    for _ in range(2):
        write_ours(cell, ours)
        text = cell.path.read_text()
        assert text.startswith(KATZ.rstrip())
        assert text.count("[ours]") == 1
    again = read_cell(cell.path, tmp_path / "cells")
    assert again.ours == ours
    assert not again.stale
    assert tomlkit.parse(text)["ours"]["values"]["auc"] == [90.0, 91.0, 92.0]  # type: ignore[index]


def test_figures_of_a_file_are_not_measured_again_once_restored(
    cell: Cell, runs: list[int], tmp_path: Path
) -> None:
    write_ours(cell, reproduce(cell, seeds=[0, 2], out=tmp_path / "first"))
    again = read_cell(cell.path, tmp_path / "cells")
    assert restore(again, tmp_path / "second") == [0, 2]
    assert restore(again, tmp_path / "second") == []
    assert reproduce(again, out=tmp_path / "second").values["auc"] == [90.0, 91.0, 92.0]
    assert runs == [0, 2, 1]


def test_stale_figures_and_curves_are_not_restored(cell: Cell, runs: list[int], tmp_path: Path) -> None:
    assert restore(cell, tmp_path / "second") == []
    ours = reproduce(cell, out=tmp_path / "first")
    of_curve = replace(cell, ours=replace(ours, values={"best_epoch_accuracy": [90.0] * 3}))
    stale = replace(cell, ours=replace(ours, configuration="another"))
    assert restore(of_curve, tmp_path / "second") == restore(stale, tmp_path / "second") == []


def test_a_result_is_stale_once_the_configuration_has_changed(
    cell: Cell, runs: list[int], tmp_path: Path
) -> None:
    write_ours(cell, reproduce(cell, out=tmp_path))
    cell.path.write_text(cell.path.read_text().replace("katz_beta = 0.05", "katz_beta = 0.1"))
    assert read_cell(cell.path, tmp_path / "cells").stale
