"""Hits@K of both kinds, and the mean reciprocal rank."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.tasks.metrics import global_hits_at, hits_at, mean_reciprocal_rank, ranks
from tests.tasks.metrics import oracle
from tests.tasks.metrics.strategies import queries, score_lists

Queries = tuple[np.ndarray, np.ndarray]


@given(score_lists, score_lists, st.data())
def test_global_hits_are_ogbs(positive: list[float], negative: list[float], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(negative)))
    assert global_hits_at(k, positive, negative) == oracle.ogb_global_hits(positive, negative, k)


@given(queries())
def test_hits_and_reciprocal_ranks_by_query_are_ogbs(case: Queries) -> None:
    found = oracle.ogb_reciprocal_ranks(*case, ks=(1, 3, 10))
    rank = ranks(*case)
    assert mean_reciprocal_rank(rank) == pytest.approx(found["mrr"], abs=1e-12)
    assert {f"hits@{k}": hits_at(k, rank) for k in (1, 3, 10)} == pytest.approx(
        {name: value for name, value in found.items() if name != "mrr"}, abs=1e-12
    )


@given(queries())
def test_more_places_mean_no_fewer_hits(case: Queries) -> None:
    rank = ranks(*case)
    shares = [hits_at(k, rank) for k in range(1, case[1].shape[1] + 2)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert mean_reciprocal_rank(rank) >= shares[0]


def test_a_constant_model_hits_nothing() -> None:
    assert global_hits_at(50, np.zeros(10), np.zeros(100)) == 0.0
    assert hits_at(10, ranks(np.zeros(10), np.zeros((10, 50)))) == 0.0


def test_half_a_place_too_low_is_no_hit() -> None:
    assert (hits_at(10, [10.5]), hits_at(10, [10.0])) == (0.0, 1.0)


@pytest.mark.parametrize("k", [0, -1])
def test_no_places_are_refused(k: int) -> None:
    with pytest.raises(ValueError, match=rf"k is {k}; give 1 or more"):
        hits_at(k, [1.0])
    with pytest.raises(ValueError, match=rf"k is {k}; give 1 or more"):
        global_hits_at(k, [1.0], [0.0])


def test_too_few_negatives_for_k_are_refused() -> None:
    with pytest.raises(ValueError, match=r"3 negatives, .* a hit at 50; give at least 50 negatives"):
        global_hits_at(50, [0.5], [0.1, 0.2, 0.3])


def test_no_positives_are_refused() -> None:
    with pytest.raises(ValueError, match="no ranks to average; give at least one positive"):
        global_hits_at(1, [], [0.1])
    with pytest.raises(ValueError, match="no ranks to average"):
        mean_reciprocal_rank([])


def test_places_counted_from_0_are_refused() -> None:
    with pytest.raises(ValueError, match=r"rank\[1\] is 0; ranks start at 1"):
        mean_reciprocal_rank([1, 0])


def test_a_score_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, match=r"positive\[1\] is inf"):
        global_hits_at(1, [0.1, float("inf")], [0.2])
