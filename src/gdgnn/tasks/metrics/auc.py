"""The area under the ROC curve."""

from __future__ import annotations

import numpy as np

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, positives_and_negatives


def auc(score: ArrayOrTensor, label: ArrayOrTensor) -> float:
    """How often a positive scores higher than a negative; ties count half.

    Args:
        score: ``(n,)``, any finite numbers; only their order matters.
        label: ``(n,)`` zeros and ones.

    Raises:
        ValueError: a score is not finite, or one class is empty.

    Example:
        >>> auc([0.1, 0.4, 0.4, 0.9], [0, 0, 1, 1])
        0.875
    """
    positive, negative = positives_and_negatives(score, label)
    ascending = np.sort(negative)
    below = np.searchsorted(ascending, positive, side="left")
    not_above = np.searchsorted(ascending, positive, side="right")
    # Whole numbers up to the last division: nothing is rounded before it.
    return int(below.sum() + not_above.sum()) / (2 * positive.size * negative.size)
