"""`gdgnn demo`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gdgnn.cli.hidden_friends import HiddenFriends
from gdgnn.cli.main import main
from gdgnn.cli.people import people
from gdgnn.cli.social_graph import friendships

Capture = pytest.CaptureFixture[str]
SMALL = ["demo", "--nodes", "150", "--epochs", "2", "--threads", "1", "--device", "cpu"]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "out"
    assert main([*SMALL, "--out", str(folder)]) == 0
    return folder


def test_all_methods_are_compared_and_one_link_is_explained(tmp_path: Path, capsys: Capture) -> None:
    assert main([*SMALL, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    for method in ("GNN with geodesics", "plain GNN", "Adamic-Adar"):
        assert f"\n{method}  " in told
    assert "may know:" in told
    assert "ends and distance alone" in told
    assert (tmp_path / "why.png").read_bytes().startswith(b"\x89PNG")


def test_its_figures_are_those_of_evaluate(out: Path, capsys: Capture) -> None:
    assert main([*SMALL, "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["picture"] == str(out / "why.png")
    assert main(["evaluate", str(out / "model"), str(out / "pairs.csv"), "--label", "friends", "--json"]) == 0
    measured = {one["name"]: one["value"] for one in json.loads(capsys.readouterr().out)}
    assert measured["AUC"] == pytest.approx(told["figures"][0]["auc"])
    assert measured["average precision"] == pytest.approx(told["figures"][0]["average_precision"])


def test_its_edges_can_be_learned_from(out: Path, tmp_path: Path) -> None:
    flags = ["--model", "instant", "--time-budget", "inf", "--trials", "1", "--max-dist", "3"]
    assert main(["train", "link", str(out / "edges.csv"), "--out", str(tmp_path / "model"), *flags]) == 0


def test_hidden_friends_are_not_seen_and_strangers_are_strangers() -> None:
    asked = HiddenFriends.of(400, seed=3)
    seen = set(asked.code(asked.seen.edge_index.astype(np.int64)).tolist())
    hidden = set(asked.code(asked.hidden).tolist())
    strangers = set(asked.code(asked.pairs[:, asked.friends == 0]).tolist())
    assert len(hidden) == asked.hidden.shape[1]
    assert not seen & hidden
    assert not strangers & (seen | hidden)
    names = people(400)
    friends = {frozenset(names[end] for end in pair) for pair in friendships(400, seed=3).T.tolist()}
    known = asked.seen.node_names
    assert known is not None
    assert all(frozenset(known[end] for end in pair) in friends for pair in asked.hidden.T.tolist())
    assert asked.are_hidden(asked.hidden[::-1]).all()
    assert not asked.are_hidden(asked.pairs[:, asked.friends == 0]).any()


def test_the_same_seed_makes_the_same_graph() -> None:
    np.testing.assert_array_equal(friendships(200, seed=1), friendships(200, seed=1))
    assert not np.array_equal(friendships(200, seed=1), friendships(200, seed=2))
