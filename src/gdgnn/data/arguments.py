"""What users give to splits, negatives and checks, looked at once."""

from __future__ import annotations

import operator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph
from gdgnn.graph.arrays import check_ids, integers

Ids: TypeAlias = npt.NDArray[np.int64]


def pairs_of(values: object, name: str) -> Ids:
    """`values` as ``(2, k)`` node ids, which are not yet known to be any graph's.

    Raises:
        TypeError: not integers.
        ValueError: of another shape.
    """
    array = integers(values, name)
    if array.size == 0:
        return np.empty((2, 0), dtype=np.int64)
    if array.ndim != 2 or array.shape[0] != 2:
        raise ValueError(f"{name} has shape {array.shape}; expected (2, k), heads above tails")
    return array.astype(np.int64)


def check_nodes(pairs: Ids, name: str, graph: Graph) -> None:
    """Raise IndexError when an end of a pair is no node of the graph."""
    for row in (0, 1):
        check_ids(
            pairs[row],
            f"{name}[{row}, ",
            graph.num_nodes,
            owner=f"the graph has {graph.num_nodes} nodes",
            remedy="give ids of this graph",
        )


def chosen_ids(values: object, name: str, count: int, things: str) -> Ids:
    """Ascending distinct ids below `count` from ids or from a mask over all of them.

    `things` is what they number, "nodes" or "edges".

    Raises:
        IndexError: an id is out of range.
        ValueError: an id comes twice, or the mask has another length.
    """
    given = np.asarray(values)
    if given.dtype == np.bool_:
        if given.shape != (count,):
            raise ValueError(f"{name} is a mask of shape {given.shape}, but there are {count} {things}")
        return np.flatnonzero(given)
    ids = integers(values, name)
    if ids.ndim != 1:
        raise ValueError(f"{name} has shape {ids.shape}; give (k,) ids or a ({count},) mask of {things}")
    owner = f"there are {count} {things}"
    check_ids(ids, name, count, owner=owner, remedy=f"give ids of this graph's {things}")
    distinct, first = np.unique(ids.astype(np.int64), return_index=True)
    if distinct.size < ids.size:
        again = np.setdiff1d(np.arange(ids.size), first)[0]
        raise ValueError(f"{name}[{again}] is {ids[again]}, which came before; give each id once")
    return distinct


def share(value: float, name: str) -> float:
    """A share from 0 to 1."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {value}; give a share from 0 to 1")
    return float(value)


def generator(seed: int) -> np.random.Generator:
    """Any integer is a seed; its low 64 bits are used."""
    return np.random.default_rng(operator.index(seed) & 0xFFFF_FFFF_FFFF_FFFF)
