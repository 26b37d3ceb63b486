"""Line by line through a text table: slower than the database, but it knows where each row is."""

from __future__ import annotations

import csv
import io
from array import array
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gdgnn.data.tables.dialect import WHITESPACE, Dialect, not_encoded, open_bytes
from gdgnn.data.tables.report import BadRow


class Scan(NamedTuple):
    """A table written anew, without the rows that are no rows of it.

    Attributes:
        lines: where each row that was kept begins in the old file, counted from 1.
        bad: the others.
    """

    lines: array[int]
    bad: list[BadRow]


def rewrite(dialect: Dialect, to: Path, *, skip_bad: bool) -> Scan:
    """Write the rows of a table as plain CSV without a header, up to the first bad one unless `skip_bad`."""
    lines, bad = array("q"), []
    with to.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
        for line, fields, problem in _rows(dialect):
            problem = problem or _problem(fields, dialect)
            if problem is None:
                table.writerow(fields)
                lines.append(line)
                continue
            bad.append(BadRow("line", line, *problem, dialect.delimiter[:1].join(fields)))
            if not skip_bad:
                break
    return Scan(lines, bad)


_Problem = tuple[str, str]


def _problem(fields: list[str], dialect: Dialect) -> _Problem | None:
    """What is wrong with a row, whatever its columns mean, and the remedy."""
    if len(fields) != len(dialect.columns):
        said = f"{len(fields)} columns, expected {len(dialect.columns)}: {', '.join(dialect.columns)}"
        return said, "quote values that hold the delimiter" if len(fields) > len(dialect.columns) else ""
    for name, field in zip(dialect.columns, fields, strict=True):
        if "\0" in field:
            return f'"{name}" holds a NUL byte', ""
        odd = next((letter for letter in field if "\udc80" <= letter <= "\udcff"), "")
        if odd:
            return (
                f'"{name}" holds the byte 0x{ord(odd) - 0xDC00:02x}, which is not UTF-8 there',
                'give the encoding of the file, e.g. encoding="latin-1" (--encoding latin-1),',
            )
    return None


def _rows(dialect: Dialect) -> Iterator[tuple[int, list[str], _Problem | None]]:
    """Where each row begins, its fields, and what keeps it from being read."""
    lines = _Lines(dialect)
    while (first := lines.peek()) is not None:
        start = lines.number + 1
        lines.mark()
        if not first.strip():
            next(lines)
        elif dialect.delimiter == WHITESPACE:
            yield start, next(lines).split(), None
        else:
            try:
                yield start, next(csv.reader(lines, delimiter=dialect.delimiter, strict=True)), None
            except csv.Error as error:
                # What is wrong may have swallowed good rows: only the first line is given up.
                lines.back_to_mark()
                unclosed = "end of data" in str(error) or "field limit" in str(error)
                said = "a quote is not closed" if unclosed else str(error)
                if "NUL" in said:
                    said = "a NUL byte"
                yield start, [next(lines).rstrip("\r\n")], (said, 'write a quote inside quotes as ""')


class _Lines:
    """Lines of a file, counted, with a way back to a mark."""

    def __init__(self, dialect: Dialect) -> None:
        errors = "surrogateescape" if dialect.encoding.startswith("utf-8") else "strict"
        stream = io.TextIOWrapper(
            open_bytes(dialect.file), encoding=dialect.encoding, errors=errors, newline=""
        )
        self._lines = self._decoded(stream, dialect)
        self._ahead: deque[str] = deque()
        self._since_mark: list[str] = []
        self.number = 0
        for _ in range(dialect.skip):
            next(self)

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else next(self._lines)
        self._since_mark.append(line)
        self.number += 1
        return line

    def peek(self) -> str | None:
        if not self._ahead:
            try:
                self._ahead.append(next(self._lines))
            except StopIteration:
                return None
        return self._ahead[0]

    def mark(self) -> None:
        self._since_mark.clear()

    def back_to_mark(self) -> None:
        self.number -= len(self._since_mark)
        self._ahead.extendleft(reversed(self._since_mark))
        self._since_mark.clear()

    @staticmethod
    def _decoded(stream: io.TextIOWrapper, dialect: Dialect) -> Iterator[str]:
        with stream:
            try:
                yield from stream
            except UnicodeError as error:
                raise ValueError(not_encoded(dialect.file, dialect.encoding, error)) from None
