"""The share of right classes."""

from __future__ import annotations

import numpy as np

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, array_of, scores_of


def accuracy(predicted: ArrayOrTensor, label: ArrayOrTensor) -> float:
    """The share of targets whose class is right.

    Args:
        predicted: ``(n,)`` classes, or ``(n, classes)`` scores, of which the highest decides (the first of
            several that tie).
        label: ``(n,)`` classes, whole numbers.

    Raises:
        ValueError: a score is not finite, a shape is wrong, there are no targets, or ``predicted`` holds
            fractions, which are no classes.

    Example:
        >>> accuracy([0, 1, 1, 0], [0, 1, 0, 0])
        0.75
        >>> accuracy([[0.2, 0.8], [0.9, 0.1]], [1, 1])
        0.5
    """
    given = array_of(predicted)
    classes = scores_of(given, "predicted", ndim=2).argmax(axis=1) if given.ndim == 2 else _whole(given)
    labels = _whole(array_of(label), "label")
    if classes.shape != labels.shape:
        raise ValueError(f"{len(classes)} predictions for {len(labels)} labels; give one for each")
    if not labels.size:
        raise ValueError("there is nothing to be right or wrong about; give at least one target")
    return float((classes == labels).mean())


def _whole(given: ArrayOrTensor, name: str = "predicted") -> np.ndarray[tuple[int], np.dtype[np.floating]]:
    classes = scores_of(given, name)
    fraction = classes != np.floor(classes)
    if fraction.any():
        at = int(np.argmax(fraction))
        raise ValueError(
            f"{name}[{at}] is {classes[at]:g}, which is no class; give whole numbers, or (n, classes) scores"
        )
    return classes
