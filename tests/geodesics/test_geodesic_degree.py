"""Degrees within sides of every size, wherever their ids lie."""

from __future__ import annotations

import numpy as np
import pytest

from gdgnn import geodesics
from gdgnn.graph import Graph


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize(
    ("size", "first", "stride"),
    [
        (2, 2, 1),
        (8, 2, 7),
        (40, 2, 4096),  # all fall into one place of a table of any power of two up to there
        (300, 4000, 1),  # and around its end
        (512, 2, 3),
        (513, 2, 4096),  # too many for a small table
        (3000, 2, 1),
    ],
)
def test_degrees_within_a_side(size: int, first: int, stride: int, directed: bool) -> None:
    random = np.random.default_rng(size)
    members = first + stride * np.arange(size)
    ends = random.integers(size, size=(2, 6 * size))
    ends = ends[:, ends[0] != ends[1]]
    strangers = members[-1] + 1 + np.arange(50)
    edges = np.concatenate(
        [
            np.stack([np.zeros_like(members), members]),
            np.stack([members, np.ones_like(members)]),
            members[ends],
            np.stack([members[random.integers(size, size=2000)], strangers[random.integers(50, size=2000)]]),
        ],
        axis=1,
    )
    graph = Graph.from_edges(edges, directed=directed)
    found = geodesics.vertical(graph, [[0], [1]], max_dist=2)

    joined = np.zeros((size, size), bool)
    joined[ends[0], ends[1]] = joined[ends[1], ends[0]] = True
    assert found.head[0].tolist() == found.tail[0].tolist() == members.tolist()
    assert found.head_degree.tolist() == found.tail_degree.tolist() == joined.sum(axis=1).tolist()


def test_two_members_with_rows_far_longer_than_the_side() -> None:
    hubs, leaves = [2, 3], np.arange(4, 5004)
    edges = [(0, hub) for hub in hubs] + [(hub, 1) for hub in hubs] + [(2, 3)]
    crowd = np.stack([np.repeat(hubs, len(leaves)), np.tile(leaves, 2)])
    graph = Graph.from_edges(np.concatenate([np.array(edges).T, crowd], axis=1))
    found = geodesics.vertical(graph, [[0], [1]], max_dist=2)
    assert found.head[0].tolist() == hubs
    assert found.head_degree.tolist() == [1, 1]
