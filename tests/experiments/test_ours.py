from __future__ import annotations

from statistics import mean, stdev

import pytest

from gdgnn.experiments.ours import Ours
from gdgnn.experiments.record import SeedResult


def test_mean_and_deviation_are_those_of_the_figures_as_they_are_written() -> None:
    ours = Ours.of([SeedResult(seed, {"auc": 90 + seed / 3}) for seed in range(4)], ["auc"], "f")
    assert ours.values == {"auc": [90.0, 90.33, 90.67, 91.0]}
    assert ours.mean["auc"] == pytest.approx(mean(ours.values["auc"]), abs=0.006)
    assert ours.std["auc"] == pytest.approx(stdev(ours.values["auc"]), abs=0.006)
    assert ours.seeds == (0, 1, 2, 3)


def test_a_single_seed_has_no_deviation() -> None:
    assert Ours.of([SeedResult(0, {"auc": 90.0})], ["auc"], "f").std == {"auc": 0.0}


def test_a_curve_is_read_at_the_best_epoch_of_the_mean_the_same_for_all() -> None:
    results = [
        SeedResult(0, {}, {"best": [50.0, 70.0, 90.0]}),
        SeedResult(1, {}, {"best": [95.0, 80.0, 50.0]}),
    ]
    # Means 72.5, 75, 70: neither fold is at its own best.
    assert Ours.of(results, ["best"], "f").values == {"best": [70.0, 80.0]}


def test_seconds_are_a_mean_and_the_date_is_the_last() -> None:
    results = [
        SeedResult(0, {"auc": 1.0}, {}, 2.0, "2024-01-02"),
        SeedResult(1, {"auc": 1.0}, {}, 4.0, "2024-01-01"),
    ]
    ours = Ours.of(results, ["auc"], "f")
    assert (ours.seconds, ours.date) == (3.0, "2024-01-02")
