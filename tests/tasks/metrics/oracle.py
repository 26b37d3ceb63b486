"""OGB's evaluators and the definitions of the other metrics, in plain Python and in our own words.

Nothing here comes from the package. Scores and labels are lists.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

Scores = Sequence[float]


def auc(positive: Scores, negative: Scores) -> float:
    """Pair by pair: won, drawn or lost."""
    points = [1.0 if p > n else 0.5 if p == n else 0.0 for p in positive for n in negative]
    return sum(points) / len(points)


def rank_bounds(positive: float, negative: Scores) -> tuple[int, int]:
    """The best and the worst place among equals."""
    return 1 + sum(n > positive for n in negative), 1 + sum(n >= positive for n in negative)


def ogb_global_hits(positive: Scores, negative: Scores, k: int) -> float:
    """OGB's link evaluator for Hits@K: strictly above the k-th highest of all negatives."""
    mark = sorted(negative, reverse=True)[k - 1]
    return sum(p > mark for p in positive) / len(positive)


def ogb_reciprocal_ranks(positive: Scores, negative: Sequence[Scores], ks: Sequence[int]) -> dict[str, float]:
    """OGB's link evaluator for MRR: each positive among its own negatives, ties at the middle place."""
    places = []
    for score, others in zip(positive, negative, strict=True):
        best, worst = rank_bounds(score, others)
        places.append((best + worst) / 2)
    found = {"mrr": sum(1 / place for place in places) / len(places)}
    return found | {f"hits@{k}": sum(place <= k for place in places) / len(places) for k in ks}


def ogb_multitask(metric: str, score: np.ndarray[Any, Any], label: np.ndarray[Any, Any]) -> float:
    """OGB's graph evaluator: the mean of scikit-learn's figure over the tasks with a 1 and a 0."""
    function = {"rocauc": roc_auc_score, "ap": average_precision_score}[metric]
    found = []
    for task in range(label.shape[1]):
        rows = [row for row in range(label.shape[0]) if not math.isnan(label[row, task])]
        truth = [label[row, task] for row in rows]
        if truth.count(1) > 0 and truth.count(0) > 0:
            found.append(function(truth, [score[row, task] for row in rows]))
    if not found:
        raise RuntimeError("no positively labeled data")
    return sum(found) / len(found)
