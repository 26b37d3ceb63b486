from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from gdgnn import Graph
from gdgnn.nn.relational import RelationalEncoder, TypedAdjacency
from gdgnn.nn.relational.encoder import Condition
from tests.nn.graphs import assert_calm, assert_close
from tests.nn.relational.plain import plain_conv, random_facts

GRAPH = random_facts(30, 4, 120, seed=0)


def test_equals_plain_layers_one_after_the_other() -> None:
    encoder = RelationalEncoder(4, 8, num_layers=3)
    degree = torch.from_numpy(GRAPH.degrees()).float()
    h = torch.stack([torch.ones(30), degree.log1p()], dim=1)
    for depth, conv in enumerate(encoder.convs):
        h = plain_conv(conv, h, GRAPH)  # type: ignore[arg-type]
        h = h if depth == 2 else h.relu()
    assert_close(encoder(TypedAdjacency(GRAPH))[:, 0], h)


@pytest.mark.parametrize("condition", ["film", "separate"])
def test_many_target_relations_at_once_are_as_one_after_the_other(condition: Condition) -> None:
    encoder = RelationalEncoder(4, 8, num_layers=3, condition=condition, layer_norm=True, residual=True)
    adjacency = TypedAdjacency(GRAPH)
    relations = torch.tensor([3, 0, 3])
    together = encoder(adjacency, relations=relations)
    for use, relation in enumerate(relations):
        assert_close(together[:, use], encoder(adjacency, relations=relation[None])[:, 0])
    assert (together[:, 0] - together[:, 1]).abs().max() > 1e-3
    assert_close(together[:, 0], together[:, 2])


@pytest.mark.parametrize("condition", ["none", "film", "separate"])
def test_every_weight_learns_and_nothing_explodes(condition: Condition) -> None:
    encoder = RelationalEncoder(4, 8, num_layers=3, condition=condition, dropout=0.2, num_entities=30)
    h = encoder(TypedAdjacency(GRAPH), relations=torch.arange(4))
    assert_calm(h.pow(2).mean(), encoder)
    assert all(parameter.grad is not None for parameter in encoder.parameters())


@pytest.mark.parametrize("condition", ["film", "separate"])
def test_a_target_relation_keeps_no_more_for_its_gradient_than_is_said(condition: Condition) -> None:
    graph = random_facts(300, 4, 6000, seed=0)
    adjacency = TypedAdjacency(graph)
    encoder = RelationalEncoder(4, 16, num_layers=3, condition=condition, layer_norm=True, dropout=0.3)

    def kept(relations: Tensor) -> int:
        sizes: dict[int, int] = {}

        def pack(tensor: Tensor) -> Tensor:
            if tensor.layout == torch.strided:
                sizes[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            h = encoder(adjacency, relations=relations)
        assert h.requires_grad
        return sum(sizes.values())

    grown = kept(torch.arange(4)) - kept(torch.arange(1))
    said = 3 * encoder.bytes_of_relation(adjacency, learning=True)
    assert said / 4 < grown <= said


def test_numbering_entities_anew_changes_nothing() -> None:
    order = np.random.default_rng(3).permutation(30)
    assert GRAPH.relation is not None
    other = Graph.from_edges(
        order[GRAPH.edge_index], num_nodes=30, relation=GRAPH.relation, num_relations=4, directed=True
    ).as_undirected()
    encoder = RelationalEncoder(4, 8, num_layers=2)
    assert_close(encoder(TypedAdjacency(other))[torch.from_numpy(order)], encoder(TypedAdjacency(GRAPH)))


def test_hidden_edges_change_degrees_and_messages_alike() -> None:
    encoder = RelationalEncoder(4, 8, num_layers=2)
    nothing = encoder(TypedAdjacency(GRAPH), edge_mask=torch.zeros(GRAPH.num_edges, dtype=torch.bool))
    assert_close(nothing, nothing[:1].expand_as(nothing))


def test_learned_features_are_for_one_graph() -> None:
    encoder = RelationalEncoder(4, 8, num_layers=2, num_entities=30)
    assert encoder(TypedAdjacency(GRAPH)).shape == (30, 1, 8)
    with pytest.raises(ValueError, match="30 entities were learned, but the graph has 10"):
        encoder(TypedAdjacency(random_facts(10, 4, 12, seed=1)))


def test_a_graph_with_other_relations_is_an_error() -> None:
    with pytest.raises(ValueError, match="3 relations, but the encoder was made for 4"):
        RelationalEncoder(4, 8, num_layers=1)(TypedAdjacency(random_facts(10, 3, 12, seed=1)))


def test_without_layers_all_nodes_are_alike() -> None:
    encoder = RelationalEncoder(4, 8, num_layers=0)
    assert not list(encoder.parameters())
    assert torch.equal(encoder(TypedAdjacency(GRAPH)), torch.zeros(30, 1, 8))


def test_wrong_arguments_are_errors() -> None:
    with pytest.raises(ValueError, match="num_layers is -1"):
        RelationalEncoder(4, 8, num_layers=-1)
    with pytest.raises(ValueError, match="nothing to condition"):
        RelationalEncoder(4, 8, num_layers=0, condition="film")
    with pytest.raises(ValueError, match="'some'"):
        RelationalEncoder(4, 8, 1, condition="some")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="give relations="):
        RelationalEncoder(4, 8, 1, condition="film")(TypedAdjacency(GRAPH))
