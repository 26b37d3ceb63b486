"""One side of the vertical geodesic."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.gathered import Gathered, relu_of, relu_sum
from gdgnn.nn.gathered_linear import GatheredLinear
from gdgnn.nn.mlp import MLP, reset
from gdgnn.nn.placed import Placed
from gdgnn.nn.pool.side_layer import SideLayer
from gdgnn.nn.segments import calm, segment_sum


class VerticalPool(nn.Module):
    """One vector for each side: a layer over ``[h_w ⊕ degree]``, a calm sum, an MLP; 0 for an empty side.

    The degree enters as log(1 + degree). The sum is :func:`~gdgnn.nn.segments.calm_sum`: large sides stay
    calm, and sides of different sizes stay apart. A second linear layer before the sum would add nothing: the
    MLP after it begins with one, and sums and linear layers may be swapped.

    Args:
        channels: of node embeddings.
        out_channels: of the result.
        hidden_channels: of the layers between; as many as ``out_channels`` if left out.
        degree: whether the geodesic degree of each node is seen.
        num_layers: rounds of message passing between the nodes of a side; needs their ``edge_index``.
        mlp: whether an MLP follows the sum. Without, it is a single layer (no bias, ReLU): enough where the
            result goes through another layer, and far less work where sides are small and many.

    Example:
        >>> side = RaggedNodes(torch.tensor([0, 2]), torch.tensor([0, 0]), 3, degree=torch.tensor([1, 1]))
        >>> g = VerticalPool(8, 16)(torch.ones(4, 8), side)
        >>> g.shape, g[2].abs().sum().item()
        (torch.Size([3, 16]), 0.0)
    """

    def __init__(
        self,
        channels: int,
        out_channels: int,
        hidden_channels: int | None = None,
        *,
        degree: bool = True,
        num_layers: int = 0,
        mlp: bool = True,
    ) -> None:
        super().__init__()
        hidden = out_channels if hidden_channels is None else hidden_channels
        self.degree = degree
        self.out_channels = out_channels
        self.before = GatheredLinear(channels, int(degree), hidden)
        self.layers = nn.ModuleList(SideLayer(hidden) for _ in range(num_layers))
        self.after = MLP([hidden + 1, hidden, out_channels]) if mlp else None
        self.linear = None if mlp else nn.Linear(hidden + 1, out_channels, bias=False)

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for module in (self.before, self.layers, self.after, self.linear):
            reset(module)

    def forward(self, h: Tensor, side: RaggedNodes) -> Tensor:
        """The representation of each side.

        Args:
            h: ``(n, channels)`` node embeddings.
            side: ``k`` rows, with ``degree`` if this pool sees it.

        Returns:
            ``(k, out_channels)``.

        Raises:
            ValueError: ``side`` lacks degrees or edges that this pool needs.
        """
        if self.after is not None:
            return self.placed(h, side).rows()
        return self._with_size(self._total(h, side, side.row, side.num_rows), side.lengths)

    def placed(self, h: Tensor, side: RaggedNodes) -> Placed:
        """The same up to the last layer, and of sides that are not empty; arguments as in :meth:`forward`.

        Among pairs drawn at random, most sides are empty.

        Raises:
            ValueError: no MLP follows the sum.
        """
        if self.after is None:
            raise ValueError("mlp=False leaves no layer to be applied later; call the pool itself")
        length = side.lengths
        place = length.nonzero()[:, 0]
        # Rows numbered without the empty ones, which have no entries.
        row = (length > 0).cumsum(0).index_select(0, side.row) - 1
        total, size = calm(self._total(h, side, row, len(place)), length.index_select(0, place))
        states = self.after.before_last(torch.cat([total, size], dim=1))
        last: Any = self.after.linears[-1]
        return Placed(states, place, side.num_rows, last)

    def gathered(self, h: Tensor, side: RaggedNodes) -> Gathered:
        """The same, with all sides of one and the same node worked out once; arguments as in :meth:`forward`.

        In sparse graphs nearly all sides are of one node. Its degree is 0 then.
        """
        alone = side.lengths == 1
        if self.layers or int(alone.sum()) <= len(h):
            return Gathered.of(self(h, side))
        distinct, position = _lonely_once(side, alone, len(h))
        return Gathered(self(h, distinct), position)

    def _total(self, h: Tensor, side: RaggedNodes, row: Tensor, num_rows: int) -> Tensor:
        parts = [self.before.of_table(h, side.node)]
        degree = self._degree(side)
        if degree is not None:
            levels = torch.arange(int(degree.max()) + 1 if len(degree) else 1, device=h.device)
            parts.append(Gathered(self.before.of_extra(levels.to(h.dtype).log1p()[:, None]), degree))
        if self.layers:
            return segment_sum(self._talk(relu_of(parts), side), row, num_rows)
        return relu_sum(parts, row, num_rows)

    def _with_size(self, total: Tensor, length: Tensor) -> Tensor:
        assert self.linear is not None
        total, size = calm(total, length)
        weight = self.linear.weight
        return torch.addcmul(functional.linear(total, weight[:, :-1]), size, weight[:, -1]).relu()

    def _talk(self, states: Tensor, side: RaggedNodes) -> Tensor:
        if side.edge_index is None:
            raise ValueError("num_layers needs edges within sides: see gdgnn.inputs.with_inner_edges")
        for layer in self.layers:
            states = layer(states, side.edge_index)
        return states

    def _degree(self, side: RaggedNodes) -> Tensor | None:
        if not self.degree:
            return None
        if side.degree is None:
            raise ValueError("the sides have no degrees; search with degree=True, or pool with degree=False")
        return side.degree


def _lonely_once(side: RaggedNodes, alone: Tensor, num_nodes: int) -> tuple[RaggedNodes, Tensor]:
    """A side of each single node, then those sides that are not of one node; and where each side is now."""
    others = (~alone).cumsum(0) + (num_nodes - 1)
    entry_alone = alone.index_select(0, side.row)
    kept = (~entry_alone).nonzero()[:, 0]
    node = torch.arange(num_nodes, device=side.node.device)
    distinct = RaggedNodes(
        torch.cat([node, side.node.index_select(0, kept)]),
        torch.cat([node, others.index_select(0, side.row.index_select(0, kept))]),
        num_nodes + len(alone) - int(alone.sum()),
        degree=None
        if side.degree is None
        else torch.cat([torch.zeros_like(node), side.degree.index_select(0, kept)]),
    )
    # A side of one node has one entry: in their order, these are the nodes of the lonely sides.
    return distinct, others.masked_scatter(alone, side.node.masked_select(entry_alone))
