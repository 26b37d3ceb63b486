"""Where typed messages flow, laid out so that all relations are multiplied in one go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeGuard

import numpy as np
import torch
from torch import Tensor

from gdgnn.graph import Graph
from gdgnn.nn.sparse import SparseMatrix, csr, is_fast_for

BLOCK = 32
"""Rows that share one product with a relation's weights; fewer are slow, more are mostly padding."""


@dataclass(frozen=True, eq=False)
class TypedMessages:
    """One choice of hidden edges, ready to pass messages.

    A *row* is what one node hears along one relation. Rows lie relation after relation, those of each filled
    up to whole blocks, so that the weights of all relations are applied by one batched product.

    Attributes:
        block_relation: ``(blocks,)`` long, the relation of each :data:`BLOCK` rows.
        degree: ``(n,)`` how many messages reach each node.
        gather: ``(rows, n)``, sums over senders; None where torch has no fast product.
        scatter: ``(n, rows)``, sums of the means that each node hears; None likewise.
        source, row: ``(m,)`` long, who sends each message, and the row that hears it.
        row_node: ``(rows,)`` long, who hears each row; any node for padding.
        message_weight: ``(m,)``, 0 for what is hidden, else 1.
        row_weight: ``(rows,)``, 1 over the number of messages.
    """

    block_relation: Tensor
    degree: Tensor
    gather: SparseMatrix | None
    scatter: SparseMatrix | None
    source: Tensor
    row: Tensor
    row_node: Tensor
    message_weight: Tensor
    row_weight: Tensor

    def heard(self, x: Tensor) -> Tensor:
        """``(n, channels)`` to ``(rows, channels)``: the sum of what each row hears."""
        if _fits(self.gather, x):
            return self.gather @ x
        sent = x.index_select(0, self.source) * self.message_weight.to(x.dtype)[:, None]
        return x.new_zeros(len(self.row_node), x.shape[1]).index_add(0, self.row, sent)

    def joined(self, rows: Tensor) -> Tensor:
        """``(rows, channels)`` to ``(n, channels)``: the sum over relations of means over messages."""
        if _fits(self.scatter, rows):
            return self.scatter @ rows
        weighted = rows * self.row_weight.to(rows.dtype)[:, None]
        return rows.new_zeros(len(self.degree), rows.shape[1]).index_add(0, self.row_node, weighted)


def _fits(matrix: SparseMatrix | None, dense: Tensor) -> TypeGuard[SparseMatrix]:
    return matrix is not None and is_fast_for(dense) and matrix.matrix.dtype == dense.dtype


