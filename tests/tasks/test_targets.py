from __future__ import annotations

import torch

from gdgnn.inputs import RaggedNodes
from gdgnn.loader import NodeGeodesicLoader
from gdgnn.tasks.renumber import named_nodes, renumbered
from gdgnn.tasks.targets import Targets, without_single_column
from tests.loader.checks import assert_equal
from tests.tasks.small import small_graph, train_links

GRAPH = small_graph()


def test_slices_of_subsets_have_their_own_nodes() -> None:
    (batch,) = NodeGeodesicLoader(GRAPH, list(range(9)), max_dist=2)
    subsets = RaggedNodes.from_batch(torch.tensor([0, 0, 1, 3, 3, 3, 4, 4, 4]), 5)
    targets = Targets(batch.geodesics, torch.arange(5), subsets)
    first, second, third = targets.slices(2)
    assert [len(part) for part in (first, second, third)] == [2, 2, 1]
    assert_equal(second.geodesics, batch.geodesics.slice(3, 6))
    assert second.subsets is not None
    assert second.subsets.row.tolist() == [1, 1, 1]
    assert second.subsets.node.tolist() == [0, 1, 2]
    assert second.label is not None
    assert second.label.tolist() == [2, 3]


def test_a_slice_of_everything_is_everything() -> None:
    batch = next(iter(train_links(GRAPH)))
    targets = Targets(batch.geodesics, batch.label)
    for size in (None, len(targets), 1000):
        (whole,) = targets.slices(size)
        assert whole is targets
    assert list(Targets(batch.geodesics.slice(0, 0)).slices(4)) == []


def test_renumbering_is_undone_by_the_nodes_themselves() -> None:
    links = next(iter(train_links(GRAPH, horizontal=True)))
    (nodes,) = NodeGeodesicLoader(GRAPH, [4, 7, 39], max_dist=2)
    for geodesics in (links.geodesics, nodes.geodesics):
        targets = Targets(geodesics)
        names, places = torch.unique(named_nodes(geodesics), return_inverse=True)
        inner = renumbered(targets, places)
        assert named_nodes(inner.geodesics).max() < len(names)
        back = renumbered(inner, names[named_nodes(inner.geodesics)])
        assert_equal(back.geodesics, geodesics)


def test_only_a_single_column_is_dropped() -> None:
    assert without_single_column(torch.zeros(3, 2)).shape == (3, 2)  # type: ignore[union-attr]
    assert without_single_column(torch.zeros(3)).shape == (3,)  # type: ignore[union-attr]
    assert without_single_column(None) is None
