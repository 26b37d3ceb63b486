"""`gdgnn info`: versions, threads, and what is installed."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from gdgnn.cli.output import Json, print_json, print_table

PARTS = {
    "numpy": "the geodesic engine",
    "torch": "networks",
    "torch_geometric": "networks",
    "lightning": "training",
    "scikit-learn": "the instant model, baselines",
    "duckdb": "reading tables",
    "pyarrow": "Parquet",
    "adbc-driver-sqlite": "SQLite",
    "adbc-driver-postgresql": "PostgreSQL",
    "optuna": "searching for settings",
    "matplotlib": "pictures",
}


def info(as_json: Json = False) -> None:
    """Print versions and what is installed; put it into every report of a fault.

    Example: gdgnn info --json > environment.json
    """
    import gdgnn

    found = {name: _version(name) for name in PARTS}
    answer: dict[str, Any] = {
        "gdgnn": gdgnn.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "data": str(_data_root()),
        "packages": found,
    }
    if as_json:
        print_json(answer)
        return
    print_table(["what", "is"], [[name, answer[name]] for name in answer if name != "packages"])
    print()
    print_table(["package", "version", "for"], [[name, found[name] or "-", PARTS[name]] for name in PARTS])
    if None in found.values():
        print("\nWhat is missing comes with: pip install 'gdgnn[all]'")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _data_root() -> object:
    from gdgnn.data.datasets import data_root

    return data_root()
