from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from gdgnn import geodesics
from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.loader.triple import TripleLoader
from gdgnn.loader.triple_question import TripleAnswer
from gdgnn.nn.context import LinkContext, link_parts
from gdgnn.nn.relational import KnowledgeGDGNN, RelationalEncoder, TripleScorer, TypedAdjacency
from gdgnn.nn.relational.encoder import Condition
from gdgnn.tasks.metrics import ranks
from gdgnn.tasks.ranking import rank_triples
from gdgnn.tasks.ranking_result import Drawn
from gdgnn.tasks.ranking_table import RankTable, drawn_entities

ENTITIES, RELATIONS, MAX_DIST = 18, 3, 3


def some_facts(seed: int, num_entities: int = ENTITIES) -> Triples:
    random = np.random.default_rng(seed)
    ids = random.integers(0, [[num_entities - 2], [RELATIONS], [num_entities - 2]], (3, 60))
    ids[:, 0] = 0, 0, 1  # entity 0 and relation 0 are always there
    return Triples.from_ids(
        np.unique(ids[:, ids[0] != ids[2]], axis=1), num_entities=num_entities, num_relations=RELATIONS
    )


FACTS = some_facts(0)
HELD_BACK = np.random.default_rng(1).random(FACTS.num_triples) < 0.4
HELD_BACK[0] = True
TRAIN, TEST = FACTS.take(~HELD_BACK), FACTS.take(HELD_BACK)
GRAPH, KNOWN = TRAIN.graph(), KnownTriples(TRAIN, TEST)


def network(
    context: LinkContext = "vertical",
    *,
    relational: bool = False,
    condition: Condition = "none",
    sequences: int = 0,
) -> KnowledgeGDGNN:
    torch.manual_seed(0)
    scorer = TripleScorer(
        8, RELATIONS, max_dist=MAX_DIST, context=context, relational=relational, sequences=sequences
    )
    return KnowledgeGDGNN(RelationalEncoder(RELATIONS, 8, 2, condition=condition, dropout=0.5), scorer)


def all_scores(model: KnowledgeGDGNN, triple: tuple[int, int, int], side: int) -> np.ndarray:
    """The score of every entity put at one side of one triple: plainly, one loader batch for all."""
    graph = GRAPH
    every = np.repeat(np.array(triple)[:, None], ENTITIES, axis=1)
    every[2 * side] = np.arange(ENTITIES)
    seen = link_parts(model.scorer.context)
    loader = TripleLoader(
        graph,
        every,
        max_dist=MAX_DIST,
        vertical=seen.vertical,
        horizontal=seen.path,
        degree=seen.degree,
        relational=model.scorer.relational,
        sequences=model.scorer.num_sequences,
        sequence_draws=model.scorer.sequence_draws,
        hide="never",
    )
    relations = torch.arange(RELATIONS)
    model.eval()
    with torch.no_grad():
        # Random paths depend on the seed: those of the ranking are drawn with 0.
        question, steps = loader._question, loader._facts_of(0).steps
        found = question.ask(steps, every[::2], np.full(ENTITIES, -1), seed=0)
        batch = next(iter(loader))
        given = TripleAnswer(*found)
        again = replace(batch, **given._asdict())
        h = model.encode(TypedAdjacency(graph), relations=relations)
        return model.score(h, again, relations).numpy()


def brute_force(model: KnowledgeGDGNN, ties: str) -> list[list[float]]:
    """Filtered ranks, candidate by candidate."""
    known = {tuple(row) for row in np.concatenate([TRAIN.ids, TEST.ids], axis=1).T.tolist()}
    found: list[list[float]] = [[], []]
    for triple in TEST.ids.T.tolist():
        for side in (0, 1):
            scores = all_scores(model, tuple(triple), side)
            true = triple[2 * side]
            rank = 1.0
            for entity in range(ENTITIES):
                put = list(triple)
                put[2 * side] = entity
                if tuple(put) in known:
                    continue
                if abs(scores[entity] - scores[true]) < 1e-6:
                    rank += {"realistic": 0.5, "optimistic": 0.0, "pessimistic": 1.0}[ties]
                else:
                    rank += scores[entity] > scores[true]
            found[side].append(rank)
    return found


