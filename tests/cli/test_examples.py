"""Every example of `--help` runs as it is written."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pytest

from gdgnn.cli.main import main
from gdgnn.estimators import classifier, link
from gdgnn.estimators.search import choose
from tests.cli.small import PEOPLE, circles, team, write_rows
from tests.cli.test_main import commands

# What takes long or needs a network is asked for less: of a flag that is given twice, the last one counts.
LESS = {
    "demo": ["--nodes", "150", "--epochs", "1"],
    "bench": ["--nodes", "600", "--pairs", "300", "--sample", "10"],
    "datasets": ["--data-dir", "{data}"],
}
# The cells that are reproduced are minutes long, and have tests of their own; so have knowledge graphs.
ELSEWHERE = ("reproduce", "train kg")
ORDER = ("train link", "train node", "train graph")


def examples() -> Iterator[str]:
    """The trainings first: the others ask their models."""
    told = {" ".join(words): command.help or "" for words, command in commands()}
    for name in [*ORDER, *sorted(told.keys() - {*ORDER, *ELSEWHERE})]:
        for example in re.findall(r"Example: gdgnn (.*)", told[name]):
            if not re.search(r"kg-model|--facts", example):
                yield example


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables that the examples name."""
    here = tmp_path_factory.mktemp("examples")
    names = [*["alice", "bob"], *PEOPLE[2:]]
    edges = [(names[u], names[v]) for u, v in circles()]
    write_rows(here / "edges.csv", ["from", "to"], edges)
    write_rows(here / "follows.csv", ["who", "whom"], edges)
    write_rows(here / "train.csv", ["from", "to"], edges[:100])
    write_rows(here / "valid.csv", ["from", "to"], edges[100:110])
    write_rows(here / "test.csv", ["from", "to"], edges[110:])
    write_rows(here / "negatives.csv", ["from", "to"], [("alice", names[9]), ("bob", names[30])])
    write_rows(here / "pairs.csv", ["one", "other", "linked"], [("alice", "p4", 1), ("bob", "p30", 0)])
    people = [(name, at % 7, team(at)) for at, name in enumerate(names)]
    write_rows(here / "people.csv", ["name", "age", "team"], people)
    write_rows(here / "teams.csv", ["name", "team"], [(name, team(at)) for at, name in enumerate(names[:36])])
    rings = [(f"m{at}", i, (i + 1) % 6) for at in range(20) for i in range(6 if at % 2 else 5)]
    write_rows(here / "bonds.csv", ["molecule", "a", "b"], rings)
    write_rows(here / "toxic.csv", ["molecule", "toxic"], [(f"m{at}", "ny"[at % 2]) for at in range(20)])
    for table in ("follows", "bonds"):
        duckdb.sql(f"COPY (FROM '{here}/{table}.csv') TO '{here}/{table}.parquet'")
    return here


@pytest.mark.parametrize("example", list(examples()))
def test_it_runs(
    example: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    monkeypatch.chdir(folder)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    for module in (link, classifier):
        monkeypatch.setattr(module, "choose", partial(_choose_once, choose))
    words = shlex.split(example.partition(" > ")[0])
    less = LESS.get(words[0], [])
    if "{data}" in less:
        less = [one.format(data=request.getfixturevalue("data_root")) for one in less]
    assert main([*words, *less]) == 0, capsys.readouterr().err


def _choose_once(wrapped: Any, *given: Any, **options: Any) -> Any:
    """A search that tries one setting."""
    return wrapped(*given, **{**options, "trials": 1})
