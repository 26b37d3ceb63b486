"""What tells graphs apart that 1-WL cannot."""

from __future__ import annotations

from typing import get_args

import networkx
import numpy as np
import pytest
import torch

from gdgnn import Graph
from gdgnn.nn import GCN, GDGNN, GIN, NodeContext
from tests.nn.graphs import edge_index_of, node_geodesics, pair_geodesics, relabeled, rook, shrikhande

CONTEXTS = get_args(NodeContext)
NOISE, DIFFERENCE = 1e-12, 1e-9


@torch.no_grad()
def embedding(model: GDGNN, graph: Graph, max_dist: int) -> torch.Tensor:
    h = model.encode(torch.ones(graph.num_nodes, 1, dtype=torch.float64), edge_index_of(graph))
    return model.represent(h, node_geodesics(graph, max_dist))


def relative_difference(model: GDGNN, one: Graph, other: Graph, max_dist: int) -> float:
    first, second = embedding(model, one, max_dist), embedding(model, other, max_dist)
    return float((first - second).norm() / first.norm())


@pytest.mark.parametrize("encoder", [GCN, GIN])
@pytest.mark.parametrize("context", CONTEXTS)
def test_degrees_tell_shrikhande_from_rook_and_nothing_less_does(encoder: type[GIN], context: str) -> None:
    torch.manual_seed(0)
    model = GDGNN.for_subgraphs(encoder(1, 16, 3, batch_norm=False), max_dist=2, context=context).double()
    difference = relative_difference(model, shrikhande(), rook(), 2)
    assert difference > DIFFERENCE if context == "vertical+degree" else difference < NOISE
    order = np.random.default_rng(0).permutation(16)
    assert relative_difference(model, rook(), relabeled(rook(), order), 2) < NOISE


@torch.no_grad()
@pytest.mark.parametrize("context", ["distance", "horizontal", "vertical", "vertical+degree"])
def test_pairs_two_apart_in_shrikhande_and_rook_differ_by_degrees(context: str) -> None:
    torch.manual_seed(0)
    model = GDGNN.for_links(GIN(1, 16, 3, batch_norm=False), max_dist=2, context=context).double()
    rows = []
    for graph in (shrikhande(), rook()):
        h = model.encode(torch.ones(16, 1, dtype=torch.float64), edge_index_of(graph))
        pairs = pair_geodesics(graph, [[0] * 15, list(range(1, 16))], 2)
        far = pairs.distance == 2
        assert int(far.sum()) == 9
        rows.append(model.represent(h, pairs)[far].sum(0))
    difference = float((rows[0] - rows[1]).norm() / rows[0].norm())
    assert difference > DIFFERENCE if context == "vertical+degree" else difference < NOISE


@pytest.mark.parametrize(("degree", "num_nodes", "max_dist"), [(3, 64, 4), (4, 64, 3), (3, 256, 5)])
def test_random_regular_graphs_are_told_apart_by_geodesics_and_not_by_a_plain_network(
    degree: int, num_nodes: int, max_dist: int
) -> None:
    torch.manual_seed(0)
    graphs = [
        Graph.from_edges(np.array(networkx.random_regular_graph(degree, num_nodes, seed).edges).T)
        for seed in range(6)
    ]
    for context, told in (("none", False), ("vertical", True)):
        encoder = GIN(1, 8, 2, batch_norm=False)
        model = GDGNN.for_subgraphs(encoder, max_dist=max_dist, context=context, hidden_channels=16).double()
        found = torch.cat([embedding(model, graph, max_dist) for graph in graphs])
        relative = torch.pdist(found) / found.norm(dim=1).max()
        assert (relative > DIFFERENCE).all() if told else (relative < NOISE).all()


def test_skip_links_of_a_cycle_are_told_apart_as_far_as_the_search_goes() -> None:
    """CSL: a cycle of 41 nodes with skips; how many of the ten classes differ grows with max_dist."""
    skips = [2, 3, 4, 5, 6, 9, 11, 12, 13, 16]
    ring = np.arange(41)
    graphs = [
        Graph.from_edges(np.concatenate([[ring, (ring + 1) % 41], [ring, (ring + skip) % 41]], axis=1))
        for skip in skips
    ]
    classes = {}
    for max_dist in (2, 3, 4):
        torch.manual_seed(0)
        model = GDGNN.for_subgraphs(GIN(1, 16, 2, batch_norm=False), max_dist=max_dist).double()
        found = torch.cat([embedding(model, graph, max_dist) for graph in graphs])
        apart = torch.cdist(found, found) / found.norm(dim=1).max() > DIFFERENCE
        classes[max_dist] = len(apart.unique(dim=0))
    assert classes == {2: 3, 3: 6, 4: 10}
