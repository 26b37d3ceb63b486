"""Where tables come from, told by what a file holds rather than by its name."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gdgnn.data.tables.dialect import open_bytes

FileKind: TypeAlias = Literal["text", "json", "parquet", "duckdb", "sqlite"]

_DATABASES: tuple[FileKind, ...] = ("duckdb", "sqlite")
_POSTGRES = ("postgresql://", "postgres://")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_SQLITE = "sqlite:///"


@dataclass(frozen=True)
class Place:
    """A table, found but not opened.

    Attributes:
        kind: what it is.
        name: what messages call it.
        file: where it is, if it is a file.
        uri: where it is, if it is a server.
        value: what it is, if it is in memory.
        query: what to ask a database for.
    """

    kind: FileKind | Literal["postgres", "memory"]
    name: str
    file: Path | None = None
    uri: str | None = None
    value: Any = None
    query: str | None = None


def find(source: Any, *, table: str | None = None, query: str | None = None) -> Place:
    """What a source is: a path, the address of a Postgres server, or a table in memory.

    Raises:
        FileNotFoundError, IsADirectoryError, PermissionError: the file cannot be opened.
        ValueError: a database without a table or query, or a file of a kind that is not read.
    """
    if not isinstance(source, str | os.PathLike):
        _refuse_query(table, query, "a table in memory")
        return Place("memory", "table", value=source)
    address = os.fspath(source)
    if isinstance(source, str) and address.startswith(_POSTGRES):
        return Place("postgres", "query", uri=address, query=_asked(table, query, "a Postgres server"))
    if _ADDRESS.match(address) and not address.startswith(_SQLITE):
        raise ValueError(f"{address!r:.80} is an address, and nothing is fetched; download the file first")
    file = Path(address.removeprefix(_SQLITE)).expanduser()
    kind = _kind(file)
    if kind in _DATABASES:
        return Place(kind, file.name, file=file, query=_asked(table, query, f"{file.name}, a database"))
    _refuse_query(table, query, file.name)
    return Place(kind, file.name, file=file)


def _kind(file: Path) -> FileKind:
    head = _head(file)
    if head[:16] == b"SQLite format 3\0":
        return "sqlite"
    if head[8:12] == b"DUCK":
        return "duckdb"
    if head[:4] == b"PAR1":
        return "parquet"
    for mark, name in (
        (b"PK\x03\x04", "a spreadsheet or zip archive"),
        (b"\x80", "a pickle"),
        (b"%PDF", "a PDF"),
    ):
        if head.startswith(mark):
            raise ValueError(f"{file.name} is {name}, not a table; export it as CSV or Parquet")
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if file.suffix in (".json", ".jsonl", ".ndjson") or text[:1] == b"{" or text[:2] in (b"[{", b"[\n"):
        return "json"
    return "text"


def _head(file: Path) -> bytes:
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a folder; give one of its files")
    try:
        with open_bytes(file) as stream:
            return stream.read(4096)
    except FileNotFoundError:
        raise FileNotFoundError(f"{file} does not exist; give the path of a table") from None
    except PermissionError:
        raise PermissionError(f"{file} may not be read; change its permissions, e.g. chmod u+r") from None
    except (EOFError, OSError) as error:
        raise ValueError(f"{file} cannot be read: {error}; make the file anew") from None


def _asked(table: str | None, query: str | None, owner: str) -> str:
    if (table is None) == (query is None):
        raise ValueError(
            f"{owner}, needs one of table= (--table) and query= (--query), e.g. "
            "query='select src, dst from edges'"
        )
    if query is not None:
        return query.strip().rstrip(";")
    parts = (table or "").split(".")
    return "SELECT * FROM " + ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def _refuse_query(table: str | None, query: str | None, owner: str) -> None:
    if table is not None or query is not None:
        raise ValueError(f"table or query is given, but {owner} is no database; leave it out")
