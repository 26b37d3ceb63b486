"""Ids of names, and for a name that is unknown, those that may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Names

_MANY = 100_000


def ids_of(given: Sequence[Hashable], names: Names, kind: str) -> npt.NDArray[np.int64]:
    """``(k,)`` ids. A number stands for the text that looks like it, and the other way round, if need be.

    Args:
        given: names.
        names: those that are known.
        kind: what messages call it: "entity" or "relation".

    Raises:
        KeyError: a name is unknown; names like it are told.

    Example:
        >>> ids_of(["7", "ann"], Names(["ann", 7]), "entity").tolist()
        [1, 0]
        >>> ids_of(["anne"], Names(["ann", "bob"]), "entity")
        Traceback (most recent call last):
        KeyError: "no entity is called 'anne'; did you mean 'ann'?"
    """
    return np.array([_id_of(name, names, kind) for name in given], dtype=np.int64)


def _id_of(name: Hashable, names: Names, kind: str) -> int:
    for one in (name, _as_other_type(name)):
        if one is not None and one in names:
            return names.index(one)
    text = str(name)
    start = text[:1].casefold()
    # Of a crowd only those are looked at that begin alike.
    alike = {str(one): one for one in names if len(names) < _MANY or str(one)[:1].casefold() == start}
    close = [repr(alike[one]) for one in difflib.get_close_matches(text, alike, n=3)]
    remedy = f"did you mean {' or '.join(close)}?" if close else f"{len(names):,} others are known"
    raise KeyError(f"no {kind} is called {name!r:.80}; {remedy}")


def _as_other_type(name: Hashable) -> Hashable | None:
    """Text as a number, and a number as text."""
    if isinstance(name, str):
        return int(name) if name.isdecimal() and str(int(name)) == name else None
    return str(name) if isinstance(name, (int, np.integer)) else None
