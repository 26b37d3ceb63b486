"""`split_edges`: random shares."""

from __future__ import annotations

import numpy as np

from gdgnn.data.arguments import generator
from gdgnn.data.split.edge_split import EdgeSplit
from gdgnn.data.split.joined_pairs import TEST, VALID, JoinedPairs, check_shares, split_of_parts
from gdgnn.graph import Graph


def split_edges(
    graph: Graph, *, valid: float = 0.05, test: float = 0.1, disjoint: float = 0.0, seed: int = 0
) -> EdgeSplit:
    """Hold back random shares of the edges for validation and test.

    What is shared out are pairs of nodes, whatever the arrows: all edges between two nodes, reversed or of
    another relation, go to the same part, so that none gives another away.

    Args:
        graph: what to split.
        valid, test: shares of the joined pairs of nodes, from 0 to 1, together at most 1.
        disjoint: the share of the training pairs that are targets; the encoder then sees only the others.
            With 0 all are both.
        seed: another seed, another split.

    Raises:
        ValueError: a share is outside 0 to 1, or the two leave less than nothing for training.

    Example:
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> split = split_edges(ring, valid=0.2, test=0.4)
        >>> split.train.size, split.valid.size, split.test.size, split.graph.num_edges
        (2, 1, 2, 2)
        >>> print(split_edges(ring, valid=0, test=0.2, disjoint=0.5))
        5 edges: 2 train, 0 valid, 1 test; the encoder sees 2, 4 and 4
    """
    check_shares(valid, test)
    joined = JoinedPairs.of(graph)
    num_valid = round(valid * joined.count)
    num_test = min(round(test * joined.count), joined.count - num_valid)
    part = np.zeros(joined.count, dtype=np.int8)
    order = generator(seed).permutation(joined.count)
    part[order[:num_valid]] = VALID
    part[order[num_valid : num_valid + num_test]] = TEST
    return split_of_parts(graph, joined, part, disjoint=disjoint, seed=seed)
