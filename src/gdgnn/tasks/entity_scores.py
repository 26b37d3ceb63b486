"""The scores of all entities as the missing end of a fact, source by source, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.geodesics import Horizontal, RankBlock, Vertical, horizontal, rank
from gdgnn.graph import Graph
from gdgnn.loader.background import prepared_ahead
from gdgnn.loader.pair_question import PairAnswer, PairQuestion
from gdgnn.loader.triple_question import TripleAnswer, TripleQuestion
from gdgnn.loader.triple_sequences import SequenceQuestion
from gdgnn.loader.triple_steps import TypedSteps
from gdgnn.nn.context import link_parts
from gdgnn.nn.relational import EntityTerms, KnowledgeGDGNN, TypedAdjacency

Side = Literal["head", "tail"]
Ids = npt.NDArray[np.int64]


class Query(NamedTuple):
    """Facts that share a source and a relation."""

    relation: int
    facts: Ids


@torch.no_grad()
def score_entities(
    model: KnowledgeGDGNN,
    graph: Graph,
    facts: Ids,
    *,
    sides: tuple[Side, ...] = ("head", "tail"),
    max_memory: int = 1 << 30,
    threads: int | None = None,
) -> Iterator[tuple[Side, Query, npt.NDArray[np.float32]]]:
    """Score every entity at the given sides of facts, whose own end there does not matter.

    The graph is encoded anew. What lies between an entity and all others is found once, whatever the number
    of facts that ask about it; edges of the graph are hidden from nobody.

    Args:
        model: scores triples; it is used as in evaluation, and put back into its mode.
        graph: to search and to encode.
        facts: ``(3, q)`` heads, relations and tails.
        sides: which ends are missing.
        max_memory: bytes, roughly, for geodesics and for embeddings, each.
        threads: how many the engine uses.

    Yields:
        The side, which of the facts ask the same there, and the score of each entity, ``(n,)``.

    Example:
        >>> from gdgnn.nn.relational import RelationalEncoder, TripleScorer
        >>> graph = Graph.from_edges([[0, 1], [1, 2]], relation=[0, 0], directed=True).as_undirected()
        >>> model = KnowledgeGDGNN(RelationalEncoder(1, 8, 2), TripleScorer(8, 1, max_dist=3))
        >>> [
        ...     (side, scores.shape)
        ...     for side, _, scores in score_entities(model, graph, np.array([[0], [0], [2]]))
        ... ]
        [('head', (3,)), ('tail', (3,))]
    """
    search = _Search.of(model, graph, max_memory, threads)
    adjacency = TypedAdjacency(graph, device=next(model.parameters()).device)
    with evaluating(model):
        for relations in _groups(model, adjacency, facts, max_memory):
            terms = _encoded(model, adjacency, relations)
            asked = np.flatnonzero(np.isin(facts[1], relations))
            for side in sides:
                for query, scores in _of_side(model, search, terms, facts, asked, side):
                    yield side, query, scores


def question_of(model: KnowledgeGDGNN, threads: int | None) -> TripleQuestion:
    """What a model must know of the pairs that it scores."""
    scorer, seen = model.scorer, link_parts(model.scorer.context)
    pairs = PairQuestion(scorer.max_dist, seen.vertical, seen.path, seen.degree, False, threads)
    along = None
    if most := scorer.num_sequences:
        along = SequenceQuestion(most, scorer.sequence_draws, scorer.max_dist, threads)
    return TripleQuestion(pairs, scorer.relational, along)


@dataclass(frozen=True, eq=False)
class _Search:
    """How to find what lies between a source and all entities."""

    graph: Graph
    question: TripleQuestion
    steps: TypedSteps
    max_memory: int

    @staticmethod
    def of(model: KnowledgeGDGNN, graph: Graph, max_memory: int, threads: int | None) -> _Search:
        # An id takes 4 bytes in the engine's answer, and several times 8 on its way into a network; and the
        # next block is searched while one is scored.
        memory = max_memory // (16 * (1 + model.scorer.num_sequences))
        return _Search(graph, question_of(model, threads), TypedSteps(graph), memory)

    def blocks_ahead(self, sources: Ids, side: Side) -> Iterator[tuple[RankBlock, TripleAnswer]]:
        """As :meth:`blocks`, the next one searched on a background thread."""
        blocks = self.blocks(sources, side)
        for found in prepared_ahead(lambda _: next(blocks, None), repeat(None), 1):
            if found is None:
                return
            yield found

    def blocks(self, sources: Ids, side: Side) -> Iterator[tuple[RankBlock, TripleAnswer]]:
        """Each source against all entities; its missing end is at `side`."""
        pairs = self.question.pairs
        for block in rank(
            self.graph,
            sources,
            kind="vertical" if pairs.vertical else "horizontal" if pairs.horizontal else "distances",
            max_dist=pairs.max_dist,
            source_side="tail" if side == "head" else "head",
            degree=pairs.degree,
            max_memory=self.max_memory,
            threads=pairs.threads,
        ):
            near, far = sources[block.query], block.candidate
            ends = np.stack([far, near] if side == "head" else [near, far])
            found = self._answer(block.geodesics, ends)
            nothing = np.full(ends.shape[1], -1)
            yield block, self.question.answer(self.steps, ends, nothing, found, seed=0)

    def _answer(self, found: npt.NDArray[np.int16] | Vertical | Horizontal, ends: Ids) -> PairAnswer:
        pairs = self.question.pairs
        if isinstance(found, Vertical):
            along = None
            if pairs.horizontal:
                along = horizontal(self.graph, ends, max_dist=pairs.max_dist, threads=pairs.threads)
            return PairAnswer(found.distance, found, along)
        if isinstance(found, Horizontal):
            return PairAnswer(found.distance, None, found)
        return PairAnswer(found, None, None)


def _of_side(
    model: KnowledgeGDGNN,
    search: _Search,
    terms: dict[int, EntityTerms],
    facts: Ids,
    asked: Ids,
    side: Side,
) -> Iterator[tuple[Query, npt.NDArray[np.float32]]]:
    """All queries whose missing end is at `side`, and whose relations have `terms`."""
    near = 2 if side == "head" else 0
    sources, queries = _by_source(facts[near, asked], facts[1, asked], asked)
    scores: list[npt.NDArray[np.float32]] = []
    for block, answer in search.blocks_ahead(sources, side):
        ends = np.flatnonzero(np.diff(block.query)) + 1
        for first, stop in zip([0, *ends], [*ends, len(block.query)], strict=True):
            at = block.query[first]
            if block.candidate[first] == 0:
                scores = [np.empty(search.graph.num_nodes, dtype=np.float32) for _ in queries[at]]
            part = slice(block.candidate[first], block.candidate[stop - 1] + 1)
            for row, found in zip(
                scores, _scored(model, terms, queries[at], _part(answer, first, stop)), strict=True
            ):
                row[part] = found
            if part.stop == search.graph.num_nodes:
                yield from zip(queries[at], scores, strict=True)


def _scored(
    model: KnowledgeGDGNN, terms: dict[int, EntityTerms], queries: list[Query], given: TripleAnswer
) -> Iterator[npt.NDArray[np.float32]]:
    """The scores of one source's candidates, for each of its queries."""
    device = next(model.parameters()).device
    pairs = given.geodesics.to(device) if device.type != "cpu" else given.geodesics
    steps = tuple(None if step is None else step.to(device) for step in given[1:4])
    sequences = None if given.sequences is None else given.sequences.to(device)
    between: dict[int, Tensor] = {}
    for query in queries:
        of = terms[query.relation]
        # Relations that share embeddings share all but their own term.
        if id(of) not in between:
            between[id(of)] = model.scorer.between(of, pairs, steps, sequences)  # type: ignore[arg-type]
        yield (
            model.scorer.finish(model.scorer.asked(of, between[id(of)], query.relation)).float().cpu().numpy()
        )


