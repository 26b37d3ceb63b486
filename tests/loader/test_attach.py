from __future__ import annotations

import numpy as np
import pytest
import torch
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader

from gdgnn import geodesics
from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics
from gdgnn.loader import (
    AttachGeodesics,
    GraphGeodesicLoader,
    LinkGeodesicLoader,
    node_geodesics,
    pair_geodesics,
)
from tests.loader.checks import assert_equal
from tests.loader.test_graph import dataset


def with_pairs(data: Data, seed: int, count: int) -> Data:
    random = np.random.default_rng(seed)
    pairs = torch.from_numpy(random.integers(0, data.num_nodes, (2, count)))
    edges = data.edge_index[:, :: max(1, data.edge_index.shape[1] // 3)]
    data.edge_label_index = torch.cat([edges, pairs], dim=1)
    return data


@pytest.mark.parametrize("workers", [0, 2])
def test_a_plain_data_loader_batches_nodes_as_ours_does(workers: int) -> None:
    graphs = dataset()
    attach = AttachGeodesics(max_dist=3)
    plain = DataLoader([attach(graph) for graph in graphs], batch_size=5, num_workers=workers)
    for theirs, ours in zip(plain, GraphGeodesicLoader(graphs, max_dist=3, batch_size=5), strict=True):
        assert_equal(node_geodesics(theirs), ours.geodesics)


def test_the_transform_can_run_in_the_workers_of_a_data_loader() -> None:
    class Set(torch.utils.data.Dataset):
        graphs = dataset()

        def __len__(self) -> int:
            return len(self.graphs)

        def __getitem__(self, at: int) -> Data:
            return AttachGeodesics(max_dist=2)(self.graphs[at])

    plain = DataLoader(Set(), batch_size=6, num_workers=2)
    for theirs, ours in zip(plain, GraphGeodesicLoader(Set.graphs, max_dist=2, batch_size=6), strict=True):
        assert_equal(node_geodesics(theirs), ours.geodesics)


@pytest.mark.parametrize(
    "kinds",
    [
        {},
        {"horizontal": True, "num_paths": True},
        {"vertical": False, "horizontal": True},
        {"vertical": False},
        {"degree": False},
    ],
)
def test_a_plain_data_loader_batches_pairs(kinds: dict[str, bool]) -> None:
    graphs = [with_pairs(graph, seed, 2 * seed) for seed, graph in enumerate(dataset())]
    attach = AttachGeodesics(max_dist=3, of="pairs", **kinds)
    (batch,) = DataLoader([attach(graph) for graph in graphs], batch_size=len(graphs))
    union = Graph.from_pyg(batch)
    loader = LinkGeodesicLoader(union, batch.edge_label_index, max_dist=3, **kinds)
    (expected,) = loader
    found = pair_geodesics(batch)
    if kinds.get("horizontal"):
        # Draws depend on node ids, which differ in a union.
        assert_equal(found.path.lengths, expected.geodesics.path.lengths)
        assert_equal(found.path.position, expected.geodesics.path.position)
        expected_rest = without_path(expected.geodesics)
        assert_equal(without_path(found), expected_rest)
    else:
        assert_equal(found, expected.geodesics)
    assert_equal(~batch.geodesic_pair_hidden, loader.visible_columns(expected))


def without_path(found: PairGeodesics) -> PairGeodesics:
    return PairGeodesics(
        found.pairs, found.distance, found.max_dist, found.head, found.tail, None, found.num_paths
    )


def test_horizontal_geodesics_of_each_graph_are_those_of_the_engine() -> None:
    data = with_pairs(dataset()[8], 0, 20)
    attached = AttachGeodesics(max_dist=5, of="pairs", vertical=False, horizontal=True, seed=7)(data)
    expected = geodesics.horizontal(
        Graph.from_pyg(data), data.edge_label_index.numpy(), max_dist=5, seed=7, exclude_targets=True
    )
    assert pair_geodesics(attached).path.node.tolist() == expected.nodes.values.tolist()


def test_targets_can_be_left_in_the_graph() -> None:
    data = with_pairs(dataset()[8], 0, 20)
    attached = AttachGeodesics(max_dist=5, of="pairs", exclude_targets=False)(data)
    assert not attached.geodesic_pair_hidden.any()
    assert (pair_geodesics(attached).distance == 1).any()


def test_the_data_given_stays_as_it_was_and_both_kinds_can_be_attached() -> None:
    data = with_pairs(dataset()[5], 0, 4)
    before = set(data.keys())
    both = AttachGeodesics(max_dist=2)(AttachGeodesics(max_dist=3, of="pairs")(data))
    assert set(data.keys()) == before
    assert (node_geodesics(both).max_dist, pair_geodesics(both).max_dist) == (2, 3)


def test_attaching_again_leaves_nothing_of_the_first_time() -> None:
    data = with_pairs(dataset()[5], 0, 4)
    first = AttachGeodesics(max_dist=2, of="pairs", num_paths=True)(data)
    again = AttachGeodesics(max_dist=2, of="pairs", vertical=False)(first)
    assert pair_geodesics(again).head is None
    assert "geodesic_pair_num_paths" not in again


def test_graphs_without_nodes_or_edges_are_batched_too() -> None:
    empty = Data(edge_index=torch.empty(2, 0, dtype=torch.long), num_nodes=0)
    lonely = Data(edge_index=torch.empty(2, 0, dtype=torch.long), num_nodes=2)
    pair = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2)
    attach = AttachGeodesics(max_dist=2)
    (batch,) = DataLoader([attach(data) for data in (empty, lonely, pair)], batch_size=3)
    assert node_geodesics(batch).neighbor.tolist() == [3, 2]
    assert node_geodesics(batch).row.tolist() == [2, 3]


def test_wrong_use_is_named() -> None:
    data = dataset()[3]
    with pytest.raises(ValueError, match="of is 'edges'; give"):
        AttachGeodesics(2, of="edges")
    with pytest.raises(ValueError, match="num_paths=True needs vertical=True"):
        AttachGeodesics(2, of="pairs", vertical=False, num_paths=True)
    with pytest.raises(ValueError, match="no edge_label_index"):
        AttachGeodesics(2, of="pairs")(data)
    with pytest.raises(ValueError, match="no geodesics of nodes are attached; apply AttachGeodesics"):
        node_geodesics(data)
    mixed = DataLoader([AttachGeodesics(2)(data), AttachGeodesics(3)(data)], batch_size=2)
    with pytest.raises(ValueError, match=r"max_dist \[2, 3\]; attach with the same one"):
        node_geodesics(next(iter(mixed)))
    assert repr(AttachGeodesics(2, of="pairs")) == "AttachGeodesics(max_dist=2, of='pairs')"
