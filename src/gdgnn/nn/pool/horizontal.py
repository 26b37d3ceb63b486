"""The nodes of one shortest path, in any order."""

from __future__ import annotations

from typing import Literal

from torch import Tensor, nn

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.segments import segment_reduce, segment_softmax, segment_sum

HorizontalReduce = Literal["sum", "mean", "max", "attention"]


class HorizontalPool(nn.Module):
    """One vector for each path: the sum, mean, maximum or learned average of its nodes; 0 without a path.

    Args:
        channels: of node embeddings, and of the result.
        reduce: ``"sum"`` (as published), ``"mean"``, ``"max"`` or ``"attention"``.

    Example:
        >>> import torch
        >>> path = RaggedNodes(torch.tensor([0, 2, 3]), torch.tensor([0, 0, 0]), num_rows=2)
        >>> HorizontalPool(1)(torch.tensor([[1.0], [2.0], [4.0], [8.0]]), path).tolist()
        [[13.0], [0.0]]
    """

    def __init__(self, channels: int, reduce: HorizontalReduce = "sum") -> None:
        super().__init__()
        if reduce not in ("sum", "mean", "max", "attention"):
            raise ValueError(f"reduce is {reduce!r}; choose 'sum', 'mean', 'max' or 'attention'")
        self.reduce = reduce
        self.out_channels = channels
        self.logit = nn.Linear(channels, 1) if reduce == "attention" else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        if self.logit is not None:
            self.logit.reset_parameters()

    def forward(self, h: Tensor, path: RaggedNodes) -> Tensor:
        """``(n, channels)`` embeddings and ``k`` paths to ``(k, channels)``."""
        nodes = h.index_select(0, path.node)
        if self.reduce == "attention":
            assert self.logit is not None
            weight = segment_softmax(self.logit(nodes), path.row, path.num_rows)
            return segment_sum(weight * nodes, path.row, path.num_rows)
        return segment_reduce(nodes, path.row, path.num_rows, self.reduce)
