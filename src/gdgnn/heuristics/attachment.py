"""The score that looks at both ends and at nothing between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics._arguments import ExcludeTargets
from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats, checked_pairs


def preferential_attachment(
    graph: Graph, pairs: npt.ArrayLike, *, exclude_targets: ExcludeTargets = False
) -> Floats:
    """The number of neighbors of the head times that of the tail: the busy meet the busy.

    Args:
        graph: neighbors are distinct; those of the head along, those of the tail against the arrows.
        pairs: ``(2, k)`` node ids, heads above tails.
        exclude_targets: as in :func:`gdgnn.geodesics.distances`; without the edge of a pair each of its ends
            has one neighbor less.

    Returns:
        ``(k,)`` scores.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`gdgnn.geodesics.distances`.

    Example:
        >>> path = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
        >>> preferential_attachment(path, [[1], [2]]).tolist()
        [4.0]
        >>> preferential_attachment(path, [[1], [2]], exclude_targets=True).tolist()
        [1.0]
    """
    (heads, tails), loses_edge = checked_pairs(graph, pairs, exclude_targets)
    head_degree: Floats = (np.diff(graph.out.indptr)[heads] - loses_edge).astype(np.float64)
    tail_degree: Floats = (np.diff(graph.into.indptr)[tails] - loses_edge).astype(np.float64)
    return head_degree * tail_degree
