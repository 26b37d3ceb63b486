"""Scores and labels as they are given, made into checked numpy arrays."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

ArrayOrTensor: TypeAlias = npt.ArrayLike | Tensor
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Mask: TypeAlias = npt.NDArray[np.bool_]


def array_of(given: ArrayOrTensor) -> npt.NDArray[Any]:
    """The same numbers on the CPU."""
    if isinstance(given, Tensor):
        tensor = given.detach().cpu()
        return (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).numpy()
    return np.asarray(given)


def scores_of(given: ArrayOrTensor, name: str, *, ndim: int = 1, where: Mask | None = None) -> Floats:
    """Finite numbers, in single precision if they come so, else in double; a mask says which must be finite.

    Raises:
        ValueError: a score is NaN or infinite, or the shape is wrong.
        TypeError: not numbers.
    """
    scores = _numbers(given, name)
    if scores.ndim != ndim:
        raise ValueError(f"{name} has shape {scores.shape}; expected {ndim} dimension{'s' * (ndim > 1)}")
    bad = ~np.isfinite(scores)
    if where is not None:
        bad &= where
    if bad.any():
        at = _first(bad)
        raise ValueError(
            f"{name}{at} is {scores[tuple(at)]}; metrics need finite scores: look for a diverging loss "
            "(lower the learning rate, clip gradients) or a division by zero in what scores"
        )
    return scores


def labels_of(given: ArrayOrTensor, name: str, shape: tuple[int, ...], *, missing: bool = False) -> Floats:
    """Zeros and ones of the given shape; NaN too where labels may be missing.

    Raises:
        ValueError: another number, or another shape.
        TypeError: not numbers.
    """
    labels = _numbers(given, name)
    if labels.shape != shape:
        raise ValueError(f"{name} has shape {labels.shape}; the scores have {shape}: give one for each")
    bad = (labels != 0) & (labels != 1)
    if missing:
        bad &= ~np.isnan(labels)
    if bad.any():
        at = _first(bad)
        allowed = "0, 1 or NaN (no label)" if missing else "0 or 1"
        raise ValueError(f"{name}{at} is {labels[tuple(at)]:g}; give {allowed}")
    return labels


def positives_and_negatives(score: ArrayOrTensor, label: ArrayOrTensor) -> tuple[Floats, Floats]:
    """The scores of both classes.

    Raises:
        ValueError: as `scores_of` and `labels_of`; or one class is empty.
    """
    scores = scores_of(score, "score")
    labels = labels_of(label, "label", scores.shape)
    positive, negative = scores[labels == 1], scores[labels == 0]
    if not positive.size or not negative.size:
        raise ValueError(
            f"{positive.size} positives and {negative.size} negatives; this metric compares the two: "
            "give at least one of each"
        )
    return positive, negative


def _numbers(given: ArrayOrTensor, name: str) -> Floats:
    array = array_of(given)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} holds {array.dtype}; give numbers")
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def _first(bad: Mask) -> list[int]:
    return [int(axis) for axis in np.argwhere(bad)[0]]
