"""`gdgnn train node`, `gdgnn train graph`, and what is asked of their models."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from gdgnn.cli.main import main
from gdgnn.estimators import GraphClassifier, NodeClassifier
from tests.cli.small import FAST, PEOPLE, circles, team, write_rows

Capture = pytest.CaptureFixture[str]


def test_every_node_gets_a_class(node_model: str, capsys: Capture) -> None:
    assert main(["predict", node_model]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert sorted(row["node"] for row in rows) == sorted(PEOPLE)
    model = NodeClassifier.load(node_model)
    names = [row["node"] for row in rows]
    assert [row["class"] for row in rows] == model.predict(names).tolist()
    assert [float(row["probability"]) for row in rows] == model.predict_proba(names).max(axis=1).tolist()


def test_nodes_of_a_table_get_a_class(node_model: str, tmp_path: Path, capsys: Capture) -> None:
    table = write_rows(tmp_path / "some.csv", ["age", "who"], [(3, "p39"), (4, "p0")])
    assert main(["predict", node_model, str(table), "--node", "who", "--every-class", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["node"] for row in rows] == ["p39", "p0"]
    assert all(
        row["probability of blue"] + row["probability of red"] == pytest.approx(1, abs=1e-6) for row in rows
    )
    write_rows(table, ["who", "age"], [("p0", 3), ("nobody", 4)])
    assert main(["predict", node_model, str(table), "--node", "who"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_the_column_of_classes_is_no_feature(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    out = str(tmp_path / "model")
    given = [f"{tables}/edges.csv", "--nodes", f"{tables}/people.csv", "--label", "team", "--out", out]
    assert main(["train", "node", *given, *FAST, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "36 labeled" in told["data"]
    assert "feature age: standardised, 8 missing and marked" in told["notes"]
    model = NodeClassifier.load(out)
    # The age and whether it is missing; two teams would be two more columns.
    assert model._source.x is not None
    assert model._source.x.shape == (40, 2)


def test_the_accuracy_is_that_of_the_predictions(node_model: str, tables: Path, capsys: Capture) -> None:
    assert main(["evaluate", node_model, f"{tables}/teams.csv", "--json"]) == 0
    (measured,) = json.loads(capsys.readouterr().out)
    found = NodeClassifier.load(node_model).predict(PEOPLE[:36])
    right = sum(one == team(at) for at, one in enumerate(found)) / 36
    assert measured["value"] == pytest.approx(right)
    assert measured["protocol"]["split"] == "teams.csv, 36 labeled nodes"


def test_nodes_that_are_numbers_and_classes_that_are_numbers(tmp_path: Path, capsys: Capture) -> None:
    edges = write_rows(tmp_path / "edges.csv", ["u", "v"], circles())
    labels = write_rows(tmp_path / "labels.csv", ["id", "year"], [(at, 1990 + at // 20) for at in range(40)])
    out = str(tmp_path / "model")
    assert main(["train", "node", str(edges), "--labels", str(labels), "--out", out, *FAST]) == 0
    capsys.readouterr()
    assert main(["predict", out, str(labels)]) == 0
    assert {row["class"] for row in csv.DictReader(capsys.readouterr().out.splitlines())} <= {"1990", "1991"}


def test_nodes_without_edges_are_nodes_if_the_table_of_nodes_has_them(
    tables: Path, tmp_path: Path, capsys: Capture
) -> None:
    rows = [(PEOPLE[at], team(at)) for at in range(36)]
    people = write_rows(tmp_path / "labels.csv", ["who", "team"], [*rows, ("hermit", "red")])
    call = ["train", "node", f"{tables}/edges.csv", "--label", "team", *FAST, "--json"]
    assert main([*call, "--out", str(tmp_path / "with"), "--nodes", str(people)]) == 0
    assert "41 named nodes" in json.loads(capsys.readouterr().out)["data"]
    assert main([*call, "--out", str(tmp_path / "without"), "--labels", str(people)]) == 0
    told = capsys.readouterr()
    assert "40 named nodes" in json.loads(told.out)["data"]
    assert "1 labels are of unknown nodes" in told.err


def test_nodes_that_no_edge_knows_are_refused(tables: Path, tmp_path: Path, capsys: Capture) -> None:
    table = write_rows(tmp_path / "people.csv", ["age", "name"], [(at, one) for at, one in enumerate(PEOPLE)])
    given = [f"{tables}/edges.csv", "--nodes", str(table), "--node", "age", "--out", str(tmp_path / "model")]
    assert main(["train", "link", *given, *FAST]) == 2
    assert "people.csv: none of its 40 nodes has an edge" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ([], "--labels"),
        (["--nodes", "{}/people.csv"], "give it as --label"),
        (["--labels", "{}/people.csv"], "it has age, team"),
        (["--labels", "{}/teams.csv", "--label", "colour"], 'no column "colour"'),
        (["--labels", "{}/kinds.csv"], "--target"),
    ],
)
def test_classes_that_cannot_be_found_are_told(
    tables: Path, tmp_path: Path, capsys: Capture, flags: list[str], told: str
) -> None:
    given = [f"{tables}/edges.csv", *(flag.format(tables) for flag in flags), "--out", str(tmp_path / "m")]
    code = main(["train", "node", *given, *FAST])
    err = capsys.readouterr().err
    assert code == 2, err
    assert told in err
    assert list(tmp_path.iterdir()) == []


def test_every_graph_gets_a_class(graph_model: str, tables: Path, capsys: Capture) -> None:
    assert main(["predict", graph_model, f"{tables}/many.csv", "--graph", "g", "--every-class"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert {row["graph"] for row in rows} == {f"m{at}" for at in range(24)}
    model = GraphClassifier.load(graph_model)
    assert [row["class"] for row in rows] == model.predict(tables / "many.csv", graph="g").tolist()
    assert set(rows[0]) == {"graph", "class", "probability", "probability of ring", "probability of star"}


def test_graphs_without_a_class_are_not_learned_from(graph_model: str) -> None:
    assert GraphClassifier.load(graph_model).report_.data == "24 graphs, 20 labeled"


def test_the_accuracy_on_graphs(graph_model: str, tables: Path, capsys: Capture) -> None:
    call = ["evaluate", graph_model, f"{tables}/many.csv", "--graph", "g", "--labels", f"{tables}/kinds.csv"]
    assert main(call) == 0
    assert "kinds.csv, 20 labeled graphs" in capsys.readouterr().out
    assert main(["evaluate", graph_model, f"{tables}/many.csv", "--graph", "g"]) == 2
    assert main(["predict", graph_model, f"{tables}/many.csv"]) == 2
    assert "--graph" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["explain", "a", "b"], ["recommend", "--all"]])
def test_what_only_links_have_is_refused_for_classes(
    node_model: str, command: list[str], capsys: Capture
) -> None:
    assert main([command[0], node_model, *command[1:]]) == 2
    assert "gdgnn train link" in capsys.readouterr().err
