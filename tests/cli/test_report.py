from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from gdgnn.cli.main import main
from tests.estimators.page.parsed import Element, parsed
from tests.estimators.small import EDGES, NAMED_EDGES, small

QUICK = [
    "--trials",
    "1",
    "--epochs",
    "2",
    "--hidden",
    "8",
    "--layers",
    "2",
    "--max-dist",
    "3",
    "--threads",
    "1",
    "--model",
    "network",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that a command has trained."""
    folder = tmp_path_factory.mktemp("trained")
    rows = [f"{u},{v}" for u, v in NAMED_EDGES]
    (folder / "edges.csv").write_text("\n".join(["from,to", *rows]))
    assert main(["train", "link", str(folder / "edges.csv"), "--out", str(folder / "model"), *QUICK]) == 0
    return folder / "model"


def read(path: Path) -> Element:
    return parsed(path.read_text(encoding="utf-8"))


def test_a_page_is_written_beside_the_model(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(model)]) == 0
    path = model.with_name("model.html")
    assert capsys.readouterr().out == f"{path}\n"
    page = read(path)
    assert page.all("h1")[0].text == "model"
    assert len(page.all("svg")) > 5


def test_the_commands_on_the_page_run(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "page.html"
    assert main(["report", str(model), "--no-train", "--links", "2", "--out", str(out)]) == 0
    train, _, report = (one.text for one in read(out).all("code"))
    assert train.startswith("gdgnn train link --config ")
    assert main(train.split()[1:]) == 0
    weights = "tensors.safetensors"
    assert (tmp_path / "model-again" / weights).read_bytes() == (model / weights).read_bytes()
    first = out.read_text(encoding="utf-8")
    assert main(report.split()[1:]) == 0
    assert out.read_text(encoding="utf-8") == first


def test_a_model_that_no_command_has_trained_is_repeated_in_python(tmp_path: Path) -> None:
    small(model="network").fit(EDGES).save(tmp_path / "model")
    assert main(["report", str(tmp_path / "model"), "--no-train", "--links", "0"]) == 0
    assert [one.text[:6] for one in read(tmp_path / "model.html").all("code")] == ["from g", "gdgnn "]


def test_json_is_all_that_is_printed(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(model), "--no-train", "--links", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"page": str(model.with_name("model.html"))}


def test_a_folder_that_holds_no_model_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path)]) == 2
    assert "holds no model" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["node", "graph"])
def test_classes_are_read_again_from_the_tables_of_the_training(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder, out = request.getfixturevalue(f"{kind}_model"), tmp_path / "page.html"
    assert main(["report", folder, "--out", str(out)]) == 0
    sections = {one.attributes["id"] for one in read(out).all("section")}
    assert {"curves", "calibration", "ablation"} <= sections
    assert main(["report", folder, "--no-train", "--out", str(out)]) == 0
    assert "curves" not in {one.attributes["id"] for one in read(out).all("section")}


def test_tables_that_are_gone_leave_a_page_with_what_is_saved(
    node_model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model"
    shutil.copytree(node_model, model)
    config = (model / "config.toml").read_text(encoding="utf-8")
    (model / "config.toml").write_text(config.replace("edges.csv", "gone.csv"), encoding="utf-8")
    assert main(["report", str(model)]) == 0
    assert "gone.csv does not exist" in capsys.readouterr().err
    assert "as long as the tables of the training are where they were" in read(tmp_path / "model.html").text
