"""How a text table is written: encoding, delimiter, header, looked up in its first lines."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast

from gdgnn.data.tables.columns import are_known

WHITESPACE = "whitespace"
Delimiter: TypeAlias = str

_HEAD = 1 << 16
_CANDIDATES = ("\t", ",", ";", "|", " ")
_NAMED = {"\t": "tab", ",": '","', ";": '";"', "|": '"|"', " ": "space", WHITESPACE: "whitespace"}
_SPELLED = {"tab": "\t", "\\t": "\t"}
_BOMS = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


@dataclass(frozen=True)
class Dialect:
    """How to read a text table.

    Attributes:
        file: where it is; gzip is seen through.
        encoding: of its bytes.
        delimiter: one character, or `WHITESPACE`: any run of spaces and tabs.
        skip: how many lines come before the table: comments, and the header if there is one.
        columns: their names; "1", "2", ... if there is no header.
        header: whether there is one.
        plain_head: whether each of the lines before the table is a row, neither blank nor in quotes.
        guesses: what was found by looking.
    """

    file: Path
    encoding: str
    delimiter: Delimiter
    skip: int
    columns: tuple[str, ...]
    header: bool
    plain_head: bool
    guesses: tuple[str, ...] = ()


def look_up(
    file: Path,
    *,
    encoding: str | None = None,
    delimiter: Delimiter | None = None,
    header: bool | None = None,
    known: Sequence[str] = (),
) -> Dialect:
    """The dialect of a file, as stated and otherwise as its first lines show; `known` are column names.

    Raises:
        ValueError: the file is empty, holds one column only, or is not encoded as stated or guessed.
    """
    with open_bytes(file) as stream:
        head = stream.read(_HEAD)
    encoding = _encoding(file, head, encoding)
    if delimiter in _SPELLED:
        delimiter = _SPELLED[delimiter]
    if delimiter is not None and delimiter != WHITESPACE and len(delimiter) != 1:
        raise ValueError(f'delimiter is {delimiter!r}; give one character, "tab" or "whitespace"')
    lines = _lines(file, head, encoding)
    if not "".join(lines).strip("\0\ufeff \t\r\n"):
        raise ValueError(f"{file.name} is empty; give a table with a column for each end of an edge")
    comments = next((at for at, line in enumerate(lines) if line.strip() and line[0] not in "#%"), len(lines))
    table = [line for line in lines[comments:] if line.strip()]
    if not table:
        raise ValueError(f"{file.name} holds comments only; give a table of edges")
    guesses = [f"{comments} lines before the table are comments"] if comments else []
    if delimiter is None:
        delimiter = _delimiter(table)
        if file.suffixes[:1] not in ([".csv"], [".tsv"]) or delimiter not in (",", "\t"):
            guesses.append(f"the delimiter is {_NAMED[delimiter]}")
    rows = list(islice(split_lines(table, delimiter), 1000))
    if len(rows[0]) < 2:
        raise ValueError(_one_column(file, table, delimiter, comments))
    if header is None:
        header = _has_header(rows, known)
        guesses.append("the first row is a header" if header else "there is no header")
    columns = [cell.strip() for cell in rows[0]] if header else [str(at + 1) for at in range(len(rows[0]))]
    skip = comments + (_length_of_first(lines[comments:], delimiter) if header else 0)
    plain_head = all(line.strip() and '"' not in line for line in lines[:skip])
    return Dialect(file, encoding, delimiter, skip, tuple(columns), header, plain_head, tuple(guesses))


def open_bytes(file: Path) -> BinaryIO:
    """The bytes of a file, decompressed if it is compressed."""
    return cast(BinaryIO, gzip.open(file, "rb")) if is_compressed(file) else file.open("rb")


def is_compressed(file: Path) -> bool:
    """Whether a file is gzip, whatever its name."""
    with file.open("rb") as stream:
        return stream.read(2) == b"\x1f\x8b"


def split_lines(lines: Sequence[str] | Iterator[str], delimiter: Delimiter) -> Iterator[list[str]]:
    """The fields of each row, quotes removed."""
    if delimiter == WHITESPACE:
        return (line.split() for line in lines)
    return csv.reader(lines, delimiter=delimiter)


def _encoding(file: Path, head: bytes, stated: str | None) -> str:
    marked = next((encoding for mark, encoding in _BOMS.items() if head.startswith(mark)), None)
    if stated is not None:
        try:
            encoding = codecs.lookup(stated).name
        except LookupError:
            raise ValueError(
                f"encoding is {stated!r}, which Python does not know; give e.g. latin-1"
            ) from None
        return "utf-8-sig" if encoding == "utf-8" == (marked or "")[:5] else encoding
    if marked:
        return marked
    if head.count(0, 0, 1000) > min(len(head), 1000) // 4:
        end = "be" if head[0] == 0 else "le"
        raise ValueError(
            f'{file.name} looks like UTF-16 without a byte order mark; give encoding="utf-16-{end}" '
            f"(--encoding utf-16-{end})"
        )
    return "utf-8"


def _lines(file: Path, head: bytes, encoding: str) -> list[str]:
    """The whole lines of the head; a wrong byte in UTF-8 is found later, with its line."""
    cut = len(head) == _HEAD
    errors = "surrogateescape" if encoding.startswith("utf-8") else "ignore" if cut else "strict"
    try:
        text = head.decode(encoding, errors).replace("\0", "")
    except UnicodeDecodeError as error:
        raise ValueError(not_encoded(file, encoding, error)) from None
    lines = list(io.StringIO(text, newline=""))
    return lines[:-1] if cut and len(lines) > 1 else lines


def not_encoded(file: Path, encoding: str, error: UnicodeError) -> str:
    """What to say about bytes that are not of the encoding."""
    return f'{file.name} is not {encoding} ({error}); give its encoding, e.g. encoding="latin-1" (--encoding)'


def _delimiter(table: Sequence[str]) -> Delimiter:
    """The candidate that cuts most of the lines into one number of columns, and into more than one."""

    def agreement(delimiter: Delimiter) -> tuple[float, int]:
        try:
            widths = Counter(len(row) for row in split_lines(list(table[:100]), delimiter))
        except csv.Error:
            return 0.0, 0
        width, count = widths.most_common(1)[0]
        return (count / widths.total(), width) if width > 1 else (0.0, 0)

    best = max((*_CANDIDATES, WHITESPACE), key=lambda one: agreement(one)[0])
    return best if agreement(best)[0] else ","


def _one_column(file: Path, table: Sequence[str], delimiter: Delimiter, comments: int) -> str:
    other = _delimiter(table)
    if other != delimiter and len(next(split_lines(list(table), other))) > 1:
        option = "\\t" if other == "\t" else other
        remedy = f'it looks separated by {_NAMED[other]}: give delimiter="{option}" (--delimiter "{option}")'
    else:
        remedy = "give a table with a column for each end of an edge"
    return (
        f"{file.name}, line {comments + 1}: one column only, by {_NAMED.get(delimiter, delimiter)}; {remedy}"
    )


def _has_header(rows: Sequence[Sequence[str]], known: Sequence[str]) -> bool:
    """Whether the first row names the columns: names that are known, or cells unlike those below."""
    first = [cell.strip() for cell in rows[0]]
    if are_known(first) or any(cell in known for cell in first if cell):
        return True
    if any(_is_number(cell) for cell in first) or len(set(first)) < len(first) or "" in first[:2]:
        return False
    below = {cell.strip() for row in rows[1:] for cell in row}
    return not below.intersection(first)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _length_of_first(lines: Sequence[str], delimiter: Delimiter) -> int:
    """How many lines the header and blank ones before it take."""
    used = 0

    def counted() -> Iterator[str]:
        nonlocal used
        for line in lines:
            used += 1
            yield line

    next(row for row in split_lines(counted(), delimiter) if "".join(row).strip())
    return used
