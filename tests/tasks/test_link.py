from __future__ import annotations

import math
import warnings

import pytest
import torch
from lightning import Trainer

from gdgnn.data import UniformNegatives
from gdgnn.graph import Graph
from gdgnn.loader import LinkGeodesicLoader
from gdgnn.nn import GDGNN, GIN
from gdgnn.tasks import EncoderInputs, LinkTask, Recipe, fit
from gdgnn.tasks.metrics import auc
from gdgnn.tasks.orders import turned
from tests.tasks.small import (
    MAX_DIST,
    assert_same_tensors,
    gcn,
    gradients,
    link_model,
    link_task,
    small_graph,
    train_links,
    valid_links,
)

GRAPH = small_graph()


def calls_of_encoder(task: LinkTask) -> list[int]:
    calls: list[int] = []
    task.model.encoder.register_forward_hook(lambda *_: calls.append(1))
    return calls


@pytest.mark.parametrize("x", ["ones", "degree"])
def test_training_positives_are_hidden_from_message_passing(x: str) -> None:
    """The embeddings are those of a graph without these edges."""
    inputs = EncoderInputs.of(GRAPH, x)
    task = LinkTask(link_model(gcn(inputs.in_channels)), inputs)
    batch = next(iter(train_links(GRAPH)))
    kept = [edge for edge in range(GRAPH.num_edges) if edge not in batch.hidden_edges.tolist()]
    rest = Graph.from_edges(GRAPH.edge_index[:, kept], num_nodes=GRAPH.num_nodes)
    assert batch.hidden_edges.numel() == 16
    without = EncoderInputs.of(rest, x).encoded(task.model)
    torch.testing.assert_close(task.embed(batch, task.targets_of(batch), 0)[0], without, rtol=1e-5, atol=1e-5)


def test_an_edge_is_told_from_no_edge_by_nothing_but_the_rest_of_the_graph() -> None:
    """On a ring all pairs at distance n - 1 of a path look alike, whether they were joined or not."""
    ring = Graph.from_edges([range(6), [1, 2, 3, 4, 5, 0]])
    path = Graph.from_edges([range(5), range(1, 6)])
    scores = []
    task = LinkTask(link_model(gcn(2)), EncoderInputs.of(ring, "degree")).eval()
    for graph in (ring, path):
        task.inputs = EncoderInputs.of(graph, "degree")
        (batch,) = LinkGeodesicLoader(graph, [[5], [0]], max_dist=MAX_DIST)
        scores.append(task.score_batch(batch))
    torch.testing.assert_close(*scores)


def test_evaluation_encodes_once_until_weights_change() -> None:
    task = link_task(GRAPH)
    calls = calls_of_encoder(task)
    loader = valid_links(GRAPH, batch_size=3)
    first = task.predict(loader)
    assert torch.equal(task.predict(loader), first)
    assert len(calls) == 1
    with torch.no_grad():
        next(task.model.parameters()).add_(0.5)
    assert not torch.equal(task.predict(loader), first)
    assert len(calls) == 2


def test_training_does_not_use_kept_embeddings() -> None:
    task = link_task(GRAPH)
    calls = calls_of_encoder(task)
    task.predict(valid_links(GRAPH))
    task.train()
    for batch in train_links(GRAPH):
        task.backward_of(batch)
    assert len(calls) == 1 + len(train_links(GRAPH))


def test_evaluated_edges_of_the_graph_are_hidden_too() -> None:
    task = link_task(GRAPH)
    loader = LinkGeodesicLoader(GRAPH, GRAPH.edge_index[:, :8], max_dist=MAX_DIST)
    (batch,) = loader
    task.predict(valid_links(GRAPH))
    h, _ = task.eval().embed(batch, task.targets_of(batch), 0)
    torch.testing.assert_close(h, EncoderInputs.of(GRAPH).encoded(task.model, torch.arange(8)))
    assert not torch.allclose(h, EncoderInputs.of(GRAPH).encoded(task.model))


@pytest.mark.parametrize("micro_batch", [1, 4, None])
def test_predictions_are_in_target_order_whatever_the_batches(micro_batch: int | None) -> None:
    task = link_task(GRAPH, Recipe(micro_batch=micro_batch))
    whole = task.predict(valid_links(GRAPH))
    torch.testing.assert_close(task.predict(valid_links(GRAPH, batch_size=7)), whole)
    assert whole.shape == (20,)


def test_evaluation_takes_the_mean_of_both_orders() -> None:
    pairs = UniformNegatives(GRAPH).sample(20, seed=0)
    there, back = (LinkGeodesicLoader(GRAPH, ends, max_dist=MAX_DIST) for ends in (pairs, pairs[::-1]))
    both, one = link_task(GRAPH), link_task(GRAPH, both_orders=False)
    torch.testing.assert_close(both.predict(there), both.predict(back))
    assert not torch.allclose(one.predict(there), one.predict(back))
    torch.testing.assert_close(both.predict(there), (one.predict(there) + one.predict(back)) / 2)


