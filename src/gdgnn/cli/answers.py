"""Answers as tables: on standard output, or as a file of the kind its name ends with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from gdgnn.cli.output import print_json

Columns = Mapping[str, Sequence[Any]]


def give(columns: Columns, out: Path | None, *, as_json: bool = False) -> None:
    """Write columns to a file, or print them, as CSV or as one JSON document.

    Raises:
        ValueError: the file's name has an ending that is not known.

    Example:
        >>> give({"node": ["ann", "bob"], "score": [0.5, 0.25]}, None)
        node,score
        ann,0.5
        bob,0.25
    """
    if out is not None:
        write(columns, out)
        print(f"written: {out}", file=sys.stderr)
    elif as_json:
        print_json(rows_of(columns))
    else:
        _write_csv(columns, sys.stdout, ",")


def rows_of(columns: Columns) -> list[dict[str, Any]]:
    """Columns as rows."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def check_ending(out: Path | None) -> None:
    """Raise ValueError, before any work is done, if it is not known how to write such a file."""
    if out is not None and out.suffix not in _WRITERS:
        raise ValueError(f"{out} ends with {out.suffix!r}; give a name that ends with {', '.join(_WRITERS)}")


def write(columns: Columns, out: Path) -> None:
    """Write columns under a temporary name, then give the file its own: it is there whole or not at all."""
    check_ending(out)
    if not out.parent.is_dir():
        raise FileNotFoundError(f"{out.parent} is no folder; make it first")
    unfinished = out.with_name(f".{out.name}.part")
    try:
        _WRITERS[out.suffix](columns, unfinished)
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)


def _write_csv(columns: Columns, file: IO[str], delimiter: str) -> None:
    import csv

    table = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    table.writerow(columns)
    table.writerows(zip(*columns.values(), strict=True))


def _as_text(delimiter: str) -> Callable[[Columns, Path], None]:
    def written(columns: Columns, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            _write_csv(columns, file, delimiter)

    return written


def _as_json_lines(columns: Columns, path: Path) -> None:
    import json

    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows_of(columns))


def _as_parquet(columns: Columns, path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({name: list(values) for name, values in columns.items()}), path)


_WRITERS: dict[str, Callable[[Columns, Path], None]] = {
    ".csv": _as_text(","),
    ".tsv": _as_text("\t"),
    ".jsonl": _as_json_lines,
    ".parquet": _as_parquet,
}
