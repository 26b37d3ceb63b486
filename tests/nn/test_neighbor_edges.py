"""Edges between what one node sees, and the layers that use them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from gdgnn import Graph
from gdgnn.nn import GDGNN, GIN, PairLayer, with_neighbor_edges
from tests.nn.graphs import (
    assert_calm,
    assert_close,
    edge_index_of,
    node_geodesics,
    random_graph,
    relabeled,
)

MAX_DIST = 3


def model(**options: object) -> GDGNN:
    torch.manual_seed(0)
    encoder = GIN(1, 8, 2, batch_norm=False)
    return GDGNN.for_nodes(encoder, max_dist=MAX_DIST, hidden_channels=6, pair_layers=2, **options).double()


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("targets", [None, [3, 0, 7]])
def test_edges_join_exactly_the_neighbors_that_the_graph_joins(
    directed: bool, targets: list[int] | None
) -> None:
    graph = random_graph(20, 45, 1, directed=directed)
    seen = node_geodesics(graph, MAX_DIST, None if targets is None else np.array(targets))
    joined = with_neighbor_edges(seen, graph)
    adjacent = {frozenset(ends) for ends in graph.edge_index.T.tolist() if ends[0] != ends[1]}
    pairs = list(zip(seen.row.tolist(), seen.neighbor.tolist(), strict=True))
    expected = [
        [i, j]
        for i, (row, s) in enumerate(pairs)
        for j, (other, w) in enumerate(pairs)
        if row == other and frozenset((s, w)) in adjacent
    ]
    assert sorted(joined.edge_index.T.tolist()) == expected
    assert (joined.edge_index[0].diff() >= 0).all()


def test_the_reverse_of_a_pair_is_the_pair_turned_round_if_all_nodes_are_targets() -> None:
    graph = random_graph(20, 45, 1)
    joined = with_neighbor_edges(node_geodesics(graph, MAX_DIST), graph)
    viewer, seen = joined.targets[joined.row], joined.neighbor
    assert torch.equal(viewer[joined.reverse], seen)
    assert torch.equal(seen[joined.reverse], viewer)
    some = node_geodesics(graph, MAX_DIST, np.array([3, 0, 7]))
    assert with_neighbor_edges(some, graph).reverse is None


def test_slices_score_as_the_whole() -> None:
    graph = random_graph(20, 45, 1)
    joined = with_neighbor_edges(node_geodesics(graph, MAX_DIST), graph)
    network = model()
    h = network.encode(torch.ones(20, 1).double(), edge_index_of(graph))
    whole = network.score(h, joined)
    parts = [network.score(h, joined.slice(at, at + 7)) for at in range(0, 20, 7)]
    assert_close(torch.cat(parts), whole, 1e-12)
    assert_calm(whole.square().sum(), network)


def test_slices_of_whole_graphs_keep_the_exchange_and_others_say_what_is_wrong() -> None:
    graphs = [random_graph(10, 20, seed) for seed in (1, 2)]
    union = Graph.union(graphs)
    joined = with_neighbor_edges(node_geodesics(union, MAX_DIST), union)
    network = model(exchange=True)
    h = network.encode(torch.ones(20, 1).double(), edge_index_of(union))
    parts = [network.score(h, joined.slice(at, at + 10)) for at in (0, 10)]
    assert_close(torch.cat(parts), network.score(h, joined), 1e-12)
    with pytest.raises(ValueError, match="give whole graphs"):
        network.score(h, joined.slice(0, 5))


@pytest.mark.parametrize("exchange", [False, True])
def test_renumbering_the_graph_changes_no_score(exchange: bool) -> None:
    graph, order = random_graph(20, 45, 1), np.random.default_rng(0).permutation(20)
    turned = relabeled(graph, order)
    network, x = model(exchange=exchange), torch.ones(20, 1).double()
    here = network.score(
        network.encode(x, edge_index_of(graph)), with_neighbor_edges(node_geodesics(graph, MAX_DIST), graph)
    )
    there = network.score(
        network.encode(x, edge_index_of(turned)),
        with_neighbor_edges(node_geodesics(turned, MAX_DIST), turned),
    )
    assert_close(there[torch.from_numpy(order)], here, 1e-12)


def test_a_layer_hears_its_neighbors_and_what_is_turned_round() -> None:
    edge_index = torch.tensor([[0, 1], [1, 0]])
    layer = PairLayer(4, exchange=True).double()
    x = torch.randn(3, 4).double()
    reverse = torch.tensor([2, 1, 0])
    out = layer(x, edge_index, reverse)
    heard = torch.cat([x[[1, 0]], torch.full((2, 1), 2.0).double().log()], dim=1)
    heard = torch.cat([heard, torch.zeros(1, 5).double()])
    assert_close(out, (layer.own(x) + layer.joined(heard) + layer.reverse(x[reverse])).relu(), 1e-12)


def test_isolated_nodes_and_empty_graphs_are_calm() -> None:
    for nodes in (1, 4):
        graph = Graph.from_edges(np.empty((2, 0), dtype=np.int64), num_nodes=nodes)
        joined = with_neighbor_edges(node_geodesics(graph, MAX_DIST), graph)
        network = model(exchange=True)
        h = network.encode(torch.ones(nodes, 1).double(), edge_index_of(graph))
        assert_calm(network.score(h, joined).sum(), network)
        assert joined.to("cpu").edge_index.shape == (2, 0)


def test_what_is_missing_is_named() -> None:
    graph = random_graph(20, 45, 1)
    seen = node_geodesics(graph, MAX_DIST)
    with pytest.raises(ValueError, match="with_neighbor_edges"):
        model().score(torch.ones(20, 8).double(), seen)
    joined = with_neighbor_edges(seen, graph)
    with pytest.raises(ValueError, match="with_neighbor_edges"):
        model().score(torch.ones(20, 8).double(), replace(joined, edge_index=None))
    with pytest.raises(ValueError, match="sees no neighbors"):
        GDGNN.for_nodes(GIN(1, 8, 2), max_dist=MAX_DIST, context="none", pair_layers=1)
