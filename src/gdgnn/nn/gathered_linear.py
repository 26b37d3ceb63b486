"""A linear layer over rows that are gathered from a table."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from gdgnn.nn.gathered import Gathered

# Where less than this share of a table is used, multiplying that alone pays for copying it.
_WORTH_GATHERING = 0.6


class GatheredLinear(nn.Module):
    """``Linear([table[index] ⊕ extra])``, worked out whichever way costs less.

    A linear layer over parts is a sum of linear layers over each. Where more rows are gathered than the table
    has, the table is multiplied before and not after.

    Args:
        channels: of the table.
        extra_channels: of what stands beside each gathered row.
        out_channels: of the result.

    Example:
        >>> import torch
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
        rows = self.of_table(table, index).rows()
        return rows if extra is None else rows + self.of_extra(extra)

    def of_table(self, table: Tensor, index: Tensor) -> Gathered:
        """The layer over the gathered rows alone, bias included; arguments as in :meth:`forward`."""
        weight = self.linear.weight[:, : self.channels]
        if len(index) <= len(table):
            return Gathered.of(functional.linear(table.index_select(0, index), weight, self.linear.bias))
        used = table.new_zeros(len(table), dtype=torch.bool)
        used[index] = True
        place = used.cumsum(0)
        if int(place[-1]) <= _WORTH_GATHERING * len(table):
            table = table.index_select(0, used.nonzero()[:, 0])
            index = place.index_select(0, index) - 1
        return Gathered(functional.linear(table, weight, self.linear.bias), index)

    def of_extra(self, extra: Tensor) -> Tensor:
        """The layer over what stands beside the rows alone, to be added."""
        return functional.linear(extra, self.linear.weight[:, self.channels :])
