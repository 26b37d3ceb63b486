"""Cora, CiteSeer and PubMed in the files of Planetoid."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.data.datasets.inert_pickle import read_inert_pickle
from gdgnn.data.datasets.tables import damaged, read_ids
from gdgnn.data.datasets.values import IndexSplit, NodeDataset
from gdgnn.graph import Graph

PARTS = ("x", "y", "tx", "ty", "allx", "ally", "graph", "test.index")


def read_planetoid(name: str, folder: Path) -> NodeDataset:
    """The graph, its words and classes, and the public split.

    The last rows belong to the test nodes, which `test.index` lists in the order of their rows. It leaves out
    15 nodes of CiteSeer that have neither edge, words nor class; they get class 0, as everywhere.
    """
    files = {part: folder / f"ind.{name}.{part}" for part in PARTS}
    test = read_ids(files["test.index"], 1)[:, 0]
    neighbors = read_inert_pickle(files["graph"])
    part = {key: _table(files[key]) for key in ("y", "tx", "ty", "allx", "ally")}
    if not isinstance(neighbors, dict):
        raise damaged(files["graph"], "it holds no dictionary")
    nodes = len(neighbors)
    if test.min(initial=0) < 0 or test.max(initial=0) >= nodes:
        raise damaged(files["test.index"], f"it names a node outside 0..{nodes - 1}")
    try:
        x = _placed(part["allx"], part["tx"], test, nodes).astype(np.float32)
        y = _placed(part["ally"], part["ty"], test, nodes).argmax(axis=1)
    except (IndexError, ValueError) as error:
        raise damaged(folder, f"its files do not fit together ({error})") from error
    labeled = part["y"].shape[0]
    split = IndexSplit(np.arange(labeled), np.arange(labeled, labeled + 500), np.sort(test))
    return NodeDataset(name, _graph(neighbors, nodes, files["graph"]), y, x, split)


def _table(file: Path) -> npt.NDArray[Any]:
    found = read_inert_pickle(file)
    if not isinstance(found, np.ndarray) or found.ndim != 2 or not found.size:
        raise damaged(file, "it holds no matrix")
    return found


def _placed(
    known: npt.NDArray[Any], late: npt.NDArray[Any], at: npt.NDArray[np.int64], nodes: int
) -> npt.NDArray[Any]:
    """The rows of the first nodes, and below them those of the test nodes in their places."""
    rows = np.zeros((nodes, known.shape[1]), dtype=known.dtype.newbyteorder("="))
    rows[: known.shape[0]] = known
    rows[at] = late
    return rows


def _graph(neighbors: dict[int, list[int]], nodes: int, file: Path) -> Graph:
    lengths = [len(row) for row in neighbors.values()]
    try:
        heads = np.repeat(np.fromiter(neighbors, np.int64, len(neighbors)), lengths)
        tails = np.fromiter(chain.from_iterable(neighbors.values()), np.int64, sum(lengths))
        return Graph.from_edges(np.stack([heads, tails]), num_nodes=nodes)
    except (IndexError, TypeError, ValueError, OverflowError) as error:
        raise damaged(file, str(error)) from error
