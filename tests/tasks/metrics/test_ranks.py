from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.tasks.metrics import ranks
from tests.tasks.metrics import oracle
from tests.tasks.metrics.strategies import queries, score_lists

Queries = tuple[np.ndarray, np.ndarray]


@given(queries(), st.integers(0, 99))
def test_ranks_are_those_counted_one_by_one(case: Queries, seed: int) -> None:
    positive, negative = case
    counts = np.random.default_rng(seed).random(negative.shape) < 0.6
    bounds = [
        oracle.rank_bounds(p, row[kept]) for p, row, kept in zip(positive, negative, counts, strict=True)
    ]
    best, worst = np.array(bounds, dtype=float).T
    assert (ranks(positive, negative, candidates=counts, ties="optimistic") == best).all()
    assert (ranks(positive, negative, candidates=counts, ties="pessimistic") == worst).all()
    assert (ranks(positive, negative, candidates=counts) == (best + worst) / 2).all()


@given(score_lists, score_lists, st.sampled_from(("realistic", "optimistic", "pessimistic")))
def test_one_common_list_is_the_same_list_for_each(
    positive: list[float], negative: list[float], ties: str
) -> None:
    repeated = np.tile(negative, (len(positive), 1))
    np.testing.assert_array_equal(
        ranks(positive, negative, ties=ties),  # type: ignore[arg-type]
        ranks(positive, repeated, ties=ties),  # type: ignore[arg-type]
    )


@given(queries())
def test_the_realistic_rank_lies_between_the_others(case: Queries) -> None:
    best, middle, worst = (ranks(*case, ties=t) for t in ("optimistic", "realistic", "pessimistic"))  # type: ignore[arg-type]
    assert (best <= middle).all()
    assert (middle <= worst).all()
    assert (best >= 1).all()
    assert (worst <= 1 + case[1].shape[1]).all()


@given(queries(), st.integers(0, 99))
def test_neither_the_order_of_candidates_nor_a_monotone_map_matters(case: Queries, seed: int) -> None:
    positive, negative = case
    shuffled = np.random.default_rng(seed).permutation(negative, axis=1)
    np.testing.assert_array_equal(ranks(positive, shuffled), ranks(positive, negative))
    order = np.unique(np.column_stack([positive, negative]), return_inverse=True)[1]
    order = order.reshape(len(positive), -1) ** 3
    np.testing.assert_array_equal(ranks(order[:, 0], order[:, 1:]), ranks(positive, negative))


def test_a_constant_model_stands_in_the_middle() -> None:
    assert ranks(torch.zeros(1), torch.zeros(1, 50)).tolist() == [26.0]


def test_what_is_no_candidate_may_have_any_score() -> None:
    scores = torch.tensor([[float("-inf"), 0.9, float("nan")]])
    assert ranks([0.5], scores, candidates=torch.tensor([[False, True, False]])).tolist() == [2.0]


def test_without_candidates_a_positive_is_first() -> None:
    assert ranks([0.5], [[0.9]], candidates=[[False]]).tolist() == [1.0]
    assert ranks([0.5], np.zeros((1, 0))).tolist() == [1.0]


def test_no_positives_have_no_ranks() -> None:
    assert ranks([], np.zeros((0, 3))).shape == (0,)


@pytest.mark.parametrize(
    ("positive", "negative", "candidates", "message"),
    [
        ([float("nan")], [[0.1]], None, r"positive\[0\] is nan"),
        ([0.1], [[0.1, float("inf")]], None, r"negative\[0, 1\] is inf"),
        ([0.1], [float("nan")], None, r"negative\[0\] is nan"),
        ([0.1, 0.2], [[0.1]], None, r"negative has 1 rows, but there are 2 positives; give one each"),
        ([0.1], [], None, r"negative is empty, .* give at least one negative"),
        ([0.1], [0.1], [[True]], r"candidates says .*: give negative of shape \(q, n\)"),
        ([0.1], [[0.1]], [True], r"candidates holds bool of shape \(1,\); give a mask of shape \(1, 1\)"),
        ([0.1], [[0.1]], [[1]], r"candidates holds int64"),
        ([0.1], [[[0.1]]], None, r"negative has shape \(1, 1, 1\); expected 2 dimensions"),
    ],
)
def test_what_cannot_be_ranked_is_an_error(
    positive: list[float], negative: list[float], candidates: object, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        ranks(positive, negative, candidates=candidates)  # type: ignore[arg-type]


def test_an_unknown_tie_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="ties is 'mean'; choose one of 'realistic', 'optimistic', 'pess"):
        ranks([0.1], [0.2], ties="mean")  # type: ignore[arg-type]
