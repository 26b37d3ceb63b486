"""What became of the rows of a table: what was good, bad, merged and guessed."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from gdgnn.graph import Cleaning

_DROP = "drop the row with skip_bad=True (--skip-bad)"


class BadRow(NamedTuple):
    """A row that cannot be used.

    Attributes:
        unit: "line" of a text file, "row" of anything else.
        number: which one, counted from 1.
        problem: what is wrong, with the column.
        remedy: what to do about it, or "" for nothing in particular.
        row: what the row holds, as text.
    """

    unit: str
    number: int
    problem: str
    remedy: str
    row: str

    @property
    def place(self) -> str:
        """Where the row is, such as "line 17"."""
        return f"{self.unit} {self.number}"


class BadRowError(ValueError):
    """The first bad row of a table, its place, what is wrong and what to do."""

    def __init__(self, source: str, bad: BadRow) -> None:
        super().__init__(f"{source}, {bad.place}: {bad.problem}; {bad.remedy or 'mend it'} or {_DROP}")
        self.bad = bad


@dataclass(frozen=True)
class ReadReport:
    """How reading went; `str()` says it in a few lines.

    Attributes:
        source: what was read.
        rows: good rows.
        bad: rows that were left out because they are bad; only with `skip_bad`.
        bad_file: where these were written, or None.
        guesses: what nobody said and was decided by looking, and columns that were not used.
        cleaning: loops dropped and duplicates merged, or None where rows are no edges.

    Example:
        >>> print(ReadReport("edges.csv", 3, guesses=('the delimiter is ";"',)))
        edges.csv: 3 rows
        guessed: the delimiter is ";"
    """

    source: str
    rows: int
    bad: int = 0
    bad_file: Path | None = None
    guesses: tuple[str, ...] = ()
    cleaning: Cleaning | None = None

    def __str__(self) -> str:
        said = f"{self.rows:,} rows" if self.cleaning is None else str(self.cleaning)
        lines = [f"{self.source}: {said}"]
        if self.bad:
            lines.append(f"bad rows left out: {self.bad:,}, see {self.bad_file}")
        return "\n".join([*lines, *(f"guessed: {guess}" for guess in self.guesses)])


def write_bad_rows(file: Path, bad: Sequence[BadRow]) -> None:
    """Write a CSV table of bad rows, whole or not at all."""
    unfinished = file.with_name(file.name + ".part")
    with unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(["place", "problem", "row"])
        table.writerows((one.place, one.problem, one.row) for one in bad)
    unfinished.replace(file)