def _part(given: TripleAnswer, first: int, stop: int) -> TripleAnswer:
    """The same about some of the pairs."""
    pairs = given.geodesics
    steps: list[Tensor | None] = []
    for nodes, step in zip((pairs.path, pairs.head, pairs.tail), given[1:4], strict=True):
        if nodes is None or step is None:
            steps.append(None)
            continue
        ends = torch.searchsorted(nodes.row, torch.tensor([first, stop])).tolist()
        steps.append(step[ends[0] : ends[1]])
    sequences = None if given.sequences is None else given.sequences.slice(first, stop)
    path, head, tail = steps
    return TripleAnswer(pairs.slice(first, stop), path, head, tail, sequences)


def _by_source(source: Ids, relation: Ids, facts: Ids) -> tuple[Ids, list[list[Query]]]:
    """The distinct sources, ascending, and what is asked about each."""
    order = np.lexsort((relation, source))
    source, relation, facts = source[order], relation[order], facts[order]
    ends = np.flatnonzero(np.diff(source) | np.diff(relation)) + 1
    queries: dict[int, list[Query]] = {}
    for first, stop in pairwise([0, *ends, len(facts)] if len(facts) else []):
        of_source = queries.setdefault(int(source[first]), [])
        of_source.append(Query(int(relation[first]), facts[first:stop]))
    return np.array(list(queries), dtype=np.int64), list(queries.values())


def _groups(model: KnowledgeGDGNN, adjacency: TypedAdjacency, facts: Ids, max_memory: int) -> list[Ids]:
    """Relations that are encoded for at a time: all, or as many as memory allows."""
    relations = np.unique(facts[1])
    if not model.is_conditioned or not len(relations):
        return [relations]
    of_terms = 4 * 6 * adjacency.num_nodes * model.scorer.hidden_channels
    of_relation = of_terms + model.encoder.bytes_of_relation(adjacency, learning=False)
    at_once = max(1, max_memory // of_relation)
    return [relations[first : first + at_once] for first in range(0, len(relations), at_once)]


def _encoded(model: KnowledgeGDGNN, adjacency: TypedAdjacency, relations: Ids) -> dict[int, EntityTerms]:
    """The terms of each relation; one and the same for all where embeddings do not depend on it."""
    asked = torch.from_numpy(relations).to(adjacency.device)
    h = model.encode(adjacency, relations=asked)
    every = [model.scorer.terms(h[:, use].contiguous()) for use in range(h.shape[1])]
    return {int(relation): every[at if model.is_conditioned else 0] for at, relation in enumerate(relations)}


@contextmanager
def evaluating(model: KnowledgeGDGNN) -> Iterator[None]:
    """The model as it is used in evaluation; afterwards in the mode it was in."""
    before = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(before)
