from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch_geometric.io import read_tu_data

from gdgnn.data.datasets.tu import read_tu


@pytest.mark.parametrize("title", ["MUTAG", "PTC_MR", "PROTEINS"])
def test_the_same_as_pyg_reads(title: str, data_root: Path) -> None:
    folder = data_root / "tu" / title / "raw"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    ours = read_tu(title.lower(), folder)
    theirs, slices, sizes = read_tu_data(str(folder), title)
    attributes = sizes["num_node_attributes"]  # TUDataset leaves them out unless asked
    np.testing.assert_array_equal(ours.x, theirs.x.numpy()[:, attributes:])
    np.testing.assert_array_equal(ours.y, theirs.y.numpy())
    np.testing.assert_array_equal(ours.edge_ptr, slices["edge_index"].numpy())
    for at in (0, 1, len(ours) // 2, len(ours) - 1):
        columns = slice(*slices["edge_index"][at : at + 2].tolist())
        assert torch.equal(ours[at].edge_index, theirs.edge_index[:, columns])
        if theirs.edge_attr is not None:
            assert torch.equal(ours[at].edge_attr, theirs.edge_attr[columns])


def write(folder: Path, **files: str) -> Path:
    raw = folder / "SMALL" / "raw"
    raw.mkdir(parents=True)
    for part, text in files.items():
        (raw / f"SMALL_{part}.txt").write_text(text)
    return raw


SMALL = {
    "A": "1, 2\n2, 1\n1, 1\n1, 2\n3, 4\n4, 3\n",
    "edge_labels": "5\n7\n6\n5\n5\n5\n",
    "graph_indicator": "1\n1\n2\n2\n2\n",
    "graph_labels": "1\n-1\n",
    "node_labels": "3\n5\n3\n4\n3\n",
}


def test_loops_go_repeats_merge_and_labels_are_one_hot(tmp_path: Path) -> None:
    found = read_tu("small", write(tmp_path, **SMALL))
    assert [graph.num_nodes for graph in found] == [2, 3]
    assert found.y.tolist() == [1, 0]
    assert found[0].edge_index.tolist() == [[0, 1], [1, 0]]
    assert found[0].edge_attr.tolist() == [[1, 0, 0], [0, 0, 1]]
    assert found[1].x.tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]
    assert found.graph.num_edges == 2


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        ("A", "1, 9\n", "SMALL_A.txt is damaged: it names a node outside 1..5"),
        ("A", "1, 3\n", "an edge joins two graphs"),
        ("A", "1\n", "it has 1 columns of int64, expected 2"),
        ("A", "1, x\n", "SMALL_A.txt is damaged: a column holds string"),
        ("graph_indicator", "1\n2\n1\n2\n2\n", "do not rise from 1 to 2"),
        ("graph_labels", "1\n", "do not rise from 1 to 1"),
        ("graph_labels", "", "SMALL_graph_labels.txt is damaged: not a table"),
    ],
)
def test_damage_is_named(part: str, text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        read_tu("small", write(tmp_path, **SMALL | {part: text}))
