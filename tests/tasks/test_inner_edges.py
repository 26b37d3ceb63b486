"""Models that pass messages within sides can be trained and evaluated by all tasks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from gdgnn import geodesics
from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics, with_inner_edges
from gdgnn.loader import GraphGeodesicLoader
from gdgnn.nn import GDGNN, GIN
from gdgnn.tasks import EncoderInputs, GraphTask, LinkTask, Recipe
from tests.tasks.small import assert_same_tensors, gradients, link_model, train_links

# Dense enough that nodes of a side are joined.
GRAPH = Graph.from_edges(np.random.default_rng(0).integers(0, 14, (2, 45)))


def link_task(**options: Any) -> LinkTask:
    torch.manual_seed(0)
    return LinkTask(link_model(side_layers=1), GRAPH, **options)


@pytest.mark.parametrize("options", [{"recipe": Recipe(micro_batch=5)}, {"encode": "receptive-field"}])
def test_gradients_depend_on_neither_micro_batches_nor_what_is_encoded(options: dict[str, Any]) -> None:
    batch = next(iter(train_links(GRAPH)))
    whole, other = link_task(), link_task(**options)
    torch.testing.assert_close(other.backward_of(batch, seed=1), whole.backward_of(batch, seed=1))
    assert_same_tensors(gradients(other), gradients(whole), 1e-6)
    assert any(g.abs().sum() > 0 for name, g in gradients(whole).items() if "layers" in name)


def test_graphs_side_by_side_keep_their_own_edges() -> None:
    model = GDGNN.for_subgraphs(GIN(1, 8, 2, batch_norm=False), max_dist=2, hidden_channels=8, side_layers=1)
    other = Graph.from_edges([[0, 0, 1, 1, 2], [1, 2, 2, 3, 3]])
    scores = GraphTask(model, labels="binary").predict(GraphGeodesicLoader([GRAPH, other], max_dist=2))
    for graph, score in zip((GRAPH, other), scores, strict=True):
        targets = np.arange(graph.num_nodes)
        seen = NodeGeodesics.from_engine(geodesics.neighborhoods(graph, max_dist=2), targets, 2)
        assert seen.side is not None
        seen = replace(seen, side=with_inner_edges(seen.side, graph))
        with torch.no_grad():
            expected = model.eval().score(EncoderInputs.of(graph).encoded(model), seen)
        torch.testing.assert_close(score, expected[0], rtol=1e-5, atol=1e-5)
