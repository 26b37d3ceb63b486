"""Exact colors: against definitions spelled out in plain Python, and on graphs known by heart."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import networkx
import numpy as np
import pytest

from gdgnn import Graph, geodesics
from gdgnn.experiments.expressive.ceilings import graph_colors, told_apart
from gdgnn.experiments.expressive.hashing import Colored, adjacency, colors, distances, multisets, num_paths
from gdgnn.experiments.expressive.sets import GraphPair, random_regular, relabeled
from tests.nn.graphs import rook, shrikhande


def same_partition(first: np.ndarray, second: list[object]) -> bool:
    return len(set(zip(first.tolist(), second, strict=True))) == len(set(first.tolist())) == len(set(second))


def test_rows_have_one_color_if_and_only_if_they_are_alike() -> None:
    rng = np.random.default_rng(0)
    columns = rng.integers(0, 3, (3, 200))
    assert same_partition(colors(*columns), [tuple(row) for row in columns.T.tolist()])
    huge = columns * 2**40
    assert same_partition(colors(*huge), [tuple(row) for row in columns.T.tolist()])


def test_multisets_have_one_color_if_and_only_if_they_hold_the_same() -> None:
    rng = np.random.default_rng(0)
    color, row = rng.integers(0, 3, 300), rng.integers(0, 120, 300)
    held = [frozenset(Counter(color[row == at].tolist()).items()) for at in range(120)]
    assert same_partition(multisets(color, row, 120), held)


def test_distances_and_path_counts_are_those_of_the_engine() -> None:
    graph = random_regular(3, 20, np.random.default_rng(0))
    pairs = np.stack(np.divmod(np.arange(400), 20))
    found = geodesics.vertical(graph, pairs, max_dist=3, num_paths=True)
    far = distances(adjacency(graph), 3)
    assert np.array_equal(far.reshape(-1), found.distance)
    assert np.array_equal(num_paths(adjacency(graph), far).reshape(-1), found.num_paths)


def test_no_part_tells_a_graph_from_itself_renumbered() -> None:
    rng = np.random.default_rng(0)
    graph = Graph.from_networkx(networkx.gnp_random_graph(12, 0.3, seed=0))
    assert not any(told_apart(GraphPair("same", graph, relabeled(graph, rng)), 4).values())


def test_shrikhande_and_rook_need_degrees() -> None:
    found = told_apart(GraphPair("srg", shrikhande(), rook()), 2)
    assert [part for part, told in found.items() if not told] == ["plain", "distance", "vertical"]


@pytest.mark.parametrize("max_dist", [2, 3])
def test_each_part_tells_apart_all_that_it_adds_to(max_dist: int) -> None:
    rng = np.random.default_rng(0)
    graphs = [random_regular(3, 10, rng) for _ in range(12)]
    parts = dict(graph_colors(Colored(graphs, max_dist, 3)))
    chains = [
        ["plain", "distance", "vertical", "vertical+degree", "+ path counts", "+ same-layer edge counts"],
        ["+ same-layer edge counts", "+ 4 layers after the injection"],
        ["vertical+degree", "network of 3 layers over W"],
        ["vertical+degree", "1 pair layer", "2 pair layers", "4 pair layers", "8 pair layers"],
        ["1 pair layer", "1 pair layer, exchange", "2 pair layers, exchange", "8 pair layers, exchange"],
    ]
    for chain in chains:
        for coarse, fine in pairwise(chain):
            both = len(set(zip(parts[coarse].tolist(), parts[fine].tolist(), strict=True)))
            assert both == len(set(parts[fine].tolist())), (coarse, fine)
