"""The nodes of one shortest path, read in order."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.pool.steps import steps_of
from gdgnn.nn.segments import segment_lengths


class RecurrentPool(nn.Module):
    """One vector for each path: the last state of a GRU that walks along it; 0 without a path.

    Args:
        channels: of node embeddings.
        out_channels: of the result.
        symmetric: whether to walk both ways and add, so that a path read backwards yields the same.

    Example:
        >>> path = RaggedNodes(torch.tensor([0, 2, 3]), torch.tensor([0, 0, 0]), num_rows=2)
        >>> RecurrentPool(8, 16)(torch.zeros(4, 8), path).shape
        torch.Size([2, 16])
    """

    def __init__(self, channels: int, out_channels: int, *, symmetric: bool = False) -> None:
        super().__init__()
        self.out_channels = out_channels
        self.symmetric = symmetric
        self.gru = nn.GRU(channels, out_channels, batch_first=True)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.gru.reset_parameters()

    def forward(self, h: Tensor, path: RaggedNodes) -> Tensor:
        """``(n, channels)`` embeddings and ``k`` paths to ``(k, out_channels)``."""
        result = h.new_zeros(path.num_rows, self.out_channels)
        if not len(path.node):
            return result
        length = segment_lengths(path.row, path.num_rows)
        walked = length.nonzero().squeeze(1)
        length = length[walked]
        place = (torch.cumsum(torch.bincount(path.row) > 0, 0) - 1)[path.row]
        before, after = steps_of(path)
        nodes = h.index_select(0, path.node)
        state = self._last_state(nodes, place, before, length)
        if self.symmetric:
            state = state + self._last_state(nodes, place, after, length)
        return result.index_copy(0, walked, state)

    def _last_state(self, nodes: Tensor, place: Tensor, step: Tensor, length: Tensor) -> Tensor:
        """Walk with padding behind the end; what the GRU makes of padding is never read."""
        padded = nodes.new_zeros(len(length), int(length.max()), nodes.shape[1])
        padded = padded.index_put((place, step), nodes)
        states: Tensor = self.gru(padded)[0]
        return states[torch.arange(len(length), device=states.device), length - 1]
