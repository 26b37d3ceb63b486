"""The score that is the distance alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import UNREACHABLE, distances
from gdgnn.geodesics._arguments import ExcludeTargets
from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats


def nearness(
    graph: Graph,
    pairs: npt.ArrayLike,
    *,
    max_dist: int,
    exclude_targets: ExcludeTargets = False,
    threads: int | None = None,
) -> Floats:
    """Minus the distance; ``-(max_dist + 1)`` where no path of at most ``max_dist`` steps is.

    Args:
        graph, pairs, max_dist, exclude_targets, threads: as in :func:`gdgnn.geodesics.distances`.

    Returns:
        ``(k,)`` scores.

    Example:
        >>> path = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
        >>> nearness(path, [[0, 0], [1, 3]], max_dist=2).tolist()
        [-1.0, -3.0]
    """
    found = distances(
        graph, pairs, max_dist=max_dist, exclude_targets=exclude_targets, threads=threads
    ).astype(np.float64)
    return np.where(found == UNREACHABLE, -(max_dist + 1.0), -found)
