"""The whole network: each context, micro-batches, foreign encoders, degenerate input."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, get_args

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch_geometric.nn import GraphSAGE

from gdgnn import Graph, geodesics
from gdgnn.inputs import NodeGeodesics, PairGeodesics, RaggedNodes, with_inner_edges
from gdgnn.nn import GCN, GDGNN, GIN, LinkContext, NodeContext, link_parts, node_parts
from gdgnn.nn.representation.link import PathPool
from tests.nn.graphs import (
    assert_calm,
    assert_close,
    edge_index_of,
    node_geodesics,
    pair_geodesics,
    random_graph,
    random_pairs,
    relabeled,
)

MAX_DIST = 3
NODES = 24
Given = TypeVar("Given", PairGeodesics, NodeGeodesics)
LINKS = get_args(LinkContext)
NODE_CONTEXTS = get_args(NodeContext)


def encoder() -> GIN:
    torch.manual_seed(0)
    return GIN(2, 8, 2)


def link_model(context: str = "both", **options: object) -> GDGNN:
    return GDGNN.for_links(encoder(), max_dist=MAX_DIST, context=context, hidden_channels=6, **options)


def node_model(context: str = "vertical+degree", **options: object) -> GDGNN:
    return GDGNN.for_nodes(encoder(), max_dist=MAX_DIST, context=context, hidden_channels=6, **options)


def graph_model(context: str = "vertical+degree", **options: object) -> GDGNN:
    return GDGNN.for_subgraphs(encoder(), max_dist=MAX_DIST, context=context, hidden_channels=6, **options)


def example(directed: bool = False) -> tuple[Graph, Tensor, Tensor]:
    graph = random_graph(NODES, 40, 1, directed=directed)
    return graph, torch.randn(NODES, 2, generator=torch.Generator().manual_seed(1)), edge_index_of(graph)


@pytest.mark.parametrize("context", LINKS)
@pytest.mark.parametrize("directed", [False, True])
def test_each_link_context_scores_slices_as_it_scores_the_whole(context: str, directed: bool) -> None:
    graph, x, edge_index = example(directed)
    pairs = pair_geodesics(graph, random_pairs(graph, 50, 2), MAX_DIST)
    model = link_model(context)
    h = model.encode(x, edge_index)
    whole = model.score(h, pairs)
    assert whole.shape == (50,)
    assert_close(torch.cat([model.score(h, pairs.slice(at, at + 7)) for at in range(0, 50, 7)]), whole)
    assert_calm(whole.square().mean(), model)
    assert all(parameter.grad is not None for parameter in model.parameters())


@pytest.mark.parametrize("context", NODE_CONTEXTS)
@pytest.mark.parametrize("directed", [False, True])
def test_each_node_context_scores_slices_as_it_scores_the_whole(context: str, directed: bool) -> None:
    graph, x, edge_index = example(directed)
    seen = node_geodesics(graph, MAX_DIST)
    model = node_model(context, out_channels=3)
    h = model.encode(x, edge_index)
    whole = model.score(h, seen)
    assert whole.shape == (NODES, 3)
    assert_close(torch.cat([model.score(h, seen.slice(at, at + 7)) for at in range(0, NODES, 7)]), whole)
    assert_calm(whole.square().mean(), model)
    assert all(parameter.grad is not None for parameter in model.parameters())


def changed_in(given: Given, *, degree: bool = False, distance: bool = False) -> Given:
    """The same geodesics with what is named changed."""
    change = {}
    for name in ("head", "tail", "side"):
        nodes = getattr(given, name, None)
        if degree and nodes is not None:
            change[name] = replace(nodes, degree=nodes.degree + 1)
    if distance:
        change["distance"] = 1 + (given.distance % MAX_DIST)
    return replace(given, **change)


@pytest.mark.parametrize("context", LINKS)
def test_a_link_sees_what_its_context_says_and_nothing_else(context: str) -> None:
    graph, x, edge_index = example()
    pairs = pair_geodesics(graph, random_pairs(graph, 50, 2), MAX_DIST)
    model, parts = link_model(context).eval(), link_parts(context)
    h = model.encode(x, edge_index)
    score = model.score(h, pairs)

    def matters(changed: PairGeodesics) -> bool:
        return not torch.equal(model.score(h, changed), score)

    assert matters(changed_in(pairs, degree=True)) == parts.degree
    assert matters(changed_in(pairs, distance=True)) == parts.distance
    other = replace(pairs.path, node=(pairs.path.node + 1) % NODES)
    assert matters(replace(pairs, path=other)) == parts.path
    other = replace(pairs.head, node=(pairs.head.node + 1) % NODES)
    assert matters(replace(pairs, head=other)) == parts.vertical
    assert matters(replace(pairs, pairs=(pairs.pairs + 1) % NODES))


@pytest.mark.parametrize("context", NODE_CONTEXTS)
def test_a_node_sees_what_its_context_says_and_nothing_else(context: str) -> None:
    graph, x, edge_index = example()
    seen = node_geodesics(graph, MAX_DIST)
    model, parts = node_model(context).eval(), node_parts(context)
    h = model.encode(x, edge_index)
    score = model.score(h, seen)

    def matters(changed: NodeGeodesics) -> bool:
        return not torch.equal(model.score(h, changed), score)

    assert matters(changed_in(seen, degree=True)) == parts.degree
    assert matters(changed_in(seen, distance=True)) == parts.distance
    assert matters(replace(seen, neighbor=(seen.neighbor + 1) % NODES)) == parts.neighbors
    other = replace(seen.side, node=(seen.side.node + 1) % NODES)
    assert matters(replace(seen, side=other)) == parts.vertical
    assert (h.shape[1] > 8) == parts.full_neighbors


def test_partial_differs_from_horizontal_only_on_long_paths() -> None:
    line = Graph.from_edges(np.array([range(7), range(1, 8)]))
    torch.manual_seed(0)
    h = torch.randn(8, 8)
    whole, partial = (
        GDGNN.for_links(encoder(), max_dist=6, context=context).representation
        for context in ("horizontal", "partial")
    )
    pairs = pair_geodesics(line, [[0, 0], [3, 6]], 6)
    same, other = (whole(h, pairs) - partial(h, pairs)).abs().amax(dim=1)
    assert same == 0
    assert other > 0


@pytest.mark.parametrize("context", LINKS)
@pytest.mark.parametrize("path_pool", get_args(PathPool))
def test_a_symmetric_model_scores_both_orders_alike(context: str, path_pool: str) -> None:
    graph, x, edge_index = example()
    ends = random_pairs(graph, 50, 2)
    there = pair_geodesics(graph, ends, MAX_DIST)
    back = pair_geodesics(graph, ends[::-1], MAX_DIST)
    # The path of (v, u) is a draw of its own; walk the same one backwards.
    turned = [there.path.slice(row, row + 1).node.flip(0) for row in range(50)]
    back = replace(back, path=replace(there.path, node=torch.cat(turned)))
    model = link_model(context, symmetric=True, num_paths=True, path_pool=path_pool)
    h = model.encode(x, edge_index)
    assert_close(model.score(h, there), model.score(h, back))
    plain = link_model(context)
    assert not torch.allclose(plain.score(h, there), plain.score(h, back))


def test_options_of_links_are_used() -> None:
    graph, x, edge_index = example()
    pairs = pair_geodesics(graph, random_pairs(graph, 50, 2), MAX_DIST)
    shared, apart = link_model("vertical"), link_model("vertical", shared_sides=False)
    assert shared.representation.head_pool is shared.representation.tail_pool
    assert apart.representation.head_pool is not apart.representation.tail_pool
    counting = link_model("distance", num_paths=True)
    h = counting.encode(x, edge_index)
    more = replace(pairs, num_paths=pairs.num_paths + 1)
    assert not torch.equal(counting.score(h, pairs), counting.score(h, more))
    huge = replace(pairs, num_paths=torch.full_like(pairs.num_paths, 1e300))
    assert counting.score(h, huge).isfinite().all()
    walking = link_model("distance", walks=3)
    h = walking.encode(x, edge_index)
    weights = torch.from_numpy(geodesics.walk_weights(graph, pairs.pairs.numpy(), 3))
    known = replace(pairs, walks=weights)
    assert not torch.equal(walking.score(h, known), walking.score(h, replace(pairs, walks=2 * weights)))
    inner = replace(pairs, head=with_inner_edges(pairs.head, graph), tail=with_inner_edges(pairs.tail, graph))
    deep = link_model("vertical+degree", side_layers=2)
    assert_calm(deep.score(deep.encode(x, edge_index), inner).mean(), deep)


@pytest.mark.parametrize("distance", ["scalar", "one-hot", "learned"])
def test_pairs_without_a_path_have_a_code_of_their_own(distance: str) -> None:
    line = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 4]], num_nodes=7)
    h = torch.ones(7, 8)
    model = link_model("vertical+degree", distance=distance)
    scores = model.score(h, pair_geodesics(line, [[0, 0, 0, 0], [3, 4, 5, 6]], MAX_DIST))
    assert scores[1] == scores[2] == scores[3]
    assert scores[0] != scores[1]


@pytest.mark.parametrize("context", LINKS)
@pytest.mark.parametrize("count", [0, 1, 5])
@pytest.mark.parametrize("case", ["unreachable", "same node"])
def test_degenerate_links_are_calm(context: str, count: int, case: str) -> None:
    graph = Graph.from_edges(np.empty((2, 0), dtype=np.int64), num_nodes=5)
    heads = np.arange(count)
    tails = heads if case == "same node" else (heads + 1) % 5
    pairs = pair_geodesics(graph, np.stack([heads, tails]), MAX_DIST)
    for path_pool in get_args(PathPool):
        model = link_model(context, path_pool=path_pool, num_paths=True)
        h = model.encode(torch.zeros(5, 2), edge_index_of(graph))
        score = model.score(h, pairs)
        assert score.shape == (count,)
        assert_calm(score.square().sum(), model)


@pytest.mark.parametrize("context", NODE_CONTEXTS)
@pytest.mark.parametrize("nodes", [1, 5])
def test_degenerate_nodes_and_graphs_are_calm(context: str, nodes: int) -> None:
    graph = Graph.from_edges(np.empty((2, 0), dtype=np.int64), num_nodes=nodes)
    seen = node_geodesics(graph, MAX_DIST)
    for model in (node_model(context), graph_model(context), graph_model(context, reduce="mean")):
        h = model.encode(torch.zeros(nodes, 2), edge_index_of(graph))
        assert_calm(model.score(h, seen).square().sum(), model)
        assert model.score(h, seen.slice(0, 0)).isfinite().all()


def test_a_hub_of_ten_thousand_neighbors_is_calm() -> None:
    hub = Graph.from_edges(np.stack([np.zeros(10_000, dtype=np.int64), np.arange(1, 10_001)]))
    pairs = pair_geodesics(hub, [[0, 1, 1], [1, 2, 3]], MAX_DIST)
    seen = node_geodesics(hub, 1)
    links = link_model()
    nodes = GDGNN.for_subgraphs(GIN(2, 8, 2, batch_norm=False), max_dist=1)
    for model, given in ((links, pairs), (nodes, seen)):
        h = model.encode(torch.ones(10_001, 2), edge_index_of(hub))
        assert_calm(model.score(h, given).mean(), model)


def test_renumbering_the_graph_changes_no_score() -> None:
    graph, x, _ = example()
    order = np.random.default_rng(3).permutation(NODES)
    turned, turned_x = relabeled(graph, order), torch.empty_like(x)
    turned_x[order] = x
    ends = random_pairs(graph, 50, 2)
    models = [link_model("vertical+degree"), node_model(), graph_model()]
    for model in models:
        model.double().eval()
        here = model.encode(x.double(), edge_index_of(graph))
        there = model.encode(turned_x.double(), edge_index_of(turned))
        if model is models[0]:
            given = pair_geodesics(graph, ends, MAX_DIST), pair_geodesics(turned, order[ends], MAX_DIST)
        else:
            given = node_geodesics(graph, MAX_DIST), node_geodesics(turned, MAX_DIST, order)
        assert_close(model.score(here, given[0]), model.score(there, given[1]), 1e-9)


def test_hidden_edges_are_hidden_from_the_whole_model() -> None:
    graph, x, edge_index = example()
    mask = torch.rand(edge_index.shape[1]) < 0.5
    seen = node_geodesics(graph, MAX_DIST)
    for make in (encoder, lambda: GraphSAGE(2, 8, 2)):
        model = GDGNN.for_nodes(make(), max_dist=MAX_DIST, context="full-neighbors+distance")
        hidden = model(x, edge_index, seen, edge_mask=mask)
        assert_close(hidden, model(x, edge_index[:, mask].clone(), seen))
        assert not torch.allclose(hidden, model(x, edge_index, seen))


class Foreign(nn.Module):
    """Takes all that a module may be given."""

    def forward(self, x: Tensor, edge_index: Tensor, edge_attr: Tensor, batch: Tensor) -> Tensor:
        weight = torch.zeros(len(x), 1).index_add(0, edge_index[1], edge_attr)
        return torch.cat([x, weight, batch[:, None].to(x)], dim=1)


def test_any_module_may_encode() -> None:
    graph, x, edge_index = example()
    pairs = pair_geodesics(graph, random_pairs(graph, 5, 2), MAX_DIST)
    assert GDGNN.for_links(GraphSAGE(2, 8, 2), max_dist=MAX_DIST)(x, edge_index, pairs).shape == (5,)
    with pytest.raises(ValueError, match="channels="):
        GDGNN.for_links(Foreign(), max_dist=MAX_DIST)
    model = GDGNN.for_links(Foreign(), max_dist=MAX_DIST, channels=4)
    mask = torch.zeros(edge_index.shape[1], dtype=torch.bool)
    batch = torch.ones(NODES, dtype=torch.long)
    h = model.encode(x, edge_index, torch.ones(edge_index.shape[1], 1), edge_mask=mask, batch=batch)
    assert h[:, 2:].unique(dim=0).tolist() == [[0.0, 1.0]]


def test_graphs_of_a_batch_score_as_on_their_own() -> None:
    one, two = random_graph(10, 15, 1), random_graph(14, 25, 2)
    both, x = Graph.union([one, two]), torch.randn(24, 2)
    model = graph_model(out_channels=2).eval()
    batch = torch.tensor([0] * 10 + [1] * 14)
    h = model.encode(x, edge_index_of(both), batch=batch)
    together = model.score(h, node_geodesics(both, MAX_DIST), RaggedNodes.from_batch(batch))
    apart = [
        model.score(model.encode(part, edge_index_of(graph)), node_geodesics(graph, MAX_DIST))
        for graph, part in ((one, x[:10]), (two, x[10:]))
    ]
    assert_close(together, torch.cat(apart))


def test_gradients_of_micro_batches_are_those_of_one_batch() -> None:
    graph, x, edge_index = example()
    pairs = pair_geodesics(graph, random_pairs(graph, 50, 2), MAX_DIST)
    model = link_model().double()
    model(x.double(), edge_index, pairs).square().sum().backward()
    expected = [parameter.grad.clone() for parameter in model.parameters()]
    model.zero_grad()
    h = model.encode(x.double(), edge_index)
    cut = h.detach().requires_grad_()
    for at in range(0, 50, 9):
        model.score(cut, pairs.slice(at, at + 9)).square().sum().backward()
    h.backward(cut.grad)
    for parameter, gradient in zip(model.parameters(), expected, strict=True):
        assert_close(parameter.grad, gradient, 1e-9)


def test_resetting_draws_every_weight_anew() -> None:
    model = GDGNN.for_links(
        GCN(2, 8, 2, virtual_node=True, jumping_knowledge="cat"),
        max_dist=MAX_DIST,
        context="both",
        distance="learned",
        path_pool="positional",
        side_layers=1,
    )
    before = {name: parameter.clone() for name, parameter in model.named_parameters() if parameter.ndim > 1}
    model.reset_parameters()
    after = dict(model.named_parameters())
    assert [name for name, old in before.items() if torch.equal(old, after[name])] == []


def test_what_is_missing_is_named() -> None:
    graph, _, _ = example()
    pairs = pair_geodesics(graph, random_pairs(graph, 5, 2), MAX_DIST)
    seen = node_geodesics(graph, MAX_DIST)
    h = torch.ones(NODES, 8)
    with pytest.raises(ValueError, match="vertical= to PairGeodesics"):
        link_model("vertical").score(h, replace(pairs, head=None))
    with pytest.raises(ValueError, match="horizontal= to PairGeodesics"):
        link_model("partial").score(h, replace(pairs, path=None))
    with pytest.raises(ValueError, match="num_paths=True"):
        link_model("none", num_paths=True).score(h, replace(pairs, num_paths=None))
    for known in (None, torch.zeros(5, 3, dtype=torch.float64)):
        with pytest.raises(ValueError, match="walks=4 needs weights of walks; search with walks=4"):
            link_model("none", walks=4).score(h, replace(pairs, walks=known))
    with pytest.raises(ValueError, match="needs sides"):
        node_model().score(h, replace(seen, side=None))
    with pytest.raises(ValueError, match="max_dist=9"):
        link_model().score(h, replace(pairs, max_dist=9))
    with pytest.raises(ValueError, match="shared_sides=True"):
        link_model(symmetric=True, shared_sides=False)
    with pytest.raises(ValueError, match=r"'vertical\+degree', 'both'"):
        link_model("neighbors")
    with pytest.raises(ValueError, match="'full-neighbors"):
        node_model("horizontal")
    with pytest.raises(TypeError, match="for_subgraphs"):
        node_model().score(h, seen, RaggedNodes.from_batch(torch.zeros(NODES, dtype=torch.long)))
