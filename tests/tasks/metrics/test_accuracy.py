from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score

from gdgnn.tasks.metrics import accuracy


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_accuracy_is_that_of_scikit_learn(case: list[tuple[int, int]]) -> None:
    predicted, label = np.array(case).T
    assert accuracy(predicted, label) == pytest.approx(accuracy_score(label, predicted), abs=1e-12)
    assert accuracy(torch.eye(4)[predicted.copy()], torch.from_numpy(label.copy())) == accuracy(
        predicted, label
    )


def test_of_classes_that_tie_the_first_is_taken() -> None:
    assert accuracy(torch.zeros(4, 3), [0, 1, 2, 0]) == 0.5


@pytest.mark.parametrize(
    ("predicted", "label", "message"),
    [
        ([], [], "nothing to be right or wrong about; give at least one target"),
        ([0.5], [1], r"predicted\[0\] is 0.5, which is no class; give whole numbers, or \(n, classes\)"),
        ([1], [0.5], r"label\[0\] is 0.5, which is no class"),
        ([1, 1], [1], "2 predictions for 1 labels"),
        ([[0.1, float("nan")]], [1], r"predicted\[0, 1\] is nan"),
    ],
)
def test_what_cannot_be_measured_is_an_error(
    predicted: list[float], label: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        accuracy(predicted, label)
