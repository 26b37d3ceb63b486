"""`gdgnn train kg`, and what is asked of its models."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gdgnn.cli.main import main
from gdgnn.estimators import KnowledgeGraphCompleter
from tests.cli.test_main import commands
from tests.estimators.kg_small import Fact, grid

Capture = pytest.CaptureFixture[str]
FACTS = grid()
_SIZE = "--context both --relational --layers 1 --hidden 8 --max-dist 3 --negatives 4 --batch-size 32"
_QUICK = "--epochs 8 --learning-rate 0.02 --time-budget inf --threads 1 --device cpu"
FAST = [*_SIZE.split(), *_QUICK.split()]


def write(path: Path, facts: Iterable[Fact], header: str = "") -> Path:
    path.write_text(header + "".join("\t".join(fact) + "\n" for fact in facts))
    return path


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table without a header; do not change it."""
    return write(tmp_path_factory.mktemp("facts") / "facts.tsv", FACTS)


@pytest.fixture(scope="module")
def model(facts: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Trained on it; do not change it."""
    out = str(tmp_path_factory.mktemp("kg") / "model")
    assert main(["train", "kg", str(facts), "--out", out, *FAST]) == 0
    return out


def rows_of(capture: Capture) -> list[dict[str, str]]:
    return list(csv.DictReader(capture.readouterr().out.splitlines()))


def test_training_tells_what_it_did(facts: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "model"
    call = ["train", "kg", str(facts), "--out", str(out), *FAST, "--no-refit", "--json"]
    assert main(call) == 0
    told = capsys.readouterr()
    report = json.loads(told.out)
    assert report["data"] == "56 facts, 25 entities, 3 relations"
    assert [one["name"] for one in report["others"]] == ["Hits@1", "Hits@3", "Hits@10"]
    assert 'facts are "1", "2", "3"' in told.err
    assert "now try: gdgnn predict" in told.err
    config = (out / "config.toml").read_text()
    assert "gdgnn train kg --config" in config
    assert "refit = false" in config


def test_the_config_repeats_the_training(model: str, tmp_path: Path) -> None:
    again = tmp_path / "again"
    assert main(["train", "kg", "--config", f"{model}/config.toml", "--out", str(again)]) == 0
    name = "tensors.safetensors"
    assert (again / name).read_bytes() == (Path(model) / name).read_bytes()


def test_a_folder_is_trained_on_by_its_parts(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    write(folder / "train.txt", FACTS[:44])
    write(folder / "test.txt", FACTS[50:])
    given = ["train", "kg", str(folder), "--valid-facts", str(write(tmp_path / "v.tsv", FACTS[44:50]))]
    assert main([*given, "--out", str(tmp_path / "model"), *FAST, "--json", "--no-refit"]) == 0
    assert json.loads(capsys.readouterr().out)["split"] == "56 facts: 44 train, 6 valid, 6 test"


def test_columns_are_named_by_flags(tmp_path: Path, capsys: Capture) -> None:
    table = write(tmp_path / "t.tsv", [(t, h, r) for h, r, t in FACTS], "whom\twho\tdoes\n")
    given = ["train", "kg", str(table), "--head", "who", "--relation", "does", "--tail", "whom"]
    assert main([*given, "--out", str(tmp_path / "model"), *FAST, "--no-refit", "--epochs", "1"]) == 0
    assert KnowledgeGraphCompleter.load(tmp_path / "model").facts_.num_triples == 56
    capsys.readouterr()


def test_one_question(model: str, capsys: Capture) -> None:
    assert main(["predict", model, "--head", "b1", "--relation", "right", "-k", "4"]) == 0
    found = rows_of(capsys)
    wanted = KnowledgeGraphCompleter.load(model).predict("b1", "right", None, k=4)
    assert [row["tail"] for row in found] == list(wanted.names())
    assert [row["rank"] for row in found] == ["1", "2", "3", "4"]
    assert float(found[0]["score"]) == pytest.approx(wanted[0].score)
    assert main(["predict", model, "--head", "b1", "--tail", "c2", "--known", "--json"]) == 0
    every = json.loads(capsys.readouterr().out)
    assert {row["relation"]: row["known"] for row in every}["diagonal"] is True


def test_a_table_of_questions(model: str, tmp_path: Path, capsys: Capture) -> None:
    table = tmp_path / "questions.csv"
    table.write_text("head,relation,tail\nb1,right,\n,down,c2\nb1,,c2\n")
    assert main(["predict", model, str(table), "-k", "2"]) == 0
    found = rows_of(capsys)
    assert [row["question"] for row in found] == ["1", "1", "2", "2", "3", "3"]
    completer = KnowledgeGraphCompleter.load(model)
    assert [row["head"] for row in found[2:4]] == list(completer.predict(None, "down", "c2", k=2).names())
    table.write_text("tail,relation\nc2,down\n")
    assert main(["predict", model, str(table), "-k", "2"]) == 0
    assert [row["head"] for row in rows_of(capsys)] == [row["head"] for row in found[2:4]]


def test_whole_facts_are_scored(model: str, facts: Path, tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    assert main(["predict", model, str(facts), "--out", str(out)]) == 0
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert [(row["head"], row["relation"], row["tail"]) for row in rows] == FACTS
    wanted = KnowledgeGraphCompleter.load(model).decision_function(FACTS)
    assert [float(row["score"]) for row in rows] == pytest.approx(wanted.tolist(), abs=1e-5)


def test_a_fact_is_explained_and_drawn(model: str, tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "why.svg"
    assert main(["explain", model, "b1", "diagonal", "c2", "--picture", str(picture)]) == 0
    assert "path: b1 -[down]-> b2 -[right]-> c2" in capsys.readouterr().out
    assert picture.stat().st_size > 1000
    assert main(["explain", model, "b1", "diagonal", "c2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    parts = told["without_nodes"] + sum(one["value"] for one in told["contributions"]) + told["interaction"]
    assert parts == pytest.approx(told["score"])
    assert told["fact_paths"][0]["steps"][0][0] == {"relation": "down", "forward": True}


def test_facts_are_ranked_in_the_graph_of_others(model: str, tmp_path: Path, capsys: Capture) -> None:
    other = grid(4, "z")
    graph, test = write(tmp_path / "o.tsv", other[:-4]), write(tmp_path / "t.tsv", other[-4:])
    call = ["evaluate", model, str(test), "--graph-facts", str(graph), "--json"]
    assert main(call) == 0
    full = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in full] == ["MRR", "Hits@1", "Hits@3", "Hits@10"]
    moved = KnowledgeGraphCompleter.load(model).transfer(other[:-4])
    assert full[0]["value"] == pytest.approx(moved.evaluate(other[-4:]).figures[0].value)
    assert full[0]["protocol"]["split"] == "t.tsv, 4 facts"
    assert main([*call, "--protocol", "legacy"]) == 0
    legacy = json.loads(capsys.readouterr().out)
    assert [one["protocol"]["negatives"] for one in legacy] == [
        "50 drawn a side",
        "50 drawn a side, expected",
    ]
    assert main([*call, "--by", "relation"]) == 0
    (apart,) = json.loads(capsys.readouterr().out)
    assert apart["protocol"]["split"] == "t.tsv, relation diagonal, 4 facts"


def test_a_folder_of_other_facts_and_more_that_are_known(model: str, tmp_path: Path, capsys: Capture) -> None:
    other = grid(4, "z")
    write(tmp_path / "train.txt", other[:-8])
    valid, test = write(tmp_path / "valid.txt", other[-8:-4]), write(tmp_path / "test.txt", other[-4:])
    call = ["evaluate", model, str(test), "--graph-facts", str(tmp_path), "--json"]
    assert main(call) == 0
    before = json.loads(capsys.readouterr().out)[0]["value"]
    assert main([*call, "--known-facts", str(valid)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["value"] >= before


def test_entities_without_a_fact_can_be_ranked(model: str, tmp_path: Path, capsys: Capture) -> None:
    graph, test = tmp_path / "o.tsv", tmp_path / "t.tsv"
    write(graph, grid(3, "z"))
    write(test, [("za0", "right", "stranger"), ("za1", "down", "zc2"), ("za1", "right", "zc1")])
    assert main(["evaluate", model, str(test), "--graph-facts", str(graph)]) == 0
    assert "t.tsv, 3 facts" in capsys.readouterr().out


def test_known_facts_are_told_of(model: str, facts: Path, capsys: Capture) -> None:
    assert main(["evaluate", model, str(facts)]) == 0
    assert "56 of the 56 facts are known" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["predict", "{model}", "--head", "b1"], "give two of --head"),
        (["predict", "{model}", "--head", "nobody", "--relation", "right"], "no entity is called 'nobody'"),
        (["predict", "{model}", "--head", "b1", "--relation", "rihgt"], "did you mean 'right'?"),
        (["explain", "{model}", "b1", "c1"], "HEAD RELATION TAIL"),
        (["explain", "{model}", "b1", "left", "c1"], "no relation is called 'left'"),
        (["recommend", "{model}", "--all"], "gdgnn train link"),
        (["evaluate", "{model}", "{tmp}/strange.tsv"], "no entity is called"),
        (["evaluate", "{model}", "{facts}", "--graph-facts", "{tmp}/strange.tsv"], "no relation is called"),
        (["predict", "{model}", "{tmp}/names.csv"], "at least two of them by name"),
    ],
)
def test_what_makes_no_sense_is_told(
    model: str, facts: Path, tmp_path: Path, capsys: Capture, call: list[str], told: str
) -> None:
    write(tmp_path / "strange.tsv", [("x", "beside", "y"), ("y", "beside", "x")])
    (tmp_path / "names.csv").write_text("name,age\nb1,3\n")
    assert main([part.format(model=model, facts=facts, tmp=tmp_path) for part in call]) == 2
    assert told in capsys.readouterr().err


def test_an_interrupted_training_goes_on(
    facts: Path, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    from gdgnn.estimators import kg_training

    out = tmp_path / "model"
    call = ["train", "kg", str(facts), "--out", str(out), *FAST]
    fit, calls = kg_training.fit, []

    def interrupted(*given: Any, **options: Any) -> Any:
        calls.append(options)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return fit(*given, **options)

    monkeypatch.setattr(kg_training, "fit", interrupted)
    assert main(call) == 130
    assert "--resume goes on" in capsys.readouterr().err
    assert not out.exists()
    assert main([*call, "--resume"]) == 0
    name = "tensors.safetensors"
    assert (out / name).read_bytes() == (Path(model) / name).read_bytes()
    assert main([*call, "--resume"]) == 0
    assert "nothing to resume" in capsys.readouterr().err


def test_parts_are_looked_over_for_leaks(facts: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["check", "--facts", str(facts)]) == 0
    told = capsys.readouterr()
    assert "split as gdgnn train kg does: 56 facts: 44 train, 6 valid, 6 test" in told.err
    assert "no leak found" in told.out
    both = write(tmp_path / "test.tsv", FACTS[:2])
    assert main(["check", "--facts", "--train", str(facts), "--test", str(both), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["leaks"][0]["kind"] == "target_in_graph"
    assert main(["check", "--facts"]) == 2
    assert main(["check", "--facts", "--train", str(facts), "--test-negatives", str(both)]) == 2
    assert "drawn as they are needed" in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------- examples


def examples() -> Iterator[str]:
    """All that `--help` shows of facts; what asks a model comes after the trainings."""
    told = {" ".join(words): command.help or "" for words, command in commands()}
    for name in ["train kg", *sorted(told.keys() - {"train kg"})]:
        for example in re.findall(r"Example: gdgnn (.*)", told[name]):
            if name == "train kg" or re.search(r"kg-model|--facts", example):
                yield example


@pytest.fixture(scope="module")
def folder(model: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables and the model that examples name."""
    here = tmp_path_factory.mktemp("examples")
    names = {"a0": "alice", "b0": "bob", "right": "knows"}
    facts = [tuple(names.get(part, part) for part in fact) for fact in FACTS]
    write(here / "facts.tsv", facts)
    write(here / "facts.csv", facts, "who\tdoes\twhat\n")
    (here / "WN18RR_v1").mkdir()
    for part, some in (("train", facts[:44]), ("valid", facts[44:50]), ("test", facts[50:])):
        write(here / "WN18RR_v1" / f"{part}.txt", some)
    other = [tuple(names.get(part, part) for part in fact) for fact in grid(4, "z")]
    write(here / "other.tsv", other[:-4])
    write(here / "test.tsv", other[-4:])
    (here / "questions.csv").write_text("head,relation,tail\nalice,knows,\n,knows,bob\n")
    assert main(["train", "kg", str(here / "facts.tsv"), "--out", str(here / "kg-model"), *FAST]) == 0
    return here


@pytest.mark.parametrize("example", list(examples()))
def test_every_example_runs(
    example: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(folder)
    words = shlex.split(example)
    # Of a flag that is given twice, the last one counts.
    less = ["--epochs", "1", "--out", str(tmp_path / "model")] if words[0] == "train" else []
    assert main([*words, *less]) == 0, capsys.readouterr().err
