from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gdgnn.cli.reproduce import reproduce

APP = typer.Typer()
APP.command()(reproduce)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.usefixtures("narrow")
def test_a_cell_is_printed_beside_the_published_figure(data_root: Path, tmp_path: Path) -> None:
    arguments = ["links/ns/katz", "--seeds", "1", "--out", str(tmp_path), "--data-dir", str(data_root)]
    done = CliRunner().invoke(APP, arguments)
    assert done.exit_code == 0, done.output
    assert "links/ns/katz: 1 of 10 seeds" in done.output
    assert "published –" in done.output
    assert "split 80/10/10" in done.output
    assert len(list(tmp_path.rglob("seed-0.json"))) == 1


@pytest.mark.usefixtures("narrow")
def test_without_a_name_the_cells_are_listed(tmp_path: Path) -> None:
    done = CliRunner().invoke(APP, ["--out", str(tmp_path)])
    assert done.exit_code == 0
    assert "links/cora/vertical+degree" in done.output
    assert "0 of 10" in done.output


def test_an_unknown_cell_is_an_error_that_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(APP, ["links/atlantis", "--out", str(tmp_path)])
    assert isinstance(done.exception, ValueError)
    assert "no cell is called 'links/atlantis'" in str(done.exception)


def test_results_are_readable_by_programs(data_root: Path, tmp_path: Path) -> None:
    arguments = ["links/ns/katz", "--seeds", "1", "--out", str(tmp_path), "--data-dir", str(data_root)]
    (found,) = json.loads(CliRunner().invoke(APP, [*arguments, "--json"]).stdout)
    assert found["cell"] == "links/ns/katz"
    assert found["ours"]["seeds"] == [0]
    assert 50 < found["ours"]["mean"]["auc"] <= 100
    listed = json.loads(CliRunner().invoke(APP, ["--json"]).stdout)
    assert {"links/ns/katz", "links/cora/vertical+degree"} <= {one["cell"] for one in listed}
