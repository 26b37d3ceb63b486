"""Graphs from graphs: parts, disjoint unions, arrows ignored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gdgnn.graph.adjacency import Adjacency, choose_id_dtype, component_labels, core_mask, join
from gdgnn.graph.arrays import Ids, Int64, check_ids, integers
from gdgnn.graph.build import Cleaning, Facts, joined

if TYPE_CHECKING:
    from gdgnn.graph.core import Graph


class Subgraph(NamedTuple):
    """A part of a graph and the way back.

    Attributes:
        graph: the part, its nodes and edges numbered from 0.
        nodes: the old id of each of its nodes, (graph.num_nodes,).
        edges: the old id of each of its edges, (graph.num_edges,); its edges keep their old order.
            `old.edge_rows[edges]` are the input rows of the old graph.
    """

    graph: Graph
    nodes: Int64
    edges: Int64


def induced(graph: Graph, nodes: object) -> Subgraph:
    """The given nodes, numbered in the given order, and all edges among them."""
    kept = _chosen(nodes, graph.num_nodes)
    new_id = np.full(graph.num_nodes, -1, dtype=np.int64)
    new_id[kept] = np.arange(kept.size)
    twice = np.flatnonzero(new_id[kept] != np.arange(kept.size))
    if twice.size:
        at = int(twice[0])
        raise ValueError(
            f"nodes[{at}] is {kept[at]}, which occurs again later; give each node once: np.unique(nodes)"
        )
    if np.array_equal(kept, np.arange(graph.num_nodes)):
        whole = Cleaning(graph.num_edges, graph.num_edges)
        edges = np.arange(graph.num_edges, dtype=np.int64)
        return Subgraph(replace(graph, cleaning=whole, merged_rows=None, graph_ptr=None), kept, edges)
    inside = new_id >= 0
    edges = np.flatnonzero(inside[graph.edge_index[0]] & inside[graph.edge_index[1]])
    part = joined(
        type(graph),
        new_id[graph.edge_index[0, edges]],
        new_id[graph.edge_index[1, edges]],
        None if graph.relation is None else graph.relation[edges],
        Facts(
            kept.size,
            num_relations=graph.num_relations,
            node_names=None if graph.node_names is None else graph.node_names.take(kept),
            relation_names=graph.relation_names,
        ),
        directed=graph.directed,
        id_dtype=graph.id_dtype,
    )
    return Subgraph(part, kept, edges)


def core(graph: Graph, k: int) -> Subgraph:
    """The largest part in which every node has at least `k` edges."""
    return induced(graph, np.flatnonzero(core_mask(graph.out, graph.into, k)))


def largest_component(graph: Graph) -> Subgraph:
    """The largest connected part, arrows ignored; among equals the one with the smallest node id."""
    labels = component_labels(graph.out, graph.edge_index)
    if not labels.size:
        return induced(graph, labels)
    return induced(graph, np.flatnonzero(labels == np.bincount(labels).argmax()))


def undirected(graph: Graph) -> Graph:
    """The same edges with the same ids, found from either end."""
    if not graph.directed:
        return graph
    dtype = choose_id_dtype(
        graph.num_nodes, 2 * graph.num_edges, np.int64 if graph.id_dtype == np.int64 else None
    )
    heads, tails = graph.edge_index.astype(np.int64)
    both, _ = join(heads, tails, graph.num_nodes, directed=False, wide=dtype == np.int64)
    return replace(graph, directed=False, edge_index=graph.edge_index.astype(dtype), out=both, into=both)


def union(cls: type[Graph], graphs: Iterable[Graph]) -> Graph:
    """The graphs side by side: nothing is sorted again, the arrays of the parts are shifted and joined."""
    parts = list(graphs)
    _check_alike(parts)
    first = parts[0]
    nodes = _offsets([part.num_nodes for part in parts])
    edges = _offsets([part.num_edges for part in parts])
    entries = int(edges[-1]) * (1 if first.directed else 2)
    wide = any(part.id_dtype == np.int64 for part in parts)
    dtype = choose_id_dtype(int(nodes[-1]), entries, np.int64 if wide else None)
    out = _side_by_side([part.out for part in parts], nodes, edges, dtype)
    into = out if not first.directed else _side_by_side([part.into for part in parts], nodes, edges, dtype)
    edge_index = np.stack(
        [_shifted([part.edge_index[side] for part in parts], nodes, dtype) for side in (0, 1)]
    )
    relations = [part.relation for part in parts if part.relation is not None]
    return cls(
        num_nodes=int(nodes[-1]),
        directed=first.directed,
        edge_index=edge_index,
        out=out,
        into=into,
        relation=np.concatenate(relations) if relations else None,
        num_relations=max(part.num_relations for part in parts),
        relation_names=first.relation_names,
        graph_ptr=nodes,
        cleaning=sum((part.cleaning for part in parts), start=Cleaning(0, 0)),
        merged_rows=_joined_rows(parts, edges),
    )


def _chosen(nodes: object, num_nodes: int) -> Int64:
    """Node ids from ids or from a mask over all nodes."""
    mask = np.asarray(nodes)
    if mask.dtype == np.bool_:
        if mask.shape != (num_nodes,):
            raise ValueError(f"nodes is a mask of shape {mask.shape}, but the graph has {num_nodes} nodes")
        return np.flatnonzero(mask)
    ids = integers(nodes, "nodes")
    if ids.ndim != 1:
        raise ValueError(f"nodes has shape {ids.shape}, expected (k,)")
    check_ids(
        ids, "nodes", num_nodes, owner=f"the graph has {num_nodes} nodes", remedy="give ids of this graph"
    )
    return ids.astype(np.int64)


def _check_alike(parts: Sequence[Graph]) -> None:
    if not parts:
        raise ValueError("union of no graphs; give at least one")
    first = parts[0]
    for at, part in enumerate(parts):
        if part.directed != first.directed:
            raise ValueError(
                f"graphs[{at}] is {_arrows(part)} but graphs[0] is {_arrows(first)}; bring them to one kind, "
                "for example with as_undirected()"
            )
        if (part.relation is None) != (first.relation is None):
            raise ValueError(
                f"of graphs[0] and graphs[{at}] only one has relations; give relations to all or to none"
            )
        if part.relation_names is not first.relation_names and part.relation_names != first.relation_names:
            raise ValueError(
                f"graphs[{at}] has other relation_names than graphs[0]; build all with the same ones"
            )


def _arrows(graph: Graph) -> str:
    return "directed" if graph.directed else "undirected"


def _offsets(sizes: Sequence[int] | Int64) -> Int64:
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def _shifted(arrays: Sequence[NDArray[Any]], offsets: Int64, dtype: Any) -> NDArray[Any]:
    """All arrays after one another, each with its offset added."""
    together = np.concatenate(arrays).astype(dtype)
    together += np.repeat(offsets[: len(arrays)].astype(dtype), [array.size for array in arrays])
    return together


def _side_by_side(parts: Sequence[Adjacency], nodes: Int64, edges: Int64, dtype: np.dtype[Any]) -> Adjacency:
    slots = _offsets([part.indices.size for part in parts])
    indices: Ids = _shifted([part.indices for part in parts], nodes, dtype)
    slot_ptr = None
    if any(part.slot_ptr is not None for part in parts):
        per_slot = np.concatenate([part.edges_per_slot() for part in parts])
        slot_ptr = _offsets(per_slot)
    return Adjacency(
        np.concatenate([[0], _shifted([part.indptr[1:] for part in parts], slots, np.int64)]),
        indices,
        slot_ptr,
        _shifted([part.slot_edges for part in parts], edges, dtype),
    )


def _joined_rows(parts: Sequence[Graph], edges: Int64) -> tuple[Int64, Int64] | None:
    """Row maps of the joined inputs; None when every row of every part is an edge."""
    if all(part.merged_rows is None for part in parts):
        return None
    rows = _offsets([part.row_edge.size for part in parts])
    row_edge = _shifted([part.row_edge for part in parts], edges, np.int64)
    row_edge[np.concatenate([part.row_edge for part in parts]) < 0] = -1
    return row_edge, _shifted([part.edge_rows for part in parts], rows, np.int64)
