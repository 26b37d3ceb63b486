"""Representations to scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import Tensor, nn

from gdgnn.nn.mlp import MLP
from gdgnn.nn.placed import Part, linear_of_parts


class Scorer(nn.Module):
    """An MLP from representations to scores: logits, not probabilities.

    Args:
        in_channels: of the representations.
        hidden_channels: of the hidden layers.
        out_channels: how many scores (classes, tasks) each representation gets.
        num_layers: linear layers, 1 for a linear scorer.
        dropout: share of hidden values dropped in training.

    Example:
        >>> import torch
        >>> Scorer(8)(torch.zeros(3, 8)).shape, Scorer(8, out_channels=4)(torch.zeros(3, 8)).shape
        (torch.Size([3]), torch.Size([3, 4]))
    """

    def __init__(
        self,
        in_channels: int,
        hidden_channels: int = 128,
        out_channels: int = 1,
        *,
        num_layers: int = 2,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        if num_layers < 1:
            raise ValueError(f"num_layers is {num_layers}; a scorer has at least one")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.mlp = MLP([in_channels, *[hidden_channels] * (num_layers - 1), out_channels], dropout=dropout)

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.mlp.reset_parameters()

    def forward(self, z: Tensor) -> Tensor:
        """``(k, in_channels)`` to ``(k, out_channels)``, or to ``(k,)`` where there is one score only."""
        return self._shaped(self.mlp(z))

    def of_parts(self, parts: Sequence[Part]) -> Tensor:
        """The scores of representations whose columns are given in parts, see :func:`linear_of_parts`."""
        first: Any = self.mlp.linears[0]
        return self._shaped(self.mlp.after_first(linear_of_parts(first, parts)))

    def _shaped(self, score: Tensor) -> Tensor:
        return score.squeeze(1) if self.out_channels == 1 else score
