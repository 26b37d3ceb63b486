from __future__ import annotations

import numpy as np
import pytest
import torch

from gdgnn.loader import NodeGeodesicLoader
from gdgnn.tasks.target_order import in_target_order
from tests.tasks.small import small_graph

GRAPH = small_graph()


def test_scores_and_labels_follow_each_other() -> None:
    loader = NodeGeodesicLoader(GRAPH, [1, 2, 3], max_dist=1, batch_size=2)
    parts = [(torch.ones(2, 3), torch.tensor([4, 5])), (torch.zeros(1, 3), torch.tensor([6]))]
    score, label = in_target_order(parts, loader)
    assert score.shape == (3, 3)
    assert label is not None
    assert label.tolist() == [4, 5, 6]


def test_no_targets_have_no_scores() -> None:
    score, label = in_target_order([], NodeGeodesicLoader(GRAPH, np.empty(0, int), max_dist=1))
    assert score.shape == (0,)
    assert label is None


def test_a_share_alone_is_refused() -> None:
    loader = NodeGeodesicLoader(GRAPH, max_dist=1, rank=0, world_size=2)
    with pytest.raises(ValueError, match="world_size=2"):
        in_target_order([], loader)
