"""All edges, targets and negatives of a split in one numbering, so that equal ones are found at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.data.arguments import Ids, check_nodes
from gdgnn.graph import Graph
from gdgnn.graph.arrays import check_ids, integers

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Listed:
    """Pairs, with their relations if they are known.

    Attributes:
        pairs: ``(2, k)`` heads above tails.
        relation: ``(k,)``, or None.
    """

    pairs: Ids
    relation: Ids | None = None

    @classmethod
    def of(cls, values: npt.ArrayLike, name: str, graph: Graph) -> Listed:
        """Checked pairs of nodes, or heads, relations and tails, of a graph."""
        array = integers(values, name)
        if array.size == 0:
            return cls(np.empty((2, 0), dtype=np.int64))
        with_relation = array.ndim == 2 and array.shape[0] == 3 and graph.relation is not None
        if not with_relation and (array.ndim != 2 or array.shape[0] != 2):
            more = ", or (3, k): heads, relations, tails" if graph.relation is not None else ""
            raise ValueError(f"{name} has shape {array.shape}; give (2, k): heads above tails{more}")
        rows = array.astype(np.int64)
        check_nodes(rows[[0, -1]], name, graph)
        if not with_relation:
            return cls(rows)
        owner = f"the graph has {graph.num_relations} relations"
        check_ids(rows[1], f"{name}[1, ", graph.num_relations, owner=owner, remedy="give ids of this graph")
        return cls(rows[[0, 2]], rows[1])

    @classmethod
    def edges(cls, graph: Graph, edges: Ids | None = None) -> Listed:
        """All edges of a graph, or some of them."""
        chosen = slice(None) if edges is None else edges
        relation = None if graph.relation is None else graph.relation[chosen]
        return cls(graph.edge_index[:, chosen].astype(np.int64), relation)

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.pairs.shape[1])


class Numbered:
    """Lists of pairs whose equal members have equal numbers.

    Args:
        lists: what to compare, by name.
        num_nodes: ids are below this.
    """

    def __init__(self, lists: dict[str, Listed], num_nodes: int) -> None:
        self.lists = lists
        self.num_nodes = num_nodes
        self._cache: dict[tuple[bool, bool], tuple[Ids, int]] = {}

    def members(self, name: str, of: str, *, arrows: bool, relations: bool = True) -> Mask:
        """Which of a list are in another one, too.

        Args:
            name, of: the one and the other.
            arrows: whether (u, v) differs from (v, u).
            relations: whether relations must agree, where both lists know them.
        """
        known = relations and self.has_relation(name) and self.has_relation(of)
        marked = np.zeros(self._numbered(arrows, known)[1] + 1, dtype=np.bool_)
        marked[self._numbers(of, arrows, known)] = True
        marked[-1] = False  # of loops, which are numbered -1 and no edges
        return marked[self._numbers(name, arrows, known)]

    def repeated(self, name: str, *, arrows: bool) -> Mask:
        """Which of a list have come before in it."""
        numbers = self._numbers(name, arrows, self.has_relation(name))
        again = np.ones(numbers.size, dtype=np.bool_)
        again[np.unique(numbers, return_index=True)[1]] = False
        return again & (numbers >= 0)

    def has_relation(self, name: str) -> bool:
        """Whether the relations of a list are known."""
        return self.lists[name].relation is not None

    @cached_property
    def _first(self) -> dict[str, slice]:
        ends = np.cumsum([listed.size for listed in self.lists.values()]).tolist()
        return {
            name: slice(end - listed.size, end)
            for (name, listed), end in zip(self.lists.items(), ends, strict=True)
        }

    def _numbers(self, name: str, arrows: bool, relations: bool) -> Ids:
        return self._numbered(arrows, relations)[0][self._first[name]]

    def _numbered(self, arrows: bool, relations: bool) -> tuple[Ids, int]:
        key = arrows, relations
        if key not in self._cache:
            listed = self.lists.values()
            relation: Any = None
            if relations:
                relation = np.concatenate(
                    [np.zeros(one.size, np.int64) if one.relation is None else one.relation for one in listed]
                )
            merged = Graph.from_edges(
                np.concatenate([one.pairs for one in listed], axis=1),
                num_nodes=self.num_nodes,
                directed=arrows,
                relation=relation,
            )
            self._cache[key] = merged.row_edge, merged.num_edges
        return self._cache[key]
