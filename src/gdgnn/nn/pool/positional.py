"""The nodes of one shortest path, each knowing how far from both ends it is."""

from __future__ import annotations

from torch import Tensor, nn

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.gathered_linear import GatheredLinear
from gdgnn.nn.pool.steps import steps_of
from gdgnn.nn.segments import segment_sum


class PositionalPool(nn.Module):
    """One vector for each path: the sum of its nodes after a layer that sees where they are; 0 without.

    Args:
        channels: of node embeddings.
        out_channels: of the result.
        max_dist: how far geodesics were searched.
        symmetric: whether a path read backwards yields the same.

    Example:
        >>> import torch
        >>> path = RaggedNodes(torch.tensor([0, 2, 3]), torch.tensor([0, 0, 0]), num_rows=2)
        >>> PositionalPool(8, 16, max_dist=4)(torch.zeros(4, 8), path).shape
        torch.Size([2, 16])
    """

    def __init__(self, channels: int, out_channels: int, max_dist: int, *, symmetric: bool = False) -> None:
        super().__init__()
        self.out_channels = out_channels
        self.linear = GatheredLinear(channels, 0, out_channels)
        self.from_head = nn.Embedding(max_dist + 1, out_channels)
        self.from_tail = self.from_head if symmetric else nn.Embedding(max_dist + 1, out_channels)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.linear.reset_parameters()
        self.from_head.reset_parameters()
        self.from_tail.reset_parameters()

    def forward(self, h: Tensor, path: RaggedNodes) -> Tensor:
        """``(n, channels)`` embeddings and ``k`` paths to ``(k, out_channels)``."""
        steps = steps_of(path)
        place = self.from_head(steps.before) + self.from_tail(steps.after)
        return segment_sum((self.linear(h, path.node) + place).relu(), path.row, path.num_rows)
