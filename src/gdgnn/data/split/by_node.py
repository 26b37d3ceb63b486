"""`split_by_node`: predict edges of nodes that training has never seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.data.arguments import Ids, chosen_ids, generator, share
from gdgnn.data.split.edge_split import EdgeSplit
from gdgnn.data.split.joined_pairs import TEST, TRAIN, VALID, JoinedPairs, check_shares, set_aside
from gdgnn.graph import Graph


def split_by_node(
    graph: Graph,
    *,
    valid: float | npt.ArrayLike = 0.05,
    test: float | npt.ArrayLike = 0.1,
    observed: float = 0.5,
    disjoint: float = 0.0,
    seed: int = 0,
) -> EdgeSplit:
    """Hold back nodes with all their edges: none of these is seen in training.

    When test is scored, the nodes held back have arrived with a share of their edges, `observed`, which the
    encoder sees beside the training edges; the others are the targets. An edge between a validation and a
    test node belongs to the test. All edges between two nodes have one fate.

    Args:
        graph: what to split.
        valid, test: shares of the nodes, or the nodes: ids or a mask.
        observed: the share of the pairs held back that is seen, not predicted.
        disjoint: see :func:`split_edges`.
        seed: another seed, another split.

    Raises:
        IndexError: a node is not of this graph.
        ValueError: a share is outside 0 to 1, or a node is given to both parts.

    Example:
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> split = split_by_node(ring, valid=[], test=[3], observed=0.5)
        >>> split.train.tolist(), split.test.size, split.test_graph.degrees().tolist()[3]
        ([0, 1, 4], 1, 1)
    """
    part_of_node = _parts_of_nodes(graph.num_nodes, valid, test, seed)
    share(observed, "observed")
    joined = JoinedPairs.of(graph)
    ends = part_of_node[graph.edge_index[:, joined.representative]]
    part_of_pair = ends.max(axis=0, initial=TRAIN)
    seen = np.zeros(joined.count, dtype=np.bool_)
    random = generator(seed).spawn(2)[1]
    for which in (VALID, TEST):
        pairs = random.permutation(np.flatnonzero(part_of_pair == which))
        seen[pairs[: round(observed * pairs.size)]] = True
    part, arrived = part_of_pair[joined.of_edge], seen[joined.of_edge]
    train = np.flatnonzero(part == TRAIN)
    message, targets = set_aside(train, joined, disjoint=disjoint, seed=seed)
    return EdgeSplit(
        graph,
        targets,
        np.flatnonzero((part == VALID) & ~arrived),
        np.flatnonzero((part == TEST) & ~arrived),
        message,
        np.flatnonzero((part == TRAIN) | ((part == VALID) & arrived)),
        np.flatnonzero((part == TRAIN) | ((part == TEST) & arrived)),
    )


def _parts_of_nodes(
    num_nodes: int, valid: float | npt.ArrayLike, test: float | npt.ArrayLike, seed: int
) -> npt.NDArray[Any]:
    """The part of each node; TEST is larger than VALID, and VALID than TRAIN."""
    shares = [float(given) if isinstance(given, int | float) else 0.0 for given in (valid, test)]
    check_shares(*shares)
    order = generator(seed).permutation(num_nodes)
    part = np.full(num_nodes, TRAIN, dtype=np.int8)
    for which, name, given in ((VALID, "valid", valid), (TEST, "test", test)):
        if not isinstance(given, int | float):
            part[_unused(chosen_ids(given, name, num_nodes, "nodes"), part)] = which
    for which, of_all in zip((VALID, TEST), shares, strict=True):
        free = order[part[order] == TRAIN]
        part[free[: round(of_all * num_nodes)]] = which
    return part


def _unused(nodes: Ids, part: npt.NDArray[Any]) -> Ids:
    again = nodes[part[nodes] != TRAIN]
    if again.size:
        raise ValueError(f"node {again[0]} is in valid and in test; give each node to one of them")
    return nodes
