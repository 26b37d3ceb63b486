from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.estimators.page.auc_error import auc_error


def slow(score: list[float], label: list[int]) -> float:
    """DeLong's error, pair by pair."""
    links = [one for one, is_link in zip(score, label, strict=True) if is_link]
    others = [one for one, is_link in zip(score, label, strict=True) if not is_link]
    won = np.array([[1.0 if a > b else 0.5 if a == b else 0.0 for b in others] for a in links])
    parts = won.mean(axis=1).var(ddof=1) / len(links), won.mean(axis=0).var(ddof=1) / len(others)
    return float(np.sqrt(sum(parts)))


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 1)), min_size=1, max_size=25))
def test_it_is_what_every_pair_says(rows: list[tuple[int, int]]) -> None:
    score, label = [float(one) for one, _ in rows], [one for _, one in rows]
    found = auc_error(np.array(score), np.array(label))
    if min(sum(label), len(label) - sum(label)) < 2:
        assert found is None
    else:
        assert found == pytest.approx(slow(score, label), abs=1e-12)


def test_the_error_of_a_difference_knows_that_the_targets_are_the_same() -> None:
    random = np.random.default_rng(0)
    label = random.integers(0, 2, 400)
    one = label + random.normal(size=400)
    near = one + 0.1 * random.normal(size=400)
    apart = auc_error(one, label)
    together = auc_error(np.stack([one, near]), label)
    assert apart is not None
    assert together is not None
    assert 0 < together < 0.5 * apart


def test_it_is_how_much_the_auc_varies_from_sample_to_sample() -> None:
    from gdgnn.tasks.metrics import auc

    random = np.random.default_rng(1)
    label = np.repeat([0, 1], [80, 40])
    scores = [label + random.normal(size=label.size) for _ in range(300)]
    spread = np.std([auc(score, label) for score in scores])
    told = np.mean([error for score in scores if (error := auc_error(score, label)) is not None])
    assert told == pytest.approx(spread, rel=0.15)
