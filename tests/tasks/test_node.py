from __future__ import annotations

import torch

from gdgnn.loader import NodeGeodesicLoader
from gdgnn.nn import GDGNN, GIN
from gdgnn.tasks import NodeTask, Recipe, fit
from gdgnn.tasks.metrics import accuracy
from tests.tasks.small import assert_same_tensors, gradients, small_graph

GRAPH = small_graph()
DEGREE_CLASS = torch.from_numpy(GRAPH.degrees()).clamp(max=5) // 2


def node_task(recipe: Recipe | None = None, **options: object) -> NodeTask:
    torch.manual_seed(0)
    encoder = GIN(1, 8, num_layers=2, batch_norm=False)
    return NodeTask(
        GDGNN.for_nodes(encoder, max_dist=2, out_channels=3, hidden_channels=8), GRAPH, recipe, **options
    )


def loader(nodes: object = None, **options: object) -> NodeGeodesicLoader:
    return NodeGeodesicLoader(GRAPH, nodes, DEGREE_CLASS, **({"max_dist": 2} | options))


def test_degrees_are_learned_from_some_nodes_for_others() -> None:
    is_train = torch.arange(GRAPH.num_nodes) % 3 > 0
    task = node_task(Recipe(epochs=30, learning_rate=2e-2))
    fit(task, loader(is_train, batch_size=9, shuffle=True), loader(~is_train), metric=accuracy)
    rest = loader(~is_train)
    assert accuracy(task.predict(rest), DEGREE_CLASS[~is_train]) > 0.8


def test_the_gradient_does_not_depend_on_micro_batches() -> None:
    (batch,) = loader()
    whole, parts = node_task(Recipe(micro_batch=None)), node_task(Recipe(micro_batch=7))
    torch.testing.assert_close(parts.backward_of(batch), whole.backward_of(batch))
    assert_same_tensors(gradients(parts), gradients(whole), 1e-6)


def test_predictions_follow_the_order_of_the_nodes() -> None:
    task = node_task()
    everything = task.predict(loader())
    torch.testing.assert_close(task.predict(loader([9, 2, 39], batch_size=2)), everything[[9, 2, 39]])


def test_nodes_without_a_class_teach_nothing() -> None:
    nodes = [3, 4, 5, 6]
    label = DEGREE_CLASS.clone()
    label[[4, 6]] = -1
    (some,) = NodeGeodesicLoader(GRAPH, nodes, label, max_dist=2)
    (only,) = NodeGeodesicLoader(GRAPH, [3, 5], label, max_dist=2)
    with_missing, without = node_task(), node_task()
    torch.testing.assert_close(2 * with_missing.backward_of(some), without.backward_of(only))


def test_several_yes_and_no_questions_at_once() -> None:
    label = torch.stack([DEGREE_CLASS > 0, DEGREE_CLASS > 1, DEGREE_CLASS > 2], dim=1).float()
    (batch,) = NodeGeodesicLoader(GRAPH, label=label, max_dist=2)
    task = node_task(labels="binary")
    expected = torch.nn.functional.binary_cross_entropy_with_logits(task.score_batch(batch), label)
    torch.testing.assert_close(task.backward_of(batch), expected)
