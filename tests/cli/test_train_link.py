"""`gdgnn train link` and what is asked of its models."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from gdgnn.cli.main import main
from gdgnn.estimators import LinkPredictor
from tests.cli.small import FAST, write_rows

Capture = pytest.CaptureFixture[str]


def test_the_model_is_that_of_python(link_model: str, tables: Path) -> None:
    saved = LinkPredictor.load(link_model)
    fitted = LinkPredictor(
        directed=False, model="network", trials=1, epochs=2, layers=2, hidden=8, max_dist=3, time_budget=None,
        threads=1, device="cpu",
    ).fit(tables / "edges.csv")  # fmt: skip
    pairs = [("p0", "p4"), ("p1", "p30")]
    np.testing.assert_array_equal(saved.decision_function(pairs), fitted.decision_function(pairs))


def test_the_report_is_readable_by_programs(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "model"
    call = ["train", "link", f"{tables}/edges.csv", "--model", "instant", "--out", str(out), "--json", *FAST]
    assert main(call) == 0
    told = capsys.readouterr()
    report = json.loads(told.out)
    assert report["model"] == str(out)
    assert report["test"]["name"] == "AUC"
    assert "now try: gdgnn recommend" in told.err


def test_the_configuration_beside_the_model_repeats_it(
    link_model: str, tmp_path: Path, capsys: Capture
) -> None:
    again = tmp_path / "again"
    assert main(["train", "link", "--config", f"{link_model}/config.toml", "--out", str(again)]) == 0
    assert "layers=2" in capsys.readouterr().out
    name = "tensors.safetensors"
    assert (again / name).read_bytes() == (Path(link_model) / name).read_bytes()


def test_a_folder_in_use_is_kept(link_model: str, tables: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "model"
    shutil.copytree(link_model, out)
    before = (out / "predictor.json").read_bytes()
    call = ["train", "link", f"{tables}/edges.csv", "--model", "instant", "--out", str(out), *FAST]
    assert main(call) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert (out / "predictor.json").read_bytes() == before
    assert main([*call, "--overwrite"]) == 0
    assert (out / "predictor.json").read_bytes() != before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["model"]


def test_a_foreign_folder_is_never_replaced(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "thesis.txt").write_text("all my work")
    call = ["train", "link", f"{tables}/edges.csv", "--model", "instant", "--out", str(tmp_path), *FAST]
    assert main([*call, "--overwrite"]) == 2
    assert "thesis.txt" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text() == "all my work"


def test_what_is_complete_is_not_trained_again(link_model: str, tables: Path, capsys: Capture) -> None:
    before = (Path(link_model) / "predictor.json").stat().st_mtime_ns
    call = ["train", "link", f"{tables}/edges.csv", "--model", "network", "--out", link_model, *FAST]
    assert main([*call, "--resume"]) == 0
    assert "nothing to resume" in capsys.readouterr().err
    assert main([*call, "--resume", "--hidden", "9"]) == 2
    assert "was begun with --hidden 8" in capsys.readouterr().err
    assert (Path(link_model) / "predictor.json").stat().st_mtime_ns == before


def test_the_latest_edges_are_held_back(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    with (tables / "edges.csv").open() as file:
        rows = [(row["from"], row["to"], at) for at, row in enumerate(csv.DictReader(file))]
    table = write_rows(tmp_path / "timed.csv", ["from", "to", "at"], rows)
    call = ["train", "link", str(table), "--time", "at", "--model", "instant", *FAST]
    assert main([*call, "--out", str(tmp_path / "model"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["split"] == "121 edges: 97 train, 12 valid, 12 test"
    assert main([*call, "--out", str(tmp_path / "other"), "--valid-pairs", str(table)]) == 2


def test_edges_that_are_held_back_already(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    held = write_rows(tmp_path / "held.csv", ["from", "to"], [("p0", "p10"), ("p3", "p33")])
    call = ["train", "link", f"{tables}/edges.csv", "--model", "instant", *FAST, "--test-pairs", str(held)]
    assert main([*call, "--out", str(tmp_path / "model"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["split"].endswith(", 2 test")


def test_a_bad_row_is_told_with_its_place_and_nothing_is_left(tmp_path: Path, capsys: Capture) -> None:
    table = write_rows(tmp_path / "edges.csv", ["from", "to"], [("a", "b"), ("c", "")])
    assert main(["train", "link", str(table), "--out", str(tmp_path / "model")]) == 2
    told = capsys.readouterr().err
    assert "edges.csv, line 3" in told
    assert [entry.name for entry in tmp_path.iterdir()] == ["edges.csv"]


def test_weights_are_looked_over(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    rows = [(f"p{at}", f"p{(at + 1) % 9}", at if at != 4 else "often") for at in range(9)]
    weighed = write_rows(tmp_path / "weighed.csv", ["a", "b", "times"], rows)
    call = ["train", "link", str(weighed), "--weight", "times", "--out", str(tmp_path / "model"), *FAST]
    assert main(call) == 2
    told = capsys.readouterr().err
    assert "weighed.csv, line 6" in told
    assert '"times"' in told


def test_predictions_keep_rows_and_names(
    link_model: str, tables: Path, tmp_path: Path, capsys: Capture
) -> None:
    call = ["predict", link_model, f"{tables}/pairs.csv", "--src", "one", "--dst", "other"]
    assert main(call) == 0
    printed = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(row["head"], row["tail"]) for row in printed] == [
        ("p0", "p4"), ("p1", "p30"), ("p5", "p9"), ("p21", "p2"),
    ]  # fmt: skip
    expected = LinkPredictor.load(link_model).predict_proba([("p0", "p4"), ("p1", "p30")])[:, 1]
    assert [float(row["probability"]) for row in printed[:2]] == pytest.approx(expected)
    assert main([*call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [str(row["probability"]) for row in told] == [row["probability"] for row in printed]
    assert main([*call, "--out", str(tmp_path / "scores.csv")]) == 0
    assert capsys.readouterr().out == ""
    assert list(csv.DictReader((tmp_path / "scores.csv").read_text().splitlines())) == printed


@pytest.mark.parametrize("ending", [".tsv", ".jsonl", ".parquet"])
def test_predictions_come_in_the_kind_of_file_that_is_named(
    link_model: str, tables: Path, tmp_path: Path, ending: str
) -> None:
    import duckdb

    out = tmp_path / f"scores{ending}"
    assert main(["predict", link_model, f"{tables}/pairs.csv", "--out", str(out)]) == 0
    rows = duckdb.sql(f"SELECT head, tail FROM '{out}'").fetchall()
    assert rows[0] == ("p0", "p4")
    assert len(rows) == 4


def test_an_ending_that_is_not_known_is_told_before_any_work(tables: Path, capsys: Capture) -> None:
    assert main(["predict", "no-model", f"{tables}/pairs.csv", "--out", "scores.doc"]) == 2
    assert ".parquet" in capsys.readouterr().err


def test_recommendations_are_missing_links(link_model: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["recommend", link_model, "--node", "p3", "-k", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["links"]
    assert len(found) == 4
    assert {one["head"] for one in found} == {"p3"}
    assert not {one["tail"] for one in found} & {"p0", "p1", "p2", "p3", "p4", "p5", "p6"}
    assert main(["recommend", link_model, "--all", "-k", "5", "--out", str(tmp_path / "best.csv")]) == 0
    assert "scored: " in capsys.readouterr().out
    assert len((tmp_path / "best.csv").read_text().splitlines()) == 6
    assert main(["recommend", link_model, "--all", "-k", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 8


@pytest.mark.parametrize("flags", [[], ["--node", "p1", "--all"]])
def test_recommend_wants_one_node_or_all(link_model: str, flags: list[str], capsys: Capture) -> None:
    assert main(["recommend", link_model, *flags]) == 2
    assert "--all" in capsys.readouterr().err


def test_an_explanation_adds_up_and_is_drawn(link_model: str, tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "why.png"
    assert main(["explain", link_model, "p0", "p4", "--picture", str(picture), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    total = told["without_nodes"] + told["interaction"] + sum(one["value"] for one in told["contributions"])
    assert total == pytest.approx(told["score"])
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["explain", link_model, "p0", "p4"]) == 0
    assert capsys.readouterr().out.startswith("p0 - p4: probability")


def test_a_node_that_is_not_there_is_told_with_one_like_it(link_model: str, capsys: Capture) -> None:
    assert main(["explain", link_model, "p0", "p400"]) == 2
    assert "did you mean p40" not in (told := capsys.readouterr().err)
    assert "did you mean p4" in told or "p0" in told
    assert main(["explain", link_model, "p0", "p4", "--picture", "why.doc"]) == 2
    assert ".svg" in capsys.readouterr().err


def test_figures_carry_their_protocol(link_model: str, tables: Path, capsys: Capture) -> None:
    call = ["evaluate", link_model, f"{tables}/pairs.csv", "--label", "linked"]
    assert main([*call, "--json"]) == 0
    measured = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert measured.keys() == {"AUC", "average precision"}
    assert measured["AUC"]["protocol"]["split"] == "pairs.csv, 2 links"
    assert main(["evaluate", link_model, f"{tables}/pairs.csv"]) == 2
    assert "--label" in capsys.readouterr().err


def test_answers_that_are_neither_0_nor_1_are_refused(
    link_model: str, tmp_path: Path, capsys: Capture
) -> None:
    table = write_rows(tmp_path / "pairs.csv", ["a", "b", "linked"], [("p0", "p4", 1), ("p0", "p9", 7)])
    assert main(["evaluate", link_model, str(table), "--label", "linked"]) == 2
    assert "holds 7" in capsys.readouterr().err


def test_known_edges_are_warned_of(link_model: str, tmp_path: Path, capsys: Capture) -> None:
    table = write_rows(tmp_path / "pairs.csv", ["a", "b", "linked"], [("p0", "p1", 1), ("p0", "p9", 0)])
    assert main(["evaluate", link_model, str(table), "--label", "linked"]) == 0
    assert "1 links are edges that the model was trained on" in capsys.readouterr().err


@pytest.mark.parametrize("folder", ["nowhere", "empty"])
def test_a_folder_without_a_model_is_told(tmp_path: Path, folder: str, capsys: Capture) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["explain", str(tmp_path / folder), "a", "b"]) == 2
    assert "gdgnn train" in capsys.readouterr().err
