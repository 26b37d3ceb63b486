from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.loader.triple_batch import TripleBatch
from gdgnn.nn.relational import TypedAdjacency
from gdgnn.nn.relational.encoder import Condition
from gdgnn.tasks.knowledge import KnowledgeTask
from gdgnn.tasks.knowledge_config import KnowledgeConfig, Preset
from gdgnn.tasks.knowledge_fit import fit_knowledge
from gdgnn.tasks.knowledge_loss import triple_loss
from gdgnn.tasks.ranking import rank_triples
from gdgnn.tasks.recipe import Recipe
from tests.nn.graphs import assert_close


def grid(width: int) -> Triples:
    """A grid: r0 leads right, r1 leads down, and r2 is first right, then down."""
    node = np.arange(width * width).reshape(width, width)
    right = np.stack([node[:, :-1].ravel(), np.zeros(width * (width - 1), int), node[:, 1:].ravel()])
    down = np.stack([node[:-1].ravel(), np.ones(width * (width - 1), int), node[1:].ravel()])
    both = np.stack([node[:-1, :-1].ravel(), np.full((width - 1) ** 2, 2), node[1:, 1:].ravel()])
    return Triples.from_ids(np.concatenate([right, down, both], axis=1))


def small(**options: object) -> KnowledgeConfig:
    choices: dict[str, object] = {
        "max_dist": 3,
        "num_layers": 2,
        "hidden_channels": 8,
        "scorer_channels": 16,
        "pool_channels": 8,
        "relation_channels": 8,
        "dropout": 0.1,
        "heads": 2,
        "tails": 2,
        "batch_size": 32,
        "recipe": Recipe(epochs=2, validate_every=1),
    }
    return KnowledgeConfig(**(choices | options))  # type: ignore[arg-type]


FACTS = grid(6)
HELD_BACK = np.random.default_rng(0).random(FACTS.num_triples) < 0.15
TRAIN, VALID = FACTS.take(~HELD_BACK), FACTS.take(HELD_BACK)


@pytest.mark.parametrize("condition", ["none", "film", "separate"])
def test_a_step_encodes_once_and_its_gradient_is_that_of_the_loss(condition: Condition) -> None:
    config = small(condition=condition, dropout=0.0)
    graph = TRAIN.graph()
    model = config.model(3)
    task = KnowledgeTask(model, graph).train()
    batch = next(iter(config.loader(TRAIN, graph)))
    calls = []
    model.encoder.register_forward_hook(lambda *_: calls.append(1))
    loss = task.backward_of(batch)
    assert len(calls) == 1
    found = [parameter.grad.clone() for parameter in model.parameters() if parameter.grad is not None]
    model.zero_grad()
    relations = torch.arange(3)
    h = model.encode(TypedAdjacency(graph), edge_mask=batch.edge_mask, relations=relations)
    expected = triple_loss(*batch.by_target(model.score(h, batch, relations))) / batch.num_targets
    expected.backward()
    assert_close(loss, expected.detach())
    plain = [parameter.grad for parameter in model.parameters() if parameter.grad is not None]
    assert len(found) == len(plain)
    for mine, other in zip(found, plain, strict=True):
        assert_close(mine, other)


@pytest.mark.parametrize("condition", ["film", "separate"])
def test_little_memory_means_more_encodings_and_the_same_gradient(condition: Condition) -> None:
    config = small(condition=condition, dropout=0.0, context="both", relational=True, sequences=2)
    graph = TRAIN.graph()
    model = config.model(3)
    batch = next(iter(config.loader(TRAIN, graph)))
    calls = []
    model.encoder.register_forward_hook(lambda *_: calls.append(1))
    gradients, losses = [], []
    for memory in (1 << 30, 1):
        model.zero_grad()
        losses.append(KnowledgeTask(model, graph, max_memory=memory).train().backward_of(batch))
        gradients.append([p.grad.clone() for p in model.parameters() if p.grad is not None])
    assert len(calls) == 1 + len(batch.relation.unique())
    assert_close(losses[0], losses[1])
    for whole, parts in zip(*gradients, strict=True):
        assert_close(whole, parts)


