"""Along which edges an encoder sends messages in one run."""

from __future__ import annotations

import torch
from torch import Tensor

from gdgnn.nn.encoder.adjacency import adjacency_of
from gdgnn.nn.sparse import SparseMatrix, is_fast_for

FAST_FROM_EDGES = 4096
"""From how many edges on sorting them pays."""


class Messages:
    """The edges of one run of an encoder, less the hidden ones, as its convolutions want them.

    Args:
        edge_index: ``(2, m)`` long, sources above targets.
        edge_attr: ``(m, ...)`` edge features, or None.
        edge_mask: ``(m,)`` bool, False where an edge is hidden, or None.
        num_nodes: how many nodes there are.

    Example:
        >>> messages = Messages(torch.tensor([[0, 1], [1, 0]]), None, torch.tensor([True, False]), 2)
        >>> messages.edge_index.tolist()
        [[0], [1]]
    """

    def __init__(
        self, edge_index: Tensor, edge_attr: Tensor | None, edge_mask: Tensor | None, num_nodes: int
    ) -> None:
        if edge_index.ndim != 2 or edge_index.shape[0] != 2:
            raise ValueError(
                f"edge_index has shape {tuple(edge_index.shape)}; give (2, m), sources above targets"
            )
        count = edge_index.shape[1]
        if edge_attr is not None and len(edge_attr) != count:
            raise ValueError(f"edge_attr has {len(edge_attr)} rows for {count} edges; give one for each")
        if edge_mask is not None and (edge_mask.dtype != torch.bool or edge_mask.shape != (count,)):
            raise ValueError(
                f"edge_mask is {edge_mask.dtype} of shape {tuple(edge_mask.shape)}; give a bool for each "
                f"of the {count} edges, False to hide it"
            )
        self._given = edge_index
        self._mask = edge_mask
        self._num_nodes = num_nodes
        self._matrices: dict[bool, SparseMatrix] = {}
        self._kept: Tensor | None = None
        self.edge_attr = edge_attr if edge_attr is None or edge_mask is None else edge_attr[edge_mask]

    @property
    def edge_index(self) -> Tensor:
        """``(2, kept)`` long: the edges that are not hidden."""
        if self._kept is None:
            self._kept = self._given if self._mask is None else self._given[:, self._mask]
        return self._kept

    def fast(self, x: Tensor) -> bool:
        """Whether a sparse product is the quicker way to pass messages that look like ``x``."""
        return self._given.shape[1] >= FAST_FROM_EDGES and is_fast_for(x)

    def matrix(self, dtype: torch.dtype, *, normalized: bool) -> SparseMatrix:
        """The matrix of one step of message passing, made once per run; normalized with loops, as in GCN."""
        if normalized not in self._matrices:
            adjacency = adjacency_of(self._given, self._num_nodes, self_loops=normalized)
            self._matrices[normalized] = adjacency.matrix(self._mask, normalize=normalized, dtype=dtype)
        return self._matrices[normalized]
