from __future__ import annotations

import gc
import pickle
from typing import Any

import numpy as np
import pytest
import torch
from torch_geometric.data import Data

from gdgnn import geodesics
from gdgnn.data import CorruptedNegatives, UniformNegatives, split_edges
from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics
from gdgnn.loader import LinkBatch, LinkGeodesicLoader
from tests.loader.checks import assert_all_equal, assert_equal, background_threads, random_graph

GRAPH = random_graph(1)
EDGES = GRAPH.edge_index


def training_loader(graph: Graph = GRAPH, **options: Any) -> LinkGeodesicLoader:
    settings: dict[str, Any] = {
        "max_dist": 4,
        "horizontal": True,
        "num_paths": True,
        "batch_size": 16,
        "shuffle": True,
        "negatives": UniformNegatives(graph, per_positive=2),
        "seed": 3,
    }
    return LinkGeodesicLoader(graph, graph.edge_index, **(settings | options))


def columns(batch: LinkBatch) -> list[tuple[int, int]]:
    return [(int(head), int(tail)) for head, tail in batch.geodesics.pairs.T]


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize(
    "kinds", [{}, {"horizontal": True}, {"vertical": False}, {"num_paths": True, "degree": False}]
)
def test_batches_hold_what_the_engine_says(directed: bool, kinds: dict[str, bool]) -> None:
    graph = random_graph(2, directed=directed)
    pairs = np.random.default_rng(0).integers(0, graph.num_nodes, (2, 50))
    pairs[:, ::2] = graph.edge_index[:, :25]
    vertical = geodesics.vertical(
        graph,
        pairs,
        max_dist=3,
        exclude_targets=True,
        degree=kinds.get("degree", True),
        num_paths=kinds.get("num_paths", False),
    )
    loader = LinkGeodesicLoader(graph, pairs, max_dist=3, batch_size=20, **kinds)
    horizontal = geodesics.horizontal(
        graph, pairs, max_dist=3, exclude_targets=True, seed=loader._seed_of(0, "horizontal")
    )
    whole = PairGeodesics.from_engine(
        pairs,
        max_dist=3,
        vertical=vertical if kinds.get("vertical", True) else None,
        horizontal=horizontal if kinds.get("horizontal") else None,
        distance=vertical.distance,
    )
    assert len(loader) == 3
    for at, batch in enumerate(loader):
        assert_equal(batch.geodesics, whole.slice(20 * at, 20 * at + 20))


def test_labels_and_targets_stay_with_their_pairs() -> None:
    pairs = np.arange(20).reshape(2, 10)
    label = torch.arange(10) % 3
    for batch in LinkGeodesicLoader(GRAPH, pairs, label, max_dist=2, batch_size=4, shuffle=True):
        np.testing.assert_array_equal(batch.geodesics.pairs.numpy(), pairs[:, batch.target])
        assert batch.label.tolist() == label[batch.target].tolist()
        assert batch.num_drawn == 0


def test_targets_are_searched_without_their_own_edge_and_hidden_from_the_encoder() -> None:
    for batch in training_loader():
        positives = batch.target[: batch.num_pairs - batch.num_drawn]
        assert batch.hidden_edges.tolist() == sorted(positives.tolist())
        edges = {(int(u), int(v)) for u, v in EDGES.T}
        for at, (head, tail) in enumerate(columns(batch)):
            is_edge = (head, tail) in edges or (tail, head) in edges
            assert bool(batch.label[at]) == is_edge
            alone = GRAPH if not is_edge else without_edge(int(batch.target[at]))
            expected = geodesics.distances(alone, [[head], [tail]], max_dist=4)[0]
            assert batch.geodesics.distance[at] == (expected if expected >= 0 else 5)


def without_edge(edge: int) -> Graph:
    return Graph.from_edges(np.delete(EDGES, edge, axis=1), num_nodes=GRAPH.num_nodes)


