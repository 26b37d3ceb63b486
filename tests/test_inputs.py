"""Geodesics as torch values: codes, sharing of memory, slices."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from gdgnn import Graph, geodesics
from gdgnn.inputs import NodeGeodesics, PairGeodesics, RaggedNodes, with_inner_edges

GRAPH = Graph.from_edges(np.random.default_rng(0).integers(0, 18, (2, 30)), num_nodes=20)
PAIRS = np.random.default_rng(1).integers(0, 20, (2, 40))


def pairs() -> PairGeodesics:
    return PairGeodesics.from_engine(
        PAIRS,
        max_dist=3,
        vertical=geodesics.vertical(GRAPH, PAIRS, max_dist=3, num_paths=True),
        horizontal=geodesics.horizontal(GRAPH, PAIRS, max_dist=3),
    )


def nodes() -> NodeGeodesics:
    return NodeGeodesics.from_engine(geodesics.neighborhoods(GRAPH, max_dist=3), np.arange(20), 3)


def rows_of(ragged: RaggedNodes) -> list[list[int]]:
    return [ragged.node[ragged.row == row].tolist() for row in range(ragged.num_rows)]


def test_pairs_hold_what_the_engine_found() -> None:
    found = geodesics.vertical(GRAPH, PAIRS, max_dist=3, num_paths=True)
    paths = geodesics.horizontal(GRAPH, PAIRS, max_dist=3)
    given = pairs()
    assert given.num_pairs == 40
    assert np.array_equal(given.distance, np.where(found.distance == -1, 4, found.distance))
    assert (given.distance == 4).any()
    for own, theirs in ((given.head, found.head), (given.tail, found.tail), (given.path, paths.nodes)):
        assert rows_of(own) == [row.tolist() for row in theirs]
        assert own.lengths.tolist() == theirs.lengths.tolist()
        assert own.node.dtype == own.row.dtype == torch.long
    assert np.array_equal(given.head.degree, found.head_degree)
    assert given.path.position.tolist() == [step for row in paths.nodes for step in range(len(row))]
    assert np.array_equal(given.num_paths, found.num_paths)


def test_nodes_hold_what_the_engine_found() -> None:
    found, given = geodesics.neighborhoods(GRAPH, max_dist=3), nodes()
    assert given.num_targets == 20
    for target in range(20):
        assert given.neighbor[given.row == target].tolist() == found.neighbors[target].tolist()
    assert np.array_equal(given.distance, found.distance)
    assert rows_of(given.side) == [row.tolist() for row in found.side]
    assert np.array_equal(given.side.degree, found.side_degree)


def test_ids_are_shared_and_not_copied_where_their_dtype_allows() -> None:
    ends = PAIRS.copy()
    given = PairGeodesics.from_engine(ends, max_dist=3, distance=np.zeros(40, dtype=np.int16))
    assert given.pairs.data_ptr() == ends.ctypes.data
    assert given.slice(3, 9).pairs.data_ptr() == ends[:, 3:].ctypes.data


@pytest.mark.parametrize("bounds", [(0, 40), (3, 11), (5, 5), (11, 3), (38, 99), (-4, 40)])
def test_a_slice_of_pairs_is_what_would_be_found_for_them(bounds: tuple[int, int]) -> None:
    part = pairs().slice(*bounds)
    ends = PAIRS[:, slice(*bounds)]
    assert np.array_equal(part.pairs, ends)
    expected = PairGeodesics.from_engine(
        ends,
        max_dist=3,
        vertical=geodesics.vertical(GRAPH, ends, max_dist=3, num_paths=True),
        horizontal=geodesics.horizontal(GRAPH, ends, max_dist=3),
    )
    for name in ("distance", "num_paths"):
        assert torch.equal(getattr(part, name), getattr(expected, name))
    for name in ("head", "tail", "path"):
        own, theirs = getattr(part, name), getattr(expected, name)
        assert own.num_rows == theirs.num_rows
        for column in ("node", "row", "degree", "position"):
            mine, its = getattr(own, column), getattr(theirs, column)
            assert (mine is None and its is None) or torch.equal(mine, its)


@pytest.mark.parametrize("bounds", [(0, 20), (3, 11), (5, 5), (18, 99)])
def test_a_slice_of_nodes_is_what_would_be_found_for_them(bounds: tuple[int, int]) -> None:
    part, targets = nodes().slice(*bounds), np.arange(20)[slice(*bounds)]
    expected = NodeGeodesics.from_engine(geodesics.neighborhoods(GRAPH, targets, max_dist=3), targets, 3)
    for name in ("targets", "neighbor", "row", "distance"):
        assert torch.equal(getattr(part, name), getattr(expected, name))
    for column in ("node", "row", "degree"):
        assert torch.equal(getattr(part.side, column), getattr(expected.side, column))


def test_rows_followed_by_others_are_those_of_a_longer_question() -> None:
    graph = Graph.from_edges(np.random.default_rng(0).integers(0, 20, (2, 60)))
    pairs = np.random.default_rng(1).integers(0, 20, (2, 30))
    found = geodesics.vertical(graph, pairs, max_dist=3)
    head = PairGeodesics.from_engine(pairs, vertical=found, max_dist=3).head
    assert head is not None
    head = with_inner_edges(head, graph)
    first, second, whole = head.slice(0, 11), head.slice(11, 30), head
    joined = first.followed_by(second)
    assert joined.num_rows == whole.num_rows
    for name in ("node", "row", "degree", "edge_index"):
        assert torch.equal(getattr(joined, name), getattr(whole, name))
    assert joined.position is None


def test_moving_to_a_device_keeps_everything() -> None:
    for given in (pairs(), nodes()):
        moved = given.to("meta")
        assert moved.distance.is_meta
        assert moved.slice is not None
    assert pairs().to("cpu").head.degree is not None
    assert nodes().to("meta").side.degree.is_meta


def test_rows_of_a_batch_vector() -> None:
    batch = torch.tensor([0, 0, 2])
    assert rows_of(RaggedNodes.from_batch(batch)) == [[0, 1], [], [2]]
    assert RaggedNodes.from_batch(batch, num_rows=5).num_rows == 5
    assert RaggedNodes.from_batch(batch[:0]).num_rows == 0


def test_wrong_arguments_are_named() -> None:
    found = geodesics.vertical(GRAPH, PAIRS, max_dist=3)
    with pytest.raises(ValueError, match=r"\(3, 4\)"):
        PairGeodesics.from_engine(np.zeros((3, 4), dtype=int), max_dist=3, vertical=found)
    with pytest.raises(ValueError, match="39 pairs, but geodesics of 40"):
        PairGeodesics.from_engine(PAIRS[:, 1:], max_dist=3, vertical=found)
    with pytest.raises(ValueError, match="distance="):
        PairGeodesics.from_engine(PAIRS, max_dist=3)
    with pytest.raises(TypeError, match="float64"):
        PairGeodesics.from_engine(PAIRS.astype(float), max_dist=3, vertical=found)
    with pytest.raises(ValueError, match="20 neighborhoods"):
        NodeGeodesics.from_engine(geodesics.neighborhoods(GRAPH, max_dist=3), [1, 2], 3)
