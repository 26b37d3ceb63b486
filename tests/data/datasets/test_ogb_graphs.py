"""Molecules from OGB's raw files, held to OGB's own way of reading them."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from gdgnn.data.datasets import info
from gdgnn.data.datasets.ogb_graphs import read_index_split, read_ogb_graphs

FILES = {
    "raw/num-node-list": "2\n1\n3\n",
    "raw/num-edge-list": "1\n0\n2\n",
    "raw/edge": "0,1\n0,2\n2,1\n",
    "raw/node-feat": "5,0\n6,0\n7,1\n5,0\n118,0\n5,1\n",
    "raw/edge-feat": "0,1\n1,0\n2,0\n",
    "raw/graph-label": "1.0,nan\n0.0,1.0\nnan,0.0\n",
    "split/scaffold/train": "2\n0\n",
    "split/scaffold/valid": "1\n",
    "split/scaffold/test": "1\n",
    "mapping/mol": 'a,b,smiles,mol_id\n1.0,,CC,\n,1.0,C,\n0.0,1.0,"C,C=C",\n',
}


def write(folder: Path, **changed: str) -> Path:
    for name, text in (FILES | {name.replace("__", "/"): text for name, text in changed.items()}).items():
        file = folder / f"{name}.csv.gz"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gzip.compress(text.encode()))
    return folder


def test_molecules_are_cut_out_of_the_files_that_list_them_all(tmp_path: Path) -> None:
    found = read_ogb_graphs("small", write(tmp_path))
    last = found[-1]
    assert [graph.num_nodes for graph in found] == [2, 1, 3]
    assert last.edge_index.tolist() == [[0, 2, 2, 1], [2, 0, 1, 2]]
    assert last.edge_attr.tolist() == [[1, 0], [1, 0], [2, 0], [2, 0]]
    assert last.x.tolist() == [[5, 0], [118, 0], [5, 1]]
    assert (last.x.dtype, last.edge_attr.dtype, last.y.dtype) == (torch.int64, torch.int64, torch.float32)
    np.testing.assert_array_equal(found.y, np.array([[1, np.nan], [0, 1], [np.nan, 0]], np.float32))
    assert found.split.train.tolist() == [0, 2]
    assert found.smiles == ["CC", "C", "C,C=C"]
    assert found[1].edge_index.shape == (2, 0)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("raw__edge", "0,1\n0,2\n", r"edge.csv.gz is damaged: it has 2 rows, expected 3"),
        ("raw__edge", "0,2\n0,2\n2,1\n", "a bond names an atom that its molecule has not"),
        ("raw__node-feat", "5,0\n", "node-feat.csv.gz is damaged: it has 1 rows, expected 6"),
        ("raw__graph-label", "1\n", "graph-label.csv.gz is damaged: it has 1 rows, expected 3"),
        ("split__scaffold__test", "3\n", "test.csv.gz is damaged: it names an id outside 0..2"),
        ("mapping__mol", "smiles\nC\n", "mol.csv.gz is damaged: it has 1 rows, expected 3"),
    ],
)
def test_files_that_do_not_fit_together_are_named(name: str, text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        read_ogb_graphs("small", write(tmp_path, **{name: text}))


def test_a_damaged_archive_is_named(tmp_path: Path) -> None:
    file = write(tmp_path) / "raw" / "edge.csv.gz"
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(ValueError, match=r"edge.csv.gz is damaged"):
        read_ogb_graphs("small", tmp_path)


def table(folder: Path, name: str) -> np.ndarray[Any, Any]:
    return pd.read_csv(folder / f"{name}.csv.gz", header=None).to_numpy()


def test_molhiv_is_what_ogb_reads(data_root: Path) -> None:
    folder = data_root / "ogb" / "ogbg_molhiv"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    found = read_ogb_graphs("ogbg-molhiv", folder)
    split = found.split
    assert [split.train.size, split.valid.size, split.test.size] == [32_901, 4_113, 4_113]
    nodes = table(folder, "raw/num-node-list")[:, 0]
    edges = table(folder, "raw/num-edge-list")[:, 0]
    bonds, atoms = table(folder, "raw/edge"), table(folder, "raw/node-feat")
    kinds, y = table(folder, "raw/edge-feat"), table(folder, "raw/graph-label")
    for at in np.random.default_rng(0).choice(41_127, 50, replace=False):
        first_bond, first_atom = edges[:at].sum(), nodes[:at].sum()
        own = bonds[first_bond : first_bond + edges[at]]
        both = np.repeat(own.T, 2, axis=1)
        both[:, 1::2] = both[::-1, 1::2]
        data = found[at]
        np.testing.assert_array_equal(data.edge_index.numpy(), both)
        np.testing.assert_array_equal(data.x.numpy(), atoms[first_atom : first_atom + nodes[at]])
        np.testing.assert_array_equal(
            data.edge_attr.numpy(), kinds[first_bond : first_bond + edges[at]].repeat(2, axis=0)
        )
        assert data.y.tolist() == [y[at].tolist()]


def test_molpcba_has_its_size_and_official_split(data_root: Path) -> None:
    folder = data_root / "ogb" / "ogbg_molpcba"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    facts = info("ogbg-molpcba").facts
    assert table(folder, "raw/num-node-list").sum() == facts["nodes"]
    assert table(folder, "raw/num-edge-list").sum() == facts["edges"]
    split = read_index_split(folder / "split" / "scaffold", facts["graphs"])
    assert [split.train.size, split.valid.size, split.test.size] == [350_343, 43_793, 43_793]
    assert np.unique(np.concatenate([split.train, split.valid, split.test])).size == 437_929
