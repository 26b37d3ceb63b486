"""The database in which tables are read: in memory up to a limit, then on disk, and never on the network."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb


@dataclass(frozen=True)
class Workspace:
    """A database and a folder that go away together.

    Attributes:
        db: the connection.
        folder: for files that live as long as the reading takes.
    """

    db: duckdb.DuckDBPyConnection
    folder: Path


@contextmanager
def workspace(*, memory_limit: str, threads: int | None, folder: Path | None = None) -> Iterator[Workspace]:
    """A fresh workspace; extensions are neither downloaded nor loaded, so that no network is needed.

    Args:
        memory_limit: such as "1GB"; what does not fit is kept on disk.
        threads: how many to use; all cores by default.
        folder: where the disk is used; by default where the system keeps temporary files.

    Raises:
        ValueError: the limit or the number of threads cannot be, or are too small for what is asked.
    """
    with tempfile.TemporaryDirectory(prefix="gdgnn-", dir=folder) as name:
        config: dict[str, str | bool | int | float | list[str]] = {
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "temp_directory": name,
            "memory_limit": memory_limit,
        }
        if threads is not None:
            config["threads"] = threads
        try:
            db = duckdb.connect(":memory:", config=config)
        except duckdb.Error as error:
            raise ValueError(
                f'memory_limit is {memory_limit!r} and threads is {threads}; give e.g. "2GB" and 4 ({error})'
            ) from None
        with db:
            try:
                yield Workspace(db, Path(name))
            except duckdb.Error as error:
                said = str(error).strip().split("\n")[0]
                raise ValueError(
                    f"the table cannot be numbered: {said}; memory_limit is {memory_limit}, and {name} takes "
                    "what does not fit"
                ) from None


def quoted(name: str) -> str:
    """A name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"
