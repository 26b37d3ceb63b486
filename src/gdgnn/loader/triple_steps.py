"""The types of the steps along geodesics of a typed graph."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import Ragged
from gdgnn.graph import Graph
from gdgnn.loader.gather import offsets_of, spans

Ids: TypeAlias = npt.NDArray[np.int64]


class TypedSteps:
    """Looks up by which edges one gets from a node to its neighbor.

    A step along an edge of relation r has type r, a step against its arrow ``r + num_relations``.

    Args:
        graph: with relations, searched with its arrows ignored.

    Example:
        >>> graph = Graph.from_edges([[0, 2], [1, 1]], relation=[0, 1], directed=True).as_undirected()
        >>> TypedSteps(graph).of_paths(Ragged(np.array([0, 1, 2]), np.array([0, 3])), np.array([-1])).tolist()
        [4, 0, 3]
    """

    def __init__(self, graph: Graph) -> None:
        if graph.relation is None:
            raise ValueError("the graph has no relations; build it with relation=, or from Triples")
        self.graph = graph
        self._relation: Ids = np.asarray(graph.relation)
        nodes = np.repeat(np.arange(graph.num_nodes), np.diff(graph.indptr))
        self._slots: Ids = nodes * graph.num_nodes + graph.indices
        self._first = np.arange(len(nodes) + 1) if graph.slot_ptr is None else graph.slot_ptr

    def of_paths(self, paths: Ragged, hidden: Ids) -> Ids:
        """The type of the step that leads to each node of each path; ``2 * num_relations`` at its start.

        Of parallel edges the one of lowest id is taken.

        Args:
            paths: nodes in order, a row for each pair.
            hidden: for each pair the edge that is not there, -1: none.
        """
        types = np.full(len(paths.values), 2 * self.graph.num_relations, dtype=np.int64)
        inner = np.ones(len(types), dtype=np.bool_)
        inner[paths.offsets[:-1][paths.lengths > 0]] = False
        arrived = np.flatnonzero(inner)
        step, edge = self._edges(
            paths.values[arrived - 1], paths.values[arrived], hidden[paths.rows[arrived]]
        )
        taken, first = np.unique(step, return_index=True)
        types[arrived[taken]] = self._types(edge[first], paths.values[arrived - 1][taken])
        return types

    def of_edges(self, paths: Ragged, edges: Ragged) -> Ids:
        """The type of each step of each path along the edges given, one fewer than nodes."""
        started = np.ones(len(paths.values), dtype=np.bool_)
        started[paths.offsets[1:][paths.lengths > 0] - 1] = False
        return self._types(edges.values.astype(np.int64), paths.values[started])

    def of_sides(self, ends: Ids, side: Ragged, hidden: Ids, *, outward: bool) -> tuple[Ragged, Ids, Ids]:
        """Each side with an entry for every edge, not only for every node, that joins it to its end.

        Args:
            ends: the end of each pair that the side is at.
            side: nodes joined to it, a row for each pair.
            hidden: for each pair the edge that is not there, -1: none.
            outward: whether steps lead from the end to the side (head sides), or back (tail sides).

        Returns:
            The longer rows, the old entry that each new one repeats, and the type of the step of each.
        """
        near = ends[side.rows]
        entry, edge = self._edges(near, side.values, hidden[side.rows])
        starts: npt.NDArray[Any] = near if outward else side.values
        lengths = np.bincount(side.rows[entry], minlength=len(side))
        return Ragged(side.values[entry], offsets_of(lengths)), entry, self._types(edge, starts[entry])

    def _edges(self, start: npt.NDArray[Any], end: npt.NDArray[Any], hidden: Ids) -> tuple[Ids, Ids]:
        """All edges of each step that are not hidden, and whose they are; both by step."""
        slot = np.searchsorted(self._slots, start.astype(np.int64) * self.graph.num_nodes + end)
        first, count = self._first[slot], self._first[slot + 1] - self._first[slot]
        step = np.repeat(np.arange(len(slot)), count)
        edge = self.graph.slot_edges[spans(first, count)].astype(np.int64)
        seen = edge != hidden[step]
        return step[seen], edge[seen]

    def _types(self, edge: Ids, start: npt.NDArray[Any]) -> Ids:
        along = self.graph.edge_index[0, edge] == start
        types: Ids = self._relation[edge] + np.where(along, 0, self.graph.num_relations)
        return types
