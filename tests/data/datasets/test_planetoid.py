from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from torch_geometric.io import read_planetoid_data

from gdgnn.data.datasets.planetoid import read_planetoid
from gdgnn.graph import Graph


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore:.*align.*")
@pytest.mark.parametrize("title", ["Cora", "CiteSeer", "PubMed"])
def test_the_same_as_pyg_reads(title: str, data_root: Path) -> None:
    folder = data_root / "planetoid" / title / "raw"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    ours, theirs = read_planetoid(title.lower(), folder), read_planetoid_data(str(folder), title.lower())
    np.testing.assert_array_equal(ours.x, theirs.x.numpy())
    np.testing.assert_array_equal(ours.y, theirs.y.numpy())
    same = Graph.from_pyg(theirs)
    assert not same.directed
    np.testing.assert_array_equal(ours.graph.indptr, same.indptr)
    np.testing.assert_array_equal(ours.graph.indices, same.indices)
    for part, mask in (("train", "train_mask"), ("valid", "val_mask"), ("test", "test_mask")):
        np.testing.assert_array_equal(getattr(ours.split, part), theirs[mask].nonzero().numpy()[:, 0])


@pytest.mark.parametrize(
    ("part", "other", "message"),
    [
        ("test.index", "99999", r"test.index is damaged: it names a node outside 0..2707"),
        ("test.index", "5", r"raw is damaged: its files do not fit together"),
        ("tx", "graph", r"ind.cora.tx is damaged: it holds no matrix"),
        ("graph", "y", r"ind.cora.graph is damaged: it holds no dictionary"),
        ("tx", "ty", r"raw is damaged: its files do not fit together"),
    ],
)
def test_files_that_do_not_fit_together_are_named(
    part: str, other: str, message: str, data_root: Path, tmp_path: Path
) -> None:
    folder = data_root / "planetoid" / "Cora" / "raw"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    copy = tmp_path / "raw"
    shutil.copytree(folder, copy)
    source = folder / f"ind.cora.{other}"
    (copy / f"ind.cora.{part}").write_bytes(source.read_bytes() if source.is_file() else other.encode())
    with pytest.raises(ValueError, match=message):
        read_planetoid("cora", copy)
