"""`fit_knowledge`: from facts to a trained model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.nn.relational import KnowledgeGDGNN
from gdgnn.tasks.fit import fit
from gdgnn.tasks.history import History
from gdgnn.tasks.knowledge import KnowledgeTask, RankedFacts, filtered_mrr
from gdgnn.tasks.knowledge_config import KnowledgeConfig


def fit_knowledge(
    config: KnowledgeConfig,
    train: Triples,
    valid: Triples | None = None,
    *,
    known: KnownTriples | None = None,
    checkpoint_dir: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    threads: int | None = None,
) -> tuple[KnowledgeGDGNN, History]:
    """Train a new model on facts; with `valid`, keep the epoch with the best filtered MRR over these.

    The result depends on the facts and the configuration alone, its seed included.

    Args:
        config: every choice.
        train: facts to learn from, which are also what is searched.
        valid: facts held back to choose the epoch by.
        known: what is left out of the candidates for `valid`; by default these facts and those of `train`.
        checkpoint_dir, resume, progress: as in :func:`~gdgnn.tasks.fit.fit`.
        threads: how many the engine uses.

    Example:
        >>> from gdgnn.tasks.recipe import Recipe
        >>> facts = Triples.from_ids([[0, 1, 2, 3], [0, 0, 1, 1], [1, 2, 3, 0]])
        >>> config = KnowledgeConfig(max_dist=2, heads=1, tails=1, recipe=Recipe(epochs=1))
        >>> model, history = fit_knowledge(config, facts.take([0, 1, 2]), facts.take([3]))
        >>> history.epochs, history.best_epoch
        (1, 0)
    """
    graph = train.graph()
    with torch.random.fork_rng():
        torch.manual_seed(config.recipe.seed)
        model = config.model(train.num_relations, train.num_entities)
    task = KnowledgeTask(model, graph, config.recipe, loss=config.loss)
    loader = config.loader(train, graph, threads=threads)
    held_back: Any = None
    if valid is not None:
        candidates = KnownTriples(train, valid) if known is None else known
        held_back = RankedFacts(graph, valid, candidates, threads=threads)
    history = fit(
        task,
        loader,
        held_back,
        metric=None if valid is None else filtered_mrr,
        checkpoint_dir=checkpoint_dir,
        resume=resume,
        progress=progress,
        device="cpu",
    )
    return model, history
