"""Encoders: both ways to pass messages agree, and hidden edges are as if they were not there."""

from __future__ import annotations

import copy
import gc

import pytest
import torch
from torch import Tensor, nn
from torch_geometric.nn import GCNConv, GINConv

from gdgnn.nn import GCN, GIN, GINE, Encoder
from gdgnn.nn.encoder import adjacency, messages
from tests.nn.graphs import assert_calm, assert_close, edge_index_of, random_graph

CHANNELS = 6


@pytest.fixture(params=["sparse product", "message passing"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    set_fast(monkeypatch, request.param == "sparse product")
    return str(request.param)


def set_fast(monkeypatch: pytest.MonkeyPatch, fast: bool) -> None:
    monkeypatch.setattr(messages, "FAST_FROM_EDGES", 0 if fast else 1 << 60)


def edges(kind: str, seed: int = 0) -> Tensor:
    """Edges with parallel ones and loops among them."""
    found = edge_index_of(random_graph(20, 50, seed, directed=kind == "directed"))
    again = found[:, :4]
    loops = torch.tensor([[3, 19], [3, 19]])
    both = torch.cat([again, again.flip(0)], dim=1) if kind == "undirected" else again
    return torch.cat([found, both, loops], dim=1)


def make(name: str, **options: object) -> Encoder:
    torch.manual_seed(1)
    if name == "GINE":
        return GINE(CHANNELS, 8, 3, edge_channels=2, **options)
    return {"GCN": GCN, "GIN": GIN}[name](CHANNELS, 8, 3, **options)


@pytest.mark.parametrize("kind", ["undirected", "directed"])
@pytest.mark.parametrize("name", ["GCN", "GIN"])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_sparse_products_give_what_pygs_convolutions_give(
    name: str, kind: str, masked: bool, dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In single precision normalization over twenty nodes magnifies rounding: it is compared in double.
    encoder, edge_index = make(name, batch_norm=dtype == torch.float64).to(dtype), edges(kind)
    mask = torch.rand(edge_index.shape[1]) < 0.7 if masked else None
    results = []
    for fast in (True, False):
        set_fast(monkeypatch, fast)
        x = torch.arange(20 * CHANNELS).sin().view(20, CHANNELS).to(dtype).requires_grad_()
        encoder.zero_grad()
        h = encoder(x, edge_index, edge_mask=mask)
        (h * torch.arange(8)).square().mean().backward()
        results.append([h, x.grad, *(parameter.grad for parameter in encoder.parameters())])
    for fast_result, slow_result in zip(*results, strict=True):
        assert_close(fast_result, slow_result, 1e-5 if dtype == torch.float32 else 1e-10)


@pytest.mark.parametrize("in_channels", [2, 30])
def test_one_layer_is_pygs_convolution(in_channels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_fast(monkeypatch, True)
    x, edge_index = torch.randn(20, in_channels), edges("undirected")
    gcn = GCN(in_channels, 8, 1, batch_norm=False)
    conv = GCNConv(in_channels, 8)
    conv.load_state_dict(gcn.convs[0].state_dict())
    assert_close(gcn(x, edge_index), conv(x, edge_index))
    gin = GIN(in_channels, 8, 1, batch_norm=False)
    sums = GINConv(copy.deepcopy(gin.convs[0].nn), train_eps=True)
    gin.convs[0].eps.data.fill_(0.3)
    sums.load_state_dict(gin.convs[0].state_dict())
    assert_close(gin(x, edge_index), sums(x, edge_index))


@pytest.mark.parametrize("name", ["GCN", "GIN", "GINE"])
@pytest.mark.parametrize("kind", ["undirected", "directed"])
def test_hiding_edges_is_removing_them(name: str, kind: str, path: str) -> None:
    encoder, edge_index = make(name), edges(kind)
    x = torch.randn(20, CHANNELS)
    edge_attr = torch.randn(edge_index.shape[1], 2)
    mask = torch.rand(edge_index.shape[1]) < 0.6
    hidden = encoder(x, edge_index, edge_attr, edge_mask=mask)
    removed = encoder(x, edge_index[:, mask].clone(), edge_attr[mask])
    assert_close(hidden, removed)
    assert not torch.allclose(hidden, encoder(x, edge_index, edge_attr))


@pytest.mark.parametrize("name", ["GCN", "GIN", "GINE"])
@pytest.mark.parametrize("batch_norm", [True, False])
@pytest.mark.parametrize("jumping_knowledge", ["last", "sum", "cat"])
@pytest.mark.parametrize("virtual_node", [True, False])
def test_renumbering_nodes_renumbers_the_result(
    name: str, batch_norm: bool, jumping_knowledge: str, virtual_node: bool
) -> None:
    encoder = make(
        name, batch_norm=batch_norm, jumping_knowledge=jumping_knowledge, virtual_node=virtual_node
    ).double()
    edge_index, order = edges("undirected"), torch.randperm(20)
    x = torch.randn(20, CHANNELS, dtype=torch.float64)
    edge_attr = torch.randn(edge_index.shape[1], 2, dtype=torch.float64)
    turned = torch.empty_like(x)
    turned[order] = x
    expected = encoder(x, edge_index, edge_attr)
    assert expected.shape == (20, encoder.out_channels)
    assert_close(encoder(turned, order[edge_index], edge_attr)[order], expected, 1e-9)


@pytest.mark.parametrize("name", ["GCN", "GIN", "GINE"])
def test_graphs_of_a_batch_do_not_see_each_other(name: str) -> None:
    encoder = make(name, virtual_node=True).eval()
    one, two = edges("undirected", 1), edges("undirected", 2)
    x, attr_one, attr_two = (
        torch.randn(40, CHANNELS),
        torch.randn(one.shape[1], 2),
        torch.randn(two.shape[1], 2),
    )
    batch = torch.tensor([0] * 20 + [1] * 20)
    together = encoder(x, torch.cat([one, two + 20], 1), torch.cat([attr_one, attr_two]), batch=batch)
    assert_close(together[:20], encoder(x[:20], one, attr_one))
    assert_close(together[20:], encoder(x[20:], two, attr_two))


@pytest.mark.parametrize("name", ["GCN", "GIN", "GINE"])
@pytest.mark.parametrize("num_nodes", [1, 5])
def test_one_node_or_no_edge_at_all_is_calm(name: str, num_nodes: int, path: str) -> None:
    encoder = make(name, virtual_node=True)
    nothing = torch.empty(2, 0, dtype=torch.long)
    assert_calm(encoder(torch.randn(num_nodes, CHANNELS), nothing, torch.empty(0, 2)).square().sum(), encoder)


def test_hiding_all_edges_of_a_hub_is_calm(path: str) -> None:
    hub = torch.stack([torch.arange(1, 5000), torch.zeros(4999, dtype=torch.long)])
    edge_index = torch.cat([hub, hub.flip(0)], dim=1)
    for name in ("GCN", "GIN"):
        encoder = make(name)
        for mask in (None, torch.zeros(edge_index.shape[1], dtype=torch.bool)):
            assert_calm(encoder(torch.ones(5000, CHANNELS), edge_index, edge_mask=mask).mean(), encoder)


def test_a_tensor_that_was_written_to_is_sorted_anew(path: str) -> None:
    encoder, edge_index, x = make("GCN"), edges("undirected"), torch.randn(20, CHANNELS)
    encoder(x, edge_index)
    edge_index[:, :10] = edge_index[:, 10:20].clone()
    assert_close(encoder(x, edge_index), encoder(x, edge_index.clone()))


def test_what_is_kept_of_a_tensor_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    set_fast(monkeypatch, True)
    gc.collect()
    before = len(adjacency._KEPT)
    edge_index = edges("undirected")
    make("GIN")(torch.randn(20, CHANNELS), edge_index)
    assert len(adjacency._KEPT) == before + 1
    del edge_index
    gc.collect()
    assert len(adjacency._KEPT) == before


def test_an_undirected_graph_keeps_one_matrix_and_a_directed_one_two() -> None:
    same = adjacency.Adjacency(edges("undirected"), 20, self_loops=True).matrix(normalize=True)
    assert same.matrix is same.transposed
    two = adjacency.Adjacency(edges("directed"), 20).matrix()
    assert_close(two.matrix.to_dense(), two.transposed.to_dense().T)


def test_copying_and_saving_an_encoder_after_use_works(monkeypatch: pytest.MonkeyPatch) -> None:
    set_fast(monkeypatch, True)
    encoder, edge_index, x = make("GIN").eval(), edges("undirected"), torch.randn(20, CHANNELS)
    assert_close(copy.deepcopy(encoder)(x, edge_index), encoder(x, edge_index))


def test_an_input_encoder_comes_first() -> None:
    encoder = make("GIN", input_encoder=nn.Linear(3, CHANNELS))
    assert encoder(torch.randn(20, 3), edges("undirected")).shape == (20, 8)
    before = encoder.input_encoder.weight.clone()
    encoder.reset_parameters()
    assert not torch.equal(before, encoder.input_encoder.weight)


def test_wrong_arguments_are_named() -> None:
    encoder, edge_index, x = make("GIN"), edges("undirected"), torch.randn(20, CHANNELS)
    with pytest.raises(ValueError, match=r"edge_index has shape \(3, 4\)"):
        encoder(x, torch.zeros(3, 4, dtype=torch.long))
    with pytest.raises(ValueError, match=r"edge_mask is torch\.int64"):
        encoder(x, edge_index, edge_mask=edge_index[0])
    with pytest.raises(ValueError, match="edge_attr has 3 rows"):
        encoder(x, edge_index, torch.zeros(3, 2))
    with pytest.raises(ValueError, match="use GIN"):
        make("GINE")(x, edge_index)
    with pytest.raises(ValueError, match="num_layers is 0"):
        GIN(1, 2, 0)
    with pytest.raises(ValueError, match="'cat'"):
        make("GIN", jumping_knowledge="max")