def test_both_orders_matter_only_where_order_means_nothing_but_is_seen() -> None:
    assert LinkTask(link_model(), GRAPH).both_orders
    assert not LinkTask(link_model(symmetric=True), GRAPH).both_orders
    assert not LinkTask(link_model(), small_graph(directed=True)).both_orders
    assert LinkTask(link_model(symmetric=True), GRAPH, both_orders=True).both_orders


def test_half_of_the_pairs_are_turned_in_training() -> None:
    task = link_task(GRAPH)
    targets = task.targets_of(next(iter(train_links(GRAPH, batch_size=GRAPH.num_edges))))
    varied = task.varied(targets, seed=5)
    swapped = (varied.geodesics.pairs == targets.geodesics.pairs.flip(0)).all(0)
    assert 0.3 < swapped.float().mean() < 0.7
    given = turned(targets.geodesics)
    for at in range(len(targets)):
        expected = (given if swapped[at] else targets.geodesics).slice(at, at + 1)
        found = varied.geodesics.slice(at, at + 1)
        assert found.pairs.tolist() == expected.pairs.tolist()
        assert found.head.node.tolist() == expected.head.node.tolist()
        assert found.tail.degree.tolist() == expected.tail.degree.tolist()


def test_a_positive_counts_as_often_as_asked() -> None:
    graph = small_graph()
    (batch,) = train_links(graph, batch_size=graph.num_edges)
    losses = [
        link_task(graph, positive_weight=weight).eval().backward_of(batch).item() for weight in (0, 1, 3)
    ]
    positives, negatives = losses[1] - losses[0], losses[0]
    assert positives > 0
    assert losses[2] == pytest.approx(3 * positives + negatives, rel=1e-5)


def test_losses_and_gradients_of_shares_add_up_to_those_of_the_joint_batch() -> None:
    task = link_task(GRAPH).eval()
    (joint,) = train_links(GRAPH, batch_size=GRAPH.num_edges)
    loss = task.backward_of(joint, seed=4)
    expected = gradients(task)
    task.zero_grad()
    half = -(-GRAPH.num_edges // 2)
    shares = [train_links(GRAPH, batch_size=half, rank=rank, world_size=2) for rank in (0, 1)]
    parts = [task.backward_of(batch, seed=4) for loader in shares for batch in loader]
    assert sum(parts).item() == pytest.approx(loss.item(), rel=1e-5)
    assert_same_tensors(gradients(task), expected, 1e-6)


def test_an_empty_share_has_no_loss_and_no_scores() -> None:
    empty = LinkGeodesicLoader(GRAPH, [[0], [5]], max_dist=MAX_DIST, rank=1, world_size=2)
    (batch,) = empty
    assert batch.num_pairs == 0
    task = link_task(GRAPH)
    assert task.backward_of(batch).item() == 0
    assert task.score_batch(batch).shape == (0,)


def test_a_pair_alone_is_finite() -> None:
    task = LinkTask(link_model(), GRAPH)
    for pair in ([[0], [0]], [[39], [0]], [[39], [39]]):
        (batch,) = LinkGeodesicLoader(GRAPH, pair, max_dist=MAX_DIST)
        assert math.isfinite(task.backward_of(batch).item())
        assert all(gradient.isfinite().all() for gradient in gradients(task).values())


@pytest.mark.parametrize(
    "options", [{"shuffle": True}, {"drop_last": True}, {"negatives": UniformNegatives(GRAPH)}]
)
def test_loaders_whose_targets_have_no_order_cannot_be_predicted(options: dict[str, object]) -> None:
    loader = LinkGeodesicLoader(GRAPH, GRAPH.edge_index, max_dist=MAX_DIST, **options)
    with pytest.raises(ValueError, match="without shuffle"):
        link_task(GRAPH).predict(loader)


def test_a_loader_of_another_graph_is_refused_and_one_of_an_equal_graph_is_not() -> None:
    task, other = link_task(GRAPH), small_graph(seed=1)
    with pytest.raises(ValueError, match="wrong edges would be hidden"):
        fit(task, train_links(other))
    task.check_loader(train_links(small_graph()))


def test_lightning_itself_trains_a_task() -> None:
    task = link_task(GRAPH, Recipe(epochs=2))
    task.metric = auc
    quiet = {"logger": False, "enable_checkpointing": False, "enable_model_summary": False}
    trainer = Trainer(max_epochs=2, enable_progress_bar=False, accelerator="cpu", **quiet)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trainer.fit(task, train_links(GRAPH), valid_links(GRAPH))
    assert trainer.global_step == 2 * len(train_links(GRAPH))
    assert task.last_metric is not None
    assert 0 <= task.last_metric <= 1


def test_scores_are_refused_to_pairs_that_were_searched_in_another_graph() -> None:
    ring = Graph.from_edges([range(20), [*range(1, 20), 0]])
    path = Graph.from_edges([range(19), range(1, 20)])
    task = LinkTask(GDGNN.for_links(GIN(1, 8, num_layers=1), max_dist=3), ring, Recipe(epochs=1))
    loader = LinkGeodesicLoader(path, path.edge_index, max_dist=3)
    with pytest.raises(ValueError, match="wrong edges would be hidden"):
        task.predict(loader)
