"""Where data sets are looked for and kept."""

from __future__ import annotations

import os
from pathlib import Path


def data_root(root: str | os.PathLike[str] | None = None) -> Path:
    """The given folder, else the one that `GDGNN_DATA` names, else `gdgnn` in the user's cache folder."""
    chosen = root if root is not None else os.environ.get("GDGNN_DATA")
    if chosen:
        return Path(chosen).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "gdgnn"
