"""`gdgnn check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdgnn.cli.main import main
from tests.cli.small import write_rows

Capture = pytest.CaptureFixture[str]


def test_one_table_is_split_and_found_clean(tables: Path, capsys: Capture) -> None:
    assert main(["check", f"{tables}/edges.csv"]) == 0
    told = capsys.readouterr()
    assert "split as gdgnn train does: 121 edges" in told.err
    assert told.out


def test_a_test_edge_reversed_in_training_is_bad_news(tmp_path: Path, capsys: Capture) -> None:
    train = write_rows(tmp_path / "train.csv", ["u", "v"], [("a", "b"), ("b", "c"), ("c", "d")])
    test = write_rows(tmp_path / "test.csv", ["u", "v"], [("d", "c"), ("a", "c")])
    call = ["check", "--train", str(train), "--test", str(test)]
    assert main([*call, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert all({"finding", "meaning", "remedy"} <= leak.keys() for leak in told["leaks"])
    assert main(call) == 1
    assert "1 " in capsys.readouterr().out


def test_a_split_that_gives_nothing_away(tmp_path: Path, capsys: Capture) -> None:
    train = write_rows(tmp_path / "train.csv", ["u", "v"], [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")])
    test = write_rows(tmp_path / "test.csv", ["u", "v"], [("a", "c")])
    negatives = write_rows(tmp_path / "negatives.csv", ["u", "v"], [("b", "d")])
    call = ["check", "--train", str(train), "--test", str(test), "--test-negatives", str(negatives)]
    assert main([*call, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


@pytest.mark.parametrize(
    "flags", [[], ["--train", "a.csv"], ["a.csv", "--train", "b.csv", "--test", "c.csv"]]
)
def test_too_little_or_too_much_is_told(flags: list[str], capsys: Capture) -> None:
    assert main(["check", *flags]) == 2
    assert "--train" in capsys.readouterr().err
