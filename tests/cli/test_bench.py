from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gdgnn.cli import bench_questions
from gdgnn.cli.main import main

SMALL = ["bench", "--nodes", "600", "--pairs", "300", "--sample", "40"]


def test_the_engine_agrees_with_networkx(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    assert capsys.readouterr().out.count("40 of 40") == len(bench_questions.QUESTIONS)


def test_json_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["question"] for row in rows] == [question.name for question in bench_questions.QUESTIONS]
    assert all(row["gdgnn"] > 0 and row["networkx"] > 0 for row in rows)


def test_a_difference_is_bad_news(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [replace(question, alike=lambda *_: False) for question in bench_questions.QUESTIONS]
    monkeypatch.setattr(bench_questions, "QUESTIONS", wrong)
    assert main(SMALL) == 1
