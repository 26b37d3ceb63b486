from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.tasks.metrics import AtDistance, auc, average_precision, by_distance
from tests.tasks.metrics.strategies import labelled


@given(labelled(), st.integers(0, 99))
def test_each_distance_is_measured_by_itself(case: tuple[np.ndarray, np.ndarray], seed: int) -> None:
    score, label = case
    distance = np.random.default_rng(seed).integers(-1, 3, score.size)
    found = by_distance(score, label, distance, metric=average_precision)
    assert [part.distance for part in found] == sorted(set(distance.tolist()))
    assert sum(part.positives for part in found) == label.sum()
    assert sum(part.positives + part.negatives for part in found) == score.size
    for part in found:
        here = distance == part.distance
        one_class = not part.positives or not part.negatives
        assert part.value == (None if one_class else average_precision(score[here], label[here]))


def test_a_model_that_knows_distance_alone_scores_a_half_everywhere() -> None:
    distance = np.array([1, 1, 2, 2, -1, -1])
    label = np.array([1, 0, 1, 0, 1, 0])
    assert by_distance(-distance, label, distance) == tuple(AtDistance(d, 1, 1, 0.5) for d in (-1, 1, 2))
    assert auc(-distance, label) == 0.5


@pytest.mark.parametrize("distance", [[1.0, 2.0], [1], [[1, 2]]])
def test_distances_are_whole_numbers_one_a_pair(distance: list[object]) -> None:
    with pytest.raises(ValueError, match="give a whole number for each of the 2 pairs"):
        by_distance([0.1, 0.2], [0, 1], distance)
