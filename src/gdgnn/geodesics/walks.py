"""Random walks."""

from __future__ import annotations

import numpy.typing as npt

from gdgnn import _engine
from gdgnn.geodesics._arguments import (
    graph_of,
    node_ids,
    positive_number,
    seed_bits,
    thread_count,
    whole_number,
)
from gdgnn.geodesics.results import IntArray
from gdgnn.graph import Graph


def random_walks(
    graph: Graph,
    nodes: npt.ArrayLike,
    length: int,
    *,
    p: float = 1.0,
    q: float = 1.0,
    seed: int = 0,
    threads: int | None = None,
) -> IntArray:
    """A walk of ``length`` steps from each node, as node2vec takes them.

    Each step goes to a neighbor (along the arrows; parallel edges count once) with a chance in proportion to
    ``1 / p`` for the node it just came from, 1 for that node's own neighbors, and ``1 / q`` for all others.

    Args:
        graph: where to walk.
        nodes: ``(k,)`` node ids; give a node several times for several walks.
        length: how many steps.
        p: above 1, walks seldom turn back.
        q: below 1, walks go outward.
        seed: of the draw, which depends on it, on the node and on its position in ``nodes``.
        threads: how many to use; all cores by default.

    Returns:
        ``(k, length + 1)`` node ids; -1 after a node that no edge leaves.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError, TypeError: a shape, a number or a dtype is wrong.

    Example:
        >>> arrow = Graph.from_edges([[0, 1], [1, 2]], directed=True)
        >>> random_walks(arrow, [0], 3).tolist()
        [[0, 1, 2, -1]]
    """
    ids = node_ids("nodes", nodes)
    steps = whole_number("length", length, 0, 2**31 - 1)
    lean = positive_number("p", p), positive_number("q", q)
    walks: IntArray = _engine.random_walks(
        graph_of(graph).handle, ids, steps, *lean, seed_bits(seed), thread_count(threads)
    )
    return walks.reshape(len(ids), steps + 1)
