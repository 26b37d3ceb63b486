"""Neighbors of every node in compressed sparse rows, and what can be read off them without a search."""

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdgnn import _engine
from gdgnn.graph.arrays import Ids, Int64, frozen

_INT32_MAX = int(np.iinfo(np.int32).max)
_ROUNDS = 64  # passes over all nodes that `core_mask` may make before it follows single nodes


@dataclass(frozen=True)
class Adjacency:
    """Sorted distinct neighbors of n nodes.

    Node v's neighbors are `indices[indptr[v]:indptr[v + 1]]`. A position in `indices` is a slot; the ids of
    the edges in slot s are `slot_edges[slot_ptr[s]:slot_ptr[s + 1]]`, or just `slot_edges[s]` when
    `slot_ptr` is None because no two nodes are joined twice.
    """

    indptr: Int64
    indices: Ids
    slot_ptr: Int64 | None
    slot_edges: Ids

    def __post_init__(self) -> None:
        for array in (self.indptr, self.indices, self.slot_ptr, self.slot_edges):
            if array is not None:
                frozen(array)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()  # unpickled arrays come back writable

    @property
    def edge_ptr(self) -> Int64:
        """Where each node's edges begin in `slot_edges`, (n + 1,)."""
        return self.indptr if self.slot_ptr is None else self.slot_ptr[self.indptr]

    def edges_per_slot(self) -> Int64:
        """The number of parallel edges in each slot, (slots,)."""
        if self.slot_ptr is None:
            return np.broadcast_to(np.int64(1), self.indices.shape)
        return np.diff(self.slot_ptr)

    def slots_of(self, nodes: NDArray[Any]) -> Int64:
        """The slots of the given nodes, node after node."""
        stops = self.indptr[nodes + 1]
        lengths = stops - self.indptr[nodes]
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if ends.size else 0
        slots: Int64 = np.arange(total, dtype=np.int64) + np.repeat(stops - ends, lengths)
        return slots


def usable_threads(work: int) -> int:
    """Threads worth starting for so many edges: one for few, else every core this process may use."""
    if work < 100_000:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def choose_id_dtype(num_nodes: int, entries: int, wanted: object) -> np.dtype[Any]:
    """int32 when ids of nodes, slots and edges fit into it, else int64; or the wanted one, if they fit."""
    fits = max(num_nodes, entries) <= _INT32_MAX
    if wanted is None:
        return np.dtype(np.int32 if fits else np.int64)
    dtype: np.dtype[Any] = np.dtype(wanted)  # type: ignore[call-overload]
    if dtype not in (np.dtype(np.int32), np.dtype(np.int64)):
        raise TypeError(f"id_dtype is {dtype}; give numpy.int32, numpy.int64 or None")
    if dtype == np.int32 and not fits:
        raise ValueError(
            f"id_dtype int32 is too small for {num_nodes} nodes and {entries} slots; leave it out"
        )
    return dtype


def join(
    heads: Int64, tails: Int64, num_nodes: int, *, directed: bool, wide: bool
) -> tuple[Adjacency, Adjacency]:
    """Adjacency along the arrows and against them; one and the same object when there are no arrows."""
    threads = usable_threads(heads.size)
    out = Adjacency(*_engine.build_csr(heads, tails, num_nodes, not directed, wide, threads=threads))
    if not directed:
        return out, out
    return out, Adjacency(*_engine.build_csr(tails, heads, num_nodes, False, wide, threads=threads))


def component_labels(out: Adjacency, edge_index: Ids) -> Int64:
    """For each node the smallest node id it is connected to, arrows ignored, (n,).

    One edge of each node already joins most of what belongs together, so that few edges are left to follow.
    """
    joined = np.flatnonzero(np.diff(out.indptr))
    one_each = np.stack([joined, out.indices[out.indptr[joined]].astype(np.int64)])
    root = np.arange(out.indptr.size - 1, dtype=np.int64)
    return _hook(_hook(root, one_each), edge_index)


def _hook(root: Int64, edges: Ids) -> Int64:
    """Roots of the components that the edges make of those that `root` tells of.

    Each round hooks every root onto its smallest neighboring root and shortens all chains; the number of
    unfinished components at least halves every two rounds.
    """
    ends = root[edges]
    while True:
        ends = ends[:, ends[0] != ends[1]]
        if not ends.size:
            return root
        np.minimum.at(root, np.maximum(*ends), np.minimum(*ends))
        while not np.array_equal(above := root[root], root):
            root = above
        ends = root[ends]


def core_mask(out: Adjacency, into: Adjacency, k: int) -> NDArray[np.bool_]:
    """Which nodes are left when nodes with fewer than `k` edges are taken away again and again, (n,)."""
    sides = [out] if into is out else [out, into]
    left = np.sum([np.diff(side.edge_ptr) for side in sides], axis=0)
    alive: NDArray[np.bool_] = left >= k
    falling = np.flatnonzero(~alive)
    while falling.size > left.size // _ROUNDS:
        lost = np.zeros(left.size)
        for side in sides:
            slots = side.slots_of(falling)
            lost += np.bincount(side.indices[slots], side.edges_per_slot()[slots], minlength=left.size)
        left -= lost.astype(np.int64)
        falling = np.flatnonzero(alive & (left < k))
        alive[falling] = False
    _fell_one_by_one(sides, k, left, alive, falling)
    return alive


def _fell_one_by_one(
    sides: list[Adjacency], k: int, left: Int64, alive: NDArray[np.bool_], falling: NDArray[Any]
) -> None:
    """Finish `core_mask` where rounds would be many and small, as along a path."""
    left_at, alive_at = _quick(left), _quick(alive)
    views = [(_quick(side.indptr), _quick(side.indices), _quick(side.edges_per_slot())) for side in sides]
    stack = falling.tolist()
    while stack:
        node = stack.pop()
        for starts, neighbors, edges in views:
            for slot in range(starts[node], starts[node + 1]):
                neighbor = neighbors[slot]
                left_at[neighbor] -= edges[slot]
                if alive_at[neighbor] and left_at[neighbor] < k:
                    alive_at[neighbor] = False
                    stack.append(neighbor)


def _quick(array: NDArray[Any]) -> memoryview:
    """A view whose single entries are read and written several times as fast as the array's."""
    return memoryview(array)  # type: ignore[arg-type]
