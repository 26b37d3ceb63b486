"""Message passing within sides."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class SideLayer(nn.Module):
    """One round of messages between joined nodes of a side: the small GNN over the induced subgraph.

    Args:
        channels: of the states, before and after.

    Example:
        >>> SideLayer(8)(torch.ones(3, 8), torch.tensor([[0, 1], [1, 0]])).shape
        torch.Size([3, 8])
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.own = nn.Linear(channels, channels)
        self.neighbors = nn.Linear(channels + 1, channels, bias=False)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.own.reset_parameters()
        self.neighbors.reset_parameters()

    def forward(self, x: Tensor, edge_index: Tensor) -> Tensor:
        """``(e, channels)`` states and ``(2, m)`` edges, both ways, to ``(e, channels)``."""
        source, target = edge_index
        count = torch.bincount(target, minlength=len(x)).to(x.dtype)[:, None]
        heard = torch.zeros_like(x).index_add(0, target, x.index_select(0, source))
        # Calm as everywhere: the sum over the root of the count, and the count beside it.
        heard = torch.cat([heard / count.clamp(min=1).sqrt(), count.log1p()], dim=1)
        state: Tensor = (self.own(x) + self.neighbors(heard)).relu()
        return state
