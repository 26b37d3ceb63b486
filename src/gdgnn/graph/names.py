"""Names of nodes and relations: id -> name, name -> id, and their form on disk."""

import json
import operator
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from gdgnn.graph.arrays import Int64


class Names(Sequence[Hashable]):
    """Distinct names, the position of each being its id; reads like a tuple.

    Example:
        >>> names = Names(["ann", "bob"])
        >>> names[1], names.index("ann"), names.ids(["bob", "ann"]).tolist()
        ('bob', 0, [1, 0])
    """

    def __init__(self, names: Iterable[Hashable], argument: str = "names") -> None:
        self._items: Sequence[Hashable] = tuple(map(_plain, _as_list(names, argument)))
        self._argument = argument
        for at, name in enumerate(self._items):
            if _is_missing(name):
                raise ValueError(f"{argument}[{at}] is {name!r}, a missing value; drop it or name it")
        _ = self._id_of

    @overload
    def __getitem__(self, index: int, /) -> Hashable: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Hashable, ...]: ...
    def __getitem__(self, index: int | slice, /) -> Hashable | tuple[Hashable, ...]:
        """The name of an id, or the names of a slice of ids."""
        if isinstance(index, slice):
            return tuple(self._items[at] for at in range(*index.indices(len(self))))
        return self._items[operator.index(index)]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def __contains__(self, name: object) -> bool:
        return name in self._id_of

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Names, tuple, list)):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        return f"Names({shown})" if len(self) <= 3 else f"Names({shown}, ... {len(self):,} in all)"

    def index(self, name: object, start: int = 0, stop: int | None = None) -> int:
        """The id of a name, in constant time; ValueError when it is none of these, as for a tuple."""
        at = self._id_of.get(name)
        if at is None or not start <= at < (len(self) if stop is None else stop):
            raise ValueError(f"{name!r} is not among these {len(self):,} names")
        return int(at)

    def ids(self, names: Iterable[Hashable], argument: str = "names") -> Int64:
        """The ids of many names, (k,); KeyError naming the first that is unknown."""
        given = _as_list(names, argument)
        ids, _ = numbered([given], [argument], self, f"these {len(self):,} names")
        return np.ascontiguousarray(ids[0])

    def take(self, ids: NDArray[Any]) -> "Names":
        """The names of the given distinct ids, numbered in that order."""
        return Names([self[at] for at in ids.tolist()])

    def encoded(self, argument: str) -> tuple[NDArray[np.uint8], Int64]:
        """All names as JSON texts one after the other, UTF-8, and where each begins; (bytes,), (len + 1,).

        Raises:
            TypeError: a name is neither a string nor an integer.
        """
        for at, name in enumerate(self):
            if not isinstance(name, (str, int)):
                raise TypeError(
                    f"{argument}[{at}] is {name!r} of type {type(name).__name__}; only strings and integers "
                    "can be saved: build the graph with str(name) instead"
                )
        texts = [json.dumps(name, ensure_ascii=False).encode("utf-8", "surrogatepass") for name in self]
        offsets = np.zeros(len(texts) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)), out=offsets[1:])
        return np.frombuffer(b"".join(texts), dtype=np.uint8), offsets

    @classmethod
    def of(cls, names: Iterable[Hashable], argument: str) -> "Names":
        """The given names, checked unless they are `Names` already."""
        return names if isinstance(names, Names) else cls(names, argument)

    @classmethod
    def stored(cls, blob: NDArray[np.uint8], offsets: Int64, origin: str) -> "Names":
        """Names read back from `encoded`, each decoded when asked for."""
        names = cls.__new__(cls)
        names._items, names._argument = _StoredNames(blob, offsets, origin), origin
        return names

    @classmethod
    def _counted(cls, index: dict[Hashable, int]) -> "Names":
        """Names from the dictionary they were numbered with, 0, 1, 2, ... in its order."""
        names = cls.__new__(cls)
        names._items, names._argument = tuple(map(_plain, index)), "names"
        names.__dict__["_id_of"] = dict(index)
        return names

    @cached_property
    def _id_of(self) -> dict[Hashable, int]:
        try:
            ids = dict(zip(self._items, range(len(self)), strict=True))
        except TypeError:
            raise TypeError(_unhashable(self._items, self._argument)) from None
        if len(ids) < len(self):
            at, name = next((at, name) for at, name in enumerate(self._items) if ids[name] != at)
            raise ValueError(
                f"{self._argument}[{ids[name]}] is {name!r}, as is entry {at}; names must differ"
            )
        return ids


