from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.tasks.metrics import auc, multitask_auc, multitask_average_precision, per_task
from tests.tasks.metrics import oracle


@st.composite
def labelled_tasks(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """(n, tasks) scores with ties and labels of which many are missing, some tasks with one class only."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (draw(st.integers(1, 12)), draw(st.integers(1, 5)))
    share = random.choice([0.0, 0.2, 0.5, 1.0], size=shape[1])
    label = (random.random(shape) < share).astype(np.float32)
    label[random.random(shape) < draw(st.sampled_from((0.0, 0.3, 0.9)))] = np.nan
    return random.integers(-3, 4, shape).astype(np.float32), label


@given(labelled_tasks())
def test_means_over_tasks_are_ogbs(case: tuple[np.ndarray, np.ndarray]) -> None:
    score, label = case
    for metric, name in ((multitask_auc, "rocauc"), (multitask_average_precision, "ap")):
        try:
            expected = oracle.ogb_multitask(name, score, label)
        except RuntimeError:
            with pytest.raises(ValueError, match=r"none of the \d tasks has a positive and a negative"):
                metric(score, label)
        else:
            assert metric(score, label) == pytest.approx(expected, abs=1e-12)
            assert metric(torch.from_numpy(score), torch.from_numpy(label)) == metric(score, label)


def test_each_task_has_its_own_targets() -> None:
    nan = float("nan")
    score = [[0.1, 0.9, 0.5], [0.2, 0.8, 0.5], [0.3, 0.1, 0.5]]
    label = [[0, 0, 1], [1, 1, 1], [nan, 0, nan]]
    np.testing.assert_array_equal(per_task(auc, score, label), [1.0, 0.5, nan])
    assert multitask_auc(score, label) == 0.75


def test_a_missing_label_does_not_excuse_a_score_that_is_not_finite() -> None:
    with pytest.raises(ValueError, match=r"score\[1, 0\] is nan"):
        multitask_auc([[0.1], [float("nan")], [0.3]], [[0], [float("nan")], [1]])


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ([[0], [3]], r"label\[1, 0\] is 3; give 0, 1 or NaN \(no label\)"),
        ([0, 1], r"label has shape \(2,\); the scores have \(2, 1\)"),
    ],
)
def test_what_is_no_label_is_refused(label: list[object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        multitask_auc([[0.1], [0.2]], label)
