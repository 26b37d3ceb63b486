"""Measurements on small sets: right answers, written down, gone on with, put into tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from gdgnn.experiments.expressive import protocol, regular, trained
from gdgnn.experiments.expressive.__main__ import main
from gdgnn.experiments.expressive.protocol import THRESHOLD, Protocol, brec_trained, judge, t_squared
from gdgnn.experiments.expressive.record import read, write
from gdgnn.experiments.expressive.sets import GraphPair, from_graph6
from gdgnn.experiments.expressive.tables import refreshed
from gdgnn.experiments.expressive.untrained import DIFFERENCE, Network, differences

PAIR = GraphPair("two", from_graph6("EhEG"), from_graph6("EwCW"))
SHORT = Protocol(max_dist=2, pair_layers=1, depth=2, hidden_channels=16, epochs=10)


def test_t_squared_is_hotellings_over_the_number_of_copies() -> None:
    torch.manual_seed(0)
    first, second = torch.randn(32, 3).double(), torch.randn(32, 3).double()
    difference = (first - second).numpy()
    mean = difference.mean(axis=0)
    expected = mean @ np.linalg.inv(np.cov(difference.T)) @ mean
    assert t_squared(first, second) == pytest.approx(expected)
    assert t_squared(first, first + 1000 + 0.1 * second) > THRESHOLD


def test_the_protocol_tells_a_hexagon_from_triangles_and_not_a_graph_from_itself() -> None:
    found = judge(PAIR, 0, SHORT)
    assert found["told"]
    assert found["reliable"]
    assert not judge(GraphPair("same", PAIR.first, PAIR.first), 0, SHORT)["told"]


def test_judged_pairs_are_not_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []
    monkeypatch.setattr(protocol, "brec", lambda _: [PAIR] * 3)
    monkeypatch.setattr(
        protocol,
        "judge",
        lambda pair, number, _: (
            judged.append(number) or {"category": "two", "told": True, "reliable": True, "seconds": 1.0}
        ),
    )
    brec_trained(tmp_path, slice(0, 2), SHORT, tmp_path)
    brec_trained(tmp_path, slice(None), SHORT, tmp_path)
    assert judged == [0, 1, 2]
    with pytest.raises(ValueError, match="another protocol"):
        brec_trained(tmp_path, slice(None), Protocol(), tmp_path)


def test_random_networks_differ_on_the_pair_by_distance_and_not_without() -> None:
    for context, told in (("none", False), ("neighbors+distance", True)):
        apart, noise = differences(Network(context=context, max_dist=2, depth=2), [PAIR], draws=2)
        assert (apart > DIFFERENCE).tolist() == [[told]] * 2
        assert noise < 1e-12


def test_shares_of_regular_graphs() -> None:
    assert regular.paper_max_dist(3, 2048) == 8
    for context, share in (("none", 0.0), ("vertical", 1.0)):
        network = Network(context=context, max_dist=4, depth=2, channels=8)
        assert regular.share_told(3, 64, network, graphs=3) == share


def test_two_classes_of_csl_are_learned() -> None:
    data, label = trained.csl_set(copies=4)
    pick = [at for at, of in enumerate(label) if of < 2]
    setting = trained.Setting(epochs=40, learning_rate=5e-3, batch_size=6, hidden_channels=16)
    found = trained.accuracy(
        [data[at] for at in pick], [label[at] for at in pick], np.array([0, 4]), 2, setting, 0
    )
    assert found == 1.0


def test_tables_stand_between_their_markers(tmp_path: Path) -> None:
    write("csl-ceilings", {"2": 3, "3": 6}, tmp_path)
    page = "<!-- csl-ceilings: begin -->\nold\n<!-- csl-ceilings: end -->\nrest <!-- regular: begin -->"
    new = refreshed(page, tmp_path)
    assert "| at best | 3 | 6 |" in new
    assert "old" not in new
    assert refreshed(new, tmp_path) == new


def test_the_guide_has_the_tables_of_the_result_files() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "guide" / "expressiveness.md"
    assert refreshed(page.read_text(encoding="utf-8")) == page.read_text(encoding="utf-8")


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["brec", "untrained", "--data-dir", str(tmp_path), "--out", str(tmp_path)])
    assert "--data-dir" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["regular", "trained"])
    assert "no trained" in capsys.readouterr().err
    assert read("brec-untrained", tmp_path) == {}
