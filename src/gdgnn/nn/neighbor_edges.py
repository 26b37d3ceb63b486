"""The edges between what a node sees around itself."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class JoinedNeighbors(NodeGeodesics):
    """What targets see around themselves, and which of the things that one target sees are joined.

    Each entry of ``neighbor`` stands for a pair (v, s): target ``v`` sees ``s``.

    Attributes:
        edge_index: ``(2, e)`` long, both ways, the first row ascending: pairs (v, s) and (v, w), as positions
            in ``neighbor``, where an edge joins ``s`` and ``w``.
        reverse: ``(n,)`` long, for each pair (v, s) the position of (s, v); None if some ``s`` is no target.

    Example:
        >>> from gdgnn import Graph, geodesics
        >>> triangle = Graph.from_edges([[0, 1, 2], [1, 2, 0]])
        >>> around = geodesics.neighborhoods(triangle, max_dist=1)
        >>> seen = with_neighbor_edges(NodeGeodesics.from_engine(around, [0, 1, 2], max_dist=1), triangle)
        >>> seen.neighbor.tolist(), seen.edge_index.tolist(), seen.reverse.tolist()
        ([1, 2, 0, 2, 0, 1], [[0, 1, 2, 3, 4, 5], [1, 0, 3, 2, 5, 4]], [2, 4, 0, 5, 1, 3])
    """

    edge_index: Tensor | None = None
    reverse: Tensor | None = None

    def to(self, device: torch.device | str) -> JoinedNeighbors:
        """The same on another device."""
        return replace(
            self._with(super().to(device)),
            edge_index=None if self.edge_index is None else self.edge_index.to(device),
            reverse=None if self.reverse is None else self.reverse.to(device),
        )

    def slice(self, start: int, stop: int) -> JoinedNeighbors:
        """Targets ``start`` to ``stop``; ``reverse`` stays if they see nothing but one another."""
        part = self._with(super().slice(start, stop))
        start, stop, _ = slice(start, stop).indices(self.num_targets)
        first = int(torch.searchsorted(self.row, start))
        last = first + len(part.neighbor)
        edge_index, reverse = self.edge_index, self.reverse
        if edge_index is not None:
            pair = edge_index[0].contiguous()
            from_edge, to_edge = int(torch.searchsorted(pair, first)), int(torch.searchsorted(pair, last))
            edge_index = edge_index[:, from_edge:to_edge] - first
        if reverse is not None:
            reverse = reverse[first:last] - first
            within = bool(((reverse >= 0) & (reverse < last - first)).all())
            reverse = reverse if within else None
        return replace(part, edge_index=edge_index, reverse=reverse)

    @classmethod
    def _with(cls, seen: NodeGeodesics) -> JoinedNeighbors:
        return cls(**{field.name: getattr(seen, field.name) for field in fields(NodeGeodesics)})


def with_neighbor_edges(seen: NodeGeodesics, graph: Graph) -> JoinedNeighbors:
    """The same with the edges between the nodes that one target sees, for pair layers.

    Arrows are ignored, parallel edges count once. Nodes must be the graph's own ids. It costs, for each
    target, the sum of the degrees of the nodes it sees.

    Args:
        seen: what targets see around themselves.
        graph: where they looked.
    """
    nodes, row, target = seen.neighbor.numpy(), seen.row.numpy(), seen.targets.numpy()
    pointer, adjacent = _adjacency(graph)
    degree = np.diff(pointer)[nodes]
    pair = np.repeat(np.arange(len(nodes)), degree)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(degree) - degree, degree)
    other = adjacent[pointer[nodes[pair]] + within]
    positions = _Positions(row * graph.num_nodes + nodes)
    found = positions.of(row[pair] * graph.num_nodes + other)
    edge_index = np.stack([pair, found])[:, found >= 0]
    row_of = np.full(graph.num_nodes, -1)
    row_of[target] = np.arange(len(target))
    reverse = positions.of(row_of[nodes] * graph.num_nodes + target[row])
    complete = len(np.unique(target)) == len(target) and bool((reverse >= 0).all())
    return replace(
        JoinedNeighbors._with(seen),
        edge_index=torch.from_numpy(edge_index),
        reverse=torch.from_numpy(reverse) if complete else None,
    )


class _Positions:
    """Where in a list each key stands."""

    def __init__(self, keys: Ids) -> None:
        self._order = np.argsort(keys)
        self._ascending = keys[self._order]

    def of(self, keys: Ids) -> Ids:
        """-1 for a key that is not in the list."""
        if not len(self._order):
            return np.full(len(keys), -1)
        at = np.minimum(np.searchsorted(self._ascending, keys), len(self._order) - 1)
        return np.where(self._ascending[at] == keys, self._order[at], -1)


def _adjacency(graph: Graph) -> tuple[Ids, Ids]:
    """Who is joined to whom, either way, once, and not to itself."""
    head = np.repeat(np.arange(graph.num_nodes), np.diff(graph.indptr))
    tail = graph.indices.astype(np.int64)
    apart = head != tail
    head, tail = head[apart], tail[apart]
    keys = np.unique(np.concatenate([head * graph.num_nodes + tail, tail * graph.num_nodes + head]))
    degree = np.bincount(keys // max(graph.num_nodes, 1), minlength=graph.num_nodes)
    return np.concatenate([[0], np.cumsum(degree)]), keys % max(graph.num_nodes, 1)
