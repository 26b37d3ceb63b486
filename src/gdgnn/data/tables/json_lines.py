"""Where a file of JSON lines is wrong."""

from __future__ import annotations

import json
from pathlib import Path

from gdgnn.data.tables.dialect import open_bytes


def check_lines(file: Path) -> None:
    """Raise ValueError for the first line that is no JSON object; nothing where each is one."""
    with open_bytes(file) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                found = json.loads(line.decode("utf-8-sig"))
                problem = "" if isinstance(found, dict) else f"{type(found).__name__} instead of an object"
            except ValueError as error:
                problem = f"no JSON: {error}"
            if problem:
                raise ValueError(
                    f'{file.name}, line {number}: {problem}; write {{"src": ..., "dst": ...}} in each'
                )
