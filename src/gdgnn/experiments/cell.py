"""`Cell`: one figure of a table: where it stands in the paper, how we measure it, what we measured."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import tomlkit

from gdgnn.experiments.ours import Ours
from gdgnn.experiments.strict import strict
from gdgnn.experiments.studies import Study, read_study

CELLS = Path(__file__).parent / "cells"


@dataclass(frozen=True)
class Published:
    """What the paper prints.

    Attributes:
        values: a figure for each metric, in percent.
        spreads: what the paper prints behind ±, where it does.
    """

    values: dict[str, float]
    spreads: dict[str, float]

    @classmethod
    def read(cls, table: Mapping[str, Any], metrics: Collection[str]) -> Published:
        """Figures are called as metrics are; what follows ± is called so with ``_spread`` behind it.

        Raises:
            ValueError: a name is that of no metric, or a figure is no percentage.

        Example:
            >>> Published.read({"auc": 98.1, "auc_spread": 0.26}, ["auc", "ap"]).spreads
            {'auc': 0.26}
        """
        values: dict[str, float] = {}
        spreads: dict[str, float] = {}
        for name, figure in table.items():
            metric = name.removesuffix("_spread")
            if metric not in metrics or not isinstance(figure, (int, float)) or not 0 <= figure <= 100:
                raise ValueError(f"published.{name} is {figure!r}; give percentages of {', '.join(metrics)}")
            (values if name == metric else spreads)[metric] = float(figure)
        return cls(values, spreads)


@dataclass(frozen=True)
class Cell:
    """One cell of a table, as its file tells.

    Attributes:
        name: block, dataset and method, parted by slashes; the file is ``cells/<name>.toml``.
        task: what is predicted, a task of :data:`~gdgnn.experiments.studies.STUDIES`.
        paper: where it stands in the paper, or that it does not.
        seeds: how many splits, each with its own initial weights, the figure is a mean over.
        published: the paper's figures, None where it has none.
        study: how one seed is measured.
        configuration: all that decides the outcome of one seed.
        note: what explains a figure, or how its settings were found; may be empty.
        ours: what we measured, None before that.
        path: the file.
    """

    name: str
    task: str
    paper: str
    seeds: int
    published: Published | None
    study: Study
    configuration: dict[str, Any]
    note: str
    ours: Ours | None
    path: Path

    @property
    def block(self) -> str:
        """The table."""
        return self.name.split("/")[0]

    @property
    def dataset(self) -> str:
        """The row or column of the table that names data."""
        return self.name.split("/")[1]

    @property
    def method(self) -> str:
        """The row or column of the table that names the method."""
        return self.name.split("/")[2]

    @property
    def fingerprint(self) -> str:
        """What tells this configuration from every other; a result of another one is stale."""
        text = json.dumps(self.configuration, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def stale(self) -> bool:
        """Whether the result in the file was measured with another configuration."""
        return self.ours is not None and self.ours.configuration != self.fingerprint


def read_cell(path: Path, root: Path | None = None) -> Cell:
    """The cell in a file below the folder of all cells, which is that of this package by default.

    Raises:
        ValueError: something is missing, unknown or contradicts itself; it says where.

    Example:
        >>> cell = read_cell(CELLS / "links" / "cora" / "vertical+degree.toml")
        >>> cell.block, cell.published.values["auc"]
        ('links', 94.47)
    """
    table = tomlkit.parse(path.read_text(encoding="utf-8")).unwrap()
    name = _name(path, root)
    try:
        return _cell(name, table, path)
    except ValueError as error:
        raise ValueError(f"{name}.toml: {error}") from error


def find_cells(*patterns: str, root: Path | None = None) -> list[Cell]:
    """All cells whose names match one of the patterns, or lie below one; all if none is given.

    Raises:
        ValueError: a pattern matches none.

    Example:
        >>> [cell.method for cell in find_cells("links/cora/h*", "links/cora/d*")]
        ['distance', 'horizontal']
    """
    paths = {_name(path, root): path for path in (root or CELLS).rglob("*.toml")}
    chosen: set[str] = set()
    for pattern in patterns or ("*",):
        found = [name for name in paths if fnmatch(name, pattern) or fnmatch(name, f"{pattern}/*")]
        if not found:
            raise ValueError(f"no cell is called {pattern!r}; `list` tells their names")
        chosen.update(found)
    return [read_cell(paths[name], root) for name in sorted(chosen)]


def _name(path: Path, root: Path | None) -> str:
    return path.relative_to(root or CELLS).with_suffix("").as_posix()


def _cell(name: str, table: dict[str, Any], path: Path) -> Cell:
    if name.count("/") != 2:
        raise ValueError("a cell lies in a folder for its data set in a folder for its block")
    text = strict(_File, {**_OPTIONAL, **table}, "the file")
    parts = {"protocol": text.protocol, "model": text.model, "training": text.training}
    study = read_study(text.task, parts)
    dataset = name.split("/")[1]
    if study.protocol.dataset != dataset:
        raise ValueError(f"protocol.dataset is {study.protocol.dataset!r}, but the folder is {dataset!r}")
    if text.seeds < 1:
        raise ValueError(f"seeds is {text.seeds}; give 1 or more")
    return Cell(
        name=name,
        task=text.task,
        paper=text.paper,
        seeds=text.seeds,
        published=Published.read(text.published, study.metrics) if text.published else None,
        study=study,
        configuration={"task": text.task, **parts},
        note=" ".join(text.note.split()),
        ours=strict(Ours, text.ours, "ours") if text.ours else None,
        path=path,
    )


@dataclass(frozen=True)
class _File:
    """What a file says."""

    task: str
    paper: str
    seeds: int
    note: str
    published: dict[str, Any]
    protocol: dict[str, Any]
    model: dict[str, Any]
    training: dict[str, Any]
    ours: dict[str, Any]


_OPTIONAL: dict[str, Any] = {"note": "", "published": {}, "ours": {}}
