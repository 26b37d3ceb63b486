"""What a node sees around itself to a vector."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from gdgnn.inputs import NodeGeodesics
from gdgnn.nn.gathered import Gathered, relu_of, relu_sum
from gdgnn.nn.gathered_linear import GatheredLinear
from gdgnn.nn.mlp import reset
from gdgnn.nn.neighbor_edges import JoinedNeighbors
from gdgnn.nn.pool.pair_layer import PairLayer
from gdgnn.nn.segments import calm, segment_lengths, segment_sum


class NodeReadout(nn.Module):
    """``[h_v, R({[h_s, beside]})]``: a layer over each neighbor ``s`` of ``v``, a calm sum, another layer.

    What comes next, a scorer or the readout of a graph and its scorer, begins with a linear layer; one more
    here would add nothing. A linear layer over ``[h_s, beside]`` is a sum of linear layers over the parts.
    What stands beside ``h_s`` comes with its own behind it, so that each is worked out where it costs least;
    here they are added.

    Args:
        channels: of node embeddings.
        out_channels: of what the neighbors contribute; 0 to leave them out.
        pair_layers: rounds of message passing between the neighbors of a target before they are summed; needs
            :class:`~gdgnn.nn.JoinedNeighbors`.
        exchange: as in :class:`~gdgnn.nn.PairLayer`.

    Example:
        >>> seen = NodeGeodesics(*map(torch.tensor, ([0, 1], [1, 2], [0, 0], [1, 2])), max_dist=2)
        >>> NodeReadout(8, 16)(torch.ones(3, 8), seen).shape
        torch.Size([2, 24])
    """

    def __init__(
        self, channels: int, out_channels: int, *, pair_layers: int = 0, exchange: bool = False
    ) -> None:
        super().__init__()
        self.out_channels = channels + out_channels
        self.before = GatheredLinear(channels, 0, out_channels) if out_channels else None
        self.layers = nn.ModuleList(PairLayer(out_channels, exchange=exchange) for _ in range(pair_layers))
        self.after = nn.Linear(out_channels + 1, out_channels) if out_channels else None

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for module in (self.before, self.layers, self.after):
            reset(module)

    def forward(self, h: Tensor, seen: NodeGeodesics, beside: Sequence[Gathered] = ()) -> Tensor:
        """The representation of each target.

        Args:
            h: ``(n, channels)`` node embeddings.
            seen: ``k`` targets and their neighbors.
            beside: up to three, each of ``(len(seen.neighbor), out_channels of the neighbors)``.

        Returns:
            ``(k, out_channels)``.
        """
        own = _rows(h, seen.targets)
        if self.before is None or self.after is None:
            return own
        parts = [self.before.of_table(h, seen.neighbor), *beside]
        if self.layers:
            total = segment_sum(self._talk(relu_of(parts), seen), seen.row, seen.num_targets)
        else:
            total = relu_sum(parts, seen.row, seen.num_targets)
        around = calm(total, segment_lengths(seen.row, seen.num_targets))
        return torch.cat([own, self.after(torch.cat(around, dim=1)).relu()], dim=1)

    def _talk(self, around: Tensor, seen: NodeGeodesics) -> Tensor:
        if not isinstance(seen, JoinedNeighbors) or seen.edge_index is None:
            raise ValueError("pair_layers need edges between neighbors: see gdgnn.nn.with_neighbor_edges")
        for layer in self.layers:
            around = layer(around, seen.edge_index, seen.reverse)
        return around


def _rows(h: Tensor, index: Tensor) -> Tensor:
    """``h[index]``: ``h`` itself where that is all of it in order, as it is for whole graphs."""
    everything = len(index) == len(h) and torch.equal(index, torch.arange(len(h), device=h.device))
    return h if everything else h.index_select(0, index)