class TypedAdjacency:
    """Typed edges sorted once; hiding some of them afterwards costs a pass over them.

    Each edge sends a message from head to tail along its relation r, and one back along
    ``r + num_relations``.

    Args:
        graph: with relations; whether its searches follow arrows does not matter here.
        device: where messages will be passed.

    Example:
        >>> graph = Graph.from_edges([[0, 0], [1, 2]], relation=[0, 0], num_relations=1)
        >>> messages = TypedAdjacency(graph).messages()
        >>> messages.joined(messages.heard(torch.tensor([[6.0], [1.0], [3.0]]))).tolist()
        [[2.0], [6.0], [6.0]]
    """

    def __init__(self, graph: Graph, *, device: torch.device | str = "cpu") -> None:
        if graph.relation is None:
            raise ValueError("the graph has no relations; build it with relation=, or from Triples")
        self.num_nodes, self.num_edges = graph.num_nodes, graph.num_edges
        self.num_relations = graph.num_relations
        heads, tails = (torch.from_numpy(ends.astype(np.int64)) for ends in graph.edge_index)
        relation = torch.from_numpy(np.array(graph.relation, dtype=np.int64))
        edge = torch.arange(self.num_edges)
        target = torch.cat([tails, heads])
        relation = torch.cat([relation, relation + self.num_relations])
        key, order = torch.sort(relation * self.num_nodes + target, stable=True)
        distinct, row = torch.unique_consecutive(key, return_inverse=True)
        row_relation = distinct // max(self.num_nodes, 1)
        place, self.block_relation = _in_blocks(row_relation, 2 * self.num_relations)
        self.num_rows = BLOCK * len(self.block_relation)
        self.row_node = torch.zeros(self.num_rows, dtype=torch.long)
        self.row_node[place] = distinct % max(self.num_nodes, 1)
        self.filled = place
        self.row = place[row]
        self.source = torch.cat([heads, tails])[order]
        self.edge = torch.cat([edge, edge])[order]
        self.to(device)

    def to(self, device: torch.device | str) -> TypedAdjacency:
        """The same object, its arrays on another device."""
        for name in ("block_relation", "row_node", "filled", "row", "source", "edge"):
            setattr(self, name, getattr(self, name).to(device))
        self.device = torch.device(device)
        self.__dict__.pop("_layout", None)
        self.__dict__.pop("_all", None)
        return self

    def messages(self, edge_mask: Tensor | None = None) -> TypedMessages:
        """All messages, or those along edges that are not hidden.

        Args:
            edge_mask: ``(num_edges,)`` bool, by edge id, False where an edge is hidden both ways.

        Raises:
            ValueError: `edge_mask` has another shape or dtype.
        """
        if edge_mask is None:
            return self._all
        if edge_mask.dtype != torch.bool or edge_mask.shape != (self.num_edges,):
            raise ValueError(
                f"edge_mask is {edge_mask.dtype} of shape {tuple(edge_mask.shape)}; give a bool for each "
                f"of the {self.num_edges} edges, False to hide it"
            )
        return self._messages(edge_mask.to(self.device)[self.edge].to(torch.get_default_dtype()))

    @cached_property
    def _all(self) -> TypedMessages:
        return self._messages(torch.ones(len(self.edge), device=self.device))

    @cached_property
    def _layout(self) -> tuple[_Compressed, _Compressed, _Compressed, _Compressed]:
        """Rows over nodes and its transpose, nodes over filled rows and its transpose."""
        receiver = self.row_node[self.filled]
        return (
            _Compressed.of(self.row, self.source, self.num_rows, self.num_nodes),
            _Compressed.of(self.source, self.row, self.num_nodes, self.num_rows),
            _Compressed.of(receiver, self.filled, self.num_nodes, self.num_rows),
            _Compressed.of(self.filled, receiver, self.num_rows, self.num_nodes),
        )

    def _messages(self, weight: Tensor) -> TypedMessages:
        count = torch.zeros(self.num_rows, device=self.device).index_add(0, self.row, weight)
        row_weight = 1 / count.clamp(min=1)
        degree = torch.zeros(self.num_nodes, device=self.device).index_add(0, self.row_node, count)
        gather = scatter = None
        if is_fast_for(weight):
            heard, sent, joined, spread = self._layout
            gather = SparseMatrix(heard.filled(weight), sent.filled(weight))
            of_filled = row_weight[self.filled]
            scatter = SparseMatrix(joined.filled(of_filled), spread.filled(of_filled))
        return TypedMessages(
            self.block_relation,
            degree,
            gather,
            scatter,
            self.source,
            self.row,
            self.row_node,
            weight,
            row_weight,
        )


@dataclass(frozen=True, eq=False)
class _Compressed:
    """The pattern of a sparse matrix, and the order in which its entries were given."""

    pointer: Tensor
    column: Tensor
    order: Tensor
    num_columns: int

    @staticmethod
    def of(row: Tensor, column: Tensor, num_rows: int, num_columns: int) -> _Compressed:
        order = torch.argsort(row, stable=True)
        pointer = torch.zeros(num_rows + 1, dtype=torch.long)
        torch.cumsum(torch.bincount(row, minlength=num_rows), 0, out=pointer[1:])
        # 32 bits from the start: they would be cut down to anew for each choice of hidden edges.
        fits = max(num_rows, num_columns, len(row)) < torch.iinfo(torch.int32).max
        index = torch.int32 if fits else torch.int64
        return _Compressed(pointer.to(index), column[order].to(index), order, num_columns)

    def filled(self, value: Tensor) -> Tensor:
        return csr(self.pointer, self.column, value[self.order], num_columns=self.num_columns)


def _in_blocks(relation: Tensor, num_relations: int) -> tuple[Tensor, Tensor]:
    """Where each of the ascending relations' rows comes to lie, and the relation of each block."""
    count = torch.bincount(relation, minlength=num_relations)
    blocks = (count + BLOCK - 1) // BLOCK
    first_block, first = blocks.cumsum(0) - blocks, count.cumsum(0) - count
    place = torch.arange(len(relation)) + (first_block * BLOCK - first)[relation]
    return place, torch.arange(num_relations).repeat_interleave(blocks)
