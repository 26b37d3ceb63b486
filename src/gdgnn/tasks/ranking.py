"""Facts ranked among all entities, source by source, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.geodesics import distances
from gdgnn.graph import Graph
from gdgnn.loader.triple_edges import fact_edges
from gdgnn.nn.relational import KnowledgeGDGNN
from gdgnn.tasks.entity_scores import score_entities
from gdgnn.tasks.ranking_result import Drawn, Ranking
from gdgnn.tasks.ranking_table import RankTable

Progress = Callable[[int, int], None]
"""Told how many of how many queries are done."""


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
    tables = RankTable(facts, known, drawn)
    for side, query, scores in score_entities(
        model, graph, facts.ids, max_memory=max_memory, threads=threads
    ):
        tables.enter(0 if side == "head" else 1, query, scores)
        if progress is not None:
            progress(tables.done, 2 * facts.num_triples)
    distance = distances(graph, facts.ids[::2], max_dist=model.scorer.max_dist, threads=threads)
    return tables.ranking(distance)


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
