from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
import torch
from torch_geometric.data import Data

from gdgnn.geodesics import neighborhoods
from gdgnn.inputs import NodeGeodesics
from gdgnn.loader import NodeGeodesicLoader
from tests.loader.checks import assert_all_equal, assert_equal, background_threads, random_graph

GRAPH = random_graph(4)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("degree", [True, False])
def test_batches_hold_what_the_engine_says(keep: bool, degree: bool) -> None:
    nodes = np.array([5, 0, 61, 17, 17, 3, 1])
    loader = NodeGeodesicLoader(GRAPH, nodes, max_dist=3, degree=degree, batch_size=3, keep=keep)
    whole = NodeGeodesics.from_engine(neighborhoods(GRAPH, nodes, max_dist=3, degree=degree), nodes, 3)
    for _ in range(2):
        for at, batch in enumerate(loader):
            assert_equal(batch.geodesics, whole.slice(3 * at, 3 * at + 3))
            assert batch.label is None
            assert batch.joint_size == batch.geodesics.num_targets


def test_all_nodes_are_the_targets_unless_told_otherwise() -> None:
    (batch,) = NodeGeodesicLoader(GRAPH, max_dist=1)
    assert batch.geodesics.targets.tolist() == list(range(GRAPH.num_nodes))


def test_a_data_brings_its_labels_and_a_mask_chooses_the_targets() -> None:
    data = GRAPH.to_pyg()
    data.y = torch.arange(GRAPH.num_nodes) * 10
    data.train_mask = torch.arange(GRAPH.num_nodes) % 7 == 0
    loader = NodeGeodesicLoader(data, data.train_mask, max_dist=2, shuffle=True, batch_size=4)
    targets = [node for batch in loader for node in batch.geodesics.targets.tolist()]
    assert sorted(targets) == list(range(0, GRAPH.num_nodes, 7))
    for batch in loader:
        assert batch.label.tolist() == (batch.geodesics.targets * 10).tolist()


def test_kept_or_not_and_however_prepared_the_batches_are_the_same() -> None:
    def epochs(**options: Any) -> list[Any]:
        loader = NodeGeodesicLoader(GRAPH, max_dist=3, batch_size=16, shuffle=True, seed=1, **options)
        return [*loader, *loader]

    expected = epochs()
    for options in ({"keep": False}, {"prefetch": 0, "threads": 1}, {"prefetch": 9, "threads": 3}):
        assert_all_equal(epochs(**options), expected)
    assert not background_threads()


def test_processes_share_the_targets_of_a_step() -> None:
    ranks = [
        list(NodeGeodesicLoader(GRAPH, max_dist=2, batch_size=9, shuffle=True, rank=rank, world_size=3))
        for rank in range(3)
    ]
    assert len({len(batches) for batches in ranks}) == 1
    targets = [node for batches in ranks for batch in batches for node in batch.geodesics.targets.tolist()]
    assert sorted(targets) == list(range(GRAPH.num_nodes))
    for parts in zip(*ranks, strict=True):
        assert {part.joint_size for part in parts} == {sum(part.geodesics.num_targets for part in parts)}


def test_what_was_found_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[int] = []
    search = NodeGeodesicLoader._search
    monkeypatch.setattr(
        NodeGeodesicLoader, "_search", lambda self, nodes: searches.append(len(nodes)) or search(self, nodes)
    )
    loader = NodeGeodesicLoader(GRAPH, max_dist=2, batch_size=8, shuffle=True)
    list(loader), list(loader)
    assert searches == [GRAPH.num_nodes]


def test_batches_move_and_loaders_pickle() -> None:
    loader = NodeGeodesicLoader(GRAPH, label=np.arange(GRAPH.num_nodes), max_dist=2)
    assert_all_equal(list(pickle.loads(pickle.dumps(loader))), list(loader))
    (batch,) = loader
    assert_equal(batch.to("cpu"), batch)
    assert batch.to("meta").label.device.type == "meta"


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"nodes": [1, 99]}, IndexError, r"nodes\[1\] is 99"),
        ({"nodes": torch.ones(3, dtype=torch.bool)}, ValueError, r"nodes is a mask of shape \(3,\)"),
        ({"nodes": [0.5]}, TypeError, "nodes holds float64"),
        ({"label": [1, 2]}, ValueError, r"label has shape \(2,\).*each of the 62 nodes of the graph"),
        ({"max_dist": -1}, ValueError, "max_dist is -1"),
        ({"graph": Data()}, ValueError, "no edge_index"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        NodeGeodesicLoader(**({"graph": GRAPH, "max_dist": 2} | options))
