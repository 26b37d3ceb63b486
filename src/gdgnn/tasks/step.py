"""The heart of training: encode once, score slice by slice, go back through the encoder once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import torch
from torch import Tensor

Slice = TypeVar("Slice")


def backward_in_slices(
    h: Tensor, slices: Iterable[Slice], loss_of: Callable[[Tensor, Slice], Tensor]
) -> Tensor:
    """Add the gradients of a sum of losses, in the memory that one of them takes.

    The embeddings are cut off from the encoder. Each slice's loss goes back as far as the cut, where
    gradients collect, and what has collected there goes back through the encoder at once. The gradients are
    those of the sum; the encoder runs forward once and backward once, however many slices there are.

    Args:
        h: ``(n, channels)`` node embeddings, as the encoder returned them.
        slices: parts of the batch.
        loss_of: the loss of one part, a scalar, from the embeddings and the part. A loss that does not depend
            on anything trainable is counted and has no gradient.

    Returns:
        The sum of the losses, without a gradient.

    Example:
        >>> weight = torch.tensor([3.0], requires_grad=True)
        >>> h = weight * torch.tensor([[1.0], [2.0]])
        >>> backward_in_slices(h, [0, 1], lambda h, row: h[row].sum() ** 2).item(), weight.grad.item()
        (45.0, 30.0)
    """
    cut = h.detach().requires_grad_()
    total = torch.zeros((), device=h.device, dtype=torch.promote_types(h.dtype, torch.float32))
    for part in slices:
        loss = loss_of(cut, part)
        if loss.requires_grad:
            loss.backward()  # type: ignore[no-untyped-call]
        total += loss.detach()
    if cut.grad is not None and h.requires_grad:
        h.backward(cut.grad)  # type: ignore[no-untyped-call]
    return total
