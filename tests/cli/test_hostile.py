"""What is strange, wrong or meant badly ends with an answer or one line, never with a traceback."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from gdgnn.cli.main import main
from gdgnn.data.tables import read_edges
from tests.cli.small import FAST, circles, write_rows

Capture = pytest.CaptureFixture[str]
INSTANT = [*FAST, "--model", "instant"]


def odd(node: int) -> str:
    """A name that breaks what is not written with care."""
    kinds = ('O\'Neil, "Bob"', "two\nlines", "\x1b[2Jcleared", "-5", "a\tb", "=cmd()", "Zoë 😀", " blanks ")
    return f"{kinds[node % len(kinds)]}{node}"


def told(capsys: Capture) -> str:
    """The last line of what was said."""
    lines = capsys.readouterr().err.splitlines()
    return lines[-1] if lines else ""


@pytest.fixture(scope="module")
def odd_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odd")
    table = write_rows(folder / "edges.csv", ["from", "to"], [(odd(u), odd(v)) for u, v in circles()])
    assert main(["train", "link", str(table), "--out", str(folder / "model"), *INSTANT]) == 0
    return folder / "model"


def test_odd_names_come_back_as_they_were(odd_model: Path, tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    assert main(["predict", str(odd_model), str(odd_model.with_name("edges.csv")), "--out", str(out)]) == 0
    with out.open(newline="") as file:
        rows = [(row["head"], row["tail"]) for row in csv.DictReader(file)]
    # Blanks around a name do not count.
    assert rows == [(odd(u).strip(), odd(v).strip()) for u, v in circles()]


def test_a_table_has_one_line_for_each_row_and_commands_no_terminal(odd_model: Path, capsys: Capture) -> None:
    assert main(["recommend", str(odd_model), "--all", "-k", "40"]) == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) == 1 + 40 + 2
    assert "two\\nlines" in printed
    assert main(["explain", str(odd_model), odd(1), odd(2)]) == 0
    printed += capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\\x1b[2Jcleared2" in printed


def test_names_that_look_like_formulas_are_drawn(tmp_path: Path) -> None:
    names = ("$\\frac$", "a_b", "^$$", "two\nlines", "😀")
    rows = [(f"{names[u % 5]}{u}", f"{names[v % 5]}{v}") for u, v in circles()]
    table = write_rows(tmp_path / "edges.csv", ["from", "to"], rows)
    out, picture = str(tmp_path / "model"), tmp_path / "why.png"
    assert main(["train", "link", str(table), "--out", out, *INSTANT]) == 0
    assert main(["explain", out, rows[0][0], rows[4][0], "--picture", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["report", out, "--no-train", "--links", "3"]) == 0


@pytest.mark.parametrize("far", [-41, 9 * 10**18, 10**25])
def test_ids_may_be_any_whole_numbers(tmp_path: Path, capsys: Capture, far: int) -> None:
    table = write_rows(tmp_path / "edges.csv", ["from", "to"], [(u + far, v + far) for u, v in circles()])
    out = str(tmp_path / "model")
    assert main(["train", "link", str(table), "--out", out, *INSTANT]) == 0
    capsys.readouterr()
    assert main(["explain", out, str(far), str(far + 4), "--max-paths", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"{far} - {far + 4}: probability")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["report", "{link}", "--out", "{tables}/edges.csv"], "a file that ends with .html"),
        (["report", "{link}", "--out", "{tmp}"], "a file that ends with .html"),
        (["train", "link", "https://example.org/x.csv", "--out", "{tmp}/m"], "nothing is fetched"),
        (["explain", "{link}", "p0", "p0"], "is given twice"),
        (["explain", "{link}", "P0", "p1"], "did you mean p0?"),
        (["explain", "{link}", "p0", "p1", "--max-pats", "1"], "No such option: --max-pats"),
        (["explain", "{link}", "-1", "--max-pats"], "no node is called '-1'"),
        (["predict", "{tables}/edges.csv", "{tables}/pairs.csv"], "edges.csv is a file; give the folder"),
        (["recommend", "{link}", "--node", "p0", "-k", "0"], "'-k'"),
        (["recommend", "{link}", "--all", "--max-pairs", "-1"], "'--max-pairs'"),
        (["evaluate", "{node}", "{tables}/pairs.csv", "--node", "one", "--label", "linked"], "--label"),
        (["bench", "--pairs", "0"], "'--pairs'"),
        (["bench", "--sample", "0"], "'--sample'"),
        (["bench", "--nodes", "-3"], "'--nodes'"),
        (["demo", "--out", "{tables}/edges.csv"], "edges.csv is a file; give a folder as --out"),
        (["datasets", "--download"], "--download needs a name"),
        (["train", "link", "{tables}", "--out", "{tmp}/m"], "is a folder; give one of its files"),
        (["train", "link", "{tables}/edges.csv", "--out", "/proc/no/model"], "/proc/no: No such file"),
        (["train", "link", "postgresql://u@localhost:1/x", "--out", "{tmp}/m"], "(--table)"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    words: Sequence[str], expected: str, link_model: str, node_model: str, tables: Path, tmp_path: Path,
    capsys: Capture,
) -> None:  # fmt: skip
    places = {"link": link_model, "node": node_model, "tables": str(tables), "tmp": str(tmp_path)}
    assert main([word.format(**places) for word in words]) == 2
    assert expected in told(capsys)


def test_classes_that_the_model_does_not_know_are_warned_of(
    node_model: str, tmp_path: Path, capsys: Capture
) -> None:
    table = write_rows(tmp_path / "teams.csv", ["who", "team"], [("p0", "red"), ("p1", "green")])
    assert main(["evaluate", node_model, str(table)]) == 0
    assert "1 of 2 labeled nodes have a class that the model does not know" in capsys.readouterr().err


def test_a_training_that_diverges_is_told(
    tables: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def diverged(*_: object, **__: object) -> float:
        return float("nan")

    monkeypatch.setattr("gdgnn.estimators.link_training.auc", diverged)
    call = ["train", "link", f"{tables}/edges.csv", "--out", str(tmp_path / "m"), "--model", "network", *FAST]
    assert main(call) == 2
    assert "metric of epoch 0 is nan" in told(capsys)


def test_a_fault_of_our_own_has_an_exit_code_of_its_own(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("this cannot be")

    monkeypatch.setattr("gdgnn.data.datasets.names", broken)
    assert main(["datasets"]) == 3
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "report it" in said


def test_too_little_memory_is_told() -> None:
    ends = np.random.default_rng(0).integers(0, 10**12, (300_000, 2)).astype(str)
    with pytest.raises(ValueError, match=r"memory_limit is 1MB|cannot be read"):
        read_edges({"a": ends[:, 0], "b": ends[:, 1]}, memory_limit="1MB")
