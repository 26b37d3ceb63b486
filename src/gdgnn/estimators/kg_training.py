"""Train one network for facts by given settings."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.estimators.fields import read
from gdgnn.estimators.journal import Journal
from gdgnn.estimators.kg_data import KnowledgeData
from gdgnn.estimators.kg_plan import Pace, Plan
from gdgnn.estimators.kg_settings import KnowledgeSettings
from gdgnn.estimators.listened import Enough, ended, listened
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.training import device_of, seconds_per_epoch, seeded
from gdgnn.loader.triple import TripleLoader
from gdgnn.nn.relational import KnowledgeGDGNN
from gdgnn.tasks.fit import fit
from gdgnn.tasks.history import History
from gdgnn.tasks.knowledge import KnowledgeTask, RankedFacts, filtered_mrr
from gdgnn.tasks.ranking import rank_triples

_TIMED_FACTS = 12


@dataclass(frozen=True, eq=False)
class KnowledgeTraining:
    """Trains on facts with any settings.

    Attributes:
        seed: of weights, order, negatives and dropout.
        threads, device: to work with.
        listener: hears of each epoch.
    """

    seed: int
    threads: int | None
    device: str
    listener: Listener | None = None

    def plan(
        self,
        settings: KnowledgeSettings,
        data: KnowledgeData,
        journal: Journal,
        *,
        seconds: float | None,
        fixed_epochs: bool,
        refit: bool,
    ) -> Plan:
        """How much fits into the seconds, decided once, however often `fit` is interrupted."""
        decided = journal.get("plan")
        if decided is not None:
            return read(Plan, decided)
        train, valid, test = (data.facts(name) for name in ("train", "valid", "test"))
        start = time.perf_counter()
        pace = None if seconds is None else self._pace(settings, train, valid)
        sizes = train.num_triples, valid.num_triples, test.num_triples
        left = None if seconds is None else max(seconds - (time.perf_counter() - start), 0.1 * seconds)
        plan = Plan.of(settings, sizes, pace, seconds=left, fixed_epochs=fixed_epochs, refit=refit)
        journal.put(plan=asdict(plan))
        return plan

    def validated(
        self,
        settings: KnowledgeSettings,
        data: KnowledgeData,
        plan: Plan,
        checkpoints: Path | None,
        late: Callable[[], bool] | None = None,
    ) -> tuple[KnowledgeGDGNN, History]:
        """Train on the training facts, keep the epoch with the best filtered MRR on validation facts.

        Where it is `late`, it ends with the next validation.
        """
        train, valid = data.facts("train"), data.facts("valid")
        graph = train.graph()
        held = RankedFacts(
            graph, self.some(valid, plan.valid), KnownTriples(train, valid), threads=self.threads
        )
        enough = None if late is None else lambda epochs: epochs % plan.validate_every == 0 and late()
        return self._trained(settings, train, plan, held, "candidate-0", checkpoints, enough)

    def final(
        self,
        settings: KnowledgeSettings,
        facts: Triples,
        plan: Plan,
        checkpoints: Path | None,
        enough: Enough | None = None,
    ) -> tuple[KnowledgeGDGNN, int]:
        """Train on all facts; how many epochs were trained is said as well."""
        model, history = self._trained(settings, facts, plan, None, "final", checkpoints, enough)
        return model, history.epochs

    def some(self, facts: Triples, count: int) -> Triples:
        """All facts, or a random choice of so many."""
        if count >= facts.num_triples:
            return facts
        chosen = np.random.default_rng(self.seed).choice(facts.num_triples, count, replace=False)
        return facts.take(np.sort(chosen))

    def _trained(
        self,
        settings: KnowledgeSettings,
        facts: Triples,
        plan: Plan,
        held_back: Any,
        stage: str,
        checkpoints: Path | None,
        enough: Enough | None,
    ) -> tuple[KnowledgeGDGNN, History]:
        planned = replace(settings, epochs=plan.epochs, validate_every=plan.validate_every)
        with seeded(self.seed):
            task, loader = self._task(planned, facts, plan.targets, validated=held_back is not None)
            history = fit(
                ended(listened(task, stage, self.listener), enough),
                loader,
                held_back,
                metric=None if held_back is None else filtered_mrr,
                checkpoint_dir=checkpoints,
                resume=checkpoints is not None,
                device=self.device,
            )
        return task.network, history

    def _task(
        self, settings: KnowledgeSettings, facts: Triples, targets: int, *, validated: bool
    ) -> tuple[KnowledgeTask, TripleLoader]:
        config = settings.config(seed=self.seed, validated=validated)
        graph = facts.graph()
        model = config.model(facts.num_relations, facts.num_entities)
        learned = self.some(facts, targets)
        loader = config.loader(learned, graph, known=KnownTriples(facts), threads=self.threads)
        return KnowledgeTask(model, graph, config.recipe, loss=config.loss), loader

    def _pace(self, settings: KnowledgeSettings, train: Triples, valid: Triples) -> Pace:
        """How fast it goes, from a few steps and a few facts."""
        with seeded(self.seed):
            task, loader = self._task(settings, train, train.num_triples, validated=True)
            epoch = seconds_per_epoch(task, loader, device_of(self.device))
        known, graph = KnownTriples(train, valid), train.graph()

        def ranking(count: int) -> float:
            return _seconds(
                lambda: rank_triples(
                    task.network, graph, self.some(valid, count), known, threads=self.threads
                )
            )

        ranking(1)  # warms up
        few, more = ranking(2), ranking(2 + _TIMED_FACTS)
        count = min(_TIMED_FACTS, max(valid.num_triples - 2, 1))
        return Pace(epoch, max(more - few, 0.1 * more) / count)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
