"""What the scores of pairs share: checked pairs, neighbors as a sparse matrix, pairs in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import distances
from gdgnn.geodesics._arguments import ExcludeTargets, node_pairs
from gdgnn.graph import Graph

Floats: TypeAlias = npt.NDArray[np.float64]


class Pairs(NamedTuple):
    """Pairs of a graph, and what becomes of them when their own edges are hidden.

    Attributes:
        ends: ``(2, k)`` node ids.
        loses_edge: ``(k,)`` mask: the two are joined, but not without the hidden edge.
    """

    ends: npt.NDArray[np.int64]
    loses_edge: npt.NDArray[np.bool_]


def checked_pairs(graph: Graph, pairs: npt.ArrayLike, exclude_targets: ExcludeTargets) -> Pairs:
    """The pairs, after the engine has looked at every id.

    Raises:
        IndexError, ValueError, TypeError: as :func:`gdgnn.geodesics.distances`.
    """
    ends = node_pairs(pairs)
    joined = distances(graph, ends, max_dist=1) == 1
    still_joined = distances(graph, ends, max_dist=1, exclude_targets=exclude_targets) == 1
    return Pairs(ends, joined & ~still_joined)


def neighbor_matrix(graph: Graph, *, against_arrows: bool = False) -> Any:
    """The ``(n, n)`` scipy matrix with a one for each distinct neighbor, node after node."""
    from scipy import sparse

    side = graph.into if against_arrows else graph.out
    shape = (graph.num_nodes, graph.num_nodes)
    return sparse.csr_array(
        (np.ones(side.indices.size), side.indices.copy(), side.indptr.copy()), shape=shape
    )


def blocks(cost: npt.NDArray[np.integer[Any]], budget: int) -> Iterator[slice]:
    """Slices that cover all pairs, each of at most `budget` cost, or of a single pair."""
    total = np.cumsum(cost)
    start = 0
    while start < len(cost):
        before = int(total[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(total, before + budget, side="right")))
        yield slice(start, stop)
        start = stop
