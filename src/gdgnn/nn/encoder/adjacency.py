"""The sparse matrices of an `edge_index`, sorted once and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor
from torch.utils.weak import WeakTensorKeyDictionary

from gdgnn.nn.sparse import SparseMatrix, csr


@dataclass(frozen=True, eq=False)
class _Order:
    """Edges sorted by one end, then by the other."""

    edge: Tensor
    pointer: Tensor
    column: Tensor

    @staticmethod
    def of(row: Tensor, column: Tensor, num_nodes: int) -> _Order:
        edge = (row * num_nodes + column).argsort()
        pointer = torch.zeros(num_nodes + 1, dtype=torch.long)
        torch.cumsum(torch.bincount(row, minlength=num_nodes), 0, out=pointer[1:])
        return _Order(edge, pointer, column[edge])

    def kept(self, keep: Tensor) -> _Order:
        keep = keep[self.edge]
        before = torch.zeros(len(keep) + 1, dtype=torch.long)
        torch.cumsum(keep, 0, out=before[1:])
        return _Order(self.edge[keep], before[self.pointer], self.column[keep])

    def equals(self, other: _Order) -> bool:
        return torch.equal(self.pointer, other.pointer) and torch.equal(self.column, other.column)


class Adjacency:
    """Where messages flow, ready to become a sparse matrix for any choice of hidden edges.

    Sorting is done once; hiding edges afterwards costs a pass over them.

    Args:
        edge_index: ``(2, m)`` long, sources above targets; parallel edges count as often as they occur.
        num_nodes: how many nodes there are.
        self_loops: whether each node has exactly one loop, whatever loops were given.

    Example:
        >>> path = Adjacency(torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=3)
        >>> (path.matrix() @ torch.tensor([[1.0], [2.0], [4.0]])).tolist()
        [[2.0], [5.0], [2.0]]
        >>> hidden = torch.tensor([True, True, False, False])
        >>> (path.matrix(hidden) @ torch.tensor([[1.0], [2.0], [4.0]])).tolist()
        [[2.0], [1.0], [0.0]]
    """

    def __init__(self, edge_index: Tensor, num_nodes: int, *, self_loops: bool = False) -> None:
        source, target = edge_index
        self.num_nodes = num_nodes
        self._given_edge: Tensor | None = None
        if self_loops:
            self._given_edge = (source != target).nonzero().squeeze(1)
            loops = torch.arange(num_nodes)
            source = torch.cat([source[self._given_edge], loops])
            target = torch.cat([target[self._given_edge], loops])
        self._into = _Order.of(target, source, num_nodes)
        self._out = _Order.of(source, target, num_nodes)

    def matrix(
        self, edge_mask: Tensor | None = None, *, normalize: bool = False, dtype: torch.dtype = torch.float32
    ) -> SparseMatrix:
        """The matrix that sums over the sources of each node's edges.

        Args:
            edge_mask: ``(m,)`` bool, False where an edge is hidden.
            normalize: divide each edge by the roots of the in-degrees of both its ends (as GCN does), counted
                without the hidden edges.
            dtype: of the values.

        Returns:
            ``(num_nodes, num_nodes)``.
        """
        into, out = self._into, self._out
        if edge_mask is not None:
            keep = self._keep(edge_mask)
            into, out = into.kept(keep), out.kept(keep)
        root = into.pointer.diff().to(dtype).rsqrt()
        root.masked_fill_(root.isinf(), 0)
        matrix = self._csr(into, root if normalize else None, dtype)
        return SparseMatrix(
            matrix, matrix if into.equals(out) else self._csr(out, root if normalize else None, dtype)
        )

    def _keep(self, edge_mask: Tensor) -> Tensor:
        if self._given_edge is None:
            return edge_mask
        return torch.cat([edge_mask[self._given_edge], edge_mask.new_ones(self.num_nodes)])

    def _csr(self, order: _Order, root: Tensor | None, dtype: torch.dtype) -> Tensor:
        if root is None:
            value = torch.ones(len(order.column), dtype=dtype)
        else:
            value = root.repeat_interleave(order.pointer.diff()) * root[order.column]
        return csr(order.pointer, order.column, value, num_columns=self.num_nodes)


_Kept: TypeAlias = dict[tuple[int, int, bool], Adjacency]
_KEPT = WeakTensorKeyDictionary()


def adjacency_of(edge_index: Tensor, num_nodes: int, *, self_loops: bool = False) -> Adjacency:
    """The adjacency of this very tensor: sorted when first asked for, kept while the tensor lives.

    Example:
        >>> edge_index = torch.tensor([[0, 1], [1, 0]])
        >>> adjacency_of(edge_index, 2) is adjacency_of(edge_index, 2)
        True
    """
    key = (edge_index._version, num_nodes, self_loops)
    kept: _Kept = _KEPT.setdefault(edge_index, {})  # type: ignore[no-untyped-call]
    found = kept.get(key)
    if found is None:
        # A tensor that was written to since has no use for what it was before.
        for stale in [other for other in kept if other[0] != edge_index._version]:
            kept.pop(stale, None)
        found = kept[key] = Adjacency(edge_index, num_nodes, self_loops=self_loops)
    return found
