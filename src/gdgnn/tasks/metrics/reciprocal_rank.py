"""The mean of 1 / rank."""

from __future__ import annotations

from gdgnn.tasks.metrics._arguments import ArrayOrTensor
from gdgnn.tasks.metrics.hits import checked_ranks


def mean_reciprocal_rank(rank: ArrayOrTensor) -> float:
    """The mean over all queries of 1 / rank (OGB's MRR, when ranks are realistic).

    Args:
        rank: ``(q,)`` from :func:`gdgnn.tasks.metrics.ranks`.

    Raises:
        ValueError: there are no ranks, or one is below 1.

    Example:
        >>> mean_reciprocal_rank([1, 2, 4])
        0.5833333333333334
    """
    return float((1 / checked_ranks(rank)).mean())
