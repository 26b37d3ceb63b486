"""One side of the vertical geodesic."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.gathered_linear import GatheredLinear
from gdgnn.nn.mlp import MLP, reset
from gdgnn.nn.pool.side_layer import SideLayer
from gdgnn.nn.segments import calm_parts


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
        states, index = self._states(h, side)
        if self.layers:
            states, index = self._talk(_gathered(states, index), side), None
        if self.linear is not None:
            return self._layer_after(self.linear.weight, states, index, side)
        assert self.after is not None
        total, size = calm_parts(_gathered(states, index), side.row, side.num_rows)
        # The size is log(1 + size): 0 just where a side is empty, which shall have no representation.
        return torch.where(size > 0, self.after(torch.cat([total, size], dim=1)), 0)

    @staticmethod
    def _layer_after(weight: Tensor, states: Tensor, index: Tensor | None, side: RaggedNodes) -> Tensor:
        """A layer over the calm sum. Sums and linear maps may be swapped, and states are often fewer."""
        states = functional.linear(states, weight[:, :-1])
        total, size = calm_parts(_gathered(states, index), side.row, side.num_rows)
        return torch.addcmul(total, size, weight[:, -1]).relu()

    def _states(self, h: Tensor, side: RaggedNodes) -> tuple[Tensor, Tensor | None]:
        """The state of each entry; or of each node and degree if these are fewer, and which is whose."""
        degree = self._degree(side)
        levels = 1 if degree is None or not len(degree) else int(degree.max()) + 1
        if len(h) * levels > len(side.node):
            return self.before(h, side.node, _logarithm(degree, h.dtype)).relu(), None
        node = torch.arange(len(h), device=h.device).repeat_interleave(levels)
        level = None if degree is None else torch.arange(levels, device=h.device).repeat(len(h))
        states = self.before(h, node, _logarithm(level, h.dtype)).relu()
        return states, side.node if degree is None else side.node * levels + degree

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


def _gathered(states: Tensor, index: Tensor | None) -> Tensor:
    return states if index is None else states.index_select(0, index)


def _logarithm(degree: Tensor | None, dtype: torch.dtype) -> Tensor | None:
    return None if degree is None else degree.to(dtype).log1p()[:, None]
