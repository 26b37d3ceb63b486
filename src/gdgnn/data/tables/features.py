"""`FeatureEncoding`: columns of a table of nodes as what networks take, for other nodes in the same way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gdgnn.data.tables.nodes import NodeTable
from gdgnn.graph import Names


@dataclass(frozen=True)
class NumericColumn:
    """How a column of numbers is standardised: less `mean`, over `scale`; missing ones become 0.

    Attributes:
        name: of the column.
        mean, scale: of the values it was fitted to; a scale of 1 where these were all alike.
        marked: whether a further feature tells which values are missing.
    """

    name: str
    mean: float
    scale: float
    marked: bool


@dataclass(frozen=True)
class CategoricalColumn:
    """The values of a column, numbered from 1; 0 is for missing values and for those not among them."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class NodeFeatures:
    """Features of nodes, in the order of their ids.

    Attributes:
        numeric: ``(n, f)`` float32.
        category: ``(n, c)`` int64, numbers of values, for embeddings.
        num_categories: how many numbers each of the `c` columns has, 0 included.
        missing: how many of the nodes lack a value, by column; "" for nodes without a row.
    """

    numeric: npt.NDArray[np.float32]
    category: npt.NDArray[np.int64]
    num_categories: tuple[int, ...]
    missing: dict[str, int]


@dataclass(frozen=True)
class FeatureEncoding:
    """How to make features of columns; numbers and text only, so that it can be saved as JSON with a model.

    Attributes:
        numeric, categorical: the columns.

    Example:
        >>> from gdgnn.data.tables import read_nodes
        >>> table = read_nodes({"name": ["a", "b", "c"], "age": [1, 3, None], "team": ["x", "y", "x"]})
        >>> encoding = FeatureEncoding.fit(table)
        >>> features = encoding.apply(table, Names(["c", "a", "zoe"]))
        >>> features.numeric.tolist(), features.category.tolist()
        ([[0.0, 1.0], [-1.0, 0.0], [0.0, 1.0]], [[1], [1], [0]])
        >>> features.missing
        {'': 1, 'age': 1}
    """

    numeric: tuple[NumericColumn, ...]
    categorical: tuple[CategoricalColumn, ...]

    @classmethod
    def fit(cls, table: NodeTable, nodes: Names | None = None) -> FeatureEncoding:
        """The encoding of a table, its statistics those of the given nodes; of all, by default."""
        rows = np.arange(len(table.names)) if nodes is None else table.rows_of(nodes)
        without = bool((rows < 0).any())
        rows = rows[rows >= 0]
        return cls(
            tuple(_fitted(name, values[rows], without) for name, values in table.numeric.items()),
            tuple(CategoricalColumn(name, column.values) for name, column in table.categorical.items()),
        )

    def apply(self, table: NodeTable, nodes: Names) -> NodeFeatures:
        """The features of the given nodes.

        Raises:
            ValueError: the table lacks a column.
        """
        rows = table.rows_of(nodes)
        lacking = [
            column.name
            for columns, there in ((self.numeric, table.numeric), (self.categorical, table.categorical))
            for column in columns
            if column.name not in there
        ]
        if lacking:
            raise ValueError(
                f"{table.report.source} lacks {', '.join(lacking)}; give the columns that the encoding knows"
            )
        numeric = [_standardised(column, table.numeric[column.name], rows) for column in self.numeric]
        category = [_numbers(column, table, rows) for column in self.categorical]
        return NodeFeatures(
            np.concatenate([np.empty((rows.size, 0)), *numeric], axis=1).astype(np.float32),
            np.stack(category, axis=1) if category else np.empty((rows.size, 0), dtype=np.int64),
            tuple(len(column.values) + 1 for column in self.categorical),
            _missing(table, rows),
        )


def _fitted(name: str, values: npt.NDArray[np.float64], without: bool) -> NumericColumn:
    known = values[~np.isnan(values)]
    if not known.size:
        return NumericColumn(name, 0.0, 1.0, True)
    scale = float(known.std())
    # The deviation of equal numbers may come out as a rounding error instead of 0.
    alike = scale <= 1e-12 * max(1.0, float(np.abs(known).max()))
    return NumericColumn(
        name, float(known.mean()), 1.0 if alike else scale, without or known.size < values.size
    )


def _standardised(
    column: NumericColumn, values: npt.NDArray[np.float64], rows: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    found = np.append(values, np.nan)[rows]
    known = ~np.isnan(found)
    standard = np.where(known, (found - column.mean) / column.scale, 0.0)
    return np.stack([standard, ~known] if column.marked else [standard], axis=1)


def _numbers(
    column: CategoricalColumn, table: NodeTable, rows: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    given = table.categorical[column.name]
    number = {value: at for at, value in enumerate(column.values, start=1)}
    # Both a missing value (code -1) and a missing row (-1) lead to the zero at the end.
    of_value = np.array([*(number.get(value, 0) for value in given.values), 0], dtype=np.int64)
    of_row: npt.NDArray[np.int64] = np.append(of_value[given.code], 0)[rows]
    return of_row


def _missing(table: NodeTable, rows: npt.NDArray[np.int64]) -> dict[str, int]:
    there = rows[rows >= 0]
    counts = {"": int((rows < 0).sum())}
    counts |= {name: int(np.isnan(values[there]).sum()) for name, values in table.numeric.items()}
    counts |= {name: int((column.code[there] < 0).sum()) for name, column in table.categorical.items()}
    return {name: count for name, count in counts.items() if count}
