"""Integer arrays at the border: what a user gives, checked once, with errors that name the bad entry."""

import operator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ids: TypeAlias = NDArray[np.integer[Any]]
Int64: TypeAlias = NDArray[np.int64]

_INT64_MAX = int(np.iinfo(np.int64).max)
_EXACT_FLOATS = 2**53


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, read-only from now on."""
    array.setflags(write=False)
    return array


def integers(values: object, name: str) -> NDArray[Any]:
    """`values` as an array of some integer dtype, copied only where it is not one already.

    Raises:
        TypeError: not integers; the first entry that is none is named.
        ValueError: rows of unequal length.
    """
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"{name} is not a rectangular array ({_ragged(values, name)}); give rows of one length"
        ) from error
    if array.dtype.kind in "iu":
        return array
    if array.size == 0 and array.dtype.kind in "fO" and array.ndim > 0:
        return array.astype(np.int64)
    raise TypeError(_not_integers(array, name))


def int64_column(column: NDArray[Any], name: str) -> Int64:
    """A contiguous int64 column; the same memory where it is one already."""
    if column.dtype == np.uint64 and column.size and int(column.max()) > _INT64_MAX:
        at = int(np.argmax(column))
        raise IndexError(f"{_position(name, at)} is {column[at]}, too large for an id; ids are below 2**63")
    return np.ascontiguousarray(column, dtype=np.int64)


def first_outside(ids: NDArray[Any], stop: int) -> int | None:
    """Position of the first entry that is negative or not below `stop`; None when all are within."""
    if ids.size == 0 or (int(ids.min()) >= 0 and int(ids.max()) < stop):
        return None
    return int(np.argmax((ids < 0) | (ids >= stop)))


def check_ids(ids: NDArray[Any], name: str, stop: int, *, owner: str, remedy: str) -> None:
    """Raise IndexError when an entry of `ids` is outside 0..stop-1.

    `name` may end in "[0, " to show a row of a larger array; `owner` says who has the `stop` ids.
    """
    at = first_outside(ids, stop)
    if at is not None:
        known = f"ids 0..{stop - 1}" if stop else "no ids"
        raise IndexError(f"{_position(name, at)} is {ids[at]}, but {owner} ({known}); {remedy}")


def count(value: object, name: str) -> int:
    """A whole number that is not negative."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is {value!r} of type {type(value).__name__}; give a whole number") from None
    if number < 0:
        raise ValueError(f"{name} is {number}; give 0 or more")
    return number


def _position(name: str, at: int) -> str:
    return f"{name}{at}]" if name.endswith(" ") else f"{name}[{at}]"


def _ragged(values: object, name: str) -> str:
    lengths = [len(row) if hasattr(row, "__len__") else None for row in values]  # type: ignore[attr-defined]
    for at, length in enumerate(lengths):
        if length != lengths[0]:
            return f"{name}[0] has {_entries(lengths[0])}, {name}[{at}] has {_entries(length)}"
    return f"the rows inside {name}[0] differ in length"


def _entries(length: int | None) -> str:
    return "no length" if length is None else f"length {length}"


def _is_id(entry: object) -> bool:
    return isinstance(entry, (int, np.integer)) and abs(int(entry)) <= _INT64_MAX


def _not_integers(array: NDArray[Any], name: str) -> str:
    """Say which entry is the first that is no integer, and what to do about the whole."""
    kind = array.dtype.kind
    if array.size == 0 or array.ndim == 0:
        return f"{name} is {array!r:.80}; expected an array of integers"
    remedy = "give whole numbers; names become ids with Graph.from_names and graph.node_names.ids"
    if kind == "f":
        bad = ~np.isfinite(array) | (array != np.floor(array)) | (np.abs(array) >= _EXACT_FLOATS)
        whole = f"give {name}.astype(np.int64)"
        remedy = (
            f"drop or repair such entries, then {whole}" if bad.any() else f"as every entry is whole, {whole}"
        )
    elif kind == "O":
        bad = np.array([not _is_id(entry) for entry in array.flat]).reshape(array.shape)
    else:
        bad = np.ones(array.shape, dtype=bool)
    where = np.unravel_index(int(np.argmax(bad)), array.shape)
    entry = array[where]
    shown = entry.item() if isinstance(entry, np.generic) else entry
    index = ", ".join(str(int(axis)) for axis in where)
    return f"{name} has dtype {array.dtype}, expected integers: {name}[{index}] is {shown!r}; {remedy}"
