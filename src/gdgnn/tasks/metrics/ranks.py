"""Where positives stand among negatives."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from gdgnn.tasks.metrics._arguments import ArrayOrTensor, Floats, Mask, array_of, scores_of

Ties: TypeAlias = Literal["realistic", "optimistic", "pessimistic"]
"""How equal scores are ranked: half before, none before, or all before the positive."""


def ranks(
    positive: ArrayOrTensor,
    negative: ArrayOrTensor,
    *,
    candidates: ArrayOrTensor | None = None,
    ties: Ties = "realistic",
) -> npt.NDArray[np.float64]:
    """The rank of each positive, 1 being the best, among its negatives.

    Args:
        positive: ``(q,)`` scores.
        negative: ``(n,)`` scores that all positives are held against, or ``(q, n)``, a row for each.
        candidates: ``(q, n)`` mask of the negatives that count; known positives are left out of a filtered
            ranking by it. What does not count may have any score. By default all count.
        ties: negatives with the score of the positive stand behind it ("optimistic"), before it
            ("pessimistic") or half of them ("realistic", the mean of the other two).

    Returns:
        ``(q,)``; a positive without candidates has rank 1.

    Raises:
        ValueError: a score is not finite, a shape is wrong, or there are no negatives at all.

    Example:
        >>> ranks([0.5, 0.5], [[0.9, 0.5, 0.1], [0.5, 0.5, 0.5]]).tolist()
        [2.5, 2.5]
        >>> ranks([0.5], [[0.9, 0.5, 0.1]], candidates=[[False, True, True]]).tolist()
        [1.5]
        >>> ranks([0.5], [0.9, 0.5, 0.1], ties="pessimistic").tolist()
        [3.0]
    """
    if ties not in get_args(Ties):
        raise ValueError(f"ties is {ties!r}; choose one of {', '.join(map(repr, get_args(Ties)))}")
    higher, as_high = _counts(scores_of(positive, "positive"), array_of(negative), candidates)
    if ties == "optimistic":
        return 1.0 + higher
    if ties == "pessimistic":
        return 1.0 + as_high
    return 1.0 + (higher + as_high) / 2


def _counts(
    scores: Floats, negative: npt.NDArray[Any], candidates: ArrayOrTensor | None
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """How many negatives score higher than each positive, and how many at least as high."""
    if negative.ndim == 1:
        if candidates is not None:
            raise ValueError("candidates says what counts for each positive: give negative of shape (q, n)")
        ascending = np.sort(scores_of(negative, "negative"))
        if not ascending.size:
            raise ValueError("negative is empty, so that every rank would be 1; give at least one negative")
        not_higher = np.searchsorted(ascending, scores, side="right")
        lower = np.searchsorted(ascending, scores, side="left")
        return ascending.size - not_higher.astype(np.float64), ascending.size - lower.astype(np.float64)
    counts = None if candidates is None else _mask(candidates, negative.shape)
    others = scores_of(negative, "negative", ndim=2, where=counts)
    if len(others) != len(scores):
        raise ValueError(
            f"negative has {len(others)} rows, but there are {len(scores)} positives; give one each"
        )
    mine = scores[:, None]
    return _counted(others > mine, counts), _counted(others >= mine, counts)


def _mask(given: ArrayOrTensor, shape: tuple[int, ...]) -> Mask:
    mask = array_of(given)
    if mask.dtype != np.bool_ or mask.shape != shape:
        raise ValueError(f"candidates holds {mask.dtype} of shape {mask.shape}; give a mask of shape {shape}")
    return mask


def _counted(found: Mask, counts: Mask | None) -> npt.NDArray[np.float64]:
    kept = found if counts is None else found & counts
    return np.asarray(np.count_nonzero(kept, axis=1), dtype=np.float64)
