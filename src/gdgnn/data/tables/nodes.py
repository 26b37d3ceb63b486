"""`read_nodes`: what is known about nodes, column by column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from gdgnn.data.tables.columns import Column, choose_node
from gdgnn.data.tables.database import Workspace, quoted, workspace
from gdgnn.data.tables.load import TextOptions
from gdgnn.data.tables.report import ReadReport
from gdgnn.data.tables.rows import FLOATS, INTEGERS, LARGE_INTEGERS, Rows, Wanted, read_rows
from gdgnn.data.tables.source import find
from gdgnn.graph import Names

_MANY = 100


class Texts(NamedTuple):
    """A column of text in few bytes.

    Attributes:
        code: ``(rows,)`` which of `values`; -1 where the value is missing.
        values: the distinct values, sorted.
    """

    code: npt.NDArray[np.int64]
    values: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class NodeTable:
    """What a table says of nodes, one row for each.

    Attributes:
        names: the nodes.
        numeric: column -> ``(rows,)`` numbers, NaN where one is missing.
        categorical: column -> its values.
        report: what was read, dropped and guessed.
    """

    names: Names
    numeric: dict[str, npt.NDArray[np.float64]]
    categorical: dict[str, Texts]
    report: ReadReport

    def rows_of(self, names: Names) -> npt.NDArray[np.int64]:
        """The row of each of the given nodes, -1 where there is none; "7" and 7 are one name."""
        row = {str(name): at for at, name in enumerate(self.names)}
        return np.fromiter((row.get(str(name), -1) for name in names), dtype=np.int64, count=len(names))


def read_nodes(
    source: Any,
    *,
    node: Column | None = None,
    numeric: Iterable[str] | None = None,
    categorical: Iterable[str] | None = None,
    table: str | None = None,
    query: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    skip_bad: bool = False,
    bad_file: str | PathLike[str] | None = None,
    memory_limit: str = "1GB",
    threads: int | None = None,
) -> NodeTable:
    """Read a table of nodes, each row a node, from wherever it is.

    Where neither kind of column is given, columns of numbers are numeric and others categorical, unless more
    than half of their values differ, as in a column of titles; the report says what became of each.

    Args:
        source: as for :func:`read_edges`.
        node: the column that names the nodes; guessed if left out.
        numeric, categorical: names of columns to use; others are not.
        table, query, delimiter, header, encoding, skip_bad, bad_file, memory_limit, threads: as for
            :func:`read_edges`.

    Raises:
        BadRowError: a node has no name.
        ValueError: a node has two rows, or a numeric column holds something else.

    Example:
        >>> people = read_nodes({"name": ["ann", "bob"], "age": [31, None], "team": ["red", "red"]})
        >>> people.numeric["age"].tolist(), people.categorical["team"].values
        ([31.0, nan], ('red',))
    """
    place = find(source, table=table, query=query)
    asked = [None if kind is None else list(kind) for kind in (numeric, categorical)]
    wanted = Wanted(
        partial(choose_node, node),
        TextOptions(encoding, delimiter, header),
        tuple(str(name) for name in (node, *(asked[0] or []), *(asked[1] or [])) if name is not None),
        skip_bad,
        None if bad_file is None else Path(bad_file),
    )
    with workspace(memory_limit=memory_limit, threads=threads) as work:
        rows = read_rows(place, work, wanted, table="nodes")
        columns = _Columns(work.db, rows)
        columns.check_distinct()
        numbers, texts, guesses = columns.chosen(*asked)
        return NodeTable(
            Names(columns.fetch("node").to_pylist(), "names"),
            {name: columns.numbers(name) for name in numbers},
            {name: columns.texts(name) for name in texts},
            replace(rows.report, guesses=(*rows.report.guesses, *guesses)),
        )


class _Columns:
    """The columns of a table of nodes; each is called "of" and its name."""

    def __init__(self, db: duckdb.DuckDBPyConnection, rows: Rows) -> None:
        self.db, self.rows, self.source = db, rows, rows.report.source
        self.names = [name for role, name in rows.columns.items() if role != "node"]

    def check_distinct(self) -> None:
        twice = self.db.execute(
            f"SELECT node, count(*) FROM {self.rows.table} GROUP BY node HAVING count(*) > 1 LIMIT 1"
        ).fetchall()
        if twice:
            raise ValueError(
                f"{self.source}: node {twice[0][0]!r} has {twice[0][1]} rows; give each node one row"
            )

    def chosen(
        self, numeric: Sequence[str] | None, categorical: Sequence[str] | None
    ) -> tuple[list[str], list[str], list[str]]:
        """Numeric and categorical columns, and what was guessed."""
        for name in (*(numeric or []), *(categorical or [])):
            if name not in self.names:
                there = ", ".join(self.names)
                raise ValueError(f'{self.source} has no column "{name}" beside the nodes; it has {there}')
        if numeric is not None or categorical is not None:
            return list(numeric or []), list(categorical or []), []
        numbers = [name for name in self.names if self._is_numeric(name)]
        texts = [name for name in self.names if name not in numbers and not self._is_title(name)]
        kinds = (("numeric", numbers), ("categorical", texts))
        guesses = [f"{kind}: {', '.join(names)}" for kind, names in kinds if names]
        unused = [name for name in self.names if name not in (*numbers, *texts)]
        if unused:
            guesses.append(f"not used, as most values differ or all are missing: {', '.join(unused)}")
        return numbers, texts, guesses

    def numbers(self, name: str) -> npt.NDArray[np.float64]:
        column = quoted(f"of {name}")
        bad = self.db.execute(
            f"SELECT {column} FROM {self.rows.table} WHERE {column} IS NOT NULL "
            f"AND {column}::VARCHAR <> 'nan' AND NOT coalesce(isfinite(TRY_CAST({column} AS DOUBLE)), false) "
            "LIMIT 1"
        ).fetchall()
        if bad:
            raise ValueError(
                f'{self.source}: "{name}" holds {str(bad[0][0])!r}, which is no number; mend it, or give '
                f'categorical=["{name}"]'
            )
        found = self.fetch(f"of {name}", "DOUBLE").to_numpy(zero_copy_only=False)
        return np.asarray(found, dtype=np.float64)

    def texts(self, name: str) -> Texts:
        coded = self.fetch(f"of {name}", "VARCHAR").combine_chunks().dictionary_encode()
        values = np.asarray(coded.dictionary.to_pylist(), dtype=object)
        code = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        order = np.argsort(values) if values.size else np.empty(0, dtype=np.int64)
        rank = np.empty(values.size + 1, dtype=np.int64)
        rank[order], rank[-1] = np.arange(values.size), -1
        return Texts(rank[code], tuple(values[order].tolist()))

    def fetch(self, role: str, type_: str = "") -> Any:
        cast = f"::{type_}" if type_ else ""
        query = f"SELECT {quoted(role)}{cast} AS x FROM {self.rows.table} ORDER BY rowid"
        return self.db.sql(query).to_arrow_table().column("x")

    def _is_numeric(self, name: str) -> bool:
        type_ = self.rows.types[f"of {name}"]
        if type_ in (*INTEGERS, *LARGE_INTEGERS, *FLOATS) or type_.startswith("DECIMAL"):
            return True
        column = quoted(f"of {name}")
        given, numbers = self._row(f"count({column}), count(TRY_CAST({column}::VARCHAR AS DOUBLE))")
        return type_ == "VARCHAR" and 0 < int(given) == int(numbers)

    def _is_title(self, name: str) -> bool:
        column = quoted(f"of {name}")
        given, distinct = self._row(f"count({column}), count(DISTINCT {column})")
        return bool(given == 0 or (distinct > _MANY and distinct > given / 2))

    def _row(self, cells: str) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.db.execute(f"SELECT {cells} FROM {self.rows.table}").fetchall()[0]
        return found


def register_names(work: Workspace, names: Names, types: dict[str, str]) -> str:
    """Names of nodes as a table of the workspace, of the type that the ends of edges have."""
    listed: list[Any] = list(names)
    if types["src"] == "VARCHAR":
        column = pa.array([str(name) for name in listed], pa.string())
    else:
        text = next((name for name in listed if not isinstance(name, int)), None)
        if text is not None:
            raise ValueError(
                f"the table of nodes has {text!r}, but all ends of edges are whole numbers; name nodes alike"
            )
        column = pa.array(listed, pa.int64())
    work.db.register("given_nodes", pa.table({"name": column}))
    work.db.execute("CREATE OR REPLACE TEMP TABLE more_nodes AS SELECT name FROM given_nodes")
    return "more_nodes"
