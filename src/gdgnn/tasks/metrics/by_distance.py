"""A metric for each distance apart: how much of a figure is distance alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, array_of, labels_of, scores_of
from gdgnn.tasks.metrics.auc import auc


@dataclass(frozen=True)
class AtDistance:
    """What a metric says of the pairs at one distance.

    Attributes:
        distance: their distance, as it was given.
        positives, negatives: how many there are.
        value: the metric among them; None if there is only one class.
    """

    distance: int
    positives: int
    negatives: int
    value: float | None


def by_distance(
    score: ArrayOrTensor,
    label: ArrayOrTensor,
    distance: ArrayOrTensor,
    *,
    metric: Callable[[ArrayOrTensor, ArrayOrTensor], float] = auc,
) -> tuple[AtDistance, ...]:
    """A metric within each distance, so that knowing the distance alone scores 0.5 AUC everywhere.

    Args:
        score: ``(k,)``, any finite numbers.
        label: ``(k,)`` zeros and ones.
        distance: ``(k,)`` whole numbers, with whatever code for unreachable pairs.
        metric: of ``(score, label)``.

    Returns:
        One value for each distance that occurs, ascending.

    Example:
        >>> by_distance([0.9, 0.8, 0.3], [1, 0, 1], [2, 2, 5])[0]
        AtDistance(distance=2, positives=1, negatives=1, value=1.0)
    """
    scores = scores_of(score, "score")
    labels = labels_of(label, "label", scores.shape)
    steps = array_of(distance)
    if steps.dtype.kind not in "iu" or steps.shape != scores.shape:
        raise ValueError(
            f"distance holds {steps.dtype} of shape {steps.shape}; give a whole number for each of the "
            f"{scores.size} pairs"
        )
    found = []
    for step in np.unique(steps):
        here = steps == step
        positives = int(labels[here].sum())
        negatives = int(here.sum()) - positives
        value = metric(scores[here], labels[here]) if positives and negatives else None
        found.append(AtDistance(int(step), positives, negatives, value))
    return tuple(found)
