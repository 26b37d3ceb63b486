"""What is known about a data set without loading it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from gdgnn.data.datasets.values import Dataset

Task: TypeAlias = Literal["link", "node", "graph", "triples", "pairs"]


@dataclass(frozen=True)
class DatasetInfo:
    """A data set that `load` knows.

    Attributes:
        name: what to load it by.
        task: what is predicted: missing links, classes of nodes or of graphs, missing triples, or which pairs
            of graphs differ.
        summary: what it is, in a line.
        facts: counts; tests hold the loaded data to them.
        source: where it comes from.
        licence: what its publishers say; "not stated" where they say nothing.
    """

    name: str
    task: Task
    summary: str
    facts: Mapping[str, int]
    source: str
    licence: str


@dataclass(frozen=True)
class Remote:
    """Where a file, or a zip archive of files, is to be had.

    Attributes:
        url: the public address; None where there is none that can be read safely.
        path: below the data root: the file, or the folder to unpack into. The archive's one outermost folder
            is left off.
        unpacks_to: files of an archive that must be there afterwards, below `path`; empty for a plain file.
    """

    url: str | None
    path: str
    unpacks_to: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """What is there, below the data root, once this has been downloaded."""
        return tuple(f"{self.path}/{name}" for name in self.unpacks_to) or (self.path,)


@dataclass(frozen=True)
class Recipe:
    """How to get and read a data set.

    Attributes:
        info: what it is.
        folder: below the data root.
        remotes: all of its files.
        read: from its name and folder to its value.
    """

    info: DatasetInfo
    folder: str
    remotes: tuple[Remote, ...]
    read: Callable[[str, Path], Dataset]
