"""Pairs of nodes as what is shared out: all edges between two nodes have one fate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.data.arguments import Ids, generator, share
from gdgnn.data.split.edge_split import EdgeSplit
from gdgnn.graph import Graph

TRAIN, VALID, TEST = 0, 1, 2


@dataclass(frozen=True, eq=False)
class JoinedPairs:
    """The unordered pairs of nodes that edges join, whatever their arrows and relations.

    Attributes:
        of_edge: the number of the pair that each edge joins.
        count: how many pairs there are.
        representative: one edge of each pair.
    """

    of_edge: Ids
    count: int
    representative: Ids

    @classmethod
    def of(cls, graph: Graph) -> JoinedPairs:
        """The joined pairs of a graph, counted by the first of their edges."""
        merged = Graph.from_edges(graph.edge_index, num_nodes=graph.num_nodes)
        return cls(merged.row_edge, merged.num_edges, merged.edge_rows)


def check_shares(valid: float, test: float) -> None:
    """Raise ValueError when a share is none, or both together leave less than nothing for training."""
    if share(valid, "valid") + share(test, "test") > 1 + 1e-9:
        raise ValueError(f"valid + test is {valid + test}; together they can be at most 1")


def split_of_parts(
    graph: Graph, joined: JoinedPairs, part_of_pair: npt.NDArray[Any], *, disjoint: float, seed: int
) -> EdgeSplit:
    """The split that gives each pair to a part, the encoder seeing training edges only."""
    part = part_of_pair[joined.of_edge]
    train, valid, test = (np.flatnonzero(part == which) for which in (TRAIN, VALID, TEST))
    message, targets = set_aside(train, joined, disjoint=disjoint, seed=seed)
    return EdgeSplit(graph, targets, valid, test, message, train, train)


def set_aside(train: Ids, joined: JoinedPairs, *, disjoint: float, seed: int) -> tuple[Ids, Ids]:
    """Training edges to see and training edges to predict: the same, unless a share is only predicted."""
    if share(disjoint, "disjoint") == 0:
        return train, train
    pairs = np.unique(joined.of_edge[train])
    # Not the seed alone: its first numbers chose the parts.
    random = generator(seed).spawn(1)[0]
    chosen = np.zeros(joined.count, dtype=np.bool_)
    chosen[random.permutation(pairs)[: round(disjoint * pairs.size)]] = True
    aside = chosen[joined.of_edge[train]]
    return train[~aside], train[aside]
