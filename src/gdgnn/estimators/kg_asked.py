"""`AskedAboutFacts`: what a fitted completer answers."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.estimators import kg_answers as answering
from gdgnn.estimators import kg_evaluation as evaluating
from gdgnn.estimators import kg_explain as explaining
from gdgnn.estimators.base import Predictor
from gdgnn.estimators.kg_answers import Answers, Question
from gdgnn.estimators.kg_evaluation import Evaluation, Protocol
from gdgnn.estimators.kg_explanation import FactExplanation
from gdgnn.estimators.kg_facts import names_of, one_part, questions_of
from gdgnn.estimators.kg_scores import FactScores, Floats, Ids
from gdgnn.estimators.near_names import ids_of
from gdgnn.graph import Graph
from gdgnn.tasks.ranking import Progress


class AskedAboutFacts(Predictor):
    """The questions of :class:`KnowledgeGraphCompleter`; names go in and come out."""

    _scores: FactScores

    @property
    def facts_(self) -> Triples:
        """All facts that the predictor knows."""
        self._check_fitted()
        return self._scores.facts

    @property
    def graph_(self) -> Graph:
        """These as a graph."""
        self._check_fitted()
        return self._scores.graph

    def predict(self, head: Any, relation: Any, tail: Any, *, k: int = 10, known: bool = False) -> Answers:
        """What completes a fact, best first: give None for the part that is asked for.

        Args:
            head, relation, tail: names; one of them None.
            k: how many answers, at most.
            known: whether facts that are known already are among them; their own edges are hidden then.

        Raises:
            KeyError: an entity or relation that is not known; names like it are told.
            ValueError: not just one part is missing.
        """
        return self.predict_many([(head, relation, tail)], k=k, known=known)[0]

    def predict_many(self, questions: Any, *, k: int = 10, known: bool = False) -> list[Answers]:
        """The same for many questions; those that share an entity are searched for together.

        Args:
            questions: a list of tuples with a None each, or a DataFrame with columns head, relation and tail,
                of which one may be left out and the others may have missing values.
            k, known: as in :meth:`predict`.
        """
        self._check_fitted()
        asked = [Question(*question) for question in questions_of(questions)]
        return answering.answer(self._scores, asked, k, known=known)

    def decision_function(self, facts: Any) -> Floats:
        """The score of each fact, ``(k,)``: a logit, whatever else is asked.

        It compares answers to one question; across relations it means little. A fact that is known is
        searched for as if it were not.

        Args:
            facts: of any of the forms that `fit` takes.

        Raises:
            KeyError: an entity or relation that `fit` has not seen; names like it are told.
        """
        return self._scores.logits(self._ids(one_part(facts)[0]))

    def evaluate(
        self,
        facts: Any,
        protocol: Protocol = "full",
        *,
        known: Any = None,
        seeds: Sequence[int] = (0, 1, 2, 3, 4),
        name: str = "given facts",
        on_progress: Progress | None = None,
    ) -> Evaluation:
        """Where facts stand among all that could be there instead, asked without them.

        Args:
            facts: of any of the forms that `fit` takes.
            protocol: ``"full"``: MRR and Hits@1, 3 and 10 among all entities, heads and tails, without those
                of other known facts; ``"legacy"``: Hits@10 among 50 entities that are drawn for each side,
                once for each of the seeds, and the exact expectation of that.
            known: other facts that are true, to leave out of the candidates; nothing is learned of them.
            seeds: of the draws.
            name: of the facts, for the protocol.
            on_progress: called with how many of all queries are done.

        Raises:
            KeyError: an entity or relation that is not known; names like it are told.
            ValueError: there are no facts, or no such protocol.
        """
        self._check_fitted()
        mine = self._scores.facts
        asked = self._like_mine(facts)
        others = [] if known is None else [self._like_mine(known)]
        return evaluating.evaluate(
            self._scores.model,
            mine,
            asked,
            KnownTriples(mine, asked, *others),
            split=f"{name}, {asked.num_triples:,} facts",
            protocol=protocol,
            seeds=tuple(seeds),
            threads=self.threads,
            progress=on_progress,
        )

    def score(self, facts: Any, y: None = None) -> float:
        """The filtered MRR of facts, see :meth:`evaluate`; a warning tells if `fit` may have seen some."""
        found = self.evaluate(facts)
        if found.known:
            warnings.warn(
                f"{found.known} of the {found.facts} facts are known to the predictor; leave them out",
                stacklevel=2,
            )
        return found.figures[0].value

    def explain(self, head: Any, relation: Any, tail: Any, *, max_paths: int = 5) -> FactExplanation:
        """Why a fact has its score: the paths between its ends, and what each node on them contributes.

        Args:
            head, relation, tail: names; if the fact is known, its own edge is hidden.
            max_paths: how many shortest paths to list.

        Raises:
            KeyError: an entity or relation that is not known; names like it are told.
        """
        self._check_fitted()
        if max_paths < 0:
            raise ValueError(f"max_paths is {max_paths}; give 0 or more")
        triple = self._ids(Triples.from_names([head], [relation], [tail]))
        if triple[0, 0] == triple[2, 0]:
            raise ValueError(f"{head!r} is both head and tail; give two entities")
        return explaining.explain(self._scores, triple, max_paths=max_paths)

    def _ids(self, facts: Triples) -> Ids:
        """``(3, k)`` ids of facts by name."""
        self._check_fitted()
        entities, relations = names_of(self._scores.facts)
        head, relation, tail = zip(*facts.named(), strict=True) if facts.num_triples else ((), (), ())
        rows = [ids_of(head, entities, "entity"), ids_of(relation, relations, "relation")]
        rows.append(ids_of(tail, entities, "entity"))
        return np.stack(rows)

    def _like_mine(self, facts: Any) -> Triples:
        """Facts over the entities and relations of the predictor."""
        given = self._ids(one_part(facts)[0])
        return replace(self._scores.facts, ids=given)
