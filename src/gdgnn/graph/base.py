"""What a graph holds and what can be read off it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gdgnn import _engine
from gdgnn.graph.adjacency import Adjacency
from gdgnn.graph.arrays import Ids, Int64, frozen
from gdgnn.graph.build import Cleaning, counted
from gdgnn.graph.names import Names


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GraphBase:
    """The state of a `Graph`, which documents it, and everything that is read off it without computing."""

    num_nodes: int
    directed: bool
    edge_index: Ids
    out: Adjacency
    into: Adjacency
    cleaning: Cleaning
    relation: Int64 | None = None
    num_relations: int = 0
    node_names: Names | None = None
    relation_names: Names | None = None
    graph_ptr: Int64 | None = None
    merged_rows: tuple[Int64, Int64] | None = None

    def __post_init__(self) -> None:
        for array in (self.edge_index, self.relation, self.graph_ptr, *(self.merged_rows or ())):
            if array is not None:
                frozen(array)

    @property
    def num_edges(self) -> int:
        """Edges are 0 .. num_edges - 1."""
        return int(self.edge_index.shape[1])

    @property
    def id_dtype(self) -> np.dtype[Any]:
        """int32 or int64: the dtype of node and edge ids, here and in what searches return."""
        return self.edge_index.dtype

    @property
    def indptr(self) -> Int64:
        """(num_nodes + 1,) where the neighbors of each node begin in `indices`."""
        return self.out.indptr

    @property
    def indices(self) -> Ids:
        """(slots,) the distinct neighbors of node after node, ascending for each."""
        return self.out.indices

    @property
    def slot_ptr(self) -> Int64 | None:
        """(slots + 1,) where the edges of each slot begin in `slot_edges`; None when every slot holds one."""
        return self.out.slot_ptr

    @property
    def slot_edges(self) -> Ids:
        """Edge ids, slot after slot."""
        return self.out.slot_edges

    @property
    def in_indptr(self) -> Int64:
        """`indptr` against the arrows."""
        return self.into.indptr

    @property
    def in_indices(self) -> Ids:
        """`indices` against the arrows."""
        return self.into.indices

    @property
    def in_slot_ptr(self) -> Int64 | None:
        """`slot_ptr` against the arrows."""
        return self.into.slot_ptr

    @property
    def in_slot_edges(self) -> Ids:
        """`slot_edges` against the arrows."""
        return self.into.slot_edges

    @cached_property
    def row_edge(self) -> Int64:
        """(rows,) the edge id of each input row, -1 for a dropped loop."""
        return self._every_edge if self.merged_rows is None else self.merged_rows[0]

    @cached_property
    def edge_rows(self) -> Int64:
        """(num_edges,) the first input row of each edge, ascending."""
        return self._every_edge if self.merged_rows is None else self.merged_rows[1]

    @cached_property
    def handle(self) -> _engine.Graph:
        """The engine's view of the arrays, which it checks once; for the functions of `gdgnn._engine`."""
        return _engine.Graph(
            self.indptr,
            self.indices,
            self.slot_ptr,
            self.slot_edges,
            self.in_indptr,
            self.in_indices,
            self.in_slot_ptr,
            self.in_slot_edges,
            self.num_edges,
            self.directed,
        )

    def degrees(self, direction: Literal["both", "out", "in"] = "both") -> Int64:
        """The number of edges at each node, parallel ones counted each, (num_nodes,).

        "both" adds out and in; without arrows all three are the same. `numpy.diff(graph.indptr)` counts
        neighbors instead.
        """
        if direction not in ("both", "out", "in"):
            raise ValueError(f'direction is {direction!r}; give "both", "out" or "in"')
        if direction == "in":
            return np.diff(self.into.edge_ptr)
        out = np.diff(self.out.edge_ptr)
        return out + np.diff(self.into.edge_ptr) if self.directed and direction == "both" else out

    def neighbors(self, node: int) -> NDArray[Any]:
        """The distinct neighbors of a node (those its arrows lead to), ascending."""
        if not 0 <= node < self.num_nodes:
            raise IndexError(f"node is {node}, but the graph has {self.num_nodes} nodes; ids start at 0")
        return self.indices[self.indptr[node] : self.indptr[node + 1]]

    def node_id(self, name: Hashable) -> int:
        """The id of a node by its name; KeyError when there is none of that name."""
        return _id_of(name, self.node_names, "node")

    def relation_id(self, name: Hashable) -> int:
        """The id of a relation by its name; KeyError when there is none of that name."""
        return _id_of(name, self.relation_names, "relation")

    def __eq__(self, other: object) -> bool:
        """Same nodes, edges (numbered and turned alike), relations and names; input rows do not matter."""
        if not isinstance(other, GraphBase):
            return NotImplemented
        return (
            self._shape == other._shape
            and np.array_equal(self.edge_index, other.edge_index)
            and _same(self.relation, other.relation)
            and _same(self.graph_ptr, other.graph_ptr)
            and self.node_names == other.node_names
            and self.relation_names == other.relation_names
        )

    def __hash__(self) -> int:
        return hash(self._shape)

    def __repr__(self) -> str:
        parts = ["directed" if self.directed else "undirected"]
        if self.graph_ptr is not None:
            parts.append(counted(self.graph_ptr.size - 1, "graph"))
        parts += [counted(self.num_nodes, "named node" if self.node_names is not None else "node")]
        parts += [counted(self.num_edges, "edge")]
        if self.relation is not None:
            parts.append(counted(self.num_relations, "named relation" if self.relation_names else "relation"))
        return f"{type(self).__name__}({', '.join(parts)})"

    def __copy__(self) -> GraphBase:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> GraphBase:
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    @cached_property
    def _every_edge(self) -> Int64:
        return frozen(np.arange(self.num_edges, dtype=np.int64))

    @property
    def _shape(self) -> tuple[bool, int, int, int]:
        return self.directed, self.num_nodes, self.num_edges, self.num_relations


def _same(first: Int64 | None, second: Int64 | None) -> bool:
    if first is None or second is None:
        return first is second
    return np.array_equal(first, second)


def _id_of(name: Hashable, names: Names | None, kind: str) -> int:
    if names is None:
        raise KeyError(f"this graph has no {kind} names; give {kind}_names when building it, or use ids")
    try:
        return names.index(name)
    except ValueError:
        raise KeyError(f"no {kind} is named {name!r}; there are {names!r}") from None
