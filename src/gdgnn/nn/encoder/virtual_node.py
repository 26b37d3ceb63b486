"""A node that is joined to every other node of its graph."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from gdgnn.nn.mlp import MLP
from gdgnn.nn.segments import calm_sum


class VirtualNode(nn.Module):
    """One step of the virtual node: it hears the (calm) sum of all nodes of its graph, and remembers.

    Args:
        channels: of nodes and of the virtual node.
        batch_norm: whether to normalize its hidden layer over the graphs of a batch.

    Example:
        >>> import torch
        >>> h, batch = torch.zeros(5, 8), torch.tensor([0, 0, 0, 1, 1])
        >>> VirtualNode(8)(h, batch, num_graphs=2).shape
        torch.Size([2, 8])
    """

    def __init__(self, channels: int, *, batch_norm: bool = False) -> None:
        super().__init__()
        self.mlp = MLP([channels + 1, 2 * channels, channels], batch_norm=batch_norm)

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.mlp.reset_parameters()

    def forward(self, h: Tensor, batch: Tensor, num_graphs: int, before: Tensor | None = None) -> Tensor:
        """The state of each graph's virtual node.

        Args:
            h: ``(n, channels)`` node states.
            batch: ``(n,)`` long, ascending: the graph of each node.
            num_graphs: how many graphs there are.
            before: ``(num_graphs, channels)``, its state after the layer before, or None after the first.

        Returns:
            ``(num_graphs, channels)``.
        """
        heard = calm_sum(h, batch, num_graphs)
        if before is not None:
            heard = heard + functional.pad(before, (0, 1))
        state: Tensor = self.mlp(heard).relu()
        return state
