"""Answers on standard output, for people or for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import typer

from gdgnn.graph.printable import printable

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def print_json(answer: object) -> None:
    """One JSON document; numbers of numpy and torch are plain numbers, and NaN, which JSON lacks, is null."""
    json.dump(_plain(answer), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Left-aligned columns under their names, as wide as what is in them, cut nowhere, a line for each row.

    Example:
        >>> print_table(["node", "score"], [["alice", 0.5]])
        node   score
        alice  0.5
    """
    lines = [list(columns), *([printable(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = "  ".join(value.ljust(width) for value, width in zip(line, widths, strict=True))
        print(padded.rstrip())


def _plain(value: object) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)
