"""`read_questions`: rows of a table of facts that may lack parts."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gdgnn.data.tables.columns import Column, position
from gdgnn.data.tables.database import workspace
from gdgnn.data.tables.facts import KNOWN_COLUMNS, PARTS
from gdgnn.data.tables.load import TextOptions
from gdgnn.data.tables.report import ReadReport
from gdgnn.data.tables.rows import Wanted, read_rows
from gdgnn.data.tables.source import find


@dataclass(frozen=True, eq=False)
class QuestionTable:
    """Rows of heads, relations and tails, in order.

    Attributes:
        rows: None stands for what is not there.
        report: what was read, dropped and guessed.
    """

    rows: list[tuple[Any, Any, Any]]
    report: ReadReport


def read_questions(
    source: Any,
    *,
    head: Column | None = None,
    relation: Column | None = None,
    tail: Column | None = None,
    known: Container[object] = (),
    table: str | None = None,
    query: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    skip_bad: bool = False,
) -> QuestionTable:
    """Read a table with columns for head, relation and tail, of which one may be missing, or empty in places.

    Args:
        source: as for :func:`~gdgnn.data.tables.read_edges`.
        head, relation, tail: columns, by name or number from 0; by default those that are called so. Three
            columns without a header are these in order.
        known: entities; a first row of such is no header.
        table, query, delimiter, header, encoding, skip_bad: as for :func:`~gdgnn.data.tables.read_edges`.

    Raises:
        BadRowError, ValueError: as :func:`~gdgnn.data.tables.read_edges`; or fewer than two of the columns.

    Example:
        >>> read_questions({"tail": ["bob"], "relation": ["knows"]}).rows
        [(None, 'knows', 'bob')]
    """
    roles = {"head": head, "relation": relation, "tail": tail}
    names = (*PARTS, *(str(column) for column in roles.values() if column is not None))

    def wanted(header: bool | None) -> Wanted:
        choose = partial(_choose, roles, () if header is not None else known)
        return Wanted(choose, TextOptions(encoding, delimiter, header), names, skip_bad)

    with workspace(memory_limit="1GB", threads=None) as work:
        place = find(source, table=table, query=query)
        try:
            read = read_rows(place, work, wanted(header), table="questions")
        except _NoHeaderError:
            read = read_rows(place, work, wanted(False), table="questions")
        cells = [f'"of {part}"' if f"of {part}" in read.types else "NULL" for part in PARTS]
        found = work.db.execute(f"SELECT {', '.join(cells)} FROM {read.table} ORDER BY rowid").fetchall()
    return QuestionTable([(row[0], row[1], row[2]) for row in found], read.report)


class _NoHeaderError(Exception):
    """What was taken for a header is a row."""


def _choose(
    given: Mapping[str, Column | None],
    known: Container[object],
    columns: Sequence[str],
    source: str,
    header: bool,
) -> tuple[dict[str, int], list[str]]:
    """The position of each part that has a column."""
    if header and any(name in known for name in columns):
        raise _NoHeaderError
    chosen = {
        part: position(column, columns, source=source, header=header, argument=part)
        for part, column in given.items()
        if column is not None
    }
    guesses = []
    if not chosen:
        chosen = _guessed(columns, header)
        guesses.append(", ".join(f'the {part} is "{columns[at]}"' for part, at in chosen.items()))
    if len(chosen) < 2 or len(set(chosen.values())) < len(chosen):
        raise ValueError(
            f"{source}: which columns hold heads, relations and tails? give at least two of them by name; it "
            f"has {', '.join(columns)}"
        )
    return {f"of {part}": at for part, at in chosen.items()}, guesses


def _guessed(columns: Sequence[str], header: bool) -> dict[str, int]:
    """By the likeliest names of which at least two are there; else by place, if there are three columns."""
    folded = [name.casefold() for name in columns]
    for names in KNOWN_COLUMNS if header else ():
        found = {part: folded.index(name) for part, name in zip(PARTS, names, strict=True) if name in folded}
        if len(found) >= 2:
            return found
    return {part: at for at, part in enumerate(PARTS)} if len(columns) == 3 else {}
