"""From input rows to a `Graph`: loops dropped, equal rows merged, edges numbered, neighbors sorted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gdgnn import _engine
from gdgnn.graph.adjacency import choose_id_dtype, join, usable_threads
from gdgnn.graph.arrays import Ids, Int64, count, integers
from gdgnn.graph.names import Names
from gdgnn.graph.rows import Rows, count_nodes, count_relations, read_rows

if TYPE_CHECKING:
    from gdgnn.graph.core import Graph


@dataclass(frozen=True)
class Cleaning:
    """What became of the input rows; `str()` says it in one line.

    Attributes:
        rows: rows given.
        edges: rows kept, one for each edge.
        loops: rows dropped because they join a node to itself (`row_edge` is -1 there).
        repeated: rows merged into an earlier one with the same ends in the same order.
        reversed: rows merged into an earlier one with the same ends the other way round (undirected only).

    Example:
        >>> from gdgnn import Graph
        >>> print(Graph.from_edges([[0, 1, 2, 0], [1, 0, 2, 1]]).cleaning)
        4 rows -> 1 edge: 1 loop dropped, 1 repeated row and 1 reversed row merged
    """

    rows: int
    edges: int
    loops: int = 0
    repeated: int = 0
    reversed: int = 0

    def __add__(self, other: Cleaning) -> Cleaning:
        return Cleaning(
            self.rows + other.rows,
            self.edges + other.edges,
            self.loops + other.loops,
            self.repeated + other.repeated,
            self.reversed + other.reversed,
        )

    def __str__(self) -> str:
        merged = [
            counted(getattr(self, kind), f"{kind} row")
            for kind in ("repeated", "reversed")
            if getattr(self, kind)
        ]
        parts = [f"{counted(self.loops, 'loop')} dropped"] if self.loops else []
        parts += [f"{' and '.join(merged)} merged"] if merged else []
        became = f"{counted(self.rows, 'row')} -> {counted(self.edges, 'edge')}"
        return f"{became}: {', '.join(parts) or 'nothing dropped'}"


@dataclass(frozen=True)
class Facts:
    """What is known about a graph beyond its edges."""

    num_nodes: int
    num_relations: int = 0
    node_names: Names | None = None
    relation_names: Names | None = None
    graph_ptr: Int64 | None = None


def from_edges(
    cls: type[Graph],
    edges: object,
    *,
    num_nodes: int | None,
    directed: bool,
    relation: object | None,
    num_relations: int | None,
    node_names: Iterable[Hashable] | None,
    relation_names: Iterable[Hashable] | None,
    graph_ptr: object | None,
    id_dtype: object,
) -> Graph:
    """See `Graph.from_edges`."""
    nodes = None if node_names is None else Names.of(node_names, "node_names")
    relations = None if relation_names is None else Names.of(relation_names, "relation_names")
    if relation is None and (relations is not None or num_relations is not None):
        given = "num_relations" if relations is None else "relation_names"
        raise ValueError(f"{given} is given without relation; give the relation id of each edge too")
    rows = read_rows(edges, relation)
    stop = count_nodes(rows, _agreed(num_nodes, "num_nodes", nodes, "node_names"))
    facts = Facts(
        stop,
        num_relations=count_relations(
            rows.relation, _agreed(num_relations, "num_relations", relations, "relation_names")
        ),
        node_names=nodes,
        relation_names=relations,
        graph_ptr=None
        if graph_ptr is None
        else check_graph_ptr(graph_ptr, (rows.heads, rows.tails), stop, "graph_ptr"),
    )
    return assemble(cls, rows, facts, directed=directed, id_dtype=id_dtype)


def assemble(cls: type[Graph], rows: Rows, facts: Facts, *, directed: bool | None, id_dtype: object) -> Graph:
    """The graph of the given rows; with `directed=None`, undirected when every row has its reverse."""
    choose_id_dtype(facts.num_nodes, 0, id_dtype)  # a dtype that cannot do should not cost a merge
    if directed is None:
        directed = not is_symmetric(rows, facts.num_nodes)
    row_edge, edge_rows = _merge(rows, facts.num_nodes, directed=directed)
    whole = edge_rows.size == row_edge.size
    heads, tails, relation = rows.heads, rows.tails, rows.relation
    if not whole:
        heads, tails = heads[edge_rows], tails[edge_rows]
    if relation is not None:
        relation = relation.copy() if whole else relation[edge_rows]
    return joined(
        cls,
        heads,
        tails,
        relation,
        facts,
        directed=directed,
        id_dtype=id_dtype,
        cleaning=_account(rows, heads, row_edge),
        merged_rows=None if whole else (row_edge, edge_rows),
    )


def joined(
    cls: type[Graph],
    heads: Int64,
    tails: Int64,
    relation: Int64 | None,
    facts: Facts,
    *,
    directed: bool,
    id_dtype: object,
    cleaning: Cleaning | None = None,
    merged_rows: tuple[Int64, Int64] | None = None,
) -> Graph:
    """The graph of edges already known to be free of loops and duplicates."""
    entries = heads.size if directed else 2 * heads.size
    dtype = choose_id_dtype(facts.num_nodes, entries, id_dtype)
    out, into = join(heads, tails, facts.num_nodes, directed=directed, wide=dtype == np.int64)
    edge_index: Ids = np.empty((2, heads.size), dtype=dtype)
    edge_index[0], edge_index[1] = heads, tails
    return cls(
        num_nodes=facts.num_nodes,
        directed=directed,
        edge_index=edge_index,
        out=out,
        into=into,
        relation=relation,
        num_relations=facts.num_relations,
        node_names=facts.node_names,
        relation_names=facts.relation_names,
        graph_ptr=facts.graph_ptr,
        cleaning=cleaning or Cleaning(heads.size, heads.size),
        merged_rows=merged_rows,
    )


def is_symmetric(rows: Rows, num_nodes: int) -> bool:
    """Whether every row that is no loop has its reverse, of the same relation, among the rows."""
    row_edge, edge_rows = _merge(rows, num_nodes, directed=False)
    if int(np.count_nonzero(row_edge >= 0)) < 2 * edge_rows.size:
        return False
    return bool(_merge(rows, num_nodes, directed=True)[1].size == 2 * edge_rows.size)


def check_graph_ptr(given: object, edge_index: tuple[Int64, Int64], num_nodes: int, name: str) -> Int64:
    """Where the nodes of each graph begin, proved to rise to `num_nodes` and to be crossed by no edge."""
    ptr = integers(given, name).astype(np.int64)
    if (
        ptr.ndim != 1
        or ptr.size == 0
        or ptr[0] != 0
        or ptr[-1] != num_nodes
        or bool((np.diff(ptr) < 0).any())
    ):
        raise ValueError(f"{name} must rise from 0 to the number of nodes, {num_nodes}; got {ptr!r:.120}")
    heads, tails = edge_index
    crossing = np.flatnonzero(np.searchsorted(ptr, heads, "right") != np.searchsorted(ptr, tails, "right"))
    if crossing.size:
        at = crossing[0]
        raise ValueError(
            f"edges[:, {at}] joins nodes {heads[at]} and {tails[at]}, which {name} puts into different "
            f"graphs; drop that edge or leave {name} out"
        )
    return ptr


def _merge(rows: Rows, num_nodes: int, *, directed: bool) -> tuple[Int64, Int64]:
    threads = usable_threads(rows.heads.size)
    row_edge, edge_rows = _engine.merge_edges(
        rows.heads, rows.tails, rows.relation, num_nodes, directed, threads=threads
    )
    return row_edge, edge_rows


def _account(rows: Rows, heads: Int64, row_edge: Int64) -> Cleaning:
    """Counts what became of the rows; a merged row is reversed when it starts where its edge does not."""
    if row_edge.size == heads.size:
        return Cleaning(row_edge.size, heads.size)
    kept = row_edge >= 0
    loops = row_edge.size - int(np.count_nonzero(kept))
    turned = int(np.count_nonzero(rows.heads[kept] != heads[row_edge[kept]]))
    merged = row_edge.size - loops - heads.size
    return Cleaning(row_edge.size, heads.size, loops, merged - turned, turned)


def _agreed(stated: int | None, argument: str, names: Names | None, names_argument: str) -> int | None:
    """The number stated outright or by the names."""
    if stated is None:
        return None if names is None else len(names)
    number = count(stated, argument)
    if names is not None and len(names) != number:
        raise ValueError(
            f"{names_argument} has {len(names)} names, but {argument} is {number}; leave {argument} out"
        )
    return number


def counted(amount: int, thing: str) -> str:
    """The amount with its noun, "1 edge" or "2,000 edges"."""
    return f"{amount:,} {thing}{'' if amount == 1 else 's'}"
