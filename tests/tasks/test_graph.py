from __future__ import annotations

import math

import pytest
import torch
from torch.nn import functional
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.loader import GraphGeodesicLoader
from gdgnn.nn import GDGNN, GIN, GINE
from gdgnn.tasks import GraphTask, Recipe, fit
from gdgnn.tasks.loss import Labels
from gdgnn.tasks.metrics import accuracy
from tests.tasks.small import assert_same_tensors, gradients

SIZES = [3, 4, 5, 6, 7, 8, 9, 10]


def rings_and_lines() -> list[Graph]:
    rings = [Graph.from_edges([range(n), [*range(1, n), 0]]) for n in SIZES]
    return rings + [Graph.from_edges([range(n - 1), range(1, n)]) for n in SIZES]


def graph_task(
    out_channels: int = 2, labels: Labels = "classes", recipe: Recipe | None = None, **model: object
) -> GraphTask:
    torch.manual_seed(0)
    encoder = GIN(1, 8, num_layers=2, batch_norm=False)
    made = GDGNN.for_subgraphs(
        encoder, **({"max_dist": 2, "hidden_channels": 8, "out_channels": out_channels} | model)
    )
    return GraphTask(made, recipe, labels=labels)


CLASSES = torch.tensor([0] * 8 + [1] * 8)


def test_rings_are_told_from_lines() -> None:
    train = GraphGeodesicLoader(rings_and_lines(), CLASSES, max_dist=2, batch_size=8, shuffle=True)
    valid = GraphGeodesicLoader(rings_and_lines(), CLASSES, max_dist=2)
    history = fit(graph_task(recipe=Recipe(epochs=40, learning_rate=2e-2)), train, valid, metric=accuracy)
    assert history.best_metric == 1.0


@pytest.mark.parametrize("size", [1, 3, 5, 16])
def test_the_gradient_does_not_depend_on_micro_batches(size: int) -> None:
    (batch,) = GraphGeodesicLoader(rings_and_lines(), CLASSES, max_dist=2)
    whole, parts = graph_task(recipe=Recipe(micro_batch=None)), graph_task(recipe=Recipe(micro_batch=size))
    torch.testing.assert_close(parts.backward_of(batch), whole.backward_of(batch))
    assert_same_tensors(gradients(parts), gradients(whole), 1e-6)


def test_predictions_do_not_depend_on_batches() -> None:
    task = graph_task()
    scores = [
        task.predict(GraphGeodesicLoader(rings_and_lines(), max_dist=2, batch_size=n)) for n in (1, 7, 16)
    ]
    torch.testing.assert_close(scores[0], scores[2])
    torch.testing.assert_close(scores[1], scores[2])


def test_missing_labels_cost_nothing_and_teach_nothing() -> None:
    label = torch.tensor([[1.0, math.nan, 0.0], [math.nan] * 3, [0.0, 1.0, math.nan]])
    task = graph_task(3, "binary")
    (batch,) = GraphGeodesicLoader(rings_and_lines()[:3], label, max_dist=2)
    loss = task.backward_of(batch)
    found = gradients(task)
    score = task.score_batch(batch)
    known = ~label.isnan()
    expected = functional.binary_cross_entropy_with_logits(score[known], label[known], reduction="sum") / 9
    torch.testing.assert_close(loss, expected)
    assert all(gradient.isfinite().all() for gradient in found.values())


def test_labels_in_a_column_of_their_own_suit_a_single_score() -> None:
    """As OGB's molecules have them."""
    parts = [
        Data(edge_index=graph.to_pyg().edge_index, num_nodes=graph.num_nodes, y=torch.tensor([[1]]))
        for graph in rings_and_lines()
    ]
    (batch,) = GraphGeodesicLoader(parts, max_dist=2)
    assert batch.label is not None
    assert batch.label.shape == (16, 1)
    assert math.isfinite(graph_task(1, "binary").backward_of(batch).item())


def test_features_of_nodes_and_edges_are_used() -> None:
    edge_index = torch.tensor([[0, 1], [1, 2]])
    kinds = [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0)]
    graphs = [
        Data(x=torch.full((3, 1), x), edge_index=edge_index, edge_attr=torch.full((2, 1), e))
        for x, e in kinds
    ]
    encoder = GINE(1, 8, 2, edge_channels=1, batch_norm=False)
    task = GraphTask(GDGNN.for_subgraphs(encoder, max_dist=2, out_channels=2))
    first, other_nodes, other_edges = task.predict(GraphGeodesicLoader(graphs, max_dist=2))
    assert not torch.allclose(first, other_nodes)
    assert not torch.allclose(first, other_edges)


def test_an_empty_share_is_nothing() -> None:
    (batch,) = GraphGeodesicLoader(rings_and_lines()[:1], [0], max_dist=2, rank=1, world_size=2)
    assert batch.graph.num_graphs == 0
    assert graph_task().backward_of(batch).item() == 0
    assert graph_task().score_batch(batch).shape == (0, 2)


def test_labels_that_do_not_fit_the_scores_are_refused() -> None:
    (batch,) = GraphGeodesicLoader(rings_and_lines(), CLASSES, max_dist=2)
    with pytest.raises(ValueError, match="out_channels"):
        graph_task(3, "binary").backward_of(batch)
    (without,) = GraphGeodesicLoader(rings_and_lines(), max_dist=2)
    with pytest.raises(ValueError, match="no labels"):
        graph_task().backward_of(without)
    with pytest.raises(ValueError, match="'classes' or 'binary'"):
        graph_task(labels="numbers")  # type: ignore[arg-type]
