"""All neighbors of a node, whether or not they are on a geodesic."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.pool.vertical import VerticalPool


class NeighborPool(nn.Module):
    """One vector for each node: all its neighbors, pooled as a side would be. For ablation.

    Args:
        channels: of node embeddings.
        out_channels: of the result.
        hidden_channels: of the layers between; as many as ``out_channels`` if left out.

    Example:
        >>> edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
        >>> NeighborPool(8, 16)(torch.ones(3, 8), edge_index).shape
        torch.Size([3, 16])
    """

    def __init__(self, channels: int, out_channels: int, hidden_channels: int | None = None) -> None:
        super().__init__()
        self.out_channels = out_channels
        self.pool = VerticalPool(channels, out_channels, hidden_channels, degree=False)

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.pool.reset_parameters()

    def forward(self, h: Tensor, edge_index: Tensor) -> Tensor:
        """``(n, channels)`` embeddings and a ``(2, m)`` ``edge_index`` to ``(n, out_channels)``."""
        # As a side, so neighborhood: a neighbor counts once, however many edges join it.
        key = torch.unique(edge_index[1] * len(h) + edge_index[0])
        sources = RaggedNodes(key % max(len(h), 1), key // max(len(h), 1), len(h))
        pooled: Tensor = self.pool(h, sources)
        return pooled
