"""The share of positives that stand high enough."""

from __future__ import annotations

import operator

import numpy as np

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, array_of, scores_of
from gdgnn.tasks.metrics.ranks import ranks


def hits_at(k: int, rank: ArrayOrTensor) -> float:
    """The share of queries whose positive is among the first `k`.

    Args:
        k: how many places count.
        rank: ``(q,)`` from :func:`ranks`, of each positive among its own negatives. A realistic rank of 10.5
            is no hit at 10.

    Raises:
        ValueError: there are no ranks, or one is below 1.

    Example:
        >>> hits_at(2, ranks([0.5, 0.5], [[0.9, 0.1], [0.9, 0.8]]))
        0.5
    """
    return float((checked_ranks(rank) <= _at_least_one(k)).mean())


def global_hits_at(k: int, positive: ArrayOrTensor, negative: ArrayOrTensor) -> float:
    """OGB's Hits@K: the share of positives that score higher than the `k`-th best of all negatives.

    All positives are held against one list, and one that ties with the `k`-th negative is no hit. The longer
    the list, the harder it is: name its length beside the figure.

    Args:
        k: which negative is the mark.
        positive: ``(p,)`` scores.
        negative: ``(n,)`` scores, at least `k`. OGB calls every positive a hit where there are fewer; here
            that is an error.

    Raises:
        ValueError: a score is not finite, there is no positive, or there are fewer than `k` negatives.

    Example:
        >>> global_hits_at(2, [0.9, 0.6, 0.5], [0.8, 0.6, 0.1])
        0.3333333333333333
    """
    scores = scores_of(negative, "negative")
    if scores.size < _at_least_one(k):
        raise ValueError(
            f"{scores.size} negatives, so that any score would be a hit at {k}; give at least {k} negatives, "
            "or a smaller k"
        )
    return hits_at(k, ranks(positive, scores, ties="pessimistic"))


def checked_ranks(rank: ArrayOrTensor) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """At least one rank, none below 1.

    Raises:
        ValueError: otherwise.
    """
    given = scores_of(array_of(rank), "rank").astype(np.float64)
    if not given.size:
        raise ValueError("there are no ranks to average; give at least one positive")
    if given.min() < 1:
        at = int(np.argmin(given))
        raise ValueError(f"rank[{at}] is {given[at]:g}; ranks start at 1: take them from ranks()")
    return given


def _at_least_one(k: int) -> int:
    number = operator.index(k)
    if number < 1:
        raise ValueError(f"k is {number}; give 1 or more")
    return number
