"""Sets of molecules in OGB's raw files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gdgnn.data.datasets.tables import damaged, read_numbers, read_whole_numbers, smallest
from gdgnn.data.datasets.values import GraphsDataset, Ids, IndexSplit


def read_ogb_graphs(name: str, folder: Path) -> GraphsDataset:
    """Molecules with their nine atom and three bond features, labels, scaffold split and SMILES.

    The files list each bond once; here its two directions follow one another, as OGB has them.
    """
    raw = folder / "raw"
    nodes = read_whole_numbers(raw / "num-node-list.csv.gz", 1)[:, 0]
    edges = read_whole_numbers(raw / "num-edge-list.csv.gz", 1)[:, 0]
    node_ptr, bond_ptr = _ptr(nodes), _ptr(edges)
    x = smallest(read_numbers(raw / "node-feat.csv.gz"))
    bond = smallest(read_numbers(raw / "edge-feat.csv.gz"))
    y = read_numbers(raw / "graph-label.csv.gz")
    for part, rows, file in (
        (x, node_ptr[-1], "node-feat"),
        (bond, bond_ptr[-1], "edge-feat"),
        (y, nodes.size, "graph-label"),
    ):
        if len(part) != rows:
            raise damaged(raw / f"{file}.csv.gz", f"it has {len(part):,} rows, expected {rows:,}")
    return GraphsDataset(
        name,
        node_ptr,
        2 * bond_ptr,
        _both_ways(raw / "edge.csv.gz", nodes, node_ptr, edges),
        y=y if y.dtype.kind == "i" else y.astype(np.float32),
        x=x,
        edge_attr=np.repeat(bond, 2, axis=0),
        split=read_index_split(folder / "split" / "scaffold", nodes.size),
        smiles=_smiles(folder / "mapping" / "mol.csv.gz", nodes.size),
    )


def read_index_split(folder: Path, count: int) -> IndexSplit:
    """OGB's `train.csv.gz`, `valid.csv.gz` and `test.csv.gz`: an id a line."""
    parts = []
    for part in ("train", "valid", "test"):
        file = folder / f"{part}.csv.gz"
        ids = read_whole_numbers(file, 1)[:, 0]
        if ids.min(initial=0) < 0 or ids.max(initial=0) >= count:
            raise damaged(file, f"it names an id outside 0..{count - 1}")
        parts.append(np.sort(ids))
    return IndexSplit(*parts)


def _ptr(lengths: Ids) -> Ids:
    return np.concatenate([[0], np.cumsum(lengths)])


def _both_ways(file: Path, nodes: Ids, node_ptr: Ids, edges: Ids) -> Ids:
    """Bonds as pairs of columns (u, v), (v, u), counted among the nodes of all graphs."""
    ends = read_whole_numbers(file, 2)
    if len(ends) != edges.sum():
        raise damaged(file, f"it has {len(ends):,} rows, expected {edges.sum():,}")
    graph_of_edge = np.repeat(np.arange(nodes.size), edges)
    if (ends < 0).any() or (ends >= nodes[graph_of_edge][:, None]).any():
        raise damaged(file, "a bond names an atom that its molecule has not")
    ends = smallest(ends + node_ptr[graph_of_edge][:, None])
    both = np.empty((2, 2 * len(ends)), dtype=ends.dtype)
    both[0, 0::2] = both[1, 1::2] = ends[:, 0]
    both[1, 0::2] = both[0, 1::2] = ends[:, 1]
    return both


def _smiles(file: Path, count: int) -> list[str] | None:
    """The SMILES of each molecule, where the file is there."""
    import pyarrow
    from pyarrow import csv

    if not file.is_file():
        return None
    only = csv.ConvertOptions(include_columns=["smiles"], column_types={"smiles": pyarrow.string()})
    try:
        names = csv.read_csv(file, convert_options=only)["smiles"]
    except (pyarrow.ArrowException, OSError) as error:
        raise damaged(file, f"not a table with SMILES ({error})") from error
    if len(names) != count:
        raise damaged(file, f"it has {len(names):,} rows, expected {count:,}")
    smiles: list[str] = names.to_pylist()
    return smiles
