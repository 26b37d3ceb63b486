from __future__ import annotations

import json

import numpy as np
import pytest

from gdgnn.tasks.metrics import Measured, Protocol, over_seeds


def run(value: float, seed: int, split: str = "test") -> Measured:
    return Measured("AUC", value, Protocol(split, negatives="9 uniform", filtered=True, seeds=(seed,)))


def test_a_figure_is_printed_with_all_of_its_protocol() -> None:
    assert (
        str(run(0.98765, 3)) == "AUC 0.9877 (test; negatives: 9 uniform, filtered; ties: realistic; seed 3)"
    )
    not_filtered = Protocol("valid", negatives="50 a side", filtered=False, ties="optimistic")
    assert str(not_filtered) == "valid; negatives: 50 a side, not filtered; ties: optimistic"
    assert str(Measured("accuracy", 1, Protocol("10 folds", ties=None))) == "accuracy 1.0000 (10 folds)"


def test_a_figure_becomes_json() -> None:
    plain = json.loads(json.dumps(run(0.5, 3).as_dict()))
    assert plain["value"] == 0.5
    assert plain["protocol"] == {
        "split": "test",
        "negatives": "9 uniform",
        "filtered": True,
        "ties": "realistic",
        "seeds": [3],
    }


def test_seeds_are_averaged() -> None:
    values = [0.5, 0.75, 0.8]
    mean = over_seeds([run(value, seed) for seed, value in enumerate(values)])
    assert mean.value == pytest.approx(np.mean(values))
    assert mean.spread == pytest.approx(np.std(values, ddof=1))
    assert mean.protocol.seeds == (0, 1, 2)
    assert over_seeds([run(0.5, 4)]) == run(0.5, 4)


def test_only_what_was_measured_alike_is_averaged() -> None:
    with pytest.raises(ValueError, match=r"runs\[1\] is AUC .*valid.*; only their seeds may differ"):
        over_seeds([run(0.5, 0), run(0.5, 1, split="valid")])
    with pytest.raises(ValueError, match="one occurs twice; count each run once"):
        over_seeds([run(0.5, 0), run(0.6, 0)])
    with pytest.raises(ValueError, match="no runs; give at least one"):
        over_seeds([])


def test_a_figure_is_finite() -> None:
    with pytest.raises(ValueError, match="AUC is nan; give a finite number"):
        run(float("nan"), 0)
