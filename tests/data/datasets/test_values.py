from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch_geometric.loader import DataLoader

from gdgnn.data.datasets import GraphsDataset
from gdgnn.graph import Graph


@pytest.fixture
def small() -> GraphsDataset:
    """A pair, a lone node and a path of three nodes."""
    return GraphsDataset(
        "small",
        node_ptr=np.array([0, 2, 3, 6]),
        edge_ptr=np.array([0, 2, 2, 6]),
        edge_index=np.array([[0, 1, 3, 4, 4, 5], [1, 0, 4, 3, 5, 4]], dtype=np.uint8),
        y=np.array([1, 0, 1]),
        x=np.arange(6, dtype=np.uint8)[:, None],
    )


def test_it_reads_like_a_list(small: GraphsDataset) -> None:
    assert len(small) == 3
    assert [data.num_nodes for data in small] == [2, 1, 3]
    assert small[-1].edge_index.tolist() == [[0, 1, 1, 2], [1, 0, 2, 1]]
    assert [data.x.tolist() for data in small[1:]] == [[[2]], [[3], [4], [5]]]
    assert small[np.int64(1)].edge_index.shape == (2, 0)
    with pytest.raises(IndexError, match="graph 3 is asked for, but there are 3, 0 to 2"):
        small[3]


def test_whole_numbers_become_long(small: GraphsDataset) -> None:
    assert (small[0].x.dtype, small[0].edge_index.dtype) == (torch.int64, torch.int64)


def test_all_graphs_as_one_have_the_edges_of_each(small: GraphsDataset) -> None:
    assert small.graph == Graph.union(
        [
            Graph.from_edges([[0], [1]]),
            Graph.from_edges([[], []], num_nodes=1),
            Graph.from_edges([[0, 1], [1, 2]]),
        ]
    )
    assert small.graph is small.graph


def test_pyg_loads_it(small: GraphsDataset) -> None:
    (batch,) = DataLoader(small, batch_size=3)
    assert batch.edge_index.tolist() == small.edge_index.tolist()
    assert batch.y.tolist() == [1, 0, 1]


@pytest.mark.parametrize("part", ["x", "y", "edge_index"])
def test_what_is_changed_in_one_graph_stays_there(part: str, small: GraphsDataset) -> None:
    wide = replace(small, x=small.x.astype(np.float32), edge_index=small.edge_index.astype(np.int64))
    before = getattr(wide, part).copy()
    wide[0][part].fill_(9)
    np.testing.assert_array_equal(getattr(wide, part), before)
