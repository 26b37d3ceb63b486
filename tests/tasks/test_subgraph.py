from __future__ import annotations

import numpy as np
import torch

from gdgnn.inputs import RaggedNodes
from gdgnn.loader import NodeGeodesicLoader, SubgraphGeodesicLoader
from gdgnn.nn import GDGNN, GIN
from gdgnn.tasks import Recipe, SubgraphTask, fit
from tests.tasks.small import assert_same_tensors, gradients, small_graph

GRAPH = small_graph()
SUBSETS = [np.random.default_rng(at).choice(40, 1 + at % 6, replace=False) for at in range(20)]
LABEL = torch.tensor([len(subset) > 3 for subset in SUBSETS]).float()


def subgraph_task(recipe: Recipe | None = None, **options: object) -> SubgraphTask:
    torch.manual_seed(0)
    model = GDGNN.for_subgraphs(GIN(1, 8, num_layers=2, batch_norm=False), max_dist=2, hidden_channels=8)
    return SubgraphTask(model, GRAPH, recipe, labels="binary", **options)


def loader(**options: object) -> SubgraphGeodesicLoader:
    return SubgraphGeodesicLoader(GRAPH, SUBSETS, LABEL, **({"max_dist": 2} | options))


def test_scores_are_those_of_the_model_for_overlapping_subsets() -> None:
    task = subgraph_task().eval()
    (nodes,) = NodeGeodesicLoader(GRAPH, max_dist=2)
    row = torch.arange(20).repeat_interleave(torch.tensor([len(subset) for subset in SUBSETS]))
    subsets = RaggedNodes(torch.from_numpy(np.concatenate(SUBSETS)), row, 20)
    with torch.no_grad():
        expected = task.model.score(task.inputs.encoded(task.model), nodes.geodesics, subsets)
    torch.testing.assert_close(task.predict(loader(batch_size=6)), expected)


def test_the_gradient_depends_on_neither_micro_batches_nor_the_part_that_is_encoded() -> None:
    (batch,) = loader()
    whole = subgraph_task(Recipe(micro_batch=None))
    loss = whole.backward_of(batch)
    for other in (subgraph_task(Recipe(micro_batch=3)), subgraph_task(encode="receptive-field")):
        torch.testing.assert_close(other.backward_of(batch), loss)
        assert_same_tensors(gradients(other), gradients(whole), 1e-6)


def test_sizes_are_learned() -> None:
    history = fit(subgraph_task(Recipe(epochs=30, learning_rate=2e-2)), loader(batch_size=5, shuffle=True))
    assert history.loss[-1] < 0.3 * history.loss[0]


def test_an_empty_subset_is_finite() -> None:
    empty = SubgraphGeodesicLoader(GRAPH, [[], [3]], torch.ones(2), max_dist=2)
    (batch,) = empty
    task = subgraph_task()
    assert task.backward_of(batch).isfinite()
    assert task.predict(empty).isfinite().all()
