from __future__ import annotations

import pytest
import torch
from torch_geometric.nn import RGCNConv

from gdgnn import Graph
from gdgnn.nn.relational import RelationalConv, TypedAdjacency, adjacency
from tests.nn.graphs import assert_close
from tests.nn.relational.plain import plain_conv, random_facts, typed_messages

GRAPH = random_facts(40, 5, 300, seed=0)


def gradients(loss: torch.Tensor, *of: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return torch.autograd.grad(loss, of)


@pytest.mark.parametrize("fast", [True, False])
def test_equals_the_plain_one_forward_and_backward(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not fast:
        monkeypatch.setattr(adjacency, "is_fast_for", lambda _: False)
    conv = RelationalConv(6, 7, 10, num_bases=3)
    torch.nn.init.normal_(conv.bias)
    x = torch.randn(40, 6, requires_grad=True)
    weight = torch.randn(40, 7)
    ours = conv(x[:, None], TypedAdjacency(GRAPH).messages())[:, 0]
    plain = plain_conv(conv, x, GRAPH)
    assert_close(ours, plain)
    of = (x, *conv.parameters())
    for mine, expected in zip(
        gradients((ours * weight).sum(), *of), gradients((plain * weight).sum(), *of), strict=True
    ):
        assert_close(mine, expected)


def test_equals_pytorch_geometrics() -> None:
    conv = RelationalConv(6, 7, 10, num_bases=3)
    peer = RGCNConv(6, 7, 10, num_bases=3)
    with torch.no_grad():
        for own, theirs in (
            (conv.bases, peer.weight),
            (conv.coefficients, peer.comp),
            (conv.root, peer.root),
        ):
            theirs.copy_(own[0])
    source, target, kind = typed_messages(GRAPH)
    x = torch.randn(40, 6)
    expected = peer(x, torch.stack([source, target]), kind)
    assert_close(conv(x[:, None], TypedAdjacency(GRAPH).messages())[:, 0], expected)


def test_gradients_are_those_of_finite_differences() -> None:
    graph = random_facts(6, 2, 8, seed=1)
    conv = RelationalConv(2, 2, 4, num_bases=2).double()
    messages = TypedAdjacency(graph).messages()
    slow = torch.randn(6, 1, 2, dtype=torch.float64, requires_grad=True)

    def run(x: torch.Tensor, coefficients: torch.Tensor, bases: torch.Tensor) -> torch.Tensor:
        weights = {"coefficients": coefficients, "bases": bases}
        return torch.func.functional_call(conv, weights, (x, messages))

    inputs = (slow, conv.coefficients.detach().requires_grad_(), conv.bases.detach().requires_grad_())
    assert torch.autograd.gradcheck(run, inputs)


def test_each_use_has_the_weights_it_asks_for() -> None:
    conv = RelationalConv(3, 4, 10, num_bases=2, num_sets=3)
    x = torch.randn(40, 2, 3)
    both = conv(x, TypedAdjacency(GRAPH).messages(), torch.tensor([2, 0]))
    assert_close(both[:, 0], plain_conv(conv, x[:, 0], GRAPH, which=2))
    assert_close(both[:, 1], plain_conv(conv, x[:, 1], GRAPH, which=0))


def test_hidden_edges_are_as_if_they_were_not_there() -> None:
    keep = torch.rand(GRAPH.num_edges) < 0.6
    kept = keep.nonzero().squeeze(1).numpy()
    assert GRAPH.relation is not None
    smaller = Graph.from_edges(
        GRAPH.edge_index[:, kept],
        num_nodes=40,
        relation=GRAPH.relation[kept],
        num_relations=5,
        directed=True,
    ).as_undirected()
    conv = RelationalConv(6, 7, 10)
    x = torch.randn(40, 1, 6)
    masked, cut = TypedAdjacency(GRAPH).messages(keep), TypedAdjacency(smaller).messages()
    assert masked.degree.tolist() == cut.degree.tolist()
    assert_close(conv(x, masked), conv(x, cut))


def test_relation_0_of_entity_0_counts() -> None:
    graph = Graph.from_edges([[0], [1]], relation=[0], num_relations=1)
    messages = TypedAdjacency(graph).messages()
    assert messages.joined(messages.heard(torch.tensor([[2.0], [5.0]]))).tolist() == [[5.0], [2.0]]
    hidden = TypedAdjacency(graph).messages(torch.tensor([False]))
    assert hidden.joined(hidden.heard(torch.tensor([[2.0], [5.0]]))).tolist() == [[0.0], [0.0]]


def test_a_graph_without_edges_passes_nothing() -> None:
    graph = Graph.from_edges(
        torch.empty(2, 0, dtype=torch.long).numpy(),
        num_nodes=3,
        relation=torch.empty(0, dtype=torch.long).numpy(),
        num_relations=2,
    )
    conv = RelationalConv(2, 3, 4)
    x = torch.randn(3, 1, 2)
    assert_close(conv(x, TypedAdjacency(graph).messages()), x @ conv.root[0] + conv.bias[0])


def test_wrong_masks_and_graphs_are_errors() -> None:
    with pytest.raises(ValueError, match="edges, False to hide it"):
        TypedAdjacency(GRAPH).messages(torch.ones(3))
    with pytest.raises(ValueError, match="no relations"):
        TypedAdjacency(Graph.from_edges([[0], [1]]))
