"""Tiny tables, and models that the command line has made of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from gdgnn.cli.main import main
from tests.cli.small import FAST, write_tables


@pytest.fixture(autouse=True)
def _threads_as_before() -> Iterator[None]:
    """`--threads` holds for the process."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tables; do not write into it."""
    folder = tmp_path_factory.mktemp("tables")
    write_tables(folder)
    return folder


@pytest.fixture(scope="session")
def link_model(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A network on edges.csv; do not change it."""
    out = str(tmp_path_factory.mktemp("link") / "model")
    assert main(["train", "link", f"{tables}/edges.csv", "--model", "network", "--out", out, *FAST]) == 0
    return out


@pytest.fixture(scope="session")
def node_model(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Teams on edges.csv; do not change it."""
    out = str(tmp_path_factory.mktemp("node") / "model")
    given = [f"{tables}/edges.csv", "--labels", f"{tables}/teams.csv", "--out", out]
    assert main(["train", "node", *given, *FAST]) == 0
    return out


@pytest.fixture(scope="session")
def graph_model(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Rings and stars; do not change it."""
    out = str(tmp_path_factory.mktemp("graph") / "model")
    given = [f"{tables}/many.csv", "--graph", "g", "--labels", f"{tables}/kinds.csv", "--out", out]
    assert main(["train", "graph", *given, *FAST]) == 0
    return out
