"""Arguments as users give them, made into what the engine takes: checked once, copied only if need be."""

from __future__ import annotations

import math
import operator
import os
from typing import Any, NamedTuple, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph

ExcludeTargets: TypeAlias = bool | npt.ArrayLike


class Exclusion(NamedTuple):
    """The three ways to say which target edges are hidden, as the engine tells them apart."""

    all: bool
    mask: npt.NDArray[np.bool_] | None
    edges: npt.NDArray[np.int64] | None


def graph_of(given: Graph) -> Graph:
    if not isinstance(given, Graph):
        raise TypeError(f"graph is a {type(given).__name__}; make it a Graph first, e.g. by Graph.from_edges")
    return given


def integers(name: str, given: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """An int64 array without copying where possible; never a silent rounding."""
    try:
        array = np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{name} is ragged: all rows need the same length") from error
    if array.size == 0 and not isinstance(given, np.ndarray):
        array = array.astype(np.int64)
    if array.dtype == object:
        raise TypeError(
            f"{name} does not hold numbers; give integer ids (Graph.node_id turns names into ids)"
        )
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} holds {array.dtype}; give integer ids")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        at = ", ".join(map(str, np.unravel_index(np.argmax(array), array.shape)))
        raise ValueError(f"{name}[{at}] is {array.max()}; ids must fit 64 signed bits")
    return np.require(array, np.int64, ["C_CONTIGUOUS", "ALIGNED"])


def node_ids(name: str, given: npt.ArrayLike) -> npt.NDArray[np.int64]:
    array = integers(name, given)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}; give one row of node ids")
    return array


def node_pairs(given: npt.ArrayLike) -> npt.NDArray[np.int64]:
    array = integers("pairs", given)
    if array.size == 0:
        return array.reshape(2, 0)
    if array.ndim != 2 or array.shape[0] != 2:
        remedy = "; transpose it" if array.ndim == 2 and array.shape[1] == 2 else ""
        raise ValueError(f"pairs has shape {array.shape}; expected (2, k), heads above tails{remedy}")
    return array


def exclusion(given: ExcludeTargets, count: int) -> Exclusion:
    if isinstance(given, bool | np.bool_):
        return Exclusion(bool(given), None, None)
    array = np.asarray(given)
    if array.dtype != np.bool_:
        array = integers("exclude_targets", array)
    if array.shape != (count,):
        raise ValueError(
            f"exclude_targets has shape {array.shape}; give True, False, or one entry for each of the "
            f"{count} pairs: a mask, or edge ids with -1 where nothing is hidden"
        )
    if array.dtype == np.bool_:
        return Exclusion(False, np.ascontiguousarray(array), None)
    return Exclusion(False, None, array)


def whole_number(name: str, given: object, least: int, most: int) -> int:
    if isinstance(given, bool | np.bool_) or not isinstance(given, SupportsIndex):
        raise TypeError(f"{name} is {given!r}; give a whole number from {least} to {most}")
    number = operator.index(given)
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; give a whole number from {least} to {most}")
    return number


def step_count(name: str, given: object) -> int:
    """How many steps a search may take; distances are 16-bit numbers."""
    return whole_number(name, given, 0, 32_766)


def positive_number(name: str, given: object) -> float:
    if isinstance(given, str) or not isinstance(given, SupportsFloat):
        raise TypeError(f"{name} is {given!r}; give a positive number")
    number = float(given)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} is {given}; give a positive number")
    return number


def seed_bits(seed: Any) -> int:
    """Any integer is a seed; the engine takes its low 64 bits."""
    try:
        return operator.index(seed) & 0xFFFF_FFFF_FFFF_FFFF
    except TypeError:
        raise TypeError(f"seed is {seed!r}; give a whole number") from None


def thread_count(threads: int | None) -> int:
    """All cores this process may use, unless told otherwise."""
    if threads is None:
        return max(
            1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        )
    return whole_number("threads", threads, 1, 1024)
