"""`KnowledgeGraphCompleter`: which facts a knowledge graph lacks."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from sklearn.base import clone
from typing_extensions import Self

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.estimators import kg_evaluation as evaluating
from gdgnn.estimators.budget import Budget
from gdgnn.estimators.folder import Parts
from gdgnn.estimators.journal import Journal, identity_of
from gdgnn.estimators.kg_asked import AskedAboutFacts
from gdgnn.estimators.kg_data import KnowledgeData, about
from gdgnn.estimators.kg_evaluation import Evaluation
from gdgnn.estimators.kg_facts import in_one_numbering, read_facts
from gdgnn.estimators.kg_params import settings_of
from gdgnn.estimators.kg_plan import Plan
from gdgnn.estimators.kg_report import candidate_of, knowledge_report, split_name
from gdgnn.estimators.kg_scores import FactScores
from gdgnn.estimators.kg_settings import KnowledgeSettings
from gdgnn.estimators.kg_stored import Trace, parts_of, rebuilt
from gdgnn.estimators.kg_training import KnowledgeTraining
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.training import device_of, final_epochs
from gdgnn.graph import Names
from gdgnn.nn.context import LinkContext
from gdgnn.nn.relational import Condition, KnowledgeGDGNN
from gdgnn.tasks.knowledge_config import Preset
from gdgnn.tasks.knowledge_loss import TripleLoss


class KnowledgeGraphCompleter(AskedAboutFacts):
    """Predicts missing facts (head, relation, tail) from those that are known.

    `fit` holds facts back, looks for leaks, learns from the others, keeps the epoch with the best filtered
    MRR on the validation facts, ranks the test facts, and learns once more from all facts. Unless
    `learned_features` is set it learns nothing about single entities: :meth:`transfer` answers about others.

    Args:
        preset: ``"best"``, ``"paper-vertical"`` or ``"paper-horizontal"``; what follows, down to
            `batch_size`, takes the place of its choices, see
            :class:`~gdgnn.tasks.knowledge_config.KnowledgeConfig`.
        context: what is seen between head and tail, see :data:`gdgnn.nn.LinkContext`.
        relational: whether the relations along the way are seen.
        sequences: how many sequences of relations between the two are seen, the most frequent ones.
        condition: whether embeddings depend on the relation asked about: ``"none"``, ``"film"`` or
            ``"separate"``.
        max_dist: how far is searched.
        layers, hidden: of the encoder: how deep, how wide.
        learned_features: learn a vector for each entity; no answers about other entities then.
        dropout: in encoder and scorer.
        negatives: of each fact, for each of its ends.
        loss: what facts are held against negatives by.
        fact_dropout: the greatest share of facts that are left out of an epoch.
        learning_rate, epochs, batch_size: of the training. Epochs that are left out are those of the preset,
            or what the time budget allows.
        valid, test: the shares of facts to hold back, all between the same two entities together; at most
            20,000 facts each.
        time_budget: seconds for all of `fit`, about: fewer epochs are trained, fewer facts are ranked and, of
            very large graphs, fewer are learned from, and the report says so. None: any time; then the same
            seed yields the same predictor on every machine of a kind.
        refit: learn once more, from all facts.
        seed: of everything that is drawn.
        threads: for searches; all cores by default.
        device: for the network: ``"auto"``, ``"cpu"`` or ``"cuda"``.

    Attributes:
        report_: what was done, and how good it is.
        facts_: all facts, which answers are about.
        graph_: these as a graph.

    Example:
        >>> names = "abcdefghijkl"
        >>> facts = [(a, "next", b) for a, b in zip(names, names[1:])]
        >>> facts += [(b, "previous", a) for a, _, b in facts]
        >>> completer = KnowledgeGraphCompleter(max_dist=2, layers=1, epochs=2, time_budget=None).fit(facts)
        >>> answers = completer.predict("a", "next", None, k=3)
        >>> len(answers), answers.missing, "b" in answers.names()
        (3, 'tail', False)
    """

    saved_as: ClassVar[str] = "KnowledgeGraphCompleter"

    def __init__(
        self,
        *,
        preset: Preset = "best",
        context: LinkContext | None = None,
        relational: bool | None = None,
        sequences: int | None = None,
        condition: Condition | None = None,
        max_dist: int | None = None,
        layers: int | None = None,
        hidden: int | None = None,
        learned_features: bool | None = None,
        dropout: float | None = None,
        negatives: int | None = None,
        loss: TripleLoss | None = None,
        fact_dropout: float | None = None,
        learning_rate: float | None = None,
        epochs: int | None = None,
        batch_size: int | None = None,
        valid: float = 0.1,
        test: float = 0.1,
        time_budget: float | None = 120.0,
        refit: bool = True,
        seed: int = 0,
        threads: int | None = None,
        device: str = "auto",
    ) -> None:
        self.preset = preset
        self.context = context
        self.relational = relational
        self.sequences = sequences
        self.condition = condition
        self.max_dist = max_dist
        self.layers = layers
        self.hidden = hidden
        self.learned_features = learned_features
        self.dropout = dropout
        self.negatives = negatives
        self.loss = loss
        self.fact_dropout = fact_dropout
        self.learning_rate = learning_rate
        self.epochs = epochs
        self.batch_size = batch_size
        self.valid = valid
        self.test = test
        self.time_budget = time_budget
        self.refit = refit
        self.seed = seed
        self.threads = threads
        self.device = device

    # ------------------------------------------------------------------------------------ learning

    def fit(
        self,
        facts: Any,
        y: None = None,
        *,
        valid: Any = None,
        test: Any = None,
        checkpoint_dir: str | Path | None = None,
        resume: bool = False,
        on_progress: Listener | None = None,
    ) -> Self:
        """Learn which facts are true.

        Args:
            facts: a path, a folder with ``train.txt`` and perhaps ``valid.txt`` and ``test.txt`` (or .tsv,
                .csv, ...), a DataFrame, a list of tuples (head, relation, tail), an array ``(m, 3)``,
                :class:`~gdgnn.data.triples.Triples`, a `Graph` with relations, or what
                :func:`gdgnn.data.tables.read_facts` returned. Names come back in every answer.
            y: not used; scikit-learn's habit.
            valid, test: facts that were held back already, in place of shares; none may be among `facts`.
            checkpoint_dir: where to write, as training goes on, all it takes to go on after an interruption.
            resume: go on from there, if there is anything; the predictor is that of an uninterrupted fit.
            on_progress: called after each epoch; see :class:`Progress`.

        Raises:
            TypeError, ValueError: facts that cannot be read or are too few, parameters that make no sense, a
                split that gives answers away.
        """
        start = time.perf_counter()
        settings, seed = settings_of(self.get_params()), int(self.seed)
        given = read_facts(facts, valid=valid, test=test)
        data = KnowledgeData.of(given, valid=float(self.valid), test=float(self.test), seed=seed)
        identity = identity_of(self.get_params(), None, data.whole.ids, data.part, *_named(data.whole))
        journal = Journal(checkpoint_dir, resume=resume, identity=identity)
        training = KnowledgeTraining(seed, self.threads, self.device, on_progress)
        spent = time.perf_counter() - start
        budget = Budget(self.time_budget, spent=journal.get("spent", 0.0) + spent)
        plan = training.plan(
            settings,
            data,
            journal,
            seconds=budget.seconds and max(budget.seconds - budget.spent, 0.1 * budget.seconds),
            fixed_epochs=self.epochs is not None,
            refit=bool(self.refit),
        )
        limited = self.epochs is None
        late = budget.late if self.refit else budget.nearly_over
        model, history = training.validated(
            settings, data, plan, journal.checkpoints("candidate-0"), late if limited else None
        )
        journal.put(spent=budget.spent)
        tested, epochs = self._tested(model, data, plan, training), 0
        candidate = candidate_of(settings, plan, history)
        if self.refit:
            allowed = final_epochs(candidate, budget, journal) if limited else plan.epochs
            model, epochs = training.final(
                settings,
                data.whole,
                replace(plan, epochs=allowed),
                journal.checkpoints("final"),
                budget.over if limited else None,
            )
        self._become(model, settings, data.whole)
        self._trace, self._part = Trace.of(history, tested), data.part
        self.report_ = knowledge_report(
            candidate,
            data,
            plan,
            history,
            tested,
            params=self.get_params(),
            final_epochs=epochs,
            seconds=time.perf_counter() - start,
        )
        return self

    def _tested(
        self, model: KnowledgeGDGNN, data: KnowledgeData, plan: Plan, training: KnowledgeTraining
    ) -> Evaluation | None:
        test = data.facts("test")
        if not test.num_triples:
            return None
        some = training.some(test, plan.test)
        known = KnownTriples(data.whole)
        split = split_name("test", data, some.num_triples)
        return evaluating.evaluate(
            model, data.facts("train"), some, known, split=split, threads=self.threads
        ).with_seed(int(self.seed))

    def _become(self, model: KnowledgeGDGNN, settings: KnowledgeSettings, facts: Triples) -> None:
        self._scores = FactScores(model, settings, facts, threads=self.threads, device=device_of(self.device))

    def transfer(self, facts: Any, *, entities: Iterable[Any] = ()) -> Self:
        """The same weights about other facts: over any entities, with relations that were trained on.

        The new facts are encoded anew, and nothing of the old ones is used.

        Args:
            facts: of any of the forms that `fit` takes; of a folder train.txt, and the entities of all parts.
            entities: names of more, without a fact.

        Raises:
            KeyError: a relation that was not trained on; it is named.
            ValueError: the predictor has learned vectors of its own entities.
        """
        self._check_fitted()
        scores = self._scores
        if scores.settings.learned_features:
            raise ValueError("vectors of its own entities were learned; fit with learned_features=False")
        given = read_facts(facts)
        parts = {"train": given.train, "valid": given.valid, "test": given.test}
        there = {name: part for name, part in parts.items() if part is not None}
        if more := Names(dict.fromkeys(entities), "entities"):
            there["more"] = Triples(np.empty((3, 0), np.int64), len(more), 0, more, Names([]))
        other: Self = clone(self)
        named = in_one_numbering(there, scores.facts.relations)["train"]
        other._become(scores.model, scores.settings, named)
        other._trace, other._part = self._trace, np.zeros(named.num_triples, dtype=np.int8)
        told = f"transferred: answers are about {about(named)}"
        other.report_ = replace(self.report_, notes=(*self.report_.notes, *given.notes, told))
        return other

    # ------------------------------------------------------------------------------------ saving

    def _parts(self) -> Parts:
        return parts_of(self._scores, self._trace, self._part)

    def _rebuild(self, parts: Parts) -> None:
        settings_of(self.get_params())
        self._scores, self._trace, self._part = rebuilt(parts, threads=self.threads, device=self.device)


def _named(facts: Triples) -> tuple[Any, ...]:
    """The names of a numbering, for a checksum."""
    return tuple(
        np.array(list(map(str, names or ())), dtype=object) for names in (facts.entities, facts.relations)
    )
