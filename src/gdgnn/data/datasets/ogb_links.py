"""Link prediction sets in OGB's files: raw CSV, and splits that torch saved."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np

from gdgnn.data.datasets.tables import damaged, read_numbers, read_whole_numbers
from gdgnn.data.datasets.values import Ids, LinkDataset, LinkSplit
from gdgnn.graph import Graph


def read_ogb_links(name: str, folder: Path) -> LinkDataset:
    """The graph of the training edges, node features where there are any, and the official split.

    Weights and years of edges are left aside. An edge that is listed once a year is one edge of the graph;
    `split` has all of its rows.
    """
    raw = folder / "raw"
    count = read_whole_numbers(raw / "num-node-list.csv.gz", 1)
    if count.size != 1:
        raise damaged(raw / "num-node-list.csv.gz", f"it counts the nodes of {count.size} graphs, expected 1")
    nodes = int(count[0, 0])
    edges = read_whole_numbers(raw / "edge.csv.gz", 2).T
    _check(edges, nodes, raw / "edge.csv.gz")
    splits = [path for path in (folder / "split").iterdir() if path.is_dir()]
    if len(splits) != 1:
        raise damaged(folder / "split", f"it holds {len(splits)} folders, expected the one official split")
    features = raw / "node-feat.csv.gz"
    x = read_numbers(features).astype(np.float32) if features.is_file() else None
    if x is not None and len(x) != nodes:
        raise damaged(features, f"it has {len(x):,} rows, expected {nodes:,}")
    parts = {part: _read_pairs(splits[0] / f"{part}.pt", nodes) for part in ("train", "valid", "test")}
    return LinkDataset(
        name,
        Graph.from_edges(edges, num_nodes=nodes),
        x,
        LinkSplit(
            parts["train"]["edge"],
            parts["valid"]["edge"],
            parts["test"]["edge"],
            parts["valid"]["edge_neg"],
            parts["test"]["edge_neg"],
        ),
    )


def read_saved_arrays(file: Path) -> dict[str, Any]:
    """A dictionary of arrays and tensors that torch saved, as arrays.

    torch's own restricted reader is told of the few names that numpy arrays need, and of no other.

    Raises:
        ValueError: the file is damaged or holds anything else.
    """
    import torch

    reconstruct: Any = np.empty(0).__reduce__()[0]
    numbers = [type(np.dtype(kind)) for kind in ("i4", "i8", "f4", "f8")]
    # Files written with numpy 1 and with numpy 2 call the same function by two names.
    names = [(reconstruct, f"numpy.{core}.multiarray._reconstruct") for core in ("core", "_core")]
    try:
        with torch.serialization.safe_globals([*names, np.ndarray, np.dtype, *numbers]):
            found = torch.load(file, weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError) as error:
        raise damaged(file, f"it holds more than arrays, or less than it should ({error!s:.200})") from error
    if not isinstance(found, dict):
        raise damaged(file, f"it holds a {type(found).__name__}, expected a dictionary of arrays")
    return {key: np.asarray(value) for key, value in found.items()}


def _read_pairs(file: Path, nodes: int) -> dict[str, Ids]:
    """`edge` and, where there is one, `edge_neg`, turned to ``(2, k)``."""
    saved = read_saved_arrays(file)
    wanted = ["edge"] if file.stem == "train" else ["edge", "edge_neg"]
    for key in wanted:
        pairs = saved.get(key)
        if pairs is None or pairs.dtype.kind not in "iu" or pairs.ndim != 2 or pairs.shape[1] != 2:
            raise damaged(file, f"it has no {key!r} of whole numbers in two columns")
        saved[key] = np.ascontiguousarray(pairs.T, dtype=np.int64)
        _check(saved[key], nodes, file)
    return {key: saved[key] for key in wanted}


def _check(pairs: Ids, nodes: int, file: Path) -> None:
    if pairs.min(initial=0) < 0 or pairs.max(initial=-1) >= nodes:
        raise damaged(file, f"it names a node outside 0..{nodes - 1}")
