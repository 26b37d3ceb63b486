"""`load`: a public data set by its name."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TypeAlias, overload

from gdgnn.data.datasets.fetch import fetch
from gdgnn.data.datasets.known_names import (
    GraphsName,
    InductiveName,
    LinkName,
    NodeName,
    PairsName,
    TriplesName,
)
from gdgnn.data.datasets.recipe import DatasetInfo, Recipe
from gdgnn.data.datasets.registry import RECIPES
from gdgnn.data.datasets.root import data_root
from gdgnn.data.datasets.values import (
    Dataset,
    GraphsDataset,
    InductiveDataset,
    LinkDataset,
    NodeDataset,
    PairsDataset,
    TriplesDataset,
)

_Root: TypeAlias = str | os.PathLike[str] | None


def names() -> list[str]:
    """What `load` knows.

    Example:
        >>> names()[:4]
        ['celegans', 'ns', 'pb', 'cora']
    """
    return list(RECIPES)


def info(name: str) -> DatasetInfo:
    """What is known about a data set without loading it.

    Raises:
        ValueError: there is no data set of this name.

    Example:
        >>> info("cora").facts["edges"]
        5278
    """
    return _recipe(name).info


def is_there(name: str, *, root: _Root = None) -> bool:
    """Whether a data set can be loaded without a network."""
    return not _missing(_recipe(name), data_root(root))


@overload
def load(
    name: LinkName, *, root: _Root = None, download: bool = True, progress: bool = True
) -> LinkDataset: ...
@overload
def load(
    name: NodeName, *, root: _Root = None, download: bool = True, progress: bool = True
) -> NodeDataset: ...
@overload
def load(
    name: GraphsName, *, root: _Root = None, download: bool = True, progress: bool = True
) -> GraphsDataset: ...
@overload
def load(
    name: TriplesName, *, root: _Root = None, download: bool = True, progress: bool = True
) -> TriplesDataset: ...
@overload
def load(
    name: InductiveName, *, root: _Root = None, download: bool = True, progress: bool = True
) -> InductiveDataset: ...
@overload
def load(
    name: PairsName, *, root: _Root = None, download: bool = True, progress: bool = True
) -> PairsDataset: ...
@overload
def load(name: str, *, root: _Root = None, download: bool = True, progress: bool = True) -> Dataset: ...
def load(name: str, *, root: _Root = None, download: bool = True, progress: bool = True) -> Dataset:
    """A public data set, read from its original files.

    Files are looked for below `root`, and downloaded to there when they are missing. Reading writes nothing,
    runs nothing and needs no network.

    Args:
        name: one of `names()`; capitals and underscores do not matter.
        root: the folder that holds all data sets; by default the one that the environment variable
            `GDGNN_DATA` names, else `gdgnn` in the user's cache folder.
        download: whether missing files may be fetched.
        progress: whether to show how a download goes.

    Returns:
        A value by the kind of task: :class:`LinkDataset`, :class:`NodeDataset`, :class:`GraphsDataset`,
        :class:`TriplesDataset`, :class:`InductiveDataset` or :class:`PairsDataset`.

    Raises:
        ValueError: there is no data set of this name, or a file is damaged.
        FileNotFoundError: files are missing and may not or cannot be fetched.
        ConnectionError: a download failed; what has arrived is kept, the next call goes on from there.
        OSError: the folder cannot be written to.

    Example:
        >>> load("csl").y[:20].tolist()
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    """
    recipe, folder = _recipe(name), data_root(root)
    missing = _missing(recipe, folder)
    if missing and not download:
        raise FileNotFoundError(
            f"{recipe.info.name} is not in {folder}: {missing[0]} is missing; put it there, give another "
            "root= (or GDGNN_DATA), or allow download=True"
        )
    if missing:
        fetch(recipe, folder, progress=progress)
    return recipe.read(recipe.info.name, folder / recipe.folder)


def _missing(recipe: Recipe, root: Path) -> list[str]:
    return [file for remote in recipe.remotes for file in remote.files if not (root / file).is_file()]


def _recipe(name: str) -> Recipe:
    wanted = name.lower().replace("_", "-")
    if wanted in RECIPES:
        return RECIPES[wanted]
    near = difflib.get_close_matches(wanted, RECIPES, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise ValueError(f"there is no data set {name!r}; {hint}there are {', '.join(RECIPES)}")
