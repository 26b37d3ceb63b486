"""Nodes of a graph to one vector."""

from __future__ import annotations

from typing import Literal

from torch import Tensor, nn

from gdgnn.nn.segments import calm_sum, segment_mean

GraphReduce = Literal["sum", "mean"]


class GraphReadout(nn.Module):
    """The sum or the mean of all node representations of each graph.

    The sum is :func:`~gdgnn.nn.segments.calm_sum`, which tells apart what a sum does and stays calm on large
    graphs; it has one channel more.

    Args:
        channels: of node representations.
        reduce: ``"sum"`` or ``"mean"``.

    Example:
        >>> import torch
        >>> GraphReadout(1, "mean")(torch.tensor([[1.0], [3.0], [5.0]]), torch.tensor([0, 0, 1]), 2).tolist()
        [[2.0], [5.0]]
    """

    def __init__(self, channels: int, reduce: GraphReduce = "sum") -> None:
        super().__init__()
        if reduce not in ("sum", "mean"):
            raise ValueError(f"reduce is {reduce!r}; choose 'sum' or 'mean'")
        self.reduce = reduce
        self.out_channels = channels + (reduce == "sum")

    def forward(self, z: Tensor, batch: Tensor, num_graphs: int) -> Tensor:
        """The representation of each graph; that of a graph without nodes is 0.

        Args:
            z: ``(n, channels)`` node representations.
            batch: ``(n,)`` long, ascending: the graph of each node.
            num_graphs: how many graphs there are.

        Returns:
            ``(num_graphs, out_channels)``.
        """
        return (calm_sum if self.reduce == "sum" else segment_mean)(z, batch, num_graphs)
