"""Geodesics as torch values: what loaders hand to networks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.geodesics import UNREACHABLE, Horizontal, Neighborhoods, Ragged, Vertical
from gdgnn.graph import Graph


@dataclass(frozen=True, eq=False)
class RaggedNodes:
    """Nodes in rows of different lengths, laid out flat.

    Attributes:
        node: ``(e,)`` long, positions in the encoder's output.
        row: ``(e,)`` long, ascending: the row each node is in.
        num_rows: how many rows there are, empty ones included.
        degree: ``(e,)`` long, the geodesic degree of each node, or None.
        position: ``(e,)`` long, how many steps from the head each node is, or None.
        edge_index: ``(2, m)`` long, edges between nodes of the same row as positions in ``node``, the first
            row ascending, or None.

    Example:
        >>> rows = RaggedNodes(torch.tensor([4, 5, 6]), torch.tensor([0, 0, 2]), num_rows=3)
        >>> rows.lengths.tolist(), rows.slice(1, 3).row.tolist()
        ([2, 0, 1], [1])
    """

    node: Tensor
    row: Tensor
    num_rows: int
    degree: Tensor | None = None
    position: Tensor | None = None
    edge_index: Tensor | None = None

    @classmethod
    def from_ragged(
        cls,
        rows: Ragged,
        *,
        degree: npt.ArrayLike | None = None,
        position: npt.ArrayLike | None = None,
        edge_index: npt.ArrayLike | None = None,
    ) -> RaggedNodes:
        """The rows an engine function returned, with columns aligned to ``rows.values``."""
        return cls(
            _long(rows.values),
            _long(rows.rows),
            len(rows),
            None if degree is None else _long(degree),
            None if position is None else _long(position),
            None if edge_index is None else _long(edge_index),
        )

    @classmethod
    def from_batch(cls, batch: Tensor, num_rows: int | None = None) -> RaggedNodes:
        """All positions, in the rows that PyG's ``batch`` vector (ascending) tells."""
        count = num_rows if num_rows is not None else int(batch[-1]) + 1 if len(batch) else 0
        return cls(torch.arange(len(batch), device=batch.device), batch, count)

    @property
    def lengths(self) -> Tensor:
        """``(num_rows,)`` long, the length of each row."""
        return torch.bincount(self.row, minlength=self.num_rows)

    def followed_by(self, other: RaggedNodes) -> RaggedNodes:
        """The rows of both, with the columns that both have.

        Example:
            >>> rows = RaggedNodes(torch.tensor([4, 5]), torch.tensor([0, 2]), num_rows=3)
            >>> rows.followed_by(rows).row.tolist()
            [0, 2, 3, 5]
        """
        both = (self, other)
        return RaggedNodes(
            torch.cat([self.node, other.node]),
            torch.cat([self.row, other.row + self.num_rows]),
            self.num_rows + other.num_rows,
            _joined([rows.degree for rows in both]),
            _joined([rows.position for rows in both]),
            _joined(
                [self.edge_index, None if other.edge_index is None else other.edge_index + len(self.node)]
            ),
        )

    def to(self, device: torch.device | str) -> RaggedNodes:
        """The same on another device."""
        return RaggedNodes(
            self.node.to(device),
            self.row.to(device),
            self.num_rows,
            _moved(self.degree, device),
            _moved(self.position, device),
            _moved(self.edge_index, device),
        )

    def slice(self, start: int, stop: int) -> RaggedNodes:
        """Rows ``start`` to ``stop``, numbered from 0 again."""
        start, stop = _bounds(start, stop, self.num_rows)
        first, last = _between(self.row, start, stop)
        edge_index = self.edge_index
        if edge_index is not None:
            from_edge, to_edge = _between(edge_index[0].contiguous(), first, last)
            edge_index = edge_index[:, from_edge:to_edge] - first
        return RaggedNodes(
            self.node[first:last],
            self.row[first:last] - start,
            stop - start,
            None if self.degree is None else self.degree[first:last],
            None if self.position is None else self.position[first:last],
            edge_index,
        )