class _StoredNames(Sequence[Hashable]):
    """Names that stay on disk, memory-mapped, until they are looked at."""

    def __init__(self, blob: NDArray[np.uint8], offsets: Int64, origin: str) -> None:
        self._blob, self._offsets, self._origin = blob, offsets, origin

    def __len__(self) -> int:
        return self._offsets.size - 1

    @overload
    def __getitem__(self, index: int, /) -> Hashable: ...
    @overload
    def __getitem__(self, index: slice, /) -> Sequence[Hashable]: ...
    def __getitem__(self, index: int | slice, /) -> Hashable | Sequence[Hashable]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"id {index} is outside the {len(self)} names")
        text = self._blob[self._offsets[at] : self._offsets[at + 1]].tobytes()
        try:
            name = json.loads(text.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            name = None
        if not isinstance(name, (str, int)):
            raise ValueError(f"{self._origin}: name {at} is damaged; save the graph again")
        return name


def numbered(
    columns: Sequence[list[Hashable]], arguments: Sequence[str], known: Names | None, owner: str
) -> tuple[Int64, Names]:
    """Ids for columns of names of one length, (columns, m), and the names they stand for.

    Without `known`, names are numbered in order of first appearance, row by row.

    Raises:
        KeyError: a name that is not `known`.
        TypeError: a name that cannot be hashed.
        ValueError: a missing name (None, NaN, NA).
    """
    index: dict[Hashable, int]
    if known is None:
        index = defaultdict()
        index.default_factory = index.__len__
    else:
        index = known._id_of
    size = len(columns) * len(columns[0])
    row_by_row = chain.from_iterable(zip(*columns, strict=True))
    try:
        flat = np.fromiter(map(index.__getitem__, row_by_row), dtype=np.int64, count=size)
    except TypeError:
        for column, argument in zip(columns, arguments, strict=True):
            raise_for = _unhashable(column, argument)
            if raise_for:
                raise TypeError(raise_for) from None
        raise
    except KeyError:
        for column, argument in zip(columns, arguments, strict=True):
            for at, name in enumerate(column):
                if name not in index:
                    raise KeyError(f"{argument}[{at}] is {name!r}, which is not among {owner}") from None
        raise
    ids = flat.reshape(-1, len(columns)).T
    if known is not None:
        return ids, known
    for name, number in index.items():
        if _is_missing(name):
            side, at = (int(axis) for axis in np.argwhere(ids == number)[0])
            raise ValueError(f"{arguments[side]}[{at}] is {name!r}, a missing value; drop the row or name it")
    return ids, Names._counted(index)


def name_columns(columns: Sequence[object], arguments: Sequence[str]) -> list[list[Hashable]]:
    """Columns of names as lists of one length."""
    lists = [_as_list(column, argument) for column, argument in zip(columns, arguments, strict=True)]
    for column, argument in zip(lists, arguments, strict=True):
        if len(column) != len(lists[0]):
            raise ValueError(
                f"{argument} has {len(column)} entries, but {arguments[0]} has {len(lists[0])}; "
                "give one for each edge"
            )
    return lists


def _as_list(names: object, argument: str) -> list[Hashable]:
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise TypeError(f"{argument} is {names!r:.80} of type {type(names).__name__}; give a list of names")
    if hasattr(names, "tolist"):
        plain = names.tolist()
        if isinstance(plain, list):
            return plain
    return list(names)


def _plain(name: Hashable) -> Hashable:
    """A numpy scalar as the Python value it equals."""
    return name.item() if isinstance(name, np.generic) else name


def _is_missing(name: object) -> bool:
    if name is None:
        return True
    try:
        return bool(name != name)
    except TypeError:  # pandas.NA refuses to say whether it differs from itself
        return True


def _unhashable(names: Sequence[object], argument: str) -> str:
    """Which of the names cannot be hashed; empty when all can."""
    for at, name in enumerate(names):
        try:
            hash(name)
        except TypeError:
            return f"{argument}[{at}] is of type {type(name).__name__}; names must be hashable"
    return ""
