"""Pools: what they compute, what they tell apart, and that nothing makes them blow up."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from gdgnn import Graph, geodesics
from gdgnn.inputs import RaggedNodes, with_inner_edges
from gdgnn.nn import HorizontalPool, NeighborPool, PositionalPool, RecurrentPool, VerticalPool, partial_path
from gdgnn.nn.pool.steps import steps_of
from tests.nn.graphs import (
    assert_calm,
    assert_close,
    edge_index_of,
    pair_geodesics,
    random_graph,
    random_pairs,
)

CHANNELS = 5
PATHS = RaggedNodes(torch.tensor([3, 1, 4, 0, 2, 2, 3, 1]), torch.tensor([0, 0, 0, 2, 4, 4, 4, 4]), 6)
NO_PATHS = RaggedNodes(torch.empty(0, dtype=torch.long), torch.empty(0, dtype=torch.long), 3)

ORDERLESS = ["sum", "mean", "max", "attention"]
POOLS = {
    **{name: lambda name=name: HorizontalPool(CHANNELS, name) for name in ORDERLESS},
    "recurrent": lambda: RecurrentPool(CHANNELS, 7),
    "positional": lambda: PositionalPool(CHANNELS, 7, max_dist=5),
    "vertical": lambda: VerticalPool(CHANNELS, 7, degree=False),
    "vertical, one layer": lambda: VerticalPool(CHANNELS, 7, degree=False, mlp=False),
}


def embeddings(seed: int = 0) -> torch.Tensor:
    return torch.randn(6, CHANNELS, generator=torch.Generator().manual_seed(seed))


def backwards(path: RaggedNodes) -> RaggedNodes:
    before, after = steps_of(path)
    place = torch.arange(len(path.node)) - before + after
    return RaggedNodes(path.node[place], path.row, path.num_rows)


@pytest.mark.parametrize("name", POOLS)
def test_each_row_is_pooled_on_its_own_and_an_empty_one_is_zero(name: str) -> None:
    pool, h = POOLS[name](), embeddings()
    together = pool(h, PATHS)
    assert together.shape == (6, pool.out_channels)
    for row in range(6):
        assert_close(together[row : row + 1], pool(h, PATHS.slice(row, row + 1)))
    assert not together[[1, 3, 5]].any()
    assert together[[0, 2, 4]].any(dim=1).all()


@pytest.mark.parametrize("name", POOLS)
@pytest.mark.parametrize("rows", [PATHS, NO_PATHS, RaggedNodes(NO_PATHS.node, NO_PATHS.row, 0)])
def test_empty_geodesics_are_calm(name: str, rows: RaggedNodes) -> None:
    pool, h = POOLS[name](), embeddings().requires_grad_()
    assert_calm(pool(h, rows).square().sum() + 0 * h.sum(), pool)
    assert h.grad is not None
    assert h.grad.isfinite().all()


@pytest.mark.parametrize("name", ORDERLESS)
def test_horizontal_pools_reduce_the_nodes_of_the_path(name: str) -> None:
    pool, h = HorizontalPool(CHANNELS, name), embeddings()
    nodes = h[[3, 1, 4]]
    if name == "attention":
        expected = (pool.logit(nodes).softmax(0) * nodes).sum(0)
    else:
        expected = {"sum": nodes.sum(0), "mean": nodes.mean(0), "max": nodes.amax(0)}[name]
    assert_close(pool(h, PATHS)[0], expected)


def test_the_recurrent_pool_is_a_gru_over_the_path() -> None:
    pool, h = RecurrentPool(CHANNELS, 7), embeddings()
    assert_close(pool(h, PATHS)[4], pool.gru(h[[2, 2, 3, 1]][None])[1][0, 0])


@pytest.mark.parametrize(
    "make",
    [
        lambda symmetric: RecurrentPool(CHANNELS, 7, symmetric=symmetric),
        lambda symmetric: PositionalPool(CHANNELS, 7, max_dist=5, symmetric=symmetric),
    ],
)
def test_the_order_of_a_path_matters_unless_it_shall_not(make: type[nn.Module]) -> None:
    h = embeddings()
    ordered, orderless = make(False), make(True)
    assert not torch.allclose(ordered(h, PATHS), ordered(h, backwards(PATHS)))
    assert_close(orderless(h, PATHS), orderless(h, backwards(PATHS)))
    swapped = RaggedNodes(PATHS.node[[1, 0, *range(2, 8)]], PATHS.row, 6)
    assert not torch.allclose(orderless(h, PATHS), orderless(h, swapped))


def test_a_partial_path_is_its_ends_and_their_neighbors() -> None:
    for length, kept in ((1, [0]), (2, [0, 1]), (4, [0, 1, 2, 3]), (6, [0, 1, 4, 5])):
        path = RaggedNodes(torch.arange(length), torch.zeros(length, dtype=torch.long), 1)
        assert partial_path(path).node.tolist() == kept


def test_sides_of_equal_nodes_but_different_sizes_or_degrees_differ() -> None:
    pool, h = VerticalPool(CHANNELS, 7), torch.ones(6, CHANNELS)
    degree = torch.zeros(6, dtype=torch.long)
    sizes = pool(h, RaggedNodes(torch.arange(6), torch.tensor([0, 1, 1, 2, 2, 2]), 3, degree))
    assert not torch.allclose(sizes[0], sizes[1])
    edge = RaggedNodes(torch.arange(4), torch.tensor([0, 0, 1, 1]), 2, degree=torch.tensor([0, 0, 1, 1]))
    assert not torch.allclose(*pool(h, edge))
    assert_close(*VerticalPool(CHANNELS, 7, degree=False)(h, edge))


@pytest.mark.parametrize("mlp", [True, False])
@pytest.mark.parametrize("degree", [True, False])
def test_a_side_is_pooled_alike_beside_few_others_and_beside_many(mlp: bool, degree: bool) -> None:
    pool, h = VerticalPool(CHANNELS, 7, degree=degree, mlp=mlp), embeddings()
    count = 90
    row, node = torch.arange(count) // 5, torch.randint(6, (count,))
    side = RaggedNodes(node, row, 18, torch.randint(3, (count,)))
    assert_close(torch.cat([pool(h, side.slice(at, at + 1)) for at in range(18)]), pool(h, side))


@pytest.mark.parametrize("degree", [True, False])
def test_sides_of_one_node_may_be_worked_out_once_for_each_node(degree: bool) -> None:
    pool, h = VerticalPool(CHANNELS, 7, degree=degree, mlp=False), embeddings()
    lengths = torch.tensor([1, 2, 0, 1, 1, 3, 1, 1, 1, 0, 1, 1])
    row = torch.repeat_interleave(torch.arange(len(lengths)), lengths)
    node = torch.randint(6, (len(row),))
    inner = torch.where(lengths[row] > 1, torch.randint(2, (len(row),)), 0)
    side = RaggedNodes(node, row, len(lengths), inner)
    found = pool.gathered(h, side)
    assert len(found.table) == 6 + 4
    assert_close(found.rows(), pool(h, side))
    few = side.slice(0, 3)
    assert_close(pool.gathered(h, few).rows(), pool(h, few))


def test_a_side_that_is_a_hundred_thousand_nodes_long_is_calm() -> None:
    pool, count = VerticalPool(CHANNELS, 7), 100_000
    row, degree = torch.zeros(count, dtype=torch.long), torch.full((count,), count)
    side = RaggedNodes(torch.arange(count), row, 1, degree)
    g = pool(torch.ones(count, CHANNELS), side)
    assert g.abs().max() < 1e4
    assert_calm(g.square().sum(), pool)


def test_missing_degrees_or_edges_are_named() -> None:
    with pytest.raises(ValueError, match="degree=True"):
        VerticalPool(CHANNELS, 7)(embeddings(), PATHS)
    with pytest.raises(ValueError, match="with_inner_edges"):
        VerticalPool(CHANNELS, 7, degree=False, num_layers=1)(embeddings(), PATHS)
    with pytest.raises(ValueError, match="'attention'"):
        HorizontalPool(CHANNELS, "median")


def test_message_passing_within_sides_tells_apart_what_degrees_do_not() -> None:
    """A hexagon and two triangles: six nodes of degree 2 either way, two rounds see no more, features do."""
    ring, triangles = [(i, (i + 1) % 6) for i in range(6)], [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    ends = [(6, i) for i in range(6)] + [(i, 7) for i in range(6)]
    h = torch.ones(8, CHANNELS)
    h[0] = 2
    found = []
    torch.manual_seed(0)
    plain, deep = VerticalPool(CHANNELS, 7), VerticalPool(CHANNELS, 7, num_layers=2)
    for inner in (ring, triangles):
        graph = Graph.from_edges(torch.tensor(inner + ends).T.numpy())
        given = pair_geodesics(graph, [[6], [7]], max_dist=2)
        side = with_inner_edges(given.head, graph)
        assert side.edge_index.shape[1] == 12
        found.append((plain(h, side), deep(h, side)))
    assert_close(found[0][0], found[1][0], 1e-6)
    assert not torch.allclose(found[0][1], found[1][1], atol=1e-4)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("degree", [False, True])
def test_inner_edges_are_those_the_degree_counts(directed: bool, degree: bool) -> None:
    graph = random_graph(20, 90, 3, directed=directed)
    found = geodesics.vertical(graph, random_pairs(graph, 60, 4), max_dist=3)
    side = RaggedNodes.from_ragged(found.head, degree=found.head_degree)
    given = side if degree else RaggedNodes(side.node, side.row, side.num_rows)
    edges = with_inner_edges(given, graph).edge_index
    assert torch.equal(torch.bincount(edges[1], minlength=len(side.node)), side.degree)
    assert torch.equal(side.row[edges[0]], side.row[edges[1]])
    part = with_inner_edges(side, graph).slice(10, 30)
    assert torch.equal(torch.bincount(part.edge_index[0], minlength=len(part.node)), part.degree)
    pool = VerticalPool(CHANNELS, 7, num_layers=1)
    h = torch.randn(20, CHANNELS)
    assert_close(pool(h, with_inner_edges(side, graph))[10:30], pool(h, part))


def test_the_neighbor_pool_pools_distinct_neighbors_as_a_side_would_be() -> None:
    graph, h = random_graph(20, 60, 5), torch.randn(20, CHANNELS)
    pool, edge_index = NeighborPool(CHANNELS, 7), edge_index_of(random_graph(20, 60, 5))
    found = pool(h, edge_index)
    neighbors = [graph.neighbors(node) for node in range(20)]
    rows = torch.repeat_interleave(torch.arange(20), torch.tensor([len(row) for row in neighbors]))
    side = RaggedNodes(torch.cat([torch.tensor(row, dtype=torch.long) for row in neighbors]), rows, 20)
    assert_close(found, pool.pool(h, side))
    assert_close(found, pool(h, torch.cat([edge_index, edge_index[:, :9]], dim=1)))
    assert not found[-2:].any()
