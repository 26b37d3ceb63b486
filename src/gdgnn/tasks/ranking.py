"""Facts ranked among all entities, source by source, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.geodesics import Horizontal, RankBlock, Vertical, distances, horizontal, rank
from gdgnn.graph import Graph
from gdgnn.loader.pair_question import PairAnswer, PairQuestion
from gdgnn.loader.triple_edges import fact_edges
from gdgnn.loader.triple_question import TripleAnswer, TripleQuestion
from gdgnn.loader.triple_sequences import SequenceQuestion
from gdgnn.loader.triple_steps import TypedSteps
from gdgnn.nn.context import link_parts
from gdgnn.nn.relational import EntityTerms, KnowledgeGDGNN, TypedAdjacency
from gdgnn.tasks.ranking_result import Drawn, Ids, Ranking
from gdgnn.tasks.ranking_table import Query, RankTable

Side = Literal["head", "tail"]
Progress = Callable[[int, int], None]
"""Told how many of how many queries are done."""


@torch.no_grad()
def rank_triples(
    model: KnowledgeGDGNN,
    graph: Graph,
    facts: Triples,
    known: KnownTriples,
    *,
    drawn: Drawn | None = None,
    max_memory: int = 1 << 30,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Ranking:
    """Rank the true entity at both ends of each fact among all entities that make no known fact there.

    The given graph is encoded anew: nothing of the graph that the model was trained on is used. What lies
    between an entity and all others is found once, whatever the number of facts that ask about it.

    Args:
        model: scores triples; it is used as in evaluation, and put back into its mode.
        graph: what is known, to search and to encode. None of the facts is in it.
        facts: ``q`` facts over the graph's entities and relations.
        known: what is left out of the candidates: the graph's facts, and usually validation and test facts.
        drawn: also rank among a few drawn candidates.
        max_memory: bytes, roughly, for geodesics and for embeddings, each.
        threads: how many the engine uses.
        progress: told how many of all ``2 q`` queries are done.

    Raises:
        ValueError: a score is not finite; a fact is in the graph; sizes do not agree.

    Example:
        >>> from gdgnn.nn.relational import RelationalEncoder, TripleScorer
        >>> facts = Triples.from_ids([[0, 1, 2, 0], [0, 0, 1, 1], [1, 2, 3, 3]])
        >>> model = KnowledgeGDGNN(RelationalEncoder(2, 8, 2), TripleScorer(8, 2, max_dist=3))
        >>> graph = facts.take([0, 1, 2]).graph()
        >>> rank_triples(model, graph, facts.take([3]), KnownTriples(facts)).candidates.tolist()
        [[2], [3]]
    """
    _check(model, graph, facts, known)
    search = _Search.of(model, graph, max_memory, threads)
    tables = RankTable(facts, known, drawn)
    adjacency = TypedAdjacency(graph, device=next(model.parameters()).device)
    with _evaluating(model):
        for relations in _groups(model, adjacency, facts, max_memory):
            scorers = _encoded(model, adjacency, relations)
            asked = np.flatnonzero(np.isin(facts.ids[1], relations))
            for side in ("head", "tail"):
                _rank_side(model, search, scorers, tables, asked, side, progress)
    distance = distances(
        graph, facts.ids[::2], max_dist=model.scorer.max_dist, threads=search.question.pairs.threads
    )
    return tables.ranking(distance)


@dataclass(frozen=True, eq=False)
class _Search:
    """How to find what lies between a source and all entities."""

    graph: Graph
    question: TripleQuestion
    steps: TypedSteps
    max_memory: int

    @staticmethod
    def of(model: KnowledgeGDGNN, graph: Graph, max_memory: int, threads: int | None) -> _Search:
        seen = link_parts(model.scorer.context)
        scorer = model.scorer
        pairs = PairQuestion(scorer.max_dist, seen.vertical, seen.path, seen.degree, False, threads)
        along = None
        if most := scorer.num_sequences:
            along = SequenceQuestion(most, scorer.sequence_draws, scorer.max_dist, threads)
        # An id takes 4 bytes in the engine's answer, and several times 8 on its way into a network.
        memory = max_memory // (8 * (1 + most))
        return _Search(graph, TripleQuestion(pairs, scorer.relational, along), TypedSteps(graph), memory)

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


def _rank_side(
    model: KnowledgeGDGNN,
    search: _Search,
    terms: dict[int, EntityTerms],
    tables: RankTable,
    asked: Ids,
    side: Side,
    progress: Progress | None,
) -> None:
    """All queries whose missing end is at `side`, and whose relations have `terms`."""
    near, place = (2, 0) if side == "head" else (0, 1)
    ids = tables.facts.ids[:, asked]
    sources, queries = _by_source(ids[near], ids[1], asked)
    scores: list[npt.NDArray[np.float32]] = []
    for block, answer in search.blocks(sources, side):
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
                for query, row in zip(queries[at], scores, strict=True):
                    tables.enter(place, query, row)
                if progress is not None:
                    progress(tables.done, 2 * tables.facts.num_triples)


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


def _groups(model: KnowledgeGDGNN, adjacency: TypedAdjacency, facts: Triples, max_memory: int) -> list[Ids]:
    """Relations that are encoded for at a time: all, or as many as memory allows."""
    relations = np.unique(facts.ids[1])
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


def _check(model: KnowledgeGDGNN, graph: Graph, facts: Triples, known: KnownTriples) -> None:
    sizes = {
        "graph": (graph.num_nodes, graph.num_relations),
        "facts": (facts.num_entities, facts.num_relations),
        "known": (known.num_entities, known.num_relations),
    }
    if len(set(sizes.values())) > 1:
        raise ValueError(f"numbers of (entities, relations) differ: {sizes}; read all with the same names")
    if model.encoder.num_relations != facts.num_relations:
        raise ValueError(
            f"the model knows {model.encoder.num_relations} relations, but facts have {facts.num_relations}; "
            "read them with the relations of training"
        )
    inside = np.flatnonzero(fact_edges(graph, facts.ids) >= 0)
    if inside.size:
        raise ValueError(
            f"facts[{inside[0]}] is {facts.take(inside[:1]).named()[0]}, an edge of the graph, which gives "
            "it away; rank facts that are held back, or build the graph without them"
        )


@contextmanager
def _evaluating(model: KnowledgeGDGNN) -> Iterator[None]:
    before = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(before)
