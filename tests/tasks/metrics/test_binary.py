"""AUC and average precision."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, roc_auc_score

from gdgnn.tasks.metrics import auc, average_precision
from tests.tasks.metrics import oracle
from tests.tasks.metrics.strategies import labelled

Labelled = tuple[np.ndarray, np.ndarray]
Metric = Callable[..., float]
both = pytest.mark.parametrize("metric", [auc, average_precision])


@given(labelled())
def test_auc_is_that_of_scikit_learn_and_of_counting_pairs(case: Labelled) -> None:
    score, label = case
    assert auc(score, label) == pytest.approx(roc_auc_score(label, score), abs=1e-12)
    assert auc(score, label) == pytest.approx(oracle.auc(score[label == 1], score[label == 0]), abs=1e-12)


@given(labelled())
def test_average_precision_is_that_of_scikit_learn(case: Labelled) -> None:
    score, label = case
    assert average_precision(score, label) == pytest.approx(average_precision_score(label, score), abs=1e-12)


def test_a_million_scores_agree_with_scikit_learn() -> None:
    random = np.random.default_rng(0)
    score = random.normal(size=200_000).round(3)
    label = random.random(200_000) < 0.01
    assert auc(score, label) == pytest.approx(roc_auc_score(label, score), abs=1e-12)
    assert average_precision(score, label) == pytest.approx(average_precision_score(label, score), abs=1e-12)


@given(labelled())
def test_turning_scores_or_labels_around_turns_auc_around(case: Labelled) -> None:
    score, label = case
    assert auc(-score, label) == pytest.approx(1 - auc(score, label), abs=1e-12)
    assert auc(score, 1 - label) == pytest.approx(1 - auc(score, label), abs=1e-12)


@both
@given(case=labelled(), seed=st.integers(0, 99))
def test_only_the_order_of_scores_counts_not_that_of_rows(metric: Metric, case: Labelled, seed: int) -> None:
    score, label = case
    order = np.random.default_rng(seed).permutation(score.size)
    stretched = 3 * np.unique(score, return_inverse=True)[1] ** 3 - 7.0
    assert metric(score[order], label[order]) == pytest.approx(metric(score, label), abs=1e-12)
    assert metric(stretched, label) == metric(score, label)


@both
@given(case=labelled())
def test_tensors_and_arrays_of_every_kind_agree(metric: Metric, case: Labelled) -> None:
    score, label = case
    single = torch.from_numpy(score).float()
    expected = metric(single.numpy(), label)
    assert metric(single.requires_grad_(), torch.from_numpy(label)) == expected
    assert metric(single.double(), label.astype(bool)) == expected
    assert metric(single.tolist(), label.astype(np.float32)) == expected


def test_half_precision_scores_are_taken() -> None:
    for kind in (torch.bfloat16, torch.float16):
        assert auc(torch.tensor([0.5, 1.0, 2.0], dtype=kind), [0, 0, 1]) == 1.0


def test_large_logits_are_not_squeezed_together() -> None:
    assert auc(torch.tensor([20.0, 30.0, 25.0]), [0, 1, 0]) == 1.0


@both
def test_constant_scores_tell_nothing(metric: Metric) -> None:
    assert metric(np.zeros(4), [1, 0, 1, 0]) == 0.5


@both
def test_perfect_scores_give_one(metric: Metric) -> None:
    assert metric([3, 2, 1, 0], [1, 1, 0, 0]) == 1.0


@both
@pytest.mark.parametrize(
    ("score", "label", "message"),
    [
        ([0.1, float("nan")], [0, 1], r"score\[1\] is nan; metrics need finite scores: .* learning rate"),
        ([float("-inf"), 0.1], [0, 1], r"score\[0\] is -inf"),
        ([0.1, 0.2], [1, 1], r"2 positives and 0 negatives; .* give at least one of each"),
        ([0.1, 0.2], [0, 0], r"0 positives and 2 negatives"),
        ([], [], r"0 positives and 0 negatives"),
        ([0.1, 0.2], [0, 2], r"label\[1\] is 2; give 0 or 1"),
        ([0.1, 0.2], [-1, 1], r"label\[0\] is -1; give 0 or 1"),
        ([0.1, 0.2], [0, float("nan")], r"label\[1\] is nan; give 0 or 1"),
        ([0.1, 0.2], [0, 1, 1], r"label has shape \(3,\); the scores have \(2,\)"),
        ([[0.1, 0.2]], [[0, 1]], r"score has shape \(1, 2\); expected 1 dimension"),
    ],
)
def test_what_cannot_be_measured_is_an_error(
    metric: Metric, score: list[float], label: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        metric(score, label)


@both
def test_words_are_no_scores(metric: Metric) -> None:
    with pytest.raises(TypeError, match="score holds <U4; give numbers"):
        metric(["high", "low"], [0, 1])
