"""Multi-layer perceptron."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from torch import Tensor, nn
from torch.nn import functional

from gdgnn.nn.batch_norm import BatchNorm


class MLP(nn.Module):
    """Linear layers with ReLU, and if wanted batch normalization and dropout, between them.

    Args:
        channels: of the input, of each hidden layer, of the output.
        batch_norm: whether to normalize each hidden layer; scores then depend on what else is in the batch.
        dropout: share of hidden values dropped in training.

    Example:
        >>> import torch
        >>> MLP([8, 16, 1])(torch.zeros(3, 8)).shape
        torch.Size([3, 1])
    """

    def __init__(self, channels: Sequence[int], *, batch_norm: bool = False, dropout: float = 0.0) -> None:
        super().__init__()
        if len(channels) < 2:
            raise ValueError(f"channels is {list(channels)}; give at least those of the input and the output")
        self.in_channels = channels[0]
        self.out_channels = channels[-1]
        self.dropout = dropout
        self.linears = nn.ModuleList(nn.Linear(width, next_width) for width, next_width in pairwise(channels))
        self.norms = nn.ModuleList(
            BatchNorm(width) if batch_norm else nn.Identity() for width in channels[1:-1]
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        reset(self.linears)
        reset(self.norms)

    def forward(self, x: Tensor) -> Tensor:
        """``(n, in_channels)`` to ``(n, out_channels)``."""
        return self.after_first(self.linears[0](x))

    def after_first(self, x: Tensor) -> Tensor:
        """What comes after the first linear layer, of its result."""
        for norm, linear in zip(self.norms, self.linears[1:], strict=True):
            x = linear(self._hidden(norm, x))
        return x

    def before_last(self, x: Tensor) -> Tensor:
        """What the last linear layer is applied to."""
        for linear, norm in zip(self.linears[:-1], self.norms, strict=True):
            x = self._hidden(norm, linear(x))
        return x

    def _hidden(self, norm: nn.Module, x: Tensor) -> Tensor:
        return functional.dropout(norm(x).relu(), self.dropout, self.training)


def reset(module: nn.Module | None) -> None:
    """Draw the weights of a module anew, or those of the modules within it that know how to.

    Example:
        >>> reset(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))
    """
    if module is None:
        return
    own = getattr(module, "reset_parameters", None)
    if own is not None:
        own()
        return
    for child in module.children():
        reset(child)
