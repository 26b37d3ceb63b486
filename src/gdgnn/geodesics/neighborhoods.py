"""What nodes see around themselves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn import _engine
from gdgnn.geodesics._arguments import graph_of, node_ids, step_count, thread_count
from gdgnn.geodesics.results import Neighborhoods, Ragged
from gdgnn.graph import Graph


def neighborhoods(
    graph: Graph,
    nodes: npt.ArrayLike | None = None,
    *,
    max_dist: int,
    degree: bool = True,
    threads: int | None = None,
) -> Neighborhoods:
    """For each node ``v`` all ``s`` within ``max_dist``, with the side of the vertical geodesic near ``s``.

    Many small graphs at once are one graph of disjoint parts: see :meth:`Graph.union`.

    Args:
        graph: where to search; arrows are followed from ``v`` to ``s`` if it is directed.
        nodes: ``(k,)`` node ids; all nodes by default.
        max_dist: how far to look, 0 to 32,766.
        degree: whether to count the geodesic degree of each side node.
        threads: how many to use; all cores by default.

    Returns:
        Neighbors, their distances and sides.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError, TypeError: a shape, a number or a dtype is wrong.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> seen = neighborhoods(square, [0], max_dist=2)
        >>> seen.neighbors[0].tolist(), seen.distance.tolist(), seen.side[2].tolist()
        ([1, 3, 2], [1, 1, 2], [1, 3])
    """
    ids = np.arange(graph_of(graph).num_nodes) if nodes is None else node_ids("nodes", nodes)
    within = step_count("max_dist", max_dist)
    found = _engine.neighborhoods(graph_of(graph).handle, ids, within, degree, thread_count(threads))
    neighbors, distance, side, side_degree = found
    return Neighborhoods(Ragged(*neighbors), distance, Ragged(*side), side_degree)
