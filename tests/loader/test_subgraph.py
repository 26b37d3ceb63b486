from __future__ import annotations

import numpy as np
import pytest
import torch

from gdgnn.loader import NodeGeodesicLoader, SubgraphGeodesicLoader
from tests.loader.checks import assert_equal
from tests.tasks.small import small_graph

GRAPH = small_graph()
SUBSETS = [[0, 5, 9], [5], [], [39, 0], list(range(12))]


def test_nodes_of_each_subset_come_with_what_they_see() -> None:
    (batch,) = SubgraphGeodesicLoader(GRAPH, SUBSETS, max_dist=3)
    (alone,) = NodeGeodesicLoader(GRAPH, np.concatenate(SUBSETS).astype(int), max_dist=3)
    assert_equal(batch.geodesics, alone.geodesics)
    assert batch.subsets.lengths.tolist() == [3, 1, 0, 2, 12]
    assert batch.subsets.node.tolist() == list(range(18))


def test_batches_are_parts_of_the_whole() -> None:
    (whole,) = SubgraphGeodesicLoader(GRAPH, SUBSETS, max_dist=3)
    first, second, third = SubgraphGeodesicLoader(GRAPH, SUBSETS, torch.arange(5), max_dist=3, batch_size=2)
    assert_equal(first.geodesics, whole.geodesics.slice(0, 4))
    assert_equal(second.geodesics, whole.geodesics.slice(4, 6))
    assert_equal(third.geodesics, whole.geodesics.slice(6, 18))
    assert second.label is not None
    assert second.label.tolist() == [2, 3]
    assert (second.subsets.num_rows, second.joint_size) == (2, 2)


def test_a_mask_is_a_subset_and_a_stranger_is_an_error() -> None:
    mask = np.zeros(40, dtype=bool)
    mask[[3, 8]] = True
    (batch,) = SubgraphGeodesicLoader(GRAPH, [mask], max_dist=1)
    assert batch.geodesics.targets.tolist() == [3, 8]
    with pytest.raises(IndexError, match=r"subsets\[1\]"):
        SubgraphGeodesicLoader(GRAPH, [[0], [40]], max_dist=1)