@dataclass(frozen=True, eq=False)
class PairGeodesics:
    """What lies between ``k`` pairs of nodes.

    Attributes:
        pairs: ``(2, k)`` long, heads above tails.
        distance: ``(k,)`` long, 0 to ``max_dist``; ``max_dist + 1`` is the code of "no path within max_dist".
        max_dist: how far the search went.
        head: the vertical geodesic's side at the head, a row for each pair, or None.
        tail: the same at the tail.
        path: the nodes of the horizontal geodesic in order, a row for each pair, or None.
        num_paths: ``(k,)`` float64, how many shortest paths there are, or None.
        walks: ``(k, length)`` float64, what walks of 1, 2, ... steps weigh, or None.

    Example:
        >>> from gdgnn import Graph, geodesics
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> pairs = np.array([[0, 0], [1, 2]])
        >>> found = geodesics.vertical(square, pairs, max_dist=4)
        >>> given = PairGeodesics.from_engine(pairs, vertical=found, max_dist=4)
        >>> given.distance.tolist(), given.slice(1, 2).head.node.tolist()
        ([1, 2], [1, 3])
    """

    pairs: Tensor
    distance: Tensor
    max_dist: int
    head: RaggedNodes | None = None
    tail: RaggedNodes | None = None
    path: RaggedNodes | None = None
    num_paths: Tensor | None = None
    walks: Tensor | None = None

    @classmethod
    def from_engine(
        cls,
        pairs: npt.ArrayLike,
        *,
        max_dist: int,
        vertical: Vertical | None = None,
        horizontal: Horizontal | None = None,
        distance: npt.ArrayLike | None = None,
        walks: npt.ArrayLike | None = None,
    ) -> PairGeodesics:
        """What the engine found for ``pairs``, searched with the same ``max_dist``.

        Args:
            pairs: ``(2, k)`` node ids.
            max_dist: as given to the engine.
            vertical: from :func:`gdgnn.geodesics.vertical`.
            horizontal: from :func:`gdgnn.geodesics.horizontal`.
            distance: ``(k,)`` from :func:`gdgnn.geodesics.distances`, where neither of the others is given.
            walks: ``(k, length)`` from :func:`gdgnn.geodesics.walk_weights`.

        Raises:
            ValueError: nothing was given to tell distances, or not for as many pairs.
        """
        ends = _long(pairs)
        if ends.ndim != 2 or ends.shape[0] != 2:
            raise ValueError(f"pairs has shape {tuple(ends.shape)}; give (2, k): heads above tails")
        if vertical is not None:
            distance = vertical.distance
        elif horizontal is not None:
            distance = horizontal.distance
        elif distance is None:
            raise ValueError("give vertical=, horizontal= or distance=: without them no distance is known")
        found = [len(np.asarray(distance))]
        if horizontal is not None:
            found.append(len(horizontal.distance))
        if walks is not None:
            found.append(len(np.asarray(walks)))
        for count in found:
            if count != ends.shape[1]:
                raise ValueError(f"{ends.shape[1]} pairs, but geodesics of {count}; search these pairs")
        paths = None if vertical is None or vertical.num_paths is None else vertical.num_paths
        return cls(
            ends,
            _codes(distance, max_dist),
            max_dist,
            None if vertical is None else RaggedNodes.from_ragged(vertical.head, degree=vertical.head_degree),
            None if vertical is None else RaggedNodes.from_ragged(vertical.tail, degree=vertical.tail_degree),
            None if horizontal is None else _path(horizontal.nodes),
            None if paths is None else torch.from_numpy(paths),
            None if walks is None else torch.from_numpy(np.asarray(walks, dtype=np.float64)),
        )

    @property
    def num_pairs(self) -> int:
        """How many pairs there are."""
        return self.pairs.shape[1]

    def to(self, device: torch.device | str) -> PairGeodesics:
        """The same on another device."""
        return replace(
            self,
            pairs=self.pairs.to(device),
            distance=self.distance.to(device),
            head=None if self.head is None else self.head.to(device),
            tail=None if self.tail is None else self.tail.to(device),
            path=None if self.path is None else self.path.to(device),
            num_paths=_moved(self.num_paths, device),
            walks=_moved(self.walks, device),
        )

    def slice(self, start: int, stop: int) -> PairGeodesics:
        """Pairs ``start`` to ``stop``: views wherever possible, so that micro-batches cost little."""
        start, stop = _bounds(start, stop, self.num_pairs)
        return replace(
            self,
            pairs=self.pairs[:, start:stop],
            distance=self.distance[start:stop],
            head=None if self.head is None else self.head.slice(start, stop),
            tail=None if self.tail is None else self.tail.slice(start, stop),
            path=None if self.path is None else self.path.slice(start, stop),
            num_paths=None if self.num_paths is None else self.num_paths[start:stop],
            walks=None if self.walks is None else self.walks[start:stop],
        )


