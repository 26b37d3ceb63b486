"""Queries of databases through their ADBC drivers."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pyarrow as pa

from gdgnn.data.tables.source import Place

_REMEDY = 'pip install "gdgnn[database]"'


def query(place: Place) -> pa.Table:
    """What a Postgres server or a SQLite file answers.

    Raises:
        ImportError: the driver is not installed.
        ValueError: the server cannot be reached, or refuses the query.
    """
    if place.file is not None:
        # Read-only, so that a wrong query changes nothing.
        return _answer("adbc_driver_sqlite", f"file:{_escaped(place.file)}?mode=ro", place)
    return _answer("adbc_driver_postgresql", place.uri or "", place)


def _answer(driver: str, address: str, place: Place) -> pa.Table:
    try:
        dbapi: Any = importlib.import_module(f"{driver}.dbapi")
    except ImportError as error:
        raise ImportError(f"reading {place.name} needs {driver}; {_REMEDY}") from error
    try:
        with dbapi.connect(address) as connection, connection.cursor() as cursor:
            cursor.execute(place.query)
            table: pa.Table = cursor.fetch_arrow_table()
            return table
    except dbapi.Error as error:
        mixed = "type" in str(error) and place.kind == "sqlite"
        remedy = "; columns of mixed types need a cast, e.g. CAST(src AS TEXT) AS src" if mixed else ""
        raise ValueError(f"{place.name}: {place.query!r} failed: {_plain(str(error))}{remedy}") from None


def _escaped(file: Path) -> str:
    return str(file.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _plain(message: str) -> str:
    return " ".join(message.split())
