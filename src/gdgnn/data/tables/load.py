"""A table of any origin as a table of the workspace."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from gdgnn.data.tables import adbc
from gdgnn.data.tables.database import Workspace, literal, quoted
from gdgnn.data.tables.dialect import WHITESPACE, Dialect, is_compressed, look_up
from gdgnn.data.tables.json_lines import check_lines
from gdgnn.data.tables.memory import as_arrow
from gdgnn.data.tables.report import BadRow
from gdgnn.data.tables.scan import rewrite
from gdgnn.data.tables.source import Place


@dataclass(frozen=True)
class TextOptions:
    """What is known about a text table; see `read_edges`."""

    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None


@dataclass(frozen=True)
class Loaded:
    """What a query of the workspace can be made of.

    Attributes:
        sql: a FROM clause whose columns are c0, c1, ...
        columns: the names they have in the source, as text.
        header: whether these were in the source.
        is_text: whether all values are text because the source has no types.
        lines: the line of each row, where it is known.
        bad: rows that were left out already.
        guesses: what was found by looking.
    """

    sql: str
    columns: tuple[str, ...]
    header: bool = True
    is_text: bool = False
    lines: array[int] | None = None
    bad: tuple[BadRow, ...] = ()
    guesses: tuple[str, ...] = ()

    def place(self, row: int) -> tuple[str, int]:
        """Where who opens the source finds the row of a number from 0: "row" or "line", and its number."""
        return ("row", row + 1) if self.lines is None else ("line", self.lines[row])


def load(
    place: Place, work: Workspace, *, text: TextOptions, careful: bool, skip_bad: bool, known: tuple[str, ...]
) -> Loaded:
    """Open a table; rows are read when the workspace is asked for them.

    Args:
        place: which one.
        work: where to.
        text: how it is written, if it is text.
        careful: of text, go through it line by line first, so that the line of every row is known.
        skip_bad: whether such a walk goes on after a row that cannot be read.
        known: names of columns that a header would have.
    """
    if place.kind == "text" and place.file is not None:
        dialect = look_up(
            place.file,
            encoding=text.encoding,
            delimiter=text.delimiter,
            header=text.header,
            known=known,
        )
        return _text(dialect, work, careful=careful, skip_bad=skip_bad)
    if place.kind == "memory":
        return _arrow(as_arrow(place.value), work)
    if place.kind in ("postgres", "sqlite"):
        return _arrow(adbc.query(place), work)
    assert place.file is not None  # as all other kinds are files
    return _typed(place.file, place, work)


def _text(dialect: Dialect, work: Workspace, *, careful: bool, skip_bad: bool) -> Loaded:
    plain = dialect.encoding in ("utf-8", "utf-8-sig") and dialect.delimiter != WHITESPACE
    if plain and dialect.plain_head and not careful:
        sql = _read_csv(_linked(dialect.file, work), len(dialect.columns), dialect.delimiter, dialect.skip)
        return Loaded(sql, dialect.columns, dialect.header, True, guesses=dialect.guesses)
    copy = work.folder / "rows.csv"
    scan = rewrite(dialect, copy, skip_bad=skip_bad)
    sql = _read_csv(copy, len(dialect.columns), ",", 0)
    return Loaded(sql, dialect.columns, dialect.header, True, scan.lines, tuple(scan.bad), dialect.guesses)


def _linked(file: Path, work: Workspace) -> Path:
    """The same file under a plain name; in others the database looks for patterns and columns."""
    link = work.folder / f"source-{len(list(work.folder.iterdir()))}"
    link.symlink_to(file.resolve())
    return link


def _read_csv(file: Path, width: int, delimiter: str, skip: int) -> str:
    columns = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(width))
    return (
        f"read_csv({literal(str(file))}, auto_detect=false, header=false, delim={literal(delimiter)}, "
        f"skip={skip}, quote='\"', escape='\"', compression={_compression(file)}, columns={{{columns}}})"
    )


def _compression(file: Path) -> str:
    return "'gzip'" if is_compressed(file) else "'none'"


def _arrow(table: Any, work: Workspace) -> Loaded:
    columns = tuple(map(str, table.schema.names))
    work.db.register("given", table)
    return Loaded(_renamed("given", columns), columns)


def _typed(file: Path, place: Place, work: Workspace) -> Loaded:
    link = _linked(file, work)
    path = literal(str(link))
    try:
        if place.kind == "parquet":
            sql = f"read_parquet({path})"
        elif place.kind == "json":
            # Every row is looked at for its types, so that none can break the rules they make.
            packed = f"compression={_compression(link)}"
            sql = f"read_json({path}, sample_size=-1, maximum_depth=2, records=true, {packed})"
        else:
            name = quoted(link.name)
            work.db.execute(f"ATTACH {path} AS {name} (READ_ONLY)")
            work.db.execute(f"USE {name}")
            sql = f"({place.query})"
        found = work.db.execute(f"DESCRIBE SELECT * FROM {sql}").fetchall()
    except duckdb.Error as error:
        if place.kind == "json":
            check_lines(file)
        said = first_line(error).replace(str(link), place.name)
        raise ValueError(f"{place.name} cannot be read: {said}") from None
    columns = tuple(str(row[0]) for row in found)
    # Of a column of mixed types: 5 and "5" are both the text 5.
    cells = [quoted(str(name)) + ("->>'$'" if type_ == "JSON" else "") for name, type_, *_ in found]
    return Loaded(_renamed(f"(SELECT {', '.join(cells)} FROM {sql})", columns), columns)


def _renamed(sql: str, columns: tuple[str, ...]) -> str:
    names = ", ".join(f"c{at}" for at in range(len(columns)))
    return f"(SELECT * FROM {sql}) AS given_rows({names})"


def first_line(error: Exception) -> str:
    """What an error of the database says, without its advice."""
    return str(error).strip().split("\n")[0]
