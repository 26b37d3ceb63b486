"""Edges held back for validation and test."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph


@dataclass(frozen=True, eq=False)
class EdgeSplit:
    """Edges of a graph in three parts; each edge is in exactly one.

    Attributes:
        graph: the training edges alone, on all nodes; its edge i is edge ``train[i]`` of the graph split.
        train, valid, test: edge ids of the graph that was split, ascending.
        train_pairs, valid_pairs, test_pairs: ``(2, k)`` their ends, heads above tails.
    """

    graph: Graph
    train: npt.NDArray[np.int64]
    valid: npt.NDArray[np.int64]
    test: npt.NDArray[np.int64]
    train_pairs: npt.NDArray[np.int64]
    valid_pairs: npt.NDArray[np.int64]
    test_pairs: npt.NDArray[np.int64]


def split_edges(graph: Graph, *, valid: float = 0.05, test: float = 0.1, seed: int = 0) -> EdgeSplit:
    """Hold back random shares of the edges for validation and test.

    What is shared out are pairs of nodes, whatever the arrows: all edges between two nodes, reversed or of
    another relation, go to the same part, so that none gives another away.

    Args:
        graph: what to split.
        valid, test: shares of the joined pairs of nodes, from 0 to 1, together at most 1.
        seed: another seed, another split.

    Raises:
        ValueError: a share is outside 0 to 1, or the two leave less than nothing for training.

    Example:
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> split = split_edges(ring, valid=0.2, test=0.4)
        >>> split.train.size, split.valid.size, split.test.size, split.graph.num_edges
        (2, 1, 2, 2)
    """
    for name, share in (("valid", valid), ("test", test)):
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; give a share from 0 to 1")
    if valid + test > 1 + 1e-9:
        raise ValueError(f"valid + test is {valid + test}; together they can be at most 1")
    pair_of_edge, count = _joined_pairs(graph)
    num_valid = round(valid * count)
    num_test = min(round(test * count), count - num_valid)
    part_of_pair = np.zeros(count, dtype=np.int8)
    order = np.random.default_rng(operator.index(seed) & 0xFFFF_FFFF_FFFF_FFFF).permutation(count)
    part_of_pair[order[:num_valid]] = 1
    part_of_pair[order[num_valid : num_valid + num_test]] = 2
    part = part_of_pair[pair_of_edge]
    edges = [np.flatnonzero(part == which) for which in range(3)]
    pairs = [graph.edge_index[:, ids].astype(np.int64) for ids in edges]
    return EdgeSplit(_restricted(graph, edges[0]), *edges, *pairs)


def _joined_pairs(graph: Graph) -> tuple[npt.NDArray[np.int64], int]:
    """The number of the unordered pair of nodes that each edge joins, and how many such pairs there are."""
    low, high = np.sort(graph.edge_index.astype(np.int64), axis=0)
    order = np.lexsort((high, low))
    differs = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)
    numbers = np.zeros(order.size, dtype=np.int64)
    numbers[order[1:]] = np.cumsum(differs)
    return numbers, int(differs.sum()) + (order.size > 0)


def _restricted(graph: Graph, edges: npt.NDArray[np.int64]) -> Graph:
    """The given edges on all nodes. Made with arrows first: of a graph whose arrows are ignored, (u, v) and
    (v, u) stay two edges.
    """  # noqa: D205
    part = Graph.from_edges(
        graph.edge_index[:, edges],
        num_nodes=graph.num_nodes,
        directed=True,
        relation=None if graph.relation is None else graph.relation[edges],
        num_relations=None if graph.relation is None else graph.num_relations,
        node_names=graph.node_names,
        relation_names=graph.relation_names,
        graph_ptr=graph.graph_ptr,
        id_dtype=graph.id_dtype,
    )
    return part if graph.directed else part.as_undirected()
