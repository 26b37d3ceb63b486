"""The area under the precision-recall curve."""

from __future__ import annotations

import numpy as np

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, positives_and_negatives


def average_precision(score: ArrayOrTensor, label: ArrayOrTensor) -> float:
    """The precision at each distinct score, weighted by the recall gained there (scikit-learn's definition).

    It depends on the share of positives: compare only what was measured with the same share.

    Args:
        score: ``(n,)``, any finite numbers; only their order matters.
        label: ``(n,)`` zeros and ones.

    Raises:
        ValueError: a score is not finite, or one class is empty.

    Example:
        >>> average_precision([0.9, 0.8, 0.7], [1, 0, 1])
        0.8333333333333333
    """
    positive, negative = positives_and_negatives(score, label)
    threshold, gained = np.unique(positive, return_counts=True)
    true = np.cumsum(gained[::-1])[::-1]
    false = negative.size - np.searchsorted(np.sort(negative), threshold, side="left")
    return float((gained * (true / (true + false))).sum() / positive.size)
