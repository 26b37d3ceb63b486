"""`FactScores`: scores of any facts about the entities of one graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.estimators.kg_settings import KnowledgeSettings
from gdgnn.estimators.link_scores import blocks_of
from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics
from gdgnn.loader.triple_edges import hidden_edges
from gdgnn.loader.triple_sequences import RelationSequences
from gdgnn.loader.triple_steps import TypedSteps
from gdgnn.nn.relational import KnowledgeGDGNN, TypedAdjacency
from gdgnn.tasks.entity_scores import Side, question_of, score_entities

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_ENCODED_BYTES = 1 << 30


@dataclass(frozen=True, eq=False)
class AskedFacts:
    """Facts and what lies between their ends, ready to be scored.

    Attributes:
        geodesics: of the ``k`` pairs of head and tail.
        relation: ``(k,)`` long.
        path_relation, head_relation, tail_relation: the types of steps, or None.
        sequences: of relations between the ends, or None.
    """

    geodesics: PairGeodesics
    relation: Tensor
    path_relation: Tensor | None
    head_relation: Tensor | None
    tail_relation: Tensor | None
    sequences: RelationSequences | None

    def to(self, device: torch.device) -> AskedFacts:
        """The same on another device."""
        path, head, tail = (
            None if step is None else step.to(device)
            for step in (self.path_relation, self.head_relation, self.tail_relation)
        )
        sequences = None if self.sequences is None else self.sequences.to(device)
        pairs, relation = self.geodesics.to(device), self.relation.to(device)
        return AskedFacts(pairs, relation, path, head, tail, sequences)


class FactScores:
    """A network and the facts it answers about; these are encoded when they are first needed.

    A fact that is known is searched for as if it were not there. It is not hidden from the encoder: that
    would mean to encode the graph once more for each such fact.

    Args:
        model: with its weights.
        settings: by which it was made.
        facts: what is known, over named entities.
        threads: for searches.
        device: where the network runs.
    """

    def __init__(
        self,
        model: KnowledgeGDGNN,
        settings: KnowledgeSettings,
        facts: Triples,
        *,
        threads: int | None = None,
        device: torch.device | None = None,
    ) -> None:
        self.model = model.to(device or torch.device("cpu")).eval()
        self.settings = settings
        self.facts = facts
        self.threads = threads
        self.question = question_of(model, threads)
        self._encoded: tuple[bytes, Tensor] | None = None

    @cached_property
    def graph(self) -> Graph:
        """What is searched."""
        return self.facts.graph()

    @cached_property
    def known(self) -> KnownTriples:
        """All facts, to look them up."""
        return KnownTriples(self.facts)

    @property
    def device(self) -> torch.device:
        """Where the network runs."""
        return next(self.model.parameters()).device

    def logits(self, triples: Ids) -> Floats:
        """The score of each of ``(3, k)`` facts, ``(k,)``, whatever else is asked."""
        found = np.empty(triples.shape[1])
        for group in self._groups(np.unique(triples[1])):
            at = np.flatnonzero(np.isin(triples[1], group))
            start = 0
            for block in blocks_of(self.graph, triples[::2, at]):
                some = at[start : start + block.shape[1]]
                found[some] = self.of_asked(self.asked(triples[:, some]), group)
                start += block.shape[1]
        return found

    def asked(self, triples: Ids) -> AskedFacts:
        """What lies between the ends of ``(3, k)`` facts, each without its own edge."""
        pairs = np.ascontiguousarray(triples[::2])
        answer = self.question.ask(self._steps, pairs, hidden_edges(self.graph, triples), seed=0)
        return AskedFacts(
            answer.geodesics,
            torch.from_numpy(triples[1].copy()),
            answer.path_relation,
            answer.head_relation,
            answer.tail_relation,
            answer.sequences,
        )

    @torch.no_grad()
    def of_asked(self, given: AskedFacts, relations: Ids | None = None) -> Floats:
        """The scores of facts whose geodesics are known."""
        if relations is None:
            relations = np.unique(given.relation.numpy())
        h = self._embeddings(relations)
        scores = self.model.score(h, given.to(self.device), torch.from_numpy(relations).to(self.device))
        result: Floats = scores.cpu().numpy().astype(np.float64)
        return result

    def of_entities(self, triples: Ids, side: Side) -> Iterator[tuple[Ids, npt.NDArray[np.float32]]]:
        """Which of ``(3, k)`` facts ask the same, and the score of every entity at their missing side."""
        for _, query, scores in score_entities(
            self.model, self.graph, triples, sides=(side,), threads=self.threads
        ):
            yield query.facts, scores

    @cached_property
    def _steps(self) -> TypedSteps:
        return TypedSteps(self.graph)

    @cached_property
    def _adjacency(self) -> TypedAdjacency:
        return TypedAdjacency(self.graph, device=self.device)

    def _embeddings(self, relations: Ids) -> Tensor:
        """Of all entities, for these relations if they depend on them; the last ones are kept."""
        key = relations.tobytes() if self.model.is_conditioned else b""
        if self._encoded is None or self._encoded[0] != key:
            asked = torch.from_numpy(relations).to(self.device)
            self._encoded = key, self.model.encode(self._adjacency, relations=asked)
        return self._encoded[1]

    def _groups(self, relations: Ids) -> list[Ids]:
        """Relations that are encoded for at a time."""
        if not self.model.is_conditioned or not len(relations):
            return [relations]
        each = self.model.encoder.bytes_of_relation(self._adjacency, learning=False)
        at_once = max(1, _ENCODED_BYTES // each)
        return [relations[first : first + at_once] for first in range(0, len(relations), at_once)]
