"""What the files of public data sets must be: known beforehand, or remembered from the first download."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

_MEMORY = "checksums.json"


@cache
def known_checksums() -> dict[str, str]:
    """File below the data root -> SHA-256, for files that their publishers do not change."""
    lines = files(__package__).joinpath("sha256.txt").read_text(encoding="utf-8").splitlines()
    return {path: digest for digest, path in (line.split(maxsplit=1) for line in lines)}


def remembered_checksum(root: Path, url: str) -> str | None:
    """The checksum that was seen when this address was first downloaded to this root."""
    digest = _memory(root).get(url)
    return digest if isinstance(digest, str) else None


def remember_checksum(root: Path, url: str, digest: str) -> None:
    """Keep the checksum of an address for the next download of it."""
    part = root / f"{_MEMORY}.part"
    part.write_text(json.dumps(_memory(root) | {url: digest}, indent=1), encoding="utf-8")
    part.replace(root / _MEMORY)


def _memory(root: Path) -> dict[str, object]:
    file = root / _MEMORY
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise ValueError(f"{file} is not JSON ({error}); delete it") from error
    if not isinstance(found, dict):
        raise ValueError(f"{file} holds no checksums; delete it")
    return found
