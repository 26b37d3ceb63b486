"""Subsets of nodes to vectors."""

from __future__ import annotations

from torch import Tensor, nn

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.readout.graph import GraphReadout, GraphReduce


class SubgraphReadout(nn.Module):
    """The sum or the mean of the node representations of each subset; subsets may overlap.

    Args:
        channels: of node representations.
        reduce: as in :class:`GraphReadout`.

    Example:
        >>> import torch
        >>> subsets = RaggedNodes(torch.tensor([0, 1, 1]), torch.tensor([0, 0, 1]), num_rows=2)
        >>> SubgraphReadout(1, "mean")(torch.tensor([[1.0], [3.0]]), subsets).tolist()
        [[2.0], [3.0]]
    """

    def __init__(self, channels: int, reduce: GraphReduce = "sum") -> None:
        super().__init__()
        self.whole = GraphReadout(channels, reduce)
        self.out_channels = self.whole.out_channels

    def forward(self, z: Tensor, subsets: RaggedNodes) -> Tensor:
        """The representation of each subset.

        Args:
            z: ``(n, channels)`` node representations.
            subsets: ``k`` rows of positions in ``z``.

        Returns:
            ``(k, out_channels)``.
        """
        result: Tensor = self.whole(z.index_select(0, subsets.node), subsets.row, subsets.num_rows)
        return result