@pytest.mark.parametrize(
    ("context", "relational", "condition", "sequences"),
    [
        ("none", False, "none", 0),
        ("distance", False, "none", 0),
        ("horizontal", False, "none", 0),
        ("vertical", False, "none", 0),
        ("vertical+degree", True, "none", 0),
        ("both", True, "none", 0),
        ("vertical", False, "film", 0),
        ("both", True, "separate", 0),
        ("distance", False, "none", 2),
        ("both", True, "film", 3),
    ],
)
def test_ranks_are_those_of_brute_force(
    context: LinkContext,
    relational: bool,
    condition: Condition,
    sequences: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = network(context, relational=relational, condition=condition, sequences=sequences)
    monkeypatch.setattr(RankTable, "enter", _rounded(RankTable.enter))
    ranking = rank_triples(model, GRAPH, TEST, KNOWN, max_memory=20_000)
    for ties in ("realistic", "optimistic", "pessimistic"):
        assert ranking.rank(ties).tolist() == brute_force(model, ties)  # type: ignore[arg-type]


def _rounded(enter):  # type: ignore[no-untyped-def]
    """Two orders of summing the same numbers differ in the last bit: ties are compared without it."""

    def entered(self, side, query, scores):  # type: ignore[no-untyped-def]
        enter(self, side, query, np.round(scores, 6))

    return entered


@pytest.mark.parametrize("sequences", [0, 2])
def test_memory_decides_on_blocks_not_on_ranks(sequences: int) -> None:
    model = network("both", sequences=sequences)
    large, small = (rank_triples(model, GRAPH, TEST, KNOWN, max_memory=size) for size in (1 << 30, 2000))
    assert large.rank().tolist() == small.rank().tolist()


@pytest.mark.parametrize("condition", ["film", "separate"])
def test_little_memory_means_more_encodings_and_the_same_ranks(condition: Condition) -> None:
    model = network(condition=condition)
    calls: list[int] = []
    model.encoder.register_forward_hook(lambda *_: calls.append(1))
    large, small = (rank_triples(model, GRAPH, TEST, KNOWN, max_memory=size) for size in (1 << 30, 2000))
    assert len(calls) == 1 + len(np.unique(TEST.ids[1]))
    assert large.rank().tolist() == small.rank().tolist()


def test_candidates_are_all_entities_that_make_no_other_known_fact() -> None:
    ranking = rank_triples(network(), GRAPH, TEST, KNOWN)
    known = np.concatenate([TRAIN.ids, TEST.ids], axis=1)
    for at, (head, relation, tail) in enumerate(TEST.ids.T.tolist()):
        heads = ((known[1] == relation) & (known[2] == tail)).sum()
        tails = ((known[1] == relation) & (known[0] == head)).sum()
        assert ranking.candidates[:, at].tolist() == [ENTITIES - heads, ENTITIES - tails]


def test_a_constant_scorer_ties_with_everything() -> None:
    model = network("none")
    with torch.no_grad():
        model.scorer.layers[-1].weight.zero_()
    ranking = rank_triples(model, GRAPH, TEST, KNOWN)
    assert (ranking.ties == ranking.candidates).all()
    assert (ranking.rank() == 1 + ranking.candidates / 2).all()
    assert (ranking.rank("pessimistic") == 1 + ranking.candidates).all()


def test_drawn_ranks_are_those_of_the_drawn_candidates_alone() -> None:
    model = network()
    drawn = Drawn(count=7, seeds=(0, 5))
    ranking = rank_triples(model, GRAPH, TEST, KNOWN, drawn=drawn)
    assert ranking.drawn_rank is not None
    samples = drawn_entities(KNOWN, TEST, drawn)
    for at, triple in enumerate(TEST.ids.T.tolist()):
        for side in (0, 1):
            scores = np.round(all_scores(model, tuple(triple), side), 6)
            for draw in range(2):
                few = samples[draw, side, at]
                put = np.repeat(np.array(triple)[:, None], 7, axis=1)
                put[2 * side] = few
                assert not KNOWN.contains(put).any()
                own = ranks(scores[[triple[2 * side]]], scores[few][None])[0]
                assert ranking.drawn_rank[draw, side, at] == pytest.approx(own, abs=0.51)
    first, expected = ranking.drawn_figures("test")
    assert first.value == ranking.drawn_hits().mean()
    assert expected.value == ranking.expected_hits(10, 7)
    assert "7 drawn a side, filtered; ties: realistic; seeds 0, 5" in str(first)
    again = rank_triples(model, GRAPH, TEST, KNOWN, drawn=drawn)
    assert (again.drawn_rank == ranking.drawn_rank).all()


def test_the_given_graph_is_encoded_and_not_the_one_of_training() -> None:
    """Evaluation that kept embeddings of the training graph would fail both ways round."""
    fresh = rank_triples(network("none"), GRAPH, TEST, KNOWN).higher
    model = network("none")
    trained = TypedAdjacency(some_facts(7).graph())
    stale = model.encode(trained)
    assert (rank_triples(model, GRAPH, TEST, KNOWN).higher == fresh).all()
    model.encode = lambda *_, **__: stale  # type: ignore[method-assign]
    assert (rank_triples(model, GRAPH, TEST, KNOWN).higher != fresh).any()


def test_entities_without_facts_are_ranked_too() -> None:
    ranking = rank_triples(network(), GRAPH, TEST, KNOWN)
    assert ENTITIES - 1 not in FACTS.ids[::2]
    assert ranking.candidates.max() > ENTITIES - 10


def test_distances_are_those_without_the_facts() -> None:
    ranking = rank_triples(network(), GRAPH, TEST, KNOWN)
    expected = geodesics.distances(GRAPH, TEST.ids[::2], max_dist=MAX_DIST)
    assert ranking.distance.tolist() == expected.tolist()


def test_progress_is_told_until_all_is_done() -> None:
    told: list[tuple[int, int]] = []
    rank_triples(network(), GRAPH, TEST, KNOWN, progress=lambda *done: told.append(done))
    assert told[-1] == (2 * TEST.num_triples, 2 * TEST.num_triples)
    assert told == sorted(told)


def test_the_mode_of_the_model_is_given_back() -> None:
    model = network().train()
    first = rank_triples(model, GRAPH, TEST, KNOWN)
    assert model.training
    assert first.rank().tolist() == rank_triples(model, GRAPH, TEST, KNOWN).rank().tolist()


def test_nan_is_an_error() -> None:
    model = network()
    with torch.no_grad():
        model.scorer.layers[-1].bias.fill_(float("nan"))
    with pytest.raises(ValueError, match="look for NaN"):
        rank_triples(model, GRAPH, TEST, KNOWN)


def test_a_fact_of_the_graph_is_an_error() -> None:
    with pytest.raises(ValueError, match="gives it away"):
        rank_triples(network(), GRAPH, TRAIN.take([2]), KNOWN)


def test_facts_over_other_entities_or_relations_are_errors() -> None:
    other = some_facts(0, num_entities=30)
    with pytest.raises(ValueError, match="numbers of"):
        rank_triples(network(), GRAPH, other, KnownTriples(other))
    wide = KnowledgeGDGNN(RelationalEncoder(5, 8, 1), TripleScorer(8, 5, max_dist=MAX_DIST))
    with pytest.raises(ValueError, match="the model knows 5 relations, but facts have 3"):
        rank_triples(wide, GRAPH, TEST, KNOWN)


def test_no_facts_have_no_ranks() -> None:
    ranking = rank_triples(network(), GRAPH, TEST.take(np.empty(0, dtype=np.int64)), KNOWN)
    assert ranking.rank().shape == (2, 0)
