"""What a node sees around itself, in numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import neighborhoods
from gdgnn.graph import Graph
from gdgnn.heuristics.neighbors import distinct_degrees
from gdgnn.heuristics.scalars import Scalars, asked_for, row_means, sums


def node_scalars(
    graph: Graph, nodes: npt.ArrayLike | None = None, *, max_dist: int, threads: int | None = None
) -> Scalars:
    """Numbers from which a tree can tell what part a node plays.

    ``degree`` counts distinct neighbors, along or against the arrows. Then for each distance ``i`` from 1 to
    ``max_dist``, over the nodes ``s`` that the node sees at it: ``nodes_i`` (how many), ``degree_i`` (their
    mean degree), ``side_i`` (the mean size of the side near ``s``) and ``geodesic_degree_i`` (the mean
    geodesic degree on these sides). Means over nothing are 0.

    Args:
        graph, nodes, max_dist, threads: as in :func:`gdgnn.geodesics.neighborhoods`; ``max_dist`` at least 1.

    Returns:
        A table with a row for each node.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`gdgnn.geodesics.neighborhoods`.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> table = node_scalars(square, [0], max_dist=2)
        >>> table["nodes_1"].tolist(), table["nodes_2"].tolist(), table["side_2"].tolist()
        ([2.0], [1.0], [2.0])
    """
    seen = neighborhoods(graph, nodes, max_dist=max_dist, threads=threads)
    asked = np.arange(graph.num_nodes) if nodes is None else np.asarray(nodes, dtype=np.int64)
    degrees = distinct_degrees(graph)
    about_seen = {
        "degree": degrees[seen.neighbors.values],
        "side": seen.side.lengths,
        "geodesic_degree": row_means(seen.side, asked_for(seen.side_degree)),
    }
    columns: dict[str, npt.ArrayLike] = {"degree": degrees[asked]}
    rows = seen.neighbors.rows
    for step in range(1, max_dist + 1):
        at_step = seen.distance == step
        row = rows[at_step]
        count = np.bincount(row, minlength=len(asked))
        columns[f"nodes_{step}"] = count
        for name, values in about_seen.items():
            columns[f"{name}_{step}"] = sums(values[at_step], row, len(asked)) / np.maximum(count, 1)
    return Scalars.of(**columns)
