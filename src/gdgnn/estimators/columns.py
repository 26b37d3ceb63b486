"""Pairs and nodes as users write them, as plain arrays of ids or names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor

Array = npt.NDArray[Any]


def two_rows(given: Any, name: str) -> tuple[Array, Array]:
    """Heads and tails: of ``(2, m)``, of ``(m, 2)``, or of a list of tuples.

    A ``2 × 2`` array is read as heads above tails, a list of tuples never.

    Raises:
        TypeError: nothing that pairs can be read from.
        ValueError: another shape.

    Example:
        >>> heads, tails = two_rows([("ann", "bob"), ("bob", "eve")], "edges")
        >>> heads.tolist(), tails.tolist()
        (['ann', 'bob'], ['bob', 'eve'])
    """
    if isinstance(given, tuple) and len(given) == 2 and not any(map(_holds_values, given)):
        raise ValueError(f"{name} is the pair {given!r:.80}; give a list of pairs: [{given!r:.80}]")
    if not isinstance(given, (Sequence, np.ndarray, Tensor)) and not hasattr(given, "tolist"):
        given = _listed(given, name)
    if isinstance(given, Sequence) and len(given) and all(isinstance(one, tuple) for one in given):
        wrong = next((at for at, one in enumerate(given) if len(one) != 2), None)
        if wrong is not None:
            raise ValueError(f"{name}[{wrong}] is {given[wrong]!r:.80}; expected a tuple of two nodes")
        return array_of([one[0] for one in given], name), array_of([one[1] for one in given], name)
    if isinstance(given, (list, tuple)) and len(given) == 2:
        heads, tails = array_of(given[0], name), array_of(given[1], name)
        if heads.ndim == 1 and heads.shape == tails.shape:
            return heads, tails
    array = array_of(given, name)
    if array.ndim == 2 and array.shape[0] == 2:
        return array[0], array[1]
    if array.ndim == 2 and array.shape[1] == 2:
        return array[:, 0], array[:, 1]
    if array.size == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    raise ValueError(f"{name} has shape {array.shape}; give (2, m), heads above tails, or (m, 2)")


def array_of(given: Any, name: str) -> Array:
    """An array whose strings and numbers stay what they are; whole floats become whole numbers.

    Raises:
        TypeError: no list of values, or floats that are no ids.

    Example:
        >>> array_of([0, 1.0, 7], "nodes").tolist(), array_of(["a", 1], "nodes").tolist()
        ([0, 1, 7], ['a', 1])
    """
    if isinstance(given, Tensor):
        return _whole(given.detach().cpu().numpy(), name)
    if isinstance(given, np.ndarray):
        return _whole(given, name)
    listed = given.tolist() if hasattr(given, "tolist") else _listed(given, name)
    if any(isinstance(one, tuple) for one in listed):
        # Tuples here are names, not rows.
        array = np.empty(len(listed), dtype=object)
        array[:] = listed
        return array
    array = np.array(listed, dtype=object)
    kinds = {type(one) for one in array.ravel().tolist()}
    if kinds and all(issubclass(kind, (int, np.integer)) and kind is not bool for kind in kinds):
        return array.astype(np.int64)
    if kinds and all(issubclass(kind, (int, float, np.number)) for kind in kinds):
        return _whole(array.astype(np.float64), name)
    return array


def _listed(given: Any, name: str) -> list[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise TypeError(f"{name} is {given!r:.60}; give a list, or an array")
    return list(given)


def _whole(array: Array, name: str) -> Array:
    """Floats as the whole numbers they stand for."""
    if array.dtype.kind != "f":
        return array
    odd = np.flatnonzero(~np.isfinite(array.ravel()) | (array.ravel() != np.trunc(array.ravel())))
    if odd.size:
        raise TypeError(
            f"{name} holds {array.ravel()[odd[0]]}, which is no node; give whole numbers or text, and drop "
            "rows where one is missing"
        )
    return array.astype(np.int64)


def _holds_values(one: Any) -> bool:
    return isinstance(one, Iterable) and not isinstance(one, (str, bytes, tuple))
