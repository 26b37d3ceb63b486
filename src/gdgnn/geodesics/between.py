"""What lies between pairs of nodes."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn import _engine
from gdgnn.geodesics._arguments import (
    ExcludeTargets,
    exclusion,
    graph_of,
    node_pairs,
    seed_bits,
    step_count,
    thread_count,
)
from gdgnn.geodesics.results import Dag, Horizontal, Ragged, Vertical
from gdgnn.graph import Graph

_Question: TypeAlias = tuple[
    _engine.Graph,
    npt.NDArray[np.int64],
    int,
    bool,
    npt.NDArray[np.bool_] | None,
    npt.NDArray[np.int64] | None,
]


def distances(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_dist: int,
    exclude_targets: ExcludeTargets = False,
    threads: int | None = None,
) -> npt.NDArray[np.int16]:
    """The number of steps from head to tail of each pair.

    Args:
        graph: where to search; arrows are followed if it is directed.
        pairs: ``(2, k)`` node ids, heads above tails, as PyTorch Geometric's ``edge_label_index``.
        max_dist: how far to search, 0 to 32,766; every farther pair is ``UNREACHABLE``.
        exclude_targets: which pairs are targets whose own edge must not be seen: ``True`` for all, a mask of
            shape ``(k,)``, or the ids of their edges (-1: none). One edge is hidden, and its reverse in an
            undirected graph; parallel edges stay (``True`` and a mask hide the one of lowest id). Pairs that
            are no edge are simply searched.
        threads: how many to use; all cores by default. Answers do not depend on it.

    Returns:
        ``(k,)`` distances, ``UNREACHABLE`` (-1) where no path of at most ``max_dist`` steps exists.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError: a shape or a number is wrong; an edge id does not join its pair.
        TypeError: ids are not integers.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> distances(square, [[0, 0], [2, 1]], max_dist=4).tolist()
        [2, 1]
        >>> distances(square, [[0, 0], [2, 1]], max_dist=4, exclude_targets=True).tolist()
        [2, 3]
    """
    question = _question(graph, pairs, max_dist, exclude_targets)
    found: npt.NDArray[np.int16] = _engine.distances(*question, thread_count(threads))
    return found


def vertical(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_dist: int,
    exclude_targets: ExcludeTargets = False,
    degree: bool = True,
    num_paths: bool = False,
    threads: int | None = None,
) -> Vertical:
    """The vertical geodesic of each pair: the neighbors of both ends that lie on any shortest path.

    The geodesic degree of a node is the number of other nodes of its side that it is joined to.

    Args:
        graph, pairs, max_dist, exclude_targets, threads: as in :func:`distances`.
        degree: whether to count geodesic degrees.
        num_paths: whether to count shortest paths (as sequences of nodes; exact up to 2**53).

    Returns:
        Distances, both sides and their degrees. Sides are empty where there is no path, and for ``u == v``.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`distances`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> found = vertical(square, [[0], [2]], max_dist=4, num_paths=True)
        >>> found.head[0].tolist(), found.tail[0].tolist(), found.num_paths.tolist()
        ([1, 3], [1, 3], [2.0])
    """
    question = _question(graph, pairs, max_dist, exclude_targets)
    distance, head, tail, paths = _engine.vertical(*question, degree, num_paths, thread_count(threads))
    return Vertical(distance, Ragged(*head[:2]), Ragged(*tail[:2]), head[2], tail[2], paths)


def horizontal(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_dist: int,
    exclude_targets: ExcludeTargets = False,
    seed: int = 0,
    edges: bool = False,
    threads: int | None = None,
) -> Horizontal:
    """One shortest path for each pair, drawn uniformly among all of them.

    The draw depends on ``seed`` and the pair alone: not on threads, nor on what else is in the batch.

    Args:
        graph, pairs, max_dist, exclude_targets, threads: as in :func:`distances`.
        seed: another seed, another draw.
        edges: whether to return the ids of the edges along the path too (uniform among parallel ones).

    Returns:
        Distances and paths from head to tail, both ends included.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`distances`.

    Example:
        >>> line = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
        >>> horizontal(line, [[0], [3]], max_dist=4).nodes[0].tolist()
        [0, 1, 2, 3]
    """
    question = _question(graph, pairs, max_dist, exclude_targets)
    distance, nodes, ids = _engine.horizontal(*question, seed_bits(seed), edges, thread_count(threads))
    return Horizontal(distance, Ragged(*nodes), None if ids is None else Ragged(*ids))


def dag(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_dist: int,
    exclude_targets: ExcludeTargets = False,
    threads: int | None = None,
) -> Dag:
    """All nodes and edges on any shortest path of each pair.

    Args:
        graph, pairs, max_dist, exclude_targets, threads: as in :func:`distances`.

    Returns:
        Nodes with their distance from the head, and edges directed from head to tail, parallel ones included.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`distances`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> found = dag(square, [[0], [2]], max_dist=4)
        >>> found.nodes[0].tolist(), found.level.tolist(), found.edges[0].tolist()
        ([0, 1, 3, 2], [0, 1, 1, 2], [0, 3, 1, 2])
    """
    question = _question(graph, pairs, max_dist, exclude_targets)
    distance, nodes, level, edges, heads, tails = _engine.dag(*question, thread_count(threads))
    return Dag(distance, Ragged(*nodes), level, Ragged(*edges), heads, tails)


def _question(
    graph: Graph, pairs: npt.ArrayLike, max_dist: int, exclude_targets: ExcludeTargets
) -> _Question:
    ids = node_pairs(pairs)
    hidden = exclusion(exclude_targets, ids.shape[1])
    return (
        graph_of(graph).handle,
        ids,
        step_count("max_dist", max_dist),
        hidden.all,
        hidden.mask,
        hidden.edges,
    )