def test_node_0_and_edge_0_are_like_any_other() -> None:
    square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
    (batch,) = LinkGeodesicLoader(square, [[0], [1]], max_dist=4)
    assert batch.geodesics.distance.tolist() == [3]
    assert batch.geodesics.head.node.tolist() == [3]
    assert batch.geodesics.tail.node.tolist() == [2]
    assert batch.hidden_edges.tolist() == [0]


def test_a_parallel_edge_stays_unless_it_is_the_target() -> None:
    graph = Graph.from_edges([[0, 0, 1], [1, 1, 2]], relation=[0, 1, 0])
    by_pair = LinkGeodesicLoader(graph, [[0], [1]], max_dist=3)
    by_edge = LinkGeodesicLoader(graph, [[0], [1]], max_dist=3, exclude_targets=[1])
    never = LinkGeodesicLoader(graph, [[0], [1]], max_dist=3, exclude_targets=False)
    for loader, hidden in ((by_pair, [0]), (by_edge, [1]), (never, [])):
        (batch,) = loader
        assert batch.hidden_edges.tolist() == hidden
        assert batch.geodesics.distance.tolist() == [1]


def test_a_mask_says_which_targets_are_hidden() -> None:
    (batch,) = LinkGeodesicLoader(GRAPH, EDGES[:, :4], max_dist=4, exclude_targets=[True, False] * 2)
    assert batch.hidden_edges.tolist() == [0, 2]
    assert (batch.geodesics.distance == 1).tolist() == [False, True] * 2


def test_negatives_follow_their_positives_and_are_new_each_epoch() -> None:
    negatives = CorruptedNegatives(GRAPH, per_positive=3, corrupt="tail")
    loader = training_loader(negatives=negatives)
    epochs = [list(loader), list(loader)]
    for batch in epochs[0]:
        drawn = slice(batch.num_pairs - batch.num_drawn, None)
        assert batch.num_drawn == 3 * (batch.num_pairs - batch.num_drawn)
        assert not batch.label[drawn].any()
        positives = batch.target[: -batch.num_drawn]
        assert batch.target[drawn].tolist() == positives.repeat_interleave(3).tolist()
        np.testing.assert_array_equal(batch.geodesics.pairs[0, drawn], EDGES[0, batch.target[drawn]])
    drawn_pairs = [
        sorted(pair for batch in epoch for pair in columns(batch)[-batch.num_drawn :]) for epoch in epochs
    ]
    assert drawn_pairs[0] != drawn_pairs[1]


def test_only_targets_with_a_label_get_negatives() -> None:
    label = torch.tensor([1, 0, 2, 0])
    (batch,) = LinkGeodesicLoader(
        GRAPH, EDGES[:, :4], label, max_dist=2, negatives=UniformNegatives(GRAPH, per_positive=2)
    )
    assert batch.label.tolist() == [1, 0, 2, 0, 0, 0, 0, 0]
    assert batch.target.tolist() == [0, 1, 2, 3, 0, 0, 2, 2]
    several = torch.tensor([[0.0, 1], [0, 0], [0, 0], [0, 0]])
    (batch,) = LinkGeodesicLoader(GRAPH, EDGES[:, :4], several, max_dist=2, negatives=UniformNegatives(GRAPH))
    assert batch.label.shape == (5, 2)
    assert batch.target.tolist() == [0, 1, 2, 3, 0]


def test_nothing_depends_on_threads_or_prefetch() -> None:
    expected = list(training_loader(prefetch=0, threads=1))
    for prefetch, threads in ((0, 4), (1, 1), (3, 2), (100, None)):
        assert_all_equal(list(training_loader(prefetch=prefetch, threads=threads)), expected)
    assert not background_threads()


def test_epochs_differ_in_order_and_horizontal_draws_and_each_can_be_had_again() -> None:
    ladder = Graph.from_edges([[0, 0, 1, 2, 3, 3, 4, 5], [1, 2, 3, 3, 4, 5, 6, 6]])
    pairs = np.repeat([[0], [6]], 40, axis=1)
    loader = LinkGeodesicLoader(ladder, pairs, max_dist=4, horizontal=True, shuffle=True, batch_size=64)
    first, second = list(loader), list(loader)
    paths = {
        tuple(epoch[0].geodesics.path.node[:5].tolist())
        for epoch in (first, second, *map(list, [loader] * 6))
    }
    assert len(paths) > 1
    assert first[0].target.tolist() != second[0].target.tolist()
    assert loader.epoch == 8
    loader.set_epoch(1)
    assert_all_equal(list(loader), second)


