from __future__ import annotations

from typing import Any

import pytest
import torch

from gdgnn.data import UniformNegatives
from gdgnn.graph import Graph
from gdgnn.loader import LinkGeodesicLoader, NodeGeodesicLoader
from gdgnn.nn import GDGNN
from gdgnn.nn.context import NodeContext
from gdgnn.tasks import EncoderInputs, LinkTask, NodeTask, Recipe, fit
from gdgnn.tasks.one_graph import OneGraphTask
from tests.tasks.small import (
    MAX_DIST,
    assert_same_tensors,
    gcn,
    gradients,
    link_model,
    small_graph,
    train_links,
)

GRAPH = small_graph(nodes=60, edges=70)


def inputs_of(graph: Graph) -> EncoderInputs:
    return EncoderInputs.of(graph, torch.randn(graph.num_nodes, 1, dtype=torch.float64))


def assert_same_both_ways(whole: OneGraphTask[Any], part: OneGraphTask[Any], batch: Any) -> None:
    """Losses, gradients and scores; of the same model, which is in float64."""
    torch.testing.assert_close(part.eval().score_batch(batch), whole.eval().score_batch(batch))
    found = []
    for task in (whole, part):
        task.train().zero_grad()
        found.append((task.backward_of(batch, seed=2), gradients(task)))
    torch.testing.assert_close(found[0][0], found[1][0])
    assert_same_tensors(found[0][1], found[1][1], 1e-12)


@pytest.mark.parametrize("context", ["none", "vertical+degree", "both"])
@pytest.mark.parametrize("directed", [False, True])
def test_links_have_the_same_scores_and_gradients_from_their_receptive_field(
    context: str, directed: bool
) -> None:
    graph = small_graph(nodes=60, edges=70, directed=directed)
    loader = train_links(graph, batch_size=8, horizontal=True)
    batch = next(iter(loader))
    assert batch.hidden_edges.numel() == 8
    model, inputs, recipe = (
        link_model(gcn(), context=context).double(),
        inputs_of(graph),
        Recipe(micro_batch=5),
    )
    part = LinkTask(model, inputs, recipe, encode="receptive-field")
    assert_same_both_ways(LinkTask(model, inputs, recipe), part, batch)


@pytest.mark.parametrize("context", ["vertical+degree", "full-neighbors+distance"])
def test_nodes_have_the_same_scores_and_gradients_from_their_receptive_field(context: NodeContext) -> None:
    model = GDGNN.for_nodes(gcn(), max_dist=2, context=context, out_channels=3, hidden_channels=8).double()
    inputs = inputs_of(GRAPH)
    (batch,) = NodeGeodesicLoader(GRAPH, [1, 8, 30, 59], torch.arange(60) % 3, max_dist=2)
    assert_same_both_ways(NodeTask(model, inputs), NodeTask(model, inputs, encode="receptive-field"), batch)


@pytest.mark.parametrize("encode", ["receptive-field", "sampled"])
def test_training_and_prediction_repeat_themselves(encode: Any) -> None:
    found = []
    for _ in range(2):
        torch.manual_seed(0)
        task = LinkTask(link_model(), GRAPH, Recipe(epochs=2), encode=encode, fanout=3)
        fit(task, train_links(GRAPH))
        pairs = UniformNegatives(GRAPH).sample(10, seed=0)
        loader = LinkGeodesicLoader(GRAPH, pairs, max_dist=MAX_DIST, batch_size=4)
        assert torch.equal(task.predict(loader), task.predict(loader))
        found.append((task.predict(loader), dict(task.state_dict())))
    assert torch.equal(found[0][0], found[1][0])
    assert_same_tensors(found[0][1], found[1][1])


def test_an_empty_share_of_a_field_is_nothing() -> None:
    (batch,) = LinkGeodesicLoader(GRAPH, [[0], [5]], max_dist=MAX_DIST, rank=1, world_size=2)
    task = LinkTask(link_model(), GRAPH, encode="receptive-field")
    assert task.backward_of(batch).item() == 0


def test_an_unknown_word_is_refused() -> None:
    with pytest.raises(ValueError, match="'receptive-field', 'sampled'"):
        LinkTask(link_model(), GRAPH, encode="half")  # type: ignore[arg-type]
