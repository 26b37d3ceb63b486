"""Result files: JSON beside the code, written after every step so that a run can go on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def read(name: str, folder: Path = RESULTS) -> dict[str, Any]:
    """What was measured so far; nothing if there is no file."""
    file = folder / f"{name}.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def write(name: str, content: dict[str, Any], folder: Path = RESULTS) -> None:
    """Replace the file in one go: a run that is stopped leaves the old or the new one."""
    folder.mkdir(parents=True, exist_ok=True)
    half = folder / f"{name}.json.part"
    half.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    half.replace(folder / f"{name}.json")
