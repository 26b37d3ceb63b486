"""The part of a graph that a network needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gdgnn import _engine
from gdgnn.geodesics._arguments import graph_of, node_ids, seed_bits, step_count, thread_count, whole_number
from gdgnn.geodesics.results import ReceptiveField
from gdgnn.graph import Graph


def receptive_field(
    graph: Graph,
    nodes: npt.ArrayLike,
    hops: int,
    *,
    fanout: int | Sequence[int] | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> ReceptiveField:
    """The subgraph from which a network of ``hops`` layers computes the same output for ``nodes``.

    It holds every edge into a node that is fewer than ``hops`` steps away, against the arrows.

    Args:
        graph: where messages flow, along the arrows if it is directed.
        nodes: ``(k,)`` node ids.
        hops: how many layers.
        fanout: draw at most so many neighbors of each node, without replacement: a number, or one for each
            hop. Everything by default.
        seed: of the draw, which depends on it and on the node alone.
        threads: how many to use; all cores by default.

    Returns:
        Nodes and edges, numbered anew, with the way back to the graph's own ids.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError, TypeError: a shape, a number or a dtype is wrong.

    Example:
        >>> line = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 4]])
        >>> field = receptive_field(line, [0], hops=2)
        >>> field.nodes.tolist(), field.edge_index.tolist()
        ([0, 1, 2], [[1, 0, 2], [0, 1, 1]])
    """
    depth = step_count("hops", hops)
    limits = _fanout_by_hop(fanout, depth)
    ids = node_ids("nodes", nodes)
    found = _engine.receptive_field(
        graph_of(graph).handle, ids, depth, limits, seed_bits(seed), thread_count(threads)
    )
    field_nodes, hop, ends, edge_ids, seed_position = found
    return ReceptiveField(field_nodes, hop, ends.reshape(2, -1), edge_ids, seed_position)


def _fanout_by_hop(fanout: int | Sequence[int] | None, hops: int) -> npt.NDArray[np.int64] | None:
    if fanout is None:
        return None
    given = list(fanout) if isinstance(fanout, Sequence | np.ndarray) else [fanout] * hops
    if len(given) != hops:
        raise ValueError(
            f"fanout has {len(given)} entries; give one number, or one for each of the {hops} hops"
        )
    return np.array([whole_number("fanout", limit, 0, 2**62) for limit in given], dtype=np.int64)
