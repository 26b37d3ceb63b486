from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.estimators.page.calibration import calibration, calibration_chart, calibration_error
from tests.estimators.page.parsed import parsed


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40))
def test_every_target_is_in_one_bin(rows: list[tuple[float, bool]]) -> None:
    probability = np.array([0.2, 0.8, *(one for one, _ in rows)])
    label = np.array([0, 1, *(one for _, one in rows)])
    bins = calibration(probability, label)
    assert sum(one.count for one in bins) == label.size
    assert sum(one.weight for one in bins) == pytest.approx(1)
    assert sum(one.weight * one.observed for one in bins) == pytest.approx(0.5)
    assert all(0 <= one.predicted <= 1 and -1e-9 <= one.observed <= 1 + 1e-9 for one in bins)


def test_probabilities_that_are_true_are_found_true() -> None:
    random = np.random.default_rng(0)
    probability = random.random(100_000)
    label = (random.random(100_000) < probability).astype(int)
    assert calibration_error(calibration(probability, label)) < 0.01
    assert calibration_error(calibration(probability**3, label)) > 0.1


def test_more_negatives_of_the_same_kind_change_nothing() -> None:
    probability, label = np.array([0.9, 0.6, 0.4, 0.1]), np.array([1, 0, 1, 0])
    more = calibration(np.append(probability, [0.6, 0.1] * 3), np.append(label, [0, 0] * 3))
    for few, many in zip(calibration(probability, label), more, strict=True):
        assert (few.predicted, few.observed) == pytest.approx((many.predicted, many.observed))


def test_the_chart_has_a_dot_for_each_bin() -> None:
    bins = calibration(np.array([0.0, 0.35, 1.0]), np.array([0, 1, 1]))
    drawing = parsed(calibration_chart(bins, alt="A few."))
    assert len(drawing.all("circle")) == len(bins) == 3
    assert drawing.all("svg")[0].attributes["aria-label"] == "A few."
