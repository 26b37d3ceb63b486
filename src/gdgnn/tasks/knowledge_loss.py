"""Losses of facts against their negatives, summed over facts."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import torch
from torch import Tensor
from torch.nn import functional

TripleLoss: TypeAlias = Literal["cross-entropy", "binary", "self-adversarial"]
"""What a fact is held against: all its negatives at once; each alone; each alone, those that score higher
counting more."""


def triple_loss(
    positive: Tensor, negative: Tensor, kind: TripleLoss = "cross-entropy", *, temperature: float = 1.0
) -> Tensor:
    """The loss of each fact, summed.

    Args:
        positive: ``(p,)`` logits.
        negative: ``(p, n)`` logits.
        kind: ``"cross-entropy"`` over the fact and its negatives; ``"binary"`` cross-entropy of the fact, and
            the mean of that of its negatives; ``"self-adversarial"``: the same, negatives weighted by the
            softmax of their scores.
        temperature: what scores are multiplied with before this softmax.

    Raises:
        ValueError: shapes do not fit, or there is no such loss.

    Example:
        >>> triple_loss(torch.zeros(1), torch.zeros(1, 3)).exp().round().item()
        4.0
    """
    if kind not in get_args(TripleLoss):
        raise ValueError(f"kind is {kind!r}; choose one of {', '.join(map(repr, get_args(TripleLoss)))}")
    if positive.ndim != 1 or negative.ndim != 2 or len(negative) != len(positive) or not negative.shape[1]:
        raise ValueError(
            f"positive has shape {tuple(positive.shape)} and negative {tuple(negative.shape)}; give (p,) and "
            "(p, n), with at least one negative for each fact"
        )
    if kind == "cross-entropy":
        every = torch.cat([positive[:, None], negative], dim=1)
        return (every.logsumexp(dim=1) - positive).sum()
    false = functional.softplus(negative)
    if kind == "self-adversarial":
        against = (functional.softmax(temperature * negative.detach(), dim=1) * false).sum()
    else:
        against = false.mean(dim=1).sum()
    return functional.softplus(-positive).sum() + against
