from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn.cli import demo, demo_questions

SMALL = ["--nodes", "600", "--pairs", "300", "--sample", "40"]


def test_the_demo_agrees_with_networkx_and_leaves_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo.main([*SMALL, "--out", str(tmp_path / "out")]) == 0
    picture = tmp_path / "out" / "geodesics.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    printed = capsys.readouterr().out
    assert "40 of 40" in printed
    assert "pairs/s" in printed


def test_the_demo_fails_when_the_answers_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [
        demo_questions.Question(question.name, question.ask_engine, question.ask_networkx, lambda *_: False)
        for question in demo_questions.QUESTIONS
    ]
    monkeypatch.setattr(demo, "QUESTIONS", wrong)
    assert demo.main([*SMALL, "--out", str(tmp_path)]) == 1


def test_a_picture_is_drawn_of_a_pair_two_steps_apart_too(tmp_path: Path) -> None:
    assert demo.main([*SMALL, "--max-dist", "2", "--out", str(tmp_path)]) == 0
