"""Walks: drawn at random, and weighed all together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn import _engine
from gdgnn.geodesics._arguments import (
    ExcludeTargets,
    exclusion,
    graph_of,
    node_ids,
    node_pairs,
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


def walk_weights(
    graph: Graph,
    pairs: npt.ArrayLike,
    length: int,
    *,
    exclude_targets: ExcludeTargets = False,
    threads: int | None = None,
) -> npt.NDArray[np.float64]:
    """How much all walks of 1, 2, ... `length` steps from head to tail weigh, in a number for each length.

    A step from x to y weighs ``1 / sqrt(out-degree of x * in-degree of y)``, a walk the product of its steps,
    degrees counting distinct neighbors. For l steps this is the entry of the pair in the l-th power of the
    normalized adjacency: it says how tightly two nodes are joined where their distance says only how soon.

    Both ends walk half of the way, so that a pair costs the edges within ``length / 2`` steps of them: all of
    a dense graph soon. A length of 4 suits most graphs; 8 suits sparse ones.

    Args:
        graph, pairs, exclude_targets, threads: as in :func:`~gdgnn.geodesics.distances`. Degrees are those
            without the hidden edge.
        length: of the longest walks, 0 to 64.

    Returns:
        ``(k, length)`` weights from 0 (no walk) to 1; column ``l - 1`` is of l steps.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`~gdgnn.geodesics.distances`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> walk_weights(square, [[0, 0], [1, 2]], 3).round(3).tolist()
        [[0.5, 0.0, 0.5], [0.0, 0.5, 0.0]]
        >>> walk_weights(square, [[0], [1]], 3, exclude_targets=True).round(3).tolist()
        [[0.0, 0.0, 0.25]]
    """
    ids = node_pairs(pairs)
    steps = whole_number("length", length, 0, 64)
    hidden = exclusion(exclude_targets, ids.shape[1])
    weights: npt.NDArray[np.float64] = _engine.walk_weights(
        graph_of(graph).handle, ids, steps, hidden.all, hidden.mask, hidden.edges, thread_count(threads)
    )
    return weights.reshape(ids.shape[1], steps)
