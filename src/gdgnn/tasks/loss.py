"""Losses, summed over targets; what has no label costs nothing."""

from __future__ import annotations

from typing import Literal, get_args

import torch
from torch import Tensor
from torch.nn import functional

Labels = Literal["classes", "binary"]
"""What labels are: ids of classes, or yes and no to each of one or more tasks."""


def label_loss(score: Tensor, label: Tensor, labels: Labels) -> Tensor:
    """:func:`class_loss` or :func:`binary_loss`.

    Example:
        >>> label_loss(torch.zeros(1), torch.ones(1), "binary").exp().round().item()
        2.0
    """
    return class_loss(score, label) if labels == "classes" else binary_loss(score, label)


def check_labels(labels: Labels) -> Labels:
    """The word itself, if it is known.

    Raises:
        ValueError: it is not.

    Example:
        >>> check_labels("binary")
        'binary'
    """
    if labels not in get_args(Labels):
        raise ValueError(f"labels is {labels!r}; choose {' or '.join(map(repr, get_args(Labels)))}")
    return labels


def binary_loss(score: Tensor, label: Tensor, *, positive_weight: float = 1.0) -> Tensor:
    """Binary cross-entropy of logits, summed over targets; of several tasks the mean is taken.

    Args:
        score: ``(k,)`` or ``(k, tasks)`` logits.
        label: of the same shape: 0, 1 or anything between; NaN: missing, which costs nothing.
        positive_weight: how many times as much a positive counts as a negative.

    Raises:
        ValueError: the shapes differ.

    Example:
        >>> binary_loss(torch.zeros(3), torch.tensor([0.0, 1.0, float("nan")])).exp().round().item()
        4.0
    """
    if score.shape != label.shape:
        raise ValueError(
            f"label has shape {tuple(label.shape)} and score {tuple(score.shape)}; give the model as many "
            "out_channels as each target has labels"
        )
    label = label.to(score.dtype)
    known = ~label.isnan()
    # Filled in before the logarithm: masking afterwards would leave NaN in the gradient.
    cost = functional.binary_cross_entropy_with_logits(
        score, label.where(known, 0.5), reduction="none", pos_weight=score.new_tensor(positive_weight)
    )
    return cost.where(known, 0.0).sum() / max(score[:1].numel(), 1)


def class_loss(score: Tensor, label: Tensor) -> Tensor:
    """Cross-entropy of classes, summed over targets.

    Args:
        score: ``(k, classes)`` logits.
        label: ``(k,)`` class ids; -1: missing, which costs nothing.

    Raises:
        ValueError: the shapes do not fit, or a label is no class.

    Example:
        >>> class_loss(torch.zeros(3, 2), torch.tensor([0, 1, -1])).exp().round().item()
        4.0
    """
    if score.ndim != 2 or label.shape != score.shape[:1]:
        raise ValueError(
            f"label has shape {tuple(label.shape)} and score {tuple(score.shape)}; give one class id for "
            "each target, and the model as many out_channels as there are classes"
        )
    if label.is_floating_point() or label.dtype == torch.bool:
        label = label.long()
    if len(label) and not -1 <= int(label.min()) <= int(label.max()) < score.shape[1]:
        raise ValueError(
            f"labels go from {int(label.min())} to {int(label.max())}, but the model has {score.shape[1]} "
            "out_channels; number classes from 0, and give -1 where there is no label"
        )
    return functional.cross_entropy(score, label.long(), ignore_index=-1, reduction="sum")
