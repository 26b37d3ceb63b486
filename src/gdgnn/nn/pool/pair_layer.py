"""Message passing between the pairs that one node sees."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from gdgnn.nn.segments import segment_lengths
from gdgnn.nn.sparse import SparseMatrix, csr, is_fast_for


class PairLayer(nn.Module):
    """One round of messages among the states of pairs: (v, s) hears (v, w) for all ``w`` joined to ``s``.

    All that happens around one ``v`` is a plain network on its neighborhood, whose nodes know how far from
    ``v`` they are: strictly more than a plain network on the whole graph can tell.

    Args:
        channels: of the states, before and after.
        exchange: whether (v, s) hears (s, v) too.

    Example:
        >>> PairLayer(8)(torch.ones(3, 8), torch.tensor([[0, 1], [1, 0]])).shape
        torch.Size([3, 8])
    """

    def __init__(self, channels: int, *, exchange: bool = False) -> None:
        super().__init__()
        self.own = nn.Linear(channels, channels)
        self.joined = nn.Linear(channels + 1, channels, bias=False)
        self.reverse = nn.Linear(channels, channels, bias=False) if exchange else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for linear in (self.own, self.joined, self.reverse):
            if linear is not None:
                linear.reset_parameters()

    def forward(self, x: Tensor, edge_index: Tensor, reverse: Tensor | None = None) -> Tensor:
        """The states after the round.

        Args:
            x: ``(n, channels)`` states of pairs.
            edge_index: ``(2, e)`` long, both ways, the first row ascending: which pairs hear each other.
            reverse: ``(n,)`` long, the position of each pair turned round, if this layer exchanges.

        Returns:
            ``(n, channels)``.
        """
        count = segment_lengths(edge_index[0], len(x)).to(x.dtype)[:, None]
        # Calm as everywhere: the sum over the root of the count, and the count beside it.
        heard = torch.cat([_sum(x, edge_index) / count.clamp(min=1).sqrt(), count.log1p()], dim=1)
        state = self.own(x) + self.joined(heard)
        if self.reverse is not None:
            if reverse is None:
                raise ValueError("exchange=True needs every neighbor to be a target; give whole graphs")
            state = state + self.reverse(x).index_select(0, reverse)
        result: Tensor = state.relu()
        return result


def _sum(x: Tensor, edge_index: Tensor) -> Tensor:
    target, source = edge_index
    if not is_fast_for(x):
        return torch.zeros_like(x).index_add(0, target, x.index_select(0, source))
    pointer = torch.zeros(len(x) + 1, dtype=torch.long)
    torch.cumsum(segment_lengths(target, len(x)), 0, out=pointer[1:])
    matrix = csr(pointer, source, x.new_ones(len(source)), num_columns=len(x))
    return SparseMatrix(matrix, matrix) @ x
