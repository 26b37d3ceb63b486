"""Scores from the neighbors that two nodes have in common."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics._arguments import ExcludeTargets
from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats, blocks, checked_pairs, neighbor_matrix

_ENTRIES_AT_ONCE = 4_000_000


def common_neighbors(
    graph: Graph, pairs: npt.ArrayLike, *, exclude_targets: ExcludeTargets = False
) -> Floats:
    """How many nodes lie one step from both: out-neighbors of the head that are in-neighbors of the tail.

    Parallel edges count once. A node has none in common with itself.

    Args:
        graph: where to look; arrows are followed if it is directed.
        pairs: ``(2, k)`` node ids, heads above tails.
        exclude_targets: as in :func:`gdgnn.geodesics.distances`. The own edge of a pair leads to no common
            neighbor, so that this changes nothing here; it is taken as all scores take it.

    Returns:
        ``(k,)`` scores, higher for likelier links.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`gdgnn.geodesics.distances`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> common_neighbors(square, [[0, 0], [2, 1]]).tolist()
        [2.0, 0.0]
    """
    ends = checked_pairs(graph, pairs, exclude_targets).ends
    return common_neighbor_sums(graph, ends, np.ones((graph.num_nodes, 1)))[:, 0]


def adamic_adar(graph: Graph, pairs: npt.ArrayLike, *, exclude_targets: ExcludeTargets = False) -> Floats:
    """The sum over all common neighbors of ``1 / log(degree)``: shy ones say more.

    The degree is the number of distinct neighbors, along or against the arrows.

    Args:
        graph, pairs, exclude_targets: as in :func:`common_neighbors`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> adamic_adar(square, [[0], [2]]).round(4).tolist()
        [2.8854]
    """
    ends = checked_pairs(graph, pairs, exclude_targets).ends
    # Whatever lies between two distinct nodes has at least these two as neighbors: the floor changes nothing.
    weights = 1 / np.log(np.maximum(distinct_degrees(graph), 2))
    return common_neighbor_sums(graph, ends, weights[:, None])[:, 0]


def resource_allocation(
    graph: Graph, pairs: npt.ArrayLike, *, exclude_targets: ExcludeTargets = False
) -> Floats:
    """The sum over all common neighbors of ``1 / degree``, with degrees as in :func:`adamic_adar`.

    Args:
        graph, pairs, exclude_targets: as in :func:`common_neighbors`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> resource_allocation(square, [[0], [2]]).tolist()
        [1.0]
    """
    ends = checked_pairs(graph, pairs, exclude_targets).ends
    weights = 1 / np.maximum(distinct_degrees(graph), 1)
    return common_neighbor_sums(graph, ends, weights[:, None])[:, 0]


def jaccard(graph: Graph, pairs: npt.ArrayLike, *, exclude_targets: ExcludeTargets = False) -> Floats:
    """Common neighbors as a share of all neighbors: those of the head along, of the tail against the arrows.

    Args:
        graph, pairs: as in :func:`common_neighbors`.
        exclude_targets: the same; without the edge of a pair, its ends are not each other's neighbors.

    Returns:
        ``(k,)`` shares from 0 to 1; 0 where there are no neighbors.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> jaccard(square, [[0], [2]]).tolist()
        [1.0]
    """
    ends, loses_edge = checked_pairs(graph, pairs, exclude_targets)
    common = common_neighbor_sums(graph, ends, np.ones((graph.num_nodes, 1)))[:, 0]
    head_degree = np.diff(graph.out.indptr)[ends[0]] - loses_edge
    tail_degree = np.diff(graph.into.indptr)[ends[1]] - loses_edge
    together: Floats = head_degree + tail_degree - common
    return common / np.maximum(together, 1)


def distinct_degrees(graph: Graph) -> npt.NDArray[np.int64]:
    """How many distinct nodes each node is joined to, along or against the arrows, ``(n,)``."""
    if not graph.directed:
        return np.diff(graph.indptr)
    either = neighbor_matrix(graph) + neighbor_matrix(graph, against_arrows=True)
    degrees: npt.NDArray[np.int64] = np.diff(either.indptr).astype(np.int64)
    return degrees


def common_neighbor_sums(graph: Graph, ends: npt.NDArray[np.int64], weights: Floats) -> Floats:
    """For each pair the ``(k, f)`` sums of the ``(n, f)`` weights of its common neighbors."""
    along, against = neighbor_matrix(graph), neighbor_matrix(graph, against_arrows=True)
    heads, tails = ends
    sums = np.zeros((len(heads), weights.shape[1]))
    cost = np.diff(graph.out.indptr)[heads] + np.diff(graph.into.indptr)[tails]
    for block in blocks(cost, _ENTRIES_AT_ONCE):
        sums[block] = (along[heads[block]] * against[tails[block]]) @ weights
    sums[heads == tails] = 0
    return sums
