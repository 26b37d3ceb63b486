from __future__ import annotations

import numpy as np
import pytest
import torch
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.nn import GCN, GDGNN, GIN, GINE, Encoder
from gdgnn.tasks import EncoderInputs
from gdgnn.tasks.field import field_inputs, hops_of
from tests.tasks.small import link_model, small_graph

HOPS = 2


def messy_data() -> Data:
    """Loops, columns given twice, an arrow without its reverse, a node without edges; features on columns."""
    ends = np.random.default_rng(4).integers(0, 29, (2, 60))
    edge_index = torch.from_numpy(np.concatenate([ends, ends[:, :5], np.array([[3, 7], [3, 7]])], axis=1))
    return Data(edge_index=edge_index, num_nodes=30, x=torch.randn(30, 3), edge_attr=torch.randn(67, 2))


def encoders() -> list[Encoder]:
    return [
        GCN(3, 8, HOPS, batch_norm=False),
        GIN(3, 8, HOPS),
        GINE(3, 8, HOPS, edge_channels=2, jumping_knowledge="cat"),
    ]


@pytest.mark.parametrize("encoder", range(3))
@pytest.mark.parametrize("hidden", [[], [0, 3, 4, 11, 30]])
@pytest.mark.parametrize("nodes", [[0], [5, 2, 17, 29], list(range(30))])
def test_the_embeddings_are_those_of_the_whole_graph(
    encoder: int, hidden: list[int], nodes: list[int]
) -> None:
    inputs = EncoderInputs.of(messy_data())
    model = link_model(encoders()[encoder]).eval()
    whole = inputs.encoded(model, torch.tensor(hidden, dtype=torch.long))
    part = field_inputs(inputs, torch.tensor(nodes), HOPS)
    h = part.encoded(model, torch.tensor(hidden, dtype=torch.long))
    torch.testing.assert_close(h[: len(nodes)], whole[nodes], rtol=1e-5, atol=1e-5)


def test_degrees_as_features_are_those_of_the_whole_graph() -> None:
    graph = small_graph()
    inputs = EncoderInputs.of(graph, "degree")
    model = link_model(GCN(2, 8, HOPS, batch_norm=False))
    hidden = torch.arange(0, graph.num_edges, 3)
    part = field_inputs(inputs, torch.tensor([4, 9]), HOPS)
    expected = inputs.encoded(model, hidden)[[4, 9]]
    torch.testing.assert_close(part.encoded(model, hidden)[:2], expected, rtol=1e-5, atol=1e-5)


def test_no_more_is_encoded_than_needed() -> None:
    line = Graph.from_edges([range(999), range(1, 1000)])
    part = field_inputs(EncoderInputs.of(line), torch.tensor([500]), HOPS)
    # Five nodes, one for all outside, and the edges of the five.
    assert len(part.x) == 6
    assert part.edge_index.shape[1] == 10


def test_a_sampled_field_has_no_more_neighbors_than_asked_for() -> None:
    star = EncoderInputs.of(Graph.from_edges([[0] * 50, range(1, 51)]))
    part = field_inputs(star, torch.tensor([0]), 1, fanout=7, seed=3)
    assert part.edge_index[1].tolist() == [0] * 7
    assert len(part.x) == 8
    again = field_inputs(star, torch.tensor([0]), 1, fanout=7, seed=3)
    assert torch.equal(part.edge_id, again.edge_id)
    assert not torch.equal(part.edge_id, field_inputs(star, torch.tensor([0]), 1, fanout=7, seed=4).edge_id)


def test_a_generous_sample_gives_sums_of_the_whole_graph() -> None:
    inputs = EncoderInputs.of(messy_data())
    model = link_model(GIN(3, 8, HOPS)).eval()
    part = field_inputs(inputs, torch.tensor([3, 8, 20]), HOPS, fanout=1000)
    expected = inputs.encoded(model)[[3, 8, 20]]
    torch.testing.assert_close(part.encoded(model)[:3], expected, rtol=1e-5, atol=1e-5)


def test_no_nodes_need_no_field() -> None:
    part = field_inputs(EncoderInputs.of(small_graph()), torch.empty(0, dtype=torch.long), HOPS)
    assert part.x.shape == (0, 1)
    assert part.encoded(link_model()).shape == (0, 8)


def test_how_far_a_model_sees() -> None:
    encoder = GIN(1, 8, num_layers=3)
    assert hops_of(link_model(encoder), None) == 3
    assert hops_of(link_model(encoder), 5) == 5
    wide = GDGNN.for_nodes(encoder, max_dist=2, context="full-neighbors+distance")
    assert hops_of(wide, None) == 4
    assert hops_of(GDGNN.for_subgraphs(encoder, max_dist=2, context="full-neighbors+distance"), None) == 4


def test_a_model_that_sees_everything_has_no_field() -> None:
    with pytest.raises(ValueError, match="virtual node"):
        hops_of(link_model(GIN(1, 8, 2, virtual_node=True)), None)
    with pytest.raises(ValueError, match="hops="):
        hops_of(GDGNN.for_links(torch.nn.Identity(), max_dist=2, channels=1), None)
