"""Numbers about pairs, nodes or graphs, with names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import Ragged
from gdgnn.heuristics._pairs import Floats

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Scalars:
    """A table: a row for each target, a named column for each number.

    Attributes:
        names: ``f`` of them.
        values: ``(k, f)``, all finite.

    Example:
        >>> table = Scalars.of(degree=[1, 2], distance=[3, 4])
        >>> table.names, table["distance"].tolist(), len(table)
        (('degree', 'distance'), [3.0, 4.0], 2)
    """

    names: tuple[str, ...]
    values: Floats

    @classmethod
    def of(cls, **columns: npt.ArrayLike) -> Scalars:
        """A table of columns of one length."""
        values = np.stack([np.asarray(column, dtype=np.float64) for column in columns.values()], axis=1)
        return cls(tuple(columns), values)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, name: str) -> Floats:
        """The column of that name, ``(k,)``."""
        if name not in self.names:
            raise KeyError(f"no column is named {name!r}; there are {', '.join(self.names)}")
        column: Floats = self.values[:, self.names.index(name)]
        return column


def asked_for(found: T | None) -> T:
    """What a search returns because it was asked for."""
    if found is None:
        raise AssertionError("the search was not asked for this")
    return found


def sums(values: npt.ArrayLike, group: npt.NDArray[np.integer[Any]], count: int) -> Floats:
    """The sum of the values of each of `count` groups."""
    weights = np.asarray(values, dtype=np.float64)
    # Of no values at all numpy makes whole numbers.
    return np.bincount(group, weights=weights, minlength=count).astype(np.float64)


def row_sums(rows: Ragged, values: npt.ArrayLike) -> Floats:
    """The sum over each row of what is aligned to its entries; 0 for an empty row."""
    return sums(values, rows.rows, len(rows))


def row_means(rows: Ragged, values: npt.ArrayLike) -> Floats:
    """The mean over each row; 0 for an empty row."""
    return row_sums(rows, values) / np.maximum(rows.lengths, 1)


def row_maxima(rows: Ragged, values: npt.NDArray[np.integer[Any]]) -> Floats:
    """The largest entry of each row, none of them negative; 0 for an empty row."""
    found = np.zeros(len(rows))
    np.maximum.at(found, rows.rows, values)
    return found
