"""What the geodesics of a pair say, in a dozen numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import UNREACHABLE, Ragged, vertical, walk_weights
from gdgnn.geodesics._arguments import ExcludeTargets
from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats, checked_pairs
from gdgnn.heuristics.neighbors import common_neighbor_sums, distinct_degrees
from gdgnn.heuristics.scalars import Scalars, asked_for, row_maxima, row_means, row_sums


def pair_scalars(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_dist: int,
    walks: int = 0,
    exclude_targets: ExcludeTargets = False,
    threads: int | None = None,
) -> Scalars:
    """Numbers from which a tree can tell links from other pairs.

    ``distance`` is ``max_dist + 1`` where no path is; ``common_neighbors``; ``log_paths`` is
    ``log(1 + number of shortest paths)``. The rest describes an end and its side: ``degree`` (distinct
    neighbors, without the excluded edge), ``side`` (its size), ``resource`` (the sum of ``1 / degree`` over
    the side), ``mean_geodesic_degree`` and ``max_geodesic_degree``. In a directed graph these are
    ``head_...`` and ``tail_...``; else each is given as ``low_...`` and ``high_...``, the smaller and the
    larger of the two, so that (u, v) and (v, u) have the same numbers. ``log_walks_1``, ``log_walks_2``, ...
    are the decimal logarithms of what walks of so many steps weigh, at least -12.

    Args:
        graph, pairs, max_dist, exclude_targets, threads: as in :func:`gdgnn.geodesics.vertical`.
        walks: up to how many steps to weigh walks, see :func:`gdgnn.geodesics.walk_weights`; 0: not at all.

    Returns:
        A table with a row for each of the ``k`` pairs.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`gdgnn.geodesics.distances`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> table = pair_scalars(square, [[0, 0], [2, 1]], max_dist=4, exclude_targets=True)
        >>> table["distance"].tolist(), table["low_degree"].tolist()
        ([2.0, 3.0], [2.0, 1.0])
    """
    ends, loses_edge = checked_pairs(graph, pairs, exclude_targets)
    found = vertical(
        graph, ends, max_dist=max_dist, exclude_targets=exclude_targets, num_paths=True, threads=threads
    )
    resource = 1 / np.maximum(distinct_degrees(graph), 1)
    head_degree = np.diff(graph.out.indptr)[ends[0]] - loses_edge
    tail_degree = np.diff(graph.into.indptr)[ends[1]] - loses_edge
    head = _end(head_degree, found.head, asked_for(found.head_degree), resource)
    tail = _end(tail_degree, found.tail, asked_for(found.tail_degree), resource)
    weights = np.empty((ends.shape[1], 0))
    if walks:
        weights = walk_weights(graph, ends, walks, exclude_targets=exclude_targets, threads=threads)
    return Scalars.of(
        distance=np.where(found.distance == UNREACHABLE, max_dist + 1, found.distance),
        common_neighbors=common_neighbor_sums(graph, ends, np.ones((graph.num_nodes, 1)))[:, 0],
        log_paths=np.log1p(asked_for(found.num_paths)),
        **_both_ends(head, tail, directed=graph.directed),
        **_walks(weights),
    )


def _walks(weights: Floats) -> dict[str, Floats]:
    logs = np.log10(np.maximum(weights, 1e-12))
    return {f"log_walks_{steps}": column for steps, column in enumerate(logs.T, start=1)}


def _end(
    degree: npt.NDArray[np.int64],
    side: Ragged,
    geodesic_degree: npt.NDArray[np.int32],
    resource: Floats,
) -> dict[str, Floats]:
    """The numbers about one end of each pair and the side near it."""
    return {
        "degree": degree.astype(np.float64),
        "side": side.lengths.astype(np.float64),
        "resource": row_sums(side, resource[side.values]),
        "mean_geodesic_degree": row_means(side, geodesic_degree),
        "max_geodesic_degree": row_maxima(side, geodesic_degree),
    }


def _both_ends(head: dict[str, Floats], tail: dict[str, Floats], *, directed: bool) -> dict[str, Floats]:
    if directed:
        named = {"head": head, "tail": tail}
    else:
        named = {
            "low": {name: np.minimum(head[name], tail[name]) for name in head},
            "high": {name: np.maximum(head[name], tail[name]) for name in head},
        }
    return {f"{end}_{name}": column for end, columns in named.items() for name, column in columns.items()}
