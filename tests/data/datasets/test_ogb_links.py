"""Link sets in OGB's format, on a small folder of that format made here."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gdgnn.data.datasets.ogb_links import read_ogb_links, read_saved_arrays

SPLIT = {
    "train": {
        "edge": np.array([[0, 1], [1, 2], [1, 0]]),
        "weight": np.array([1.0, 2.0, 1.0]),
        "year": np.array([2001, 2002, 2003], dtype=np.int32),
    },
    "valid": {"edge": np.array([[2, 3]]), "edge_neg": np.array([[0, 3], [3, 1]])},
    "test": {"edge": np.array([[3, 4]]), "edge_neg": np.array([[0, 4]])},
}


def write(folder: Path, split: dict[str, Any] = SPLIT, **raw: str) -> Path:
    texts = {"edge": "0,1\n1,2\n1,0\n", "num-node-list": "5\n", "num-edge-list": "3\n"} | raw
    (folder / "raw").mkdir()
    for name, text in texts.items():
        (folder / "raw" / f"{name}.csv.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "split" / "time").mkdir(parents=True)
    for part, content in split.items():
        torch.save(content, folder / "split" / "time" / f"{part}.pt")
    return folder


def check(folder: Path) -> None:
    found = read_ogb_links("small", folder)
    assert (found.graph.num_nodes, found.graph.num_edges) == (5, 2)
    assert found.split.train_pairs.tolist() == [[0, 1, 1], [1, 2, 0]]
    assert found.split.valid_pairs.tolist() == [[2], [3]]
    assert found.split.test_pairs.tolist() == [[3], [4]]
    assert found.split.valid_negatives.tolist() == [[0, 3], [3, 1]]
    assert found.split.test_negatives.tolist() == [[0], [4]]
    assert found.split.test_negatives.dtype == np.int64


def test_arrays_are_read(tmp_path: Path) -> None:
    check(write(tmp_path))


def test_tensors_are_read(tmp_path: Path) -> None:
    tensors = {
        part: {key: torch.from_numpy(value) for key, value in content.items()}
        for part, content in SPLIT.items()
    }
    check(write(tmp_path, tensors))


def test_files_of_numpy_1_and_old_torch_are_read(tmp_path: Path) -> None:
    folder = write(tmp_path)
    for part, content in SPLIT.items():
        file = folder / "split" / "time" / f"{part}.pt"
        torch.save(content, file, _use_new_zipfile_serialization=False)
        file.write_bytes(file.read_bytes().replace(b"numpy._core.multiarray", b"numpy.core.multiarray"))
        assert b"numpy.core.multiarray" in file.read_bytes()
    check(folder)


def test_node_features_are_read_where_there_are_any(tmp_path: Path) -> None:
    features = "".join(f"{at},{at / 2}\n" for at in range(5))
    found = read_ogb_links("small", write(tmp_path, **{"node-feat": features}))
    assert found.x.tolist() == [[at, at / 2] for at in range(5)]
    (tmp_path / "raw" / "node-feat.csv.gz").unlink()
    assert read_ogb_links("small", tmp_path).x is None


class _Mkdir:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("zipped", [True, False])
def test_a_hostile_split_is_refused_and_does_nothing(zipped: bool, tmp_path: Path) -> None:
    made, file = tmp_path / "made", tmp_path / "train.pt"
    torch.save({"edge": _Mkdir(made)}, file, _use_new_zipfile_serialization=zipped)
    with pytest.raises(ValueError, match=r"train.pt is damaged: it holds more than arrays"):
        read_saved_arrays(file)
    assert not made.exists()


def test_the_names_it_knows_are_forgotten_afterwards(tmp_path: Path) -> None:
    before = torch.serialization.get_safe_globals()
    torch.save(SPLIT["test"], tmp_path / "test.pt")
    read_saved_arrays(tmp_path / "test.pt")
    assert set(torch.serialization.get_safe_globals()) == set(before)


@pytest.mark.parametrize(
    ("part", "content", "message"),
    [
        ("train", [1], "train.pt is damaged: it holds a list"),
        ("test", {"edge": np.array([[0, 1]])}, "test.pt is damaged: it has no 'edge_neg'"),
        ("valid", {"edge": np.array([[0.5, 1]]), "edge_neg": np.array([[0, 1]])}, "it has no 'edge'"),
        ("valid", {"edge": np.array([[0, 5]]), "edge_neg": np.array([[0, 1]])}, "a node outside 0..4"),
    ],
)
def test_a_split_that_is_none_is_named(part: str, content: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        read_ogb_links("small", write(tmp_path, SPLIT | {part: content}))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"edge": "0,5\n"}, "edge.csv.gz is damaged: it names a node outside 0..4"),
        ({"num-node-list": "2\n3\n"}, "counts the nodes of 2 graphs"),
        ({"node-feat": "1\n"}, "node-feat.csv.gz is damaged: it has 1 rows, expected 5"),
    ],
)
def test_raw_files_that_do_not_fit_are_named(raw: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        read_ogb_links("small", write(tmp_path, **raw))


def test_a_cut_file_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path)
    file = folder / "split" / "time" / "valid.pt"
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(ValueError, match=r"valid.pt is damaged"):
        read_ogb_links("small", folder)
