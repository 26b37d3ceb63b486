"""What the searches return: small frozen values around flat numpy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.integer[Any]]

UNREACHABLE = -1
"""The distance code of a pair that no path within ``max_dist`` joins."""


@dataclass(frozen=True, eq=False)
class Ragged:
    """Rows of different lengths: row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Example:
        >>> import numpy as np
        >>> rows = Ragged(np.array([4, 5, 6]), np.array([0, 2, 2, 3]))
        >>> len(rows), rows[0].tolist(), rows.lengths.tolist()
        (3, [4, 5], [2, 0, 1])
    """

    values: IntArray
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> IntArray:
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} of {len(self)} rows")
        row %= len(self)
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    def __iter__(self) -> Iterator[IntArray]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"Ragged({len(self):,} rows, {len(self.values):,} values)"

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The length of each row."""
        return np.diff(self.offsets)

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        """The row of each value, ready for a scatter or ``np.add.at``."""
        return np.repeat(np.arange(len(self)), self.lengths)


@dataclass(frozen=True, eq=False)
class Vertical:
    """Vertical geodesics of ``k`` pairs.

    Attributes:
        distance: ``(k,)``, :data:`UNREACHABLE` beyond ``max_dist``.
        head: the head's neighbors on any shortest path, ascending, a row for each pair.
        tail: the same at the tail.
        head_degree: geodesic degree of each entry of ``head.values``, or None if not asked for.
        tail_degree: the same for ``tail.values``.
        num_paths: ``(k,)``, how many shortest paths there are, or None if not asked for.
    """

    distance: npt.NDArray[np.int16]
    head: Ragged
    tail: Ragged
    head_degree: npt.NDArray[np.int32] | None
    tail_degree: npt.NDArray[np.int32] | None
    num_paths: npt.NDArray[np.float64] | None


@dataclass(frozen=True, eq=False)
class Horizontal:
    """Horizontal geodesics of ``k`` pairs.

    Attributes:
        distance: ``(k,)``, :data:`UNREACHABLE` beyond ``max_dist``.
        nodes: one shortest path for each pair, head first, both ends included; empty if there is none.
        edges: the ids of the edges along it, or None if not asked for.
    """

    distance: npt.NDArray[np.int16]
    nodes: Ragged
    edges: Ragged | None


@dataclass(frozen=True, eq=False)
class Dag:
    """All shortest paths of ``k`` pairs.

    Attributes:
        distance: ``(k,)``, :data:`UNREACHABLE` beyond ``max_dist``.
        nodes: all nodes on any shortest path, by distance from the head, then by id.
        level: distance from the head of each entry of ``nodes.values``.
        edges: ids of all edges on any shortest path.
        edge_head: the end nearer to the head of each entry of ``edges.values``.
        edge_tail: the other end.
    """

    distance: npt.NDArray[np.int16]
    nodes: Ragged
    level: npt.NDArray[np.int16]
    edges: Ragged
    edge_head: IntArray
    edge_tail: IntArray


@dataclass(frozen=True, eq=False)
class Neighborhoods:
    """What each of ``k`` nodes sees around itself.

    Attributes:
        neighbors: for each node ``v`` all ``s`` with ``1 <= d(v, s) <= max_dist``, by distance, then by id.
        distance: ``d(v, s)`` for each entry of ``neighbors.values``.
        side: a row for each entry of ``neighbors.values``: the neighbors of ``s`` one step nearer to ``v``.
        side_degree: geodesic degree of each entry of ``side.values``, or None if not asked for.
    """

    neighbors: Ragged
    distance: npt.NDArray[np.int16]
    side: Ragged
    side_degree: npt.NDArray[np.int32] | None


@dataclass(frozen=True, eq=False)
class RankBlock:
    """Some of the pairs that :func:`rank` walks through.

    Attributes:
        query: ``(k,)``, the position in ``sources`` of each pair's source.
        candidate: ``(k,)``, the node it is paired with.
        geodesics: what was asked for, for these pairs: distances, :class:`Vertical` or :class:`Horizontal`.
    """

    query: npt.NDArray[np.int64]
    candidate: npt.NDArray[np.int64]
    geodesics: npt.NDArray[np.int16] | Vertical | Horizontal


@dataclass(frozen=True, eq=False)
class ReceptiveField:
    """The part of a graph that a network of some depth needs for given nodes.

    Attributes:
        nodes: node ids: the distinct requested ones first, in order of first appearance, then by hop.
        hop: how many steps each of them is away from the requested ones.
        edge_index: ``(2, e)``, sources and targets of the edges as positions in ``nodes``.
        edge_ids: ``(e,)``, the graph's ids of these edges.
        seed_position: where each requested node stands in ``nodes``.
    """

    nodes: IntArray
    hop: npt.NDArray[np.int16]
    edge_index: npt.NDArray[np.int64]
    edge_ids: IntArray
    seed_position: npt.NDArray[np.int64]