def test_a_batch_does_not_see_its_own_targets() -> None:
    """Turning a target round changes nothing that the encoder sees."""
    config = small(hide="always", dropout=0.0, fact_dropout=(0.0, 0.0), batch_size=1000)
    batch = next(iter(config.loader(TRAIN)))
    assert not batch.edge_mask.any()
    h = KnowledgeTask(config.model(3), TRAIN.graph()).embed(batch, None, 0)[0]  # type: ignore[arg-type]
    assert_close(h, h[:1].expand_as(h))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"relational": True, "context": "both"},
        {"condition": "film"},
        {"sequences": 3, "context": "distance"},
    ],
)
def test_training_learns_what_composes(options: dict[str, object]) -> None:
    config = small(recipe=Recipe(epochs=25, learning_rate=1e-2), fact_dropout=(0.0, 0.2), **options)
    model, history = fit_knowledge(config, TRAIN)
    assert history.loss[-1] < 0.6 * history.loss[0]
    ranking = rank_triples(model, TRAIN.graph(), VALID, KnownTriples(TRAIN, VALID))
    assert np.mean(1 / ranking.rank()) > 0.35


def test_a_model_answers_on_entities_it_never_saw() -> None:
    config = small(recipe=Recipe(epochs=25, learning_rate=1e-2))
    model, _ = fit_knowledge(config, TRAIN)
    other = grid(5)
    held_back = np.random.default_rng(1).random(other.num_triples) < 0.2
    train, test = other.take(~held_back), other.take(held_back)
    ranking = rank_triples(model, train.graph(), test, KnownTriples(train, test))
    assert np.mean(1 / ranking.rank()) > 0.3


def test_the_same_configuration_gives_the_same_model() -> None:
    first, history = fit_knowledge(small(), TRAIN, VALID)
    second, again = fit_knowledge(small(), TRAIN, VALID, threads=1)
    assert history.loss == again.loss
    assert history.metric == again.metric
    for mine, other in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_the_best_epoch_is_that_of_the_filtered_mrr_over_held_back_facts() -> None:
    model, history = fit_knowledge(small(recipe=Recipe(epochs=3)), TRAIN, VALID)
    found = rank_triples(model, TRAIN.graph(), VALID, KnownTriples(TRAIN, VALID))
    assert history.best_metric == pytest.approx(np.mean(1 / found.rank()), abs=1e-6)


def test_an_interrupted_training_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = small(recipe=Recipe(epochs=3))
    whole, history = fit_knowledge(config, TRAIN, VALID)
    step = KnowledgeTask.backward_of

    def interrupted(self: KnowledgeTask, batch: TripleBatch, seed: int = 0) -> torch.Tensor:
        if self.current_epoch == 2:
            raise InterruptedError
        return step(self, batch, seed)

    with monkeypatch.context() as patch:
        patch.setattr(KnowledgeTask, "backward_of", interrupted)
        with pytest.raises(InterruptedError):
            fit_knowledge(config, TRAIN, VALID, checkpoint_dir=tmp_path)
    resumed, again = fit_knowledge(config, TRAIN, VALID, checkpoint_dir=tmp_path, resume=True)
    assert again.loss == pytest.approx(history.loss, abs=1e-6)
    for mine, other in zip(resumed.parameters(), whole.parameters(), strict=True):
        assert_close(mine, other)


@pytest.mark.parametrize("loss", ["binary", "self-adversarial"])
def test_other_losses_learn_too(loss: str) -> None:
    _, history = fit_knowledge(small(loss=loss, recipe=Recipe(epochs=8, learning_rate=1e-2)), TRAIN)
    assert history.loss[-1] < history.loss[0]


@pytest.mark.parametrize("name", ["paper-vertical", "paper-horizontal", "best"])
def test_presets_make_models_that_score(name: Preset) -> None:
    config = KnowledgeConfig.preset(name)
    model = config.model(3)
    batch = next(iter(config.loader(TRAIN)))
    h = model.encode(TypedAdjacency(TRAIN.graph()), edge_mask=batch.edge_mask)
    assert model.score(h, batch).isfinite().all()
    if name != "best":
        assert not model.is_conditioned
        assert config.num_layers == config.max_dist


def test_learned_features_are_for_the_graph_of_training() -> None:
    config = small(learned_features=True)
    model, _ = fit_knowledge(config, TRAIN)
    other = grid(5)
    with pytest.raises(ValueError, match="36 entities were learned, but the graph has 25"):
        rank_triples(model, other.take([0, 1]).graph(), other.take([2]), KnownTriples(other))
    with pytest.raises(ValueError, match="num_entities="):
        config.model(3)


def test_unknown_names_are_errors() -> None:
    with pytest.raises(ValueError, match="'worst'"):
        KnowledgeConfig.preset("worst")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'hinge'"):
        KnowledgeTask(small().model(3), TRAIN.graph(), loss="hinge")  # type: ignore[arg-type]
