from __future__ import annotations

import math

import pytest
import torch
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.tasks import EncoderInputs
from gdgnn.tasks.encoder_inputs import node_features

PATH = Graph.from_edges([[0, 1], [1, 2]])


def test_of_a_graph_without_features_every_node_is_a_one() -> None:
    inputs = EncoderInputs.of(PATH)
    assert inputs.features(None).tolist() == [[1.0], [1.0], [1.0]]
    assert inputs.in_channels == 1


def test_of_data_features_are_kept_and_columns_know_their_edge() -> None:
    edge_index = torch.tensor([[0, 1, 2, 2, 1], [1, 0, 2, 1, 2]])
    data = Data(x=torch.randn(3, 4), edge_index=edge_index, edge_attr=torch.randn(5, 2))
    inputs = EncoderInputs.of(data)
    assert inputs.x is data.x
    assert inputs.edge_attr is data.edge_attr
    assert inputs.edge_id.tolist() == [0, 0, -1, 1, 1]
    assert inputs.in_channels == 4


def test_both_columns_of_a_hidden_edge_are_out_of_sight_and_loops_never_are() -> None:
    data = Data(edge_index=torch.tensor([[0, 1, 2, 2, 1], [1, 0, 2, 1, 2]]), num_nodes=3)
    visible = EncoderInputs.of(data).visible(torch.tensor([1]))
    assert visible is not None
    assert visible.tolist() == [True, True, True, False, False]
    assert EncoderInputs.of(data).visible(torch.empty(0, dtype=torch.long)) is None


def test_degrees_do_not_count_hidden_edges() -> None:
    inputs = EncoderInputs.of(PATH, "degree")
    assert inputs.in_channels == 2
    log2, log3 = math.log(2), math.log(3)
    torch.testing.assert_close(inputs.features(None)[:, 1], torch.tensor([log2, log3, log2]))
    hidden = inputs.features(inputs.visible(torch.tensor([0])))
    torch.testing.assert_close(hidden[:, 1], torch.tensor([0, log2, log2]))


def test_features_of_graphs_without_any() -> None:
    edge_index = PATH.to_pyg().edge_index
    torch.testing.assert_close(
        node_features(3, edge_index, "degree"), EncoderInputs.of(PATH, "degree").features(None)
    )
    assert node_features(3, edge_index, "ones").shape == (3, 1)


@pytest.mark.parametrize(
    ("x", "message"), [(torch.ones(4, 1), "x has 4 rows for 3 nodes"), ("zeros", "'ones' or 'degree'")]
)
def test_features_that_do_not_fit_are_refused(x: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        EncoderInputs.of(PATH, x)
    with pytest.raises(ValueError, match="columns of edge_index"):
        EncoderInputs.of(PATH, edge_attr=torch.ones(2, 1))