def test_training_resumes_in_the_middle_of_an_epoch() -> None:
    uninterrupted = training_loader()
    list(uninterrupted)
    expected = list(uninterrupted)
    resumed = training_loader()
    resumed.set_epoch(1, step=2)
    assert_all_equal(list(resumed), expected[2:])
    assert_all_equal(list(resumed), list(uninterrupted))


def test_a_static_loader_yields_the_same_objects_again() -> None:
    loader = LinkGeodesicLoader(GRAPH, EDGES, max_dist=3, horizontal=True, batch_size=8)
    next(iter(loader))
    first = list(loader)
    assert all(one is other for one, other in zip(first, loader, strict=True))
    side_by_side = LinkGeodesicLoader(GRAPH, EDGES, max_dist=3, batch_size=2)
    assert all(one is other for one, other in zip(side_by_side, side_by_side, strict=True))
    forgetful = LinkGeodesicLoader(GRAPH, EDGES, max_dist=3, horizontal=True, batch_size=8, keep=False)
    assert_all_equal(list(forgetful), first)
    assert_all_equal(list(forgetful), first)
    assert next(iter(forgetful)) is not next(iter(forgetful))


@pytest.mark.parametrize("world_size", [1, 2, 3, 50])
@pytest.mark.parametrize("drop_last", [False, True])
def test_processes_share_the_joint_batches_of_one(world_size: int, drop_last: bool) -> None:
    ranks = [
        list(training_loader(batch_size=4, rank=rank, world_size=world_size, drop_last=drop_last))
        for rank in range(world_size)
    ]
    joint = list(training_loader(batch_size=4 * world_size, drop_last=drop_last))
    assert {len(batches) for batches in ranks} == {len(joint)}
    for step, whole in enumerate(joint):
        parts = [batches[step] for batches in ranks]
        assert sorted(pair for part in parts for pair in columns(part)) == sorted(columns(whole))
        for part in parts:
            assert_equal(part.hidden_edges, whole.hidden_edges)
            assert part.joint_size == whole.joint_size == whole.num_pairs
    targets = [
        t for batches in ranks for b in batches for t in b.target[: b.num_pairs - b.num_drawn].tolist()
    ]
    assert len(targets) == len(set(targets))
    if not drop_last:
        assert sorted(targets) == list(range(GRAPH.num_edges))


def test_an_exception_in_the_background_reaches_the_loop() -> None:
    class Broken:
        def draw(self, positives: np.ndarray, *, seed: int) -> np.ndarray:
            raise RuntimeError("no more negatives")

    class Uneven:
        def draw(self, positives: np.ndarray, *, seed: int) -> np.ndarray:
            return positives[:, 1:]

    with pytest.raises(RuntimeError, match="no more negatives"):
        list(training_loader(negatives=Broken()))
    with pytest.raises(ValueError, match=r"shape \(2, 15\) for 16 positives.*as many for each"):
        list(training_loader(negatives=Uneven()))
    assert not background_threads()


def test_a_broken_loop_leaves_no_thread_and_the_next_epoch_is_whole() -> None:
    loader = training_loader(prefetch=4)
    for _ in loader:
        assert background_threads()
        break
    assert not background_threads()
    assert len(list(loader)) == len(loader)
    batches = iter(loader)
    next(batches)
    del batches, loader
    gc.collect()
    assert not background_threads()


