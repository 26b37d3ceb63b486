"""Which edges of a graph are a target's own."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph

Ids: TypeAlias = npt.NDArray[np.int64]
Hide: TypeAlias = Literal["always", "unless-parallel", "never"]
"""When a target's own edge is hidden. ``"unless-parallel"``: only if no other edge joins its two entities."""


def fact_edges(graph: Graph, triples: npt.ArrayLike) -> Ids:
    """The edge that each of ``(3, k)`` triples is, -1 where it is none.

    Example:
        >>> graph = Graph.from_edges([[0, 0], [1, 1]], relation=[0, 1], directed=True).as_undirected()
        >>> fact_edges(graph, [[0, 0, 1], [1, 2, 1], [1, 1, 0]]).tolist()
        [1, -1, -1]
    """
    head, relation, tail = np.asarray(triples, dtype=np.int64)
    if graph.relation is None:
        raise ValueError("the graph has no relations; build it with relation=, or from Triples")
    heads, tails = graph.edge_index.astype(np.int64)
    facts = _key(graph, heads, tails, graph.relation)
    order = np.argsort(facts)
    return _found(facts[order], order, _key(graph, head, tail, relation))


def hidden_edges(graph: Graph, triples: npt.ArrayLike, hide: Hide = "always") -> Ids:
    """The edge to hide while each of ``(3, k)`` triples is asked about, -1: none.

    Hiding an edge hides the fact and its inverse, and nothing else.

    Example:
        >>> graph = Graph.from_edges(
        ...     [[0, 0, 1], [1, 1, 2]], relation=[0, 1, 0], directed=True
        ... ).as_undirected()
        >>> hidden_edges(graph, [[0, 1], [1, 0], [1, 2]], "unless-parallel").tolist()
        [-1, 2]
    """
    if hide not in get_args(Hide):
        raise ValueError(f"hide is {hide!r}; choose one of {', '.join(map(repr, get_args(Hide)))}")
    edges = fact_edges(graph, triples)
    if hide == "always":
        return edges
    if hide == "never":
        return np.full_like(edges, -1)
    low, high = np.sort(graph.edge_index.astype(np.int64), axis=0)
    _, pair, times = np.unique(low * graph.num_nodes + high, return_inverse=True, return_counts=True)
    alone = times[pair] == 1
    keep = edges >= 0
    keep[keep] = alone[edges[keep]]
    return np.where(keep, edges, -1)


def _key(graph: Graph, head: Ids, tail: Ids, relation: Ids) -> Ids:
    keys: Ids = (head * graph.num_nodes + tail) * graph.num_relations + relation
    return keys


def _found(ascending: Ids, ids: Ids, keys: Ids) -> Ids:
    if not len(ascending):
        return np.full(len(keys), -1, dtype=np.int64)
    at = np.minimum(np.searchsorted(ascending, keys), len(ascending) - 1)
    return np.where(ascending[at] == keys, ids[at], -1)
