"""Several binary tasks at once, with labels missing, averaged as OGB's evaluators do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, labels_of, scores_of
from gdgnn.tasks.metrics.auc import auc
from gdgnn.tasks.metrics.average_precision import average_precision


def per_task(
    metric: Callable[[ArrayOrTensor, ArrayOrTensor], float], score: ArrayOrTensor, label: ArrayOrTensor
) -> npt.NDArray[np.float64]:
    """A binary metric for each task, over the targets that have a label.

    Args:
        metric: such as :func:`auc` or :func:`average_precision`.
        score: ``(n, tasks)``; where no label is, too, scores must be finite.
        label: ``(n, tasks)`` of 0, 1 and NaN (no label).

    Returns:
        ``(tasks,)``; NaN for a task that has no positive or no negative.

    Example:
        >>> nan = float("nan")
        >>> per_task(auc, [[0.1, 0.2], [0.7, 0.3], [0.9, 0.4]], [[0, 1], [1, nan], [nan, 1]]).tolist()
        [1.0, nan]
    """
    scores = scores_of(score, "score", ndim=2)
    labels = labels_of(label, "label", scores.shape, missing=True)
    values = np.full(scores.shape[1], np.nan)
    for task in range(scores.shape[1]):
        known = ~np.isnan(labels[:, task])
        kept = labels[known, task]
        if (kept == 1).any() and (kept == 0).any():
            values[task] = metric(scores[known, task], kept)
    return values


def multitask_auc(score: ArrayOrTensor, label: ArrayOrTensor) -> float:
    """The mean AUC of all tasks that have a positive and a negative.

    Args:
        score, label: as in :func:`per_task`.

    Raises:
        ValueError: no task has both classes; a score is not finite; a label is none.

    Example:
        >>> multitask_auc([[0.1], [0.7]], [[0], [1]])
        1.0
    """
    return _mean(per_task(auc, score, label))


def multitask_average_precision(score: ArrayOrTensor, label: ArrayOrTensor) -> float:
    """The mean average precision of all tasks that have a positive and a negative.

    Args:
        score, label: as in :func:`per_task`.

    Raises:
        ValueError: no task has both classes; a score is not finite; a label is none.

    Example:
        >>> multitask_average_precision([[0.8], [0.7]], [[0], [1]])
        0.5
    """
    return _mean(per_task(average_precision, score, label))


def _mean(values: npt.NDArray[np.float64]) -> float:
    if np.isnan(values).all():
        raise ValueError(
            f"none of the {values.size} tasks has a positive and a negative; give more targets, or other ones"
        )
    return float(np.nanmean(values))
