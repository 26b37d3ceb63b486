"""The rows a graph is built from: one array, or slices of it that arrive one after the other."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdgnn.graph.arrays import Int64, check_ids, int64_column, integers

# An id beyond this, in a graph whose size nobody stated, is far more often a hash or a date than a node.
_PLAUSIBLE_NODES = 2**32


@dataclass(frozen=True)
class Rows:
    """Ends (and relations) of the input rows as contiguous int64 columns, lengths checked, ids not yet."""

    heads: Int64
    tails: Int64
    relation: Int64 | None


def read_rows(edges: object, relation: object | None) -> Rows:
    """Columns from a (2, m) array or from an iterable of (2, k) slices."""
    if _is_sliced(edges):
        return _join_slices(iter(edges), relation)  # type: ignore[call-overload]
    array = _edge_array(edges, "edges")
    heads, tails = int64_column(array[0], "edges[0, "), int64_column(array[1], "edges[1, ")
    if relation is None:
        return Rows(heads, tails, None)
    types = _relation_array(relation, "relation")
    _check_lengths(types.size, "relation", heads.size, "edges")
    return Rows(heads, tails, int64_column(types, "relation"))


def count_nodes(rows: Rows, num_nodes: int | None) -> int:
    """The number of nodes, stated or read off the largest id; every id is proved to be below it."""
    for side, ids in enumerate((rows.heads, rows.tails)):
        if ids.size and int(ids.min()) < 0:
            at = int(np.argmax(ids < 0))
            raise IndexError(
                f"edges[{side}, {at}] is {ids[at]}; node ids start at 0: drop such rows, or let "
                "Graph.from_names number the nodes"
            )
    if num_nodes is None:
        return _nodes_seen(rows)
    for side, ids in enumerate((rows.heads, rows.tails)):
        check_ids(
            ids,
            f"edges[{side}, ",
            num_nodes,
            owner=f"the graph has {num_nodes} nodes",
            remedy="raise num_nodes (and name the new nodes), or leave it out",
        )
    return num_nodes


def count_relations(relation: Int64 | None, num_relations: int | None) -> int:
    """The number of relations, stated or read off the largest id; every id is proved to be below it."""
    if relation is None:
        return 0
    stop = num_relations
    if stop is None:
        stop = int(relation.max()) + 1 if relation.size else 0
    check_ids(
        relation,
        "relation",
        max(stop, 0),
        owner=f"there are {max(stop, 0)} relations",
        remedy="number the relations from 0, and give num_relations when not all of them occur",
    )
    return stop


def _nodes_seen(rows: Rows) -> int:
    largest = max((int(ids.max()) for ids in (rows.heads, rows.tails) if ids.size), default=-1)
    if largest >= max(_PLAUSIBLE_NODES, 16 * rows.heads.size):
        side = int(not rows.heads.size or int(rows.heads.max()) < largest)
        at = int(np.argmax((rows.heads, rows.tails)[side]))
        raise ValueError(
            f"edges[{side}, {at}] is {largest}, so the graph would have {largest + 1} nodes; let "
            "Graph.from_names number scattered ids, or state num_nodes"
        )
    return largest + 1


class _Column:
    """An int64 column that grows at its end; doubling keeps the copying linear and the peak near the size."""

    def __init__(self) -> None:
        self._buffer: Int64 = np.empty(1024, dtype=np.int64)
        self.size = 0

    def extend(self, part: NDArray[Any]) -> None:
        needed = self.size + part.size
        if needed > self._buffer.size:
            self._buffer.resize(max(needed, 2 * self._buffer.size), refcheck=False)
        self._buffer[self.size : needed] = part
        self.size = needed

    def take(self) -> Int64:
        self._buffer.resize(self.size, refcheck=False)
        return self._buffer


def _join_slices(edges: Iterator[object], relation: object | None) -> Rows:
    """Copies each slice as it comes, because the giver may reuse its memory for the next one."""
    heads, tails, types = _Column(), _Column(), _Column()
    relation_slices = iter(relation) if relation is not None and _is_sliced(relation, ndim=1) else None  # type: ignore[call-overload]
    for number, given in enumerate(edges):
        name = f"edges slice {number}"
        part = _edge_array(given, name)
        heads.extend(int64_column(part[0], f"{name}[0, "))
        tails.extend(int64_column(part[1], f"{name}[1, "))
        if relation_slices is not None:
            type_name = f"relation slice {number}"
            type_part = _relation_array(next(relation_slices, ()), type_name)
            _check_lengths(type_part.size, type_name, part.shape[1], name)
            types.extend(int64_column(type_part, type_name))
    if relation_slices is not None:
        for extra in relation_slices:
            _check_lengths(
                _relation_array(extra, "relation").size, "the relation slice past the last", 0, "edges"
            )
        return Rows(heads.take(), tails.take(), types.take())
    if relation is None:
        return Rows(heads.take(), tails.take(), None)
    whole = _relation_array(relation, "relation")
    _check_lengths(whole.size, "relation", heads.size, "edges")
    return Rows(heads.take(), tails.take(), int64_column(whole, "relation"))


def _is_sliced(values: object, *, ndim: int = 2) -> bool:
    """Whether `values` gives arrays of `ndim` dimensions rather than being one array of them."""
    if hasattr(values, "__array__") or not isinstance(values, Iterable) or isinstance(values, (str, bytes)):
        return False
    if not isinstance(values, (list, tuple)):
        return True
    return all(_looks_deep(part, ndim) for part in values[:1])


def _looks_deep(values: object, ndim: int) -> bool:
    """Whether `values` has at least `ndim` dimensions, found without converting it."""
    if hasattr(values, "ndim"):
        return bool(values.ndim >= ndim)
    if not isinstance(values, (list, tuple)):
        return False
    return ndim == 1 or (len(values) > 0 and _looks_deep(values[0], ndim - 1))


def _edge_array(values: object, name: str) -> NDArray[Any]:
    array = integers(values, name)
    if array.ndim == 2 and array.shape[0] == 2:
        return array
    remedy = "give heads and tails as two rows"
    if array.ndim == 2 and array.shape[1] == 2:
        remedy = f"transpose it: np.asarray({name}).T" if name == "edges" else "transpose it"
    raise ValueError(f"{name} has shape {array.shape}, expected (2, m); {remedy}")


def _relation_array(values: object, name: str) -> NDArray[Any]:
    array = integers(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}, expected (m,): one relation id for each edge")
    return array


def _check_lengths(given: int, name: str, expected: int, other: str) -> None:
    if given != expected:
        raise ValueError(
            f"{name} has {given} entries, but {other} has {expected}; give one relation for each edge"
        )
