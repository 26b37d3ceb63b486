from __future__ import annotations

import numpy as np
import pytest
import torch

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.data.triples_negatives import TripleNegatives
from gdgnn.loader.triple import TripleLoader
from gdgnn.loader.triple_batch import TripleBatch
from gdgnn.nn.context import LinkContext
from gdgnn.nn.relational import KnowledgeGDGNN, RelationalEncoder, TripleScorer, TypedAdjacency
from gdgnn.nn.relational.encoder import Condition
from tests.nn.graphs import assert_calm, assert_close

RANDOM = np.random.default_rng(0)
FACTS = Triples.from_ids(np.unique(RANDOM.integers(0, [[30], [3], [30]], (3, 60)), axis=1), num_entities=30)
GRAPH = FACTS.graph()


def batch(**options: int) -> TripleBatch:
    negatives = TripleNegatives(KnownTriples(FACTS), heads=3, tails=3)
    loader = TripleLoader(
        GRAPH,
        FACTS.ids,
        max_dist=3,
        horizontal=True,
        degree=True,
        negatives=negatives,
        **options,  # type: ignore[arg-type]
    )
    return next(iter(loader))


def scorer(
    context: LinkContext, *, relational: bool = False, num_layers: int = 2, sequences: int = 0
) -> TripleScorer:
    return TripleScorer(
        8,
        3,
        max_dist=3,
        context=context,
        relational=relational,
        hidden_channels=12,
        pool_channels=6,
        num_layers=num_layers,
        sequences=sequences,
    )


@pytest.mark.parametrize(("relational", "sequences"), [(False, 0), (True, 0), (True, 3)])
@pytest.mark.parametrize("context", ["none", "distance", "horizontal", "vertical", "vertical+degree", "both"])
@pytest.mark.parametrize("learning", [False, True])
def test_the_factorised_scorer_is_the_plain_one(
    context: LinkContext, relational: bool, sequences: int, learning: bool
) -> None:
    given = batch(relational=relational, sequences=sequences)
    assert (given.geodesics.distance == 4).any()
    model = scorer(context, relational=relational, sequences=sequences, num_layers=3)
    h = torch.randn(30, 8)
    terms = model.terms(h)
    steps = given.path_relation, given.head_relation, given.tail_relation
    with torch.set_grad_enabled(learning):
        between = model.between(terms, given.geodesics, steps, given.sequences)
        factorised = model.finish(between + terms.relation[given.relation])
    assert_close(factorised, model(h, given))


def test_every_part_is_there_and_counts() -> None:
    given = batch(sequences=2)
    model = scorer("both", sequences=2)
    h = torch.randn(30, 8)
    plain = model(h, given)
    assert list(model.widths) == [
        "head",
        "tail",
        "relation",
        "distance",
        "path",
        "head side",
        "tail side",
        "sequences",
    ]
    for name in model.widths:
        with torch.no_grad():
            weight = model._weight(name)
            before = weight.clone()
            weight.zero_()
            assert (model(h, given) - plain).abs().max() > 1e-4, name
            weight.copy_(before)


def test_sequences_are_what_joins_and_in_which_order() -> None:
    """All entities are alike; 0 to 2 and 3 to 5 differ in the order of two relations, and 6 is apart."""
    facts = Triples.from_ids([[0, 1, 3, 4], [0, 1, 1, 0], [1, 2, 4, 5]], num_entities=7)
    triples = [[0, 3, 0], [0, 0, 0], [2, 5, 6]]
    loader = TripleLoader(facts.graph(), triples, max_dist=3, sequences=2, sequence_draws=4)
    model = TripleScorer(8, 2, max_dist=3, context="none", sequences=2, sequence_draws=4)
    given = next(iter(loader))
    assert model.sequences is not None
    joined, turned, apart = model.sequences(given.sequences)
    assert (joined - turned).abs().max() > 1e-4
    assert not apart.any()
    first, second, third = model(torch.ones(7, 8), given).tolist()
    assert len({round(value, 5) for value in (first, second, third)}) == 3


def test_types_of_steps_count_only_where_they_are_seen() -> None:
    given = batch(relational=True)
    h = torch.randn(30, 8)
    for context in ("horizontal", "vertical"):
        model = scorer(context, relational=True)
        table = model.side.of_step if model.side is not None else model.path.of_step
        before = model(h, given)
        with torch.no_grad():
            table.weight.add_(torch.randn_like(table.weight))
        assert (model(h, given) - before).abs().max() > 1e-4


def test_the_order_of_relations_along_a_path_counts() -> None:
    facts = Triples.from_ids([[0, 1, 3, 4], [0, 1, 1, 0], [1, 2, 4, 5]])
    loader = TripleLoader(
        facts.graph(), [[0, 3], [0, 0], [2, 5]], max_dist=3, horizontal=True, relational=True
    )
    model = TripleScorer(8, 2, max_dist=3, context="horizontal", relational=True)
    first, second = model(torch.ones(6, 8), next(iter(loader))).tolist()
    assert abs(first - second) > 1e-5


@pytest.mark.parametrize("condition", ["none", "film", "separate"])
def test_a_triple_is_scored_by_the_embeddings_of_its_relation(condition: Condition) -> None:
    given = batch()
    model = KnowledgeGDGNN(RelationalEncoder(3, 8, 2, condition=condition), scorer("both"))
    adjacency = TypedAdjacency(GRAPH)
    relations = torch.tensor([0, 1, 2])
    together = model.score(model.encode(adjacency, relations=relations), given, relations)
    for relation in relations:
        own = given.relation == relation
        h = model.encode(adjacency, relations=relation[None])[:, 0]
        assert_close(together[own], model.scorer(h, given)[own])


@pytest.mark.parametrize("relational", [False, True])
def test_every_weight_learns(relational: bool) -> None:
    given = batch(relational=relational, sequences=2)
    model = KnowledgeGDGNN(RelationalEncoder(3, 8, 2), scorer("both", relational=relational, sequences=2))
    h = model.encode(TypedAdjacency(GRAPH), edge_mask=given.edge_mask)
    assert_calm(model.score(h, given).pow(2).mean(), model)
    assert all(parameter.grad is not None for parameter in model.parameters())


def test_missing_geodesics_and_other_distances_are_errors() -> None:
    negatives = TripleNegatives(KnownTriples(FACTS))
    given = next(iter(TripleLoader(GRAPH, FACTS.ids, max_dist=3, negatives=negatives)))
    h = torch.randn(30, 8)
    with pytest.raises(ValueError, match="needs horizontal geodesics"):
        scorer("horizontal")(h, given)
    with pytest.raises(ValueError, match="relational=True"):
        scorer("vertical", relational=True)(h, given)
    with pytest.raises(ValueError, match="load triples with sequences="):
        scorer("distance", sequences=2)(h, given)
    with pytest.raises(ValueError, match="max_dist=3, but the model has max_dist=5"):
        TripleScorer(8, 3, max_dist=5)(h, given)
    with pytest.raises(ValueError, match="not for triples"):
        scorer("partial")
