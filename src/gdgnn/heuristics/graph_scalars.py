"""What a whole graph looks like, in numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats
from gdgnn.heuristics.node_scalars import node_scalars
from gdgnn.heuristics.scalars import Scalars, sums

_LARGEST_DEGREE = 10


def graph_scalars(graphs: Sequence[Graph], *, max_dist: int, threads: int | None = None) -> Scalars:
    """Numbers from which a tree can tell graphs apart, whatever their nodes are called.

    ``nodes`` and ``edges`` are counted; ``degree_i`` is the share of nodes of degree ``i`` (the last one: 10
    or more). For each distance ``i`` from 1 to ``max_dist`` there are ``nodes_i``, ``side_i`` and
    ``geodesic_degree_i``, the means over all nodes of what :func:`node_scalars` says of them.

    Args:
        graphs: all directed, or none of them.
        max_dist: how far each node looks, at least 1.
        threads: how many to use; all cores by default.

    Returns:
        A table with a row for each graph.

    Raises:
        ValueError: there are no graphs, or not all of one kind.

    Example:
        >>> rings = [Graph.from_edges([range(n), [*range(1, n), 0]]) for n in (3, 5)]
        >>> table = graph_scalars(rings, max_dist=2)
        >>> table["nodes"].tolist(), table["degree_2"].tolist(), table["nodes_2"].tolist()
        ([3.0, 5.0], [1.0, 1.0], [0.0, 2.0])
    """
    together = Graph.union(graphs)
    of_nodes = node_scalars(together, max_dist=max_dist, threads=threads)
    sizes = np.array([graph.num_nodes for graph in graphs], dtype=np.int64)
    graph_of_node = np.repeat(np.arange(len(sizes)), sizes)

    def mean(values: npt.ArrayLike) -> Floats:
        return sums(values, graph_of_node, len(sizes)) / np.maximum(sizes, 1)

    degree = np.minimum(of_nodes["degree"], _LARGEST_DEGREE)
    columns = {f"degree_{i}": mean(degree == i) for i in range(_LARGEST_DEGREE + 1)}
    for step in range(1, max_dist + 1):
        for name in ("nodes", "side", "geodesic_degree"):
            columns[f"{name}_{step}"] = mean(of_nodes[f"{name}_{step}"])
    return Scalars.of(nodes=sizes, edges=[graph.num_edges for graph in graphs], **columns)
