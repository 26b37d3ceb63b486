from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
import torch
from torch_geometric.data import Batch, Data

from gdgnn.geodesics import neighborhoods
from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics
from gdgnn.loader import GraphBatch, GraphGeodesicLoader
from tests.loader.checks import assert_all_equal, assert_equal, random_graph


def dataset(count: int = 12, *, directed: bool = False) -> list[Data]:
    graphs = []
    for seed in range(count):
        data = random_graph(seed, 3 + 2 * seed, directed=directed).to_pyg()
        data.x = torch.rand(data.num_nodes, 2)
        data.y = torch.tensor([seed % 3])
        graphs.append(data)
    return graphs


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("degree", [False, True])
def test_batches_hold_what_the_engine_says_of_the_graphs_side_by_side(directed: bool, degree: bool) -> None:
    graphs = dataset(directed=directed)
    loader = GraphGeodesicLoader(graphs, max_dist=3, degree=degree, batch_size=5, shuffle=True)
    seen: list[int] = []
    for batch in loader:
        chosen = [graphs[at] for at in batch.target.tolist()]
        expected = Batch.from_data_list(chosen)
        found = neighborhoods(Graph.from_pyg(expected), max_dist=3, degree=degree)
        assert_equal(
            batch.geodesics, NodeGeodesics.from_engine(found, np.arange(expected.num_nodes), max_dist=3)
        )
        for key in ("x", "edge_index", "edge_id", "batch", "ptr", "y"):
            assert_equal(batch.graph[key], expected[key], key)
        assert_equal(batch.label, expected.y)
        seen += batch.target.tolist()
    assert sorted(seen) == list(range(12))


def test_labels_can_be_given_apart() -> None:
    graphs = [random_graph(seed, 5) for seed in range(4)]
    label = torch.rand(4, 2)
    for batch in GraphGeodesicLoader(graphs, label, max_dist=2, batch_size=3, shuffle=True):
        assert_equal(batch.label, label[batch.target])
    (batch,) = GraphGeodesicLoader(graphs, max_dist=2)
    assert batch.label is None


def test_epochs_depend_on_the_seed_and_nothing_else() -> None:
    graphs = dataset()

    def epochs(**options: Any) -> list[GraphBatch]:
        loader = GraphGeodesicLoader(graphs, max_dist=2, batch_size=5, shuffle=True, **options)
        return [*loader, *loader]

    expected = epochs()
    assert_all_equal(epochs(prefetch=0, threads=1), expected)
    assert_all_equal(epochs(prefetch=7, threads=3), expected)
    assert [batch.target.tolist() for batch in epochs(seed=1)] != [b.target.tolist() for b in expected]


def test_the_whole_set_is_searched_once() -> None:
    loader = GraphGeodesicLoader(dataset(), max_dist=2, batch_size=5)
    assert loader._found is None
    list(loader)
    found = loader._found
    list(loader)
    assert loader._found is found


def test_processes_share_the_graphs_of_a_step_even_when_one_has_none() -> None:
    ranks = [
        list(GraphGeodesicLoader(dataset(10), max_dist=2, batch_size=3, rank=rank, world_size=3))
        for rank in range(3)
    ]
    assert [len(batches) for batches in ranks] == [2, 2, 2]
    assert sorted(t for batches in ranks for b in batches for t in b.target.tolist()) == list(range(10))
    empty = ranks[2][1]
    assert (empty.graph.num_nodes, empty.geodesics.num_targets, empty.joint_size) == (0, 0, 1)


def test_batches_move_and_loaders_pickle() -> None:
    loader = GraphGeodesicLoader(dataset(), max_dist=2)
    assert_all_equal(list(pickle.loads(pickle.dumps(loader))), list(loader))
    (batch,) = loader
    moved = batch.to("meta")
    assert {moved.graph.x.device.type, moved.geodesics.neighbor.device.type, moved.label.device.type} == {
        "meta"
    }
    assert batch.graph.x.device.type == "cpu"


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match=r"label has shape \(3,\).*each of the 12 graphs"):
        GraphGeodesicLoader(dataset(), [1, 2, 3], max_dist=2)
    with pytest.raises(ValueError, match="there are no graphs"):
        GraphGeodesicLoader([], max_dist=2)
