"""A linear layer over rows that are gathered from a table."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class GatheredLinear(nn.Module):
    """``Linear([table[index] ⊕ extra])``, worked out whichever way costs less.

    Where more rows are gathered than the table has, the table is multiplied before and not after.

    Args:
        channels: of the table.
        extra_channels: of what stands beside each gathered row.
        out_channels: of the result.

    Example:
        >>> layer = GatheredLinear(8, 1, 16)
        >>> layer(torch.zeros(5, 8), torch.tensor([0, 0, 4]), torch.ones(3, 1)).shape
        torch.Size([3, 16])
    """

    def __init__(self, channels: int, extra_channels: int, out_channels: int) -> None:
        super().__init__()
        self.channels = channels
        self.out_channels = out_channels
        self.linear = nn.Linear(channels + extra_channels, out_channels)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.linear.reset_parameters()

    def forward(self, table: Tensor, index: Tensor, extra: Tensor | None = None) -> Tensor:
        """One row of the result for each entry of the index.

        Args:
            table: ``(n, channels)``.
            index: ``(e,)`` long.
            extra: ``(e, extra_channels)``, or None where there are none.

        Returns:
            ``(e, out_channels)``.
        """
        if len(index) <= len(table):
            rows = table.index_select(0, index)
            return functional.linear(
                rows if extra is None else torch.cat([rows, extra], dim=1),
                self.linear.weight,
                self.linear.bias,
            )
        of_table = self.linear.weight[:, : self.channels]
        result = functional.linear(table, of_table, self.linear.bias).index_select(0, index)
        return (
            result
            if extra is None
            else result + functional.linear(extra, self.linear.weight[:, self.channels :])
        )