@dataclass(frozen=True, eq=False)
class NodeGeodesics:
    """What ``k`` target nodes see around themselves: ``n`` neighbors within ``max_dist`` in all.

    Attributes:
        targets: ``(k,)`` long, the nodes that look around.
        neighbor: ``(n,)`` long, each node ``s`` that is seen.
        row: ``(n,)`` long, ascending: which target sees it.
        distance: ``(n,)`` long, 1 to ``max_dist``.
        max_dist: how far the search went.
        side: a row for each of the ``n`` neighbors: the neighbors of ``s`` one step nearer to the target.

    Example:
        >>> from gdgnn import Graph, geodesics
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> around = geodesics.neighborhoods(square, [0, 1], max_dist=2)
        >>> given = NodeGeodesics.from_engine(around, [0, 1], max_dist=2)
        >>> given.neighbor.tolist(), given.slice(1, 2).distance.tolist()
        ([1, 3, 2, 0, 2, 3], [1, 1, 2])
    """

    targets: Tensor
    neighbor: Tensor
    row: Tensor
    distance: Tensor
    max_dist: int
    side: RaggedNodes | None = None

    @classmethod
    def from_engine(cls, found: Neighborhoods, targets: npt.ArrayLike, max_dist: int) -> NodeGeodesics:
        """What :func:`gdgnn.geodesics.neighborhoods` found for ``targets`` with the same ``max_dist``.

        Raises:
            ValueError: ``found`` is about another number of nodes.
        """
        nodes = _long(targets)
        if nodes.shape != (len(found.neighbors),):
            raise ValueError(
                f"targets has shape {tuple(nodes.shape)}; {len(found.neighbors)} neighborhoods are given; "
                "give the nodes that were asked about, one-dimensional"
            )
        return cls(
            nodes,
            _long(found.neighbors.values),
            _long(found.neighbors.rows),
            _long(found.distance),
            max_dist,
            RaggedNodes.from_ragged(found.side, degree=found.side_degree),
        )

    @property
    def num_targets(self) -> int:
        """How many targets there are."""
        return len(self.targets)

    def to(self, device: torch.device | str) -> NodeGeodesics:
        """The same on another device."""
        return replace(
            self,
            targets=self.targets.to(device),
            neighbor=self.neighbor.to(device),
            row=self.row.to(device),
            distance=self.distance.to(device),
            side=None if self.side is None else self.side.to(device),
        )

    def slice(self, start: int, stop: int) -> NodeGeodesics:
        """Targets ``start`` to ``stop``: views wherever possible, so that micro-batches cost little."""
        start, stop = _bounds(start, stop, self.num_targets)
        first, last = _between(self.row, start, stop)
        return replace(
            self,
            targets=self.targets[start:stop],
            neighbor=self.neighbor[first:last],
            row=self.row[first:last] - start,
            distance=self.distance[first:last],
            side=None if self.side is None else self.side.slice(first, last),
        )


def with_inner_edges(side: RaggedNodes, graph: Graph) -> RaggedNodes:
    """The same sides with the edges inside them: those of the subgraph that each row induces, both ways.

    Arrows are ignored, as they are for the geodesic degree. Nodes must be the graph's own ids. It costs
    the sum of the squared lengths of the rows, less the nodes of geodesic degree 0 where degrees are known.

    Example:
        >>> triangle = Graph.from_edges([[0, 1, 2], [1, 2, 0]])
        >>> side = RaggedNodes(torch.tensor([0, 1, 0]), torch.tensor([0, 0, 1]), num_rows=2)
        >>> with_inner_edges(side, triangle).edge_index.tolist()
        [[0, 1], [1, 0]]
    """
    node, row = side.node.numpy(), side.row.numpy()
    joined = np.arange(len(node)) if side.degree is None else np.flatnonzero(side.degree.numpy())
    _, start, place, length = np.unique(
        row[joined], return_index=True, return_inverse=True, return_counts=True
    )
    times = length[place]
    first = np.repeat(np.arange(len(joined)), times)
    within = np.arange(len(first)) - np.repeat(np.cumsum(times) - times, times)
    ends = joined[np.stack([first, start[place[first]] + within])]
    keys = np.repeat(np.arange(graph.num_nodes), np.diff(graph.indptr)) * graph.num_nodes + graph.indices
    head, tail = node[ends]
    edge = _contains(keys, head * graph.num_nodes + tail) | _contains(keys, tail * graph.num_nodes + head)
    return replace(side, edge_index=_long(ends[:, edge]))


def _contains(ascending: npt.NDArray[np.int64], keys: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    if not len(ascending):
        return np.zeros(len(keys), dtype=np.bool_)
    at = np.minimum(np.searchsorted(ascending, keys), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[at] == keys
    return found


def _long(given: npt.ArrayLike) -> Tensor:
    """A long tensor on the CPU that shares memory with `given` where its dtype allows."""
    array = np.ascontiguousarray(given)
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"integers are needed, but {array.dtype} was given")
    array = array.astype(np.int64, copy=False)
    # torch has no read-only tensors and warns of arrays that are.
    return torch.from_numpy(array if array.flags.writeable else array.copy())


def _codes(distance: npt.ArrayLike, max_dist: int) -> Tensor:
    found = np.asarray(distance)
    return _long(np.where(found == UNREACHABLE, np.int64(max_dist + 1), found))


def _path(nodes: Ragged) -> RaggedNodes:
    first = np.repeat(nodes.offsets[:-1], nodes.lengths)
    return RaggedNodes.from_ragged(nodes, position=np.arange(len(nodes.values)) - first)


def _joined(parts: list[Tensor | None]) -> Tensor | None:
    known = [part for part in parts if part is not None]
    return torch.cat(known, dim=-1) if len(known) == len(parts) else None


def _moved(tensor: Tensor | None, device: torch.device | str) -> Tensor | None:
    return None if tensor is None else tensor.to(device)


def _bounds(start: int, stop: int, length: int) -> tuple[int, int]:
    first, last, _ = slice(start, stop).indices(length)
    return first, max(first, last)


def _between(ascending: Tensor, start: int, stop: int) -> tuple[int, int]:
    """Where the entries from `start` up to but not including `stop` begin and end."""
    ends = torch.tensor([start, stop], dtype=ascending.dtype, device=ascending.device)
    first, last = torch.searchsorted(ascending, ends).tolist()
    return first, last