def test_a_data_brings_its_targets_and_its_columns_are_told_visible() -> None:
    edge_index = torch.tensor([[0, 1, 1, 2, 2, 3, 1], [1, 0, 2, 1, 3, 2, 1]])
    data = Data(edge_index=edge_index, num_nodes=4)
    data.edge_label_index, data.edge_label = torch.tensor([[1, 0], [0, 3]]), torch.tensor([1.0, 0.0])
    loader = LinkGeodesicLoader(data, max_dist=3)
    (batch,) = loader
    assert batch.label.tolist() == [1, 0]
    assert batch.geodesics.distance.tolist() == [4, 3]
    assert loader.visible_columns(batch).tolist() == [False, False, True, True, True, True, True]


def test_a_split_is_searched_without_the_edges_held_back() -> None:
    split = split_edges(GRAPH, valid=0.2, test=0.2)
    (batch,) = LinkGeodesicLoader(split.graph, split.test_pairs, max_dist=3)
    assert batch.hidden_edges.numel() == 0
    assert (batch.geodesics.distance > 1).all()


def test_no_targets_are_no_batches() -> None:
    loader = LinkGeodesicLoader(GRAPH, np.empty((2, 0), dtype=np.int64), max_dist=2)
    assert len(loader) == 0
    assert list(loader) == []


def test_batches_move_and_loaders_pickle() -> None:
    loader = training_loader(prefetch=1)
    batch = next(iter(loader))
    assert_equal(batch.to("cpu"), batch)
    assert batch.to("meta").geodesics.head.node.device.type == "meta"
    loader.set_epoch(0)
    assert_all_equal(list(pickle.loads(pickle.dumps(training_loader()))), list(loader))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"edge_label_index": None}, ValueError, "no targets; give edge_label_index"),
        ({"edge_label_index": [[0], [99]]}, IndexError, r"edge_label_index\[1, 0\] is 99"),
        ({"edge_label_index": [[0, 1]]}, ValueError, r"shape \(1, 2\)"),
        ({"edge_label": [1, 0]}, ValueError, r"edge_label has shape \(2,\).*each of the 3 targets"),
        ({"batch_size": 0}, ValueError, "batch_size is 0"),
        ({"prefetch": -1}, ValueError, "prefetch is -1"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"max_dist": 1.5}, TypeError, "max_dist is 1.5"),
        ({"rank": 2, "world_size": 2}, ValueError, "rank is 2; give a whole number from 0 to 1"),
        ({"num_paths": True, "vertical": False}, ValueError, "num_paths=True needs vertical=True"),
        ({"exclude_targets": [True]}, ValueError, r"exclude_targets has shape \(1,\)"),
        ({"exclude_targets": [5, -1, -1]}, ValueError, r"exclude_targets\[0\]"),
        ({"graph": [[0], [1]]}, TypeError, "graph is a list; give a gdgnn.Graph or a PyTorch Geometric Data"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    settings: dict[str, Any] = {"graph": GRAPH, "edge_label_index": EDGES[:, :3], "max_dist": 2}
    with pytest.raises(error, match=message):
        LinkGeodesicLoader(**(settings | options))


def test_a_loader_without_room_for_the_epoch_asked_for_says_so() -> None:
    with pytest.raises(ValueError, match="step is 99"):
        training_loader().set_epoch(0, step=99)


def test_weights_of_walks_are_found_without_the_target_and_kept_with_their_pairs() -> None:
    ring = Graph.from_edges([range(6), [*range(1, 6), 0]])
    loader = LinkGeodesicLoader(ring, ring.edge_index, max_dist=5, walks=5, batch_size=4)
    found = torch.cat([batch.geodesics.walks for batch in loader])
    torch.testing.assert_close(found, torch.tensor([[0, 0, 0, 0, 1 / 16]] * 6, dtype=torch.float64))
    part = next(iter(loader)).geodesics.slice(1, 3)
    assert part.walks.shape == (2, 5)


def test_no_walks_are_weighed_unless_asked_for() -> None:
    ring = Graph.from_edges([range(6), [*range(1, 6), 0]])
    assert next(iter(LinkGeodesicLoader(ring, ring.edge_index, max_dist=5))).geodesics.walks is None
    with pytest.raises(ValueError, match="walks is 65; give a whole number from 0 to 64"):
        LinkGeodesicLoader(ring, ring.edge_index, max_dist=5, walks=65)
