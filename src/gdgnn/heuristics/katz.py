"""The score that counts walks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics._arguments import ExcludeTargets, positive_number, whole_number
from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats, checked_pairs, neighbor_matrix

_NUMBERS_AT_ONCE = 4_000_000


def katz(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_length: int = 4,
    beta: float = 0.05,
    exclude_targets: ExcludeTargets = False,
) -> Floats:
    """The number of walks of each length up to ``max_length``, times ``beta ** length``, summed up.

    Parallel edges count once. Excluded targets are exact (up to 2**53 walks of a length): no walk counts that
    uses the edge of its own pair.
    The time it takes grows with the number of distinct heads (and tails of excluded targets) times that of
    edges; memory does not.

    Args:
        graph: where to walk; along the arrows if it is directed.
        pairs: ``(2, k)`` node ids, heads above tails.
        max_length: the longest walks that count, 1 to 20.
        beta: how much a walk counts against one that is a step shorter.
        exclude_targets: as in :func:`gdgnn.geodesics.distances`.

    Returns:
        ``(k,)`` scores.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`gdgnn.geodesics.distances`; a number is out of range.

    Example:
        >>> triangle = Graph.from_edges([[0, 1, 2], [1, 2, 0]])
        >>> katz(triangle, [[0], [1]], max_length=2, beta=0.5).tolist()
        [0.75]
        >>> katz(triangle, [[0], [1]], max_length=2, beta=0.5, exclude_targets=True).tolist()
        [0.25]
    """
    longest = whole_number("max_length", max_length, 1, 20)
    factor = positive_number("beta", beta)
    (heads, tails), loses_edge = checked_pairs(graph, pairs, exclude_targets)
    walks = np.empty((longest + 1, len(heads)))
    walks[:, ~loses_edge] = _walks(graph, heads[~loses_edge], tails[~loses_edge], longest)
    walks[:, loses_edge] = _walks_without_edge(graph, heads[loses_edge], tails[loses_edge], longest)
    return factor ** np.arange(1, longest + 1) @ walks[1:]


def _walks(graph: Graph, starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64], longest: int) -> Floats:
    """``(longest + 1, k)``: how many walks of each length lead from each start to its end."""
    counts = np.empty((longest + 1, len(starts)))
    onward = neighbor_matrix(graph, against_arrows=True)
    sources, column = np.unique(starts, return_inverse=True)
    by_source = np.argsort(column, kind="stable")
    width = max(1, _NUMBERS_AT_ONCE // max(graph.num_nodes, 1))
    for first in range(0, len(sources), width):
        block = sources[first : first + width]
        low, high = np.searchsorted(column, [first, first + width], sorter=by_source)
        asked = by_source[low:high]
        arrived = np.zeros((graph.num_nodes, len(block)))
        arrived[block, np.arange(len(block))] = 1
        for length in range(longest + 1):
            counts[length, asked] = arrived[ends[asked], column[asked] - first]
            arrived = onward @ arrived if length < longest else arrived
    return counts


def _walks_without_edge(
    graph: Graph, heads: npt.NDArray[np.int64], tails: npt.NDArray[np.int64], longest: int
) -> Floats:
    """The same from head to tail, for joined pairs in whose graphs their own edge is absent.

    Let ``M(t)`` be the 2 x 2 power series that counts the walks among the two ends in the whole graph, and
    ``P`` the edge between them. A walk of the whole graph either avoids the edge or uses it a last time, so
    that ``M = M' + t M P M'``, which gives the coefficients of ``M'`` one after the other.
    """
    starts, ends = np.stack([heads, heads, tails, tails]), np.stack([heads, tails, heads, tails])
    flat = _walks(graph, starts.ravel(), ends.ravel(), longest)
    whole = np.moveaxis(flat.reshape(longest + 1, 2, 2, len(heads)), 0, 2)
    edge = np.array([[0.0, 1.0], [0.0 if graph.directed else 1.0, 0.0]])
    through = np.einsum("abls,bc->acls", whole, edge)
    without = whole.copy()
    for length in range(1, longest + 1):
        for before in range(length):
            after = without[:, :, length - 1 - before]
            without[:, :, length] -= np.einsum("abs,bcs->acs", through[:, :, before], after)
    found: Floats = without[0, 1]
    return found
