"""Good rows of a source in the workspace, with the types their columns have been found to have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import duckdb

from gdgnn.data.tables.database import Workspace, quoted
from gdgnn.data.tables.load import Loaded, TextOptions, first_line, load
from gdgnn.data.tables.report import BadRow, BadRowError, ReadReport, write_bad_rows
from gdgnn.data.tables.source import Place

NAMES = ("src", "dst", "node", "relation", "graph")
Choose: TypeAlias = Callable[[Sequence[str], str, bool], tuple[dict[str, int], list[str]]]
"""(columns, name of the source, whether it has a header) -> (where the column of each role is, guesses)"""

INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")
LARGE_INTEGERS = ("UBIGINT", "HUGEINT", "UHUGEINT")
FLOATS = ("FLOAT", "DOUBLE")
_KINDS = {
    "BIGINT": "a whole number",
    "DOUBLE": "a finite number",
    "TIMESTAMP": "a time",
}


@dataclass(frozen=True)
class Rows:
    """The good rows of one source, in table `table` of the workspace with a column for each role.

    Attributes:
        table: its name; its `rowid` counts the rows from 0.
        types: the type of each role's column.
        columns: what each role's column is called in the source.
        report: how reading went.
    """

    table: str
    types: dict[str, str]
    columns: dict[str, str]
    report: ReadReport


@dataclass(frozen=True)
class Wanted:
    """What to read of a source, and how.

    Attributes:
        choose: says which column plays which role.
        text: how the source is written, if it is text.
        known: names of columns that a header would have.
        skip_bad: leave bad rows out instead of refusing the source.
        bad_file: where to write them.
        nodes: a table whose column `name` lists all nodes there may be, as text, or None.
    """

    choose: Choose
    text: TextOptions
    known: tuple[str, ...] = ()
    skip_bad: bool = False
    bad_file: Path | None = None
    nodes: str | None = None


def read_rows(place: Place, work: Workspace, wanted: Wanted, *, table: str) -> Rows:
    """Read a source. Text is read in parallel, and again line by line if anything is wrong with it.

    Raises:
        BadRowError: a row is bad, and `skip_bad` is not set.
        ValueError: there are no rows, or none is good.
    """
    if place.kind == "text":
        try:
            return _read(place, work, wanted, table, careful=False)
        except (_NeedsCareError, duckdb.Error):
            pass  # where the bad row is, only a walk through the file can tell
    try:
        return _read(place, work, wanted, table, careful=True)
    except duckdb.Error as error:
        raise ValueError(f"{place.name} cannot be read: {first_line(error)}") from None


class _NeedsCareError(Exception):
    """There is a bad row, but its line is not known."""


def _read(place: Place, work: Workspace, wanted: Wanted, table: str, *, careful: bool) -> Rows:
    source = load(
        place, work, text=wanted.text, careful=careful, skip_bad=wanted.skip_bad, known=wanted.known
    )
    chosen, guesses = wanted.choose(source.columns, place.name, source.header)
    raw = _Raw.read(work.db, table, source, chosen, wanted.nodes)
    types, more = raw.types()
    bad = raw.bad_rows(types, all_of_them=wanted.skip_bad)
    if bad and not careful:
        raise _NeedsCareError
    all_bad = sorted([*source.bad, *bad], key=lambda one: one.number)
    if all_bad and not wanted.skip_bad:
        raise BadRowError(place.name, all_bad[0])
    rows = raw.keep_good(types, bool(bad))
    bad_file = _written(place, wanted, all_bad)
    if rows == 0:
        raise ValueError(_nothing(place, len(all_bad), bad_file, source.header))
    report = ReadReport(place.name, rows, len(all_bad), bad_file, (*source.guesses, *guesses, *more))
    return Rows(table, types, {role: source.columns[at] for role, at in chosen.items()}, report)


@dataclass(frozen=True)
class _Raw:
    """The rows of a source as they came, text without the blanks around it.

    Attributes:
        db, table: where they are.
        source: what they came from.
        chosen: which column of the source plays each role.
        found: the type that each role's column came with.
        nodes: as in `Wanted`.
    """

    db: duckdb.DuckDBPyConnection
    table: str
    source: Loaded
    chosen: Mapping[str, int]
    found: dict[str, str]
    nodes: str | None

    @classmethod
    def read(
        cls,
        db: duckdb.DuckDBPyConnection,
        table: str,
        source: Loaded,
        chosen: Mapping[str, int],
        nodes: str | None,
    ) -> _Raw:
        cell = "nullif(trim(c{}, ' \t'), '')" if source.is_text else "c{}"
        cells = ", ".join(f"{cell.format(at)} AS {quoted(role)}" for role, at in chosen.items())
        db.execute(f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT {cells} FROM {source.sql}")
        return cls(db, table, source, chosen, _described(db, table), nodes)

    def types(self) -> tuple[dict[str, str], list[str]]:
        """The type each column is to have, and what was guessed about it."""
        types, guesses = dict(self.found), []
        for group in (("src", "dst"), ("node",), ("relation",), ("graph",)):
            roles = [role for role in group if role in self.chosen]
            whole = [self._is_whole(role) for role in roles]
            types.update(dict.fromkeys(roles, "BIGINT" if all(whole) else "VARCHAR"))
            if any(whole) and not all(whole):
                text, numbers = roles[whole.index(False)], roles[whole.index(True)]
                guesses.append(f"{numbers} holds whole numbers, {text} does not: all names are text")
        if "weight" in self.chosen:
            types["weight"] = "DOUBLE"
        if "time" in self.chosen:
            types["time"] = self._time_type()
        return {role: types[role] for role in self.chosen}, guesses

    def bad_rows(self, types: Mapping[str, str], *, all_of_them: bool) -> list[BadRow]:
        """Bad rows, or the first of them, each with the first thing that is wrong with it."""
        tests = self._tests(types)
        if not tests:
            return []
        cases = " ".join(f"WHEN {test} THEN '{role}'" for role, test in tests.items())
        cells = ", ".join(f"{quoted(role)}::VARCHAR" for role in types)
        found = self.db.execute(
            f"SELECT rowid, CASE {cases} END AS wrong, {cells} FROM {self.table} "
            f"WHERE {' OR '.join(tests.values())} ORDER BY rowid {'' if all_of_them else 'LIMIT 1'}"
        ).fetchall()
        return [self._bad_row(row, wrong, types, cells) for row, wrong, *cells in found]

    def keep_good(self, types: Mapping[str, str], some_bad: bool) -> int:
        """Give the columns their types and drop bad rows, where either is needed; how many rows are left."""
        if some_bad or self.found != dict(types):
            cells = ", ".join(f"{quoted(role)}::{type_} AS {quoted(role)}" for role, type_ in types.items())
            bad = " OR ".join(self._tests(types).values()) if some_bad else "false"
            self.db.execute(
                f"CREATE TEMP TABLE good_rows AS SELECT {cells} FROM {self.table} WHERE NOT ({bad})"
            )
            self.db.execute(f"DROP TABLE {self.table}")
            self.db.execute(f"ALTER TABLE good_rows RENAME TO {self.table}")
        return self._count("true")

    def _is_whole(self, role: str) -> bool:
        """Whether names are whole numbers, and those of text written in the one usual way: 7, not 07."""
        type_ = self.found[role]
        if type_ in INTEGERS:
            return True
        if type_ in FLOATS:
            test = f'"{role}" = trunc("{role}") AND abs("{role}") < 9007199254740992'
        elif type_ in LARGE_INTEGERS:
            test = f'TRY_CAST("{role}" AS BIGINT) IS NOT NULL'
        elif self.source.is_text:
            test = f'TRY_CAST("{role}" AS BIGINT)::VARCHAR = "{role}"'
        else:
            return False
        exception = f'"{role}" IS NOT NULL AND NOT coalesce({test}, false)'
        # A thousand rows tell most tables at once.
        return not (self._count(exception, limit=1000) or self._count(exception))

    def _time_type(self) -> str:
        """The first type that fits all rows, or else most of them."""
        type_ = self.found["time"]
        if type_ in (*INTEGERS, *LARGE_INTEGERS):
            return "BIGINT"
        if type_ in FLOATS:
            return "DOUBLE"
        if type_.startswith(("DATE", "TIMESTAMP")):
            return "TIMESTAMP"
        fits = {
            "BIGINT": self._count('TRY_CAST("time" AS BIGINT)::VARCHAR = "time"'),
            "DOUBLE": self._count('TRY_CAST("time" AS DOUBLE) IS NOT NULL'),
            "TIMESTAMP": self._count('TRY_CAST("time" AS TIMESTAMP) IS NOT NULL'),
        }
        return max(fits, key=lambda kind: fits[kind])

    def _tests(self, types: Mapping[str, str]) -> dict[str, str]:
        """For each role the condition, never unknown, under which it makes a row bad."""
        tests = {}
        for role, type_ in types.items():
            empty = f'"{role}" IS NULL'
            if role not in (*NAMES, "weight", "time"):
                continue
            if role not in NAMES:
                good = f'TRY_CAST("{role}" AS {type_}) IS NOT NULL'
                finite = f' AND isfinite(TRY_CAST("{role}" AS {type_}))' if type_ != "BIGINT" else ""
                tests[role] = f"NOT coalesce({good}{finite}, false)"
            elif self.found[role] in FLOATS:
                tests[role] = f'coalesce(isnan("{role}"), true)'
            elif type_ == "VARCHAR":
                tests[role] = f'coalesce(contains("{role}"::VARCHAR, chr(0)), true)'
            else:
                tests[role] = empty
            if self.nodes is not None and role in ("src", "dst"):
                unknown = f'"{role}"::VARCHAR NOT IN (SELECT name FROM {self.nodes})'
                tests[role] = f"({tests[role]} OR coalesce({unknown}, true))"
        return tests

    def _bad_row(self, row: int, role: str, types: Mapping[str, str], cells: Sequence[str | None]) -> BadRow:
        name = self.source.columns[self.chosen[role]]
        value = dict(zip(types, cells, strict=True))[role]
        shown = ",".join("" if cell is None else cell for cell in cells)
        if value is None:
            remedy = "give both ends" if role in ("src", "dst") else "fill it in"
            return BadRow(*self.source.place(row), f'"{name}" is empty', remedy, shown)
        if role in NAMES:
            wrong = "holds a NUL byte" if "\0" in value else f'is "{value}", which is no node of the graph'
        else:
            wrong = f'is "{value}", which is not {_KINDS[types[role]]}'
        return BadRow(*self.source.place(row), f'"{name}" {wrong}', "", shown)

    def _count(self, test: str, *, limit: int | None = None) -> int:
        rows = self.table if limit is None else f"(SELECT * FROM {self.table} LIMIT {limit})"
        return int(self.db.execute(f"SELECT count(*) FROM {rows} WHERE {test}").fetchall()[0][0])


def _described(db: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    return {str(row[0]): str(row[1]) for row in db.execute(f"DESCRIBE {table}").fetchall()}


def _written(place: Place, wanted: Wanted, bad: Sequence[BadRow]) -> Path | None:
    if not bad:
        return None
    file = wanted.bad_file
    if file is None:
        beside = place.file or Path("table")
        file = beside.with_name(f"{beside.name}.bad.csv")
    write_bad_rows(file, bad)
    return file


def _nothing(place: Place, bad: int, bad_file: Path | None, header: bool) -> str:
    if bad:
        return f"{place.name} has no good row: all {bad} are bad, see {bad_file}"
    if place.kind == "text" and header:
        return f"{place.name} has only a header; give a row, or header=False (--no-header) if this is one"
    return f"{place.name} has no rows; give at least one"
