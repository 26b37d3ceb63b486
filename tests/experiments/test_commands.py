from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gdgnn.experiments.__main__ import main
from gdgnn.experiments.cell import read_cell
from gdgnn.experiments.commands import our_figure, published_figure
from gdgnn.experiments.ours import Ours
from gdgnn.experiments.record import SeedResult
from tests.experiments.files import write_cell


@pytest.fixture
def cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of cells in place of the real one."""
    root = tmp_path / "cells"
    write_cell(root)
    monkeypatch.setattr("gdgnn.experiments.cell.CELLS", root)
    return root


def test_figures_are_shown_as_the_paper_prints_them(tmp_path: Path) -> None:
    cell = read_cell(write_cell(tmp_path), tmp_path)
    assert published_figure(cell, "auc") == "90.00 ± 0.50"
    assert published_figure(cell, "ap") == "–"
    assert our_figure(cell, "auc") == "not run"
    for seeds, shown in ((1, "90.00"), (2, "91.00 ± 1.41")):
        results = [SeedResult(seed, {"auc": 90.0 + 2 * seed, "ap": 80.0}) for seed in range(seeds)]
        run = replace(cell, ours=Ours.of(results, cell.study.metrics, cell.fingerprint))
        assert our_figure(run, "auc") == shown


def test_update_writes_what_run_has_measured(
    cells: Path, tmp_path: Path, data_root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path / "out")]
    main(["run", "links/ns/katz", "--seeds", "2", "--data-dir", str(data_root), *out])
    path = cells / "links" / "ns" / "katz.toml"
    assert read_cell(path, cells).ours is None
    main(["update", "links", *out])
    ours = read_cell(path, cells).ours
    assert ours is not None
    assert ours.seeds == (0, 1)
    assert "links/ns/katz: 2 of 3 seeds" in capsys.readouterr().out
    main(["update", "links", "--out", str(tmp_path / "elsewhere")])
    assert read_cell(path, cells).ours == ours
    main(["list", *out])
    assert "2 of 3" in capsys.readouterr().out
