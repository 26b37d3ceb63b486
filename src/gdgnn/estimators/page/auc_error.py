"""How far an AUC may be off because the targets are a sample."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def auc_error(score: Floats, label: npt.NDArray[np.integer | np.floating]) -> float | None:
    """The standard error of an AUC over targets (DeLong et al., 1988); not that over splits or seeds.

    Args:
        score: ``(k,)`` of targets; or the difference of two AUCs on the same targets, ``(2, k)``.
        label: ``(k,)`` zeros and ones.

    Returns:
        None where there are fewer than two of a class.

    Example:
        >>> score = np.array([0.1, 0.4, 0.35, 0.8])
        >>> round(auc_error(score, np.array([0, 0, 1, 1])), 3)
        0.354
        >>> auc_error(np.stack([score, score]), np.array([0, 0, 1, 1]))
        0.0
    """
    link = np.asarray(label) == 1
    if min(link.sum(), (~link).sum()) < 2:
        return None
    rows = np.atleast_2d(score)
    positive, negative = np.zeros(link.sum()), np.zeros((~link).sum())
    for sign, row in zip((1, -1), rows, strict=False):
        positive += sign * _below(row[link], row[~link])
        negative += sign * (1 - _below(row[~link], row[link]))
    variance = positive.var(ddof=1) / positive.size + negative.var(ddof=1) / negative.size
    return float(np.sqrt(variance))


def _below(these: Floats, others: Floats) -> Floats:
    """Which share of the others is below each of these; equal ones count half."""
    ascending = np.sort(others)
    sides = [np.searchsorted(ascending, these, side=side) for side in ("left", "right")]
    return (sides[0] + sides[1]) / (2.0 * others.size)
