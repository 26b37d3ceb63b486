"""`EdgeSplit`: which edges are learned from, which are held back, and what the encoder sees of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gdgnn.data.arguments import Ids
from gdgnn.graph import Graph


@dataclass(frozen=True, eq=False)
class EdgeSplit:
    """The edges of a graph in three parts of targets, and the graph that the encoder sees with each part.

    All fields but `whole` are edge ids of `whole`, ascending. With the splits of this package no edge is in
    two of `train`, `valid` and `test`, and no pair of nodes is joined by edges of two of them.

    Attributes:
        whole: the graph that was split; its ids and names hold everywhere.
        train, valid, test: the targets.
        message: what the encoder sees in training. All of `train`, as a rule, so that a batch must hide its
            own targets; edges that are not targets where `disjoint` set some aside.
        valid_message, test_message: what the encoder sees when `valid` (`test`) is scored.

    Example:
        >>> from gdgnn.data import split_edges
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> split = split_edges(ring, valid=0.2, test=0.4)
        >>> print(split)
        5 edges: 2 train, 1 valid, 2 test
        >>> split.graph, split.test_pairs.shape
        (Graph(undirected, 5 nodes, 2 edges), (2, 2))
    """

    whole: Graph
    train: Ids
    valid: Ids
    test: Ids
    message: Ids
    valid_message: Ids
    test_message: Ids

    @cached_property
    def graph(self) -> Graph:
        """What the encoder sees in training, on all nodes; its edge i is edge ``message[i]`` of `whole`."""
        return self._restricted(self.message)

    @cached_property
    def valid_graph(self) -> Graph:
        """What the encoder sees when `valid` is scored."""
        same = np.array_equal(self.valid_message, self.message)
        return self.graph if same else self._restricted(self.valid_message)

    @cached_property
    def test_graph(self) -> Graph:
        """What the encoder sees when `test` is scored."""
        same = np.array_equal(self.test_message, self.valid_message)
        return self.valid_graph if same else self._restricted(self.test_message)

    @cached_property
    def train_pairs(self) -> Ids:
        """``(2, k)`` the ends of the training targets, heads above tails."""
        return self._pairs(self.train)

    @cached_property
    def valid_pairs(self) -> Ids:
        """``(2, k)`` the ends of the validation targets."""
        return self._pairs(self.valid)

    @cached_property
    def test_pairs(self) -> Ids:
        """``(2, k)`` the ends of the test targets."""
        return self._pairs(self.test)

    def __str__(self) -> str:
        parts = ", ".join(f"{getattr(self, part).size:,} {part}" for part in ("train", "valid", "test"))
        seen = [edges.size for edges in (self.message, self.valid_message, self.test_message)]
        text = f"{self.whole.num_edges:,} edges: {parts}"
        if seen == [self.train.size] * 3:
            return text
        return f"{text}; the encoder sees {seen[0]:,}, {seen[1]:,} and {seen[2]:,}"

    def _pairs(self, edges: Ids) -> Ids:
        return self.whole.edge_index[:, edges].astype(np.int64)

    def _restricted(self, edges: Ids) -> Graph:
        """The given edges on all nodes. Made with arrows first: of a graph whose arrows are ignored, (u, v)
        and (v, u) stay two edges.
        """  # noqa: D205
        whole = self.whole
        part = Graph.from_edges(
            whole.edge_index[:, edges],
            num_nodes=whole.num_nodes,
            directed=True,
            relation=None if whole.relation is None else whole.relation[edges],
            num_relations=None if whole.relation is None else whole.num_relations,
            node_names=whole.node_names,
            relation_names=whole.relation_names,
            graph_ptr=whole.graph_ptr,
            id_dtype=whole.id_dtype,
        )
        return part if whole.directed else part.as_undirected()
