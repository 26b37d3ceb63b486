from __future__ import annotations

import numpy as np
import pytest
import torch

from gdgnn import geodesics
from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.data.triples_negatives import TripleNegatives
from gdgnn.loader.triple import TripleLoader, with_edges
from gdgnn.loader.triple_batch import TripleBatch

RANDOM = np.random.default_rng(0)
FACTS = Triples.from_ids(np.unique(RANDOM.integers(0, [[20], [3], [20]], (3, 70)), axis=1), num_entities=20)
GRAPH = FACTS.graph()
NEGATIVES = TripleNegatives(KnownTriples(FACTS), heads=2, tails=3)


def same(first: TripleBatch, second: TripleBatch) -> bool:
    return (
        torch.equal(first.geodesics.pairs, second.geodesics.pairs)
        and torch.equal(first.relation, second.relation)
        and torch.equal(first.geodesics.distance, second.geodesics.distance)
        and torch.equal(first.edge_mask, second.edge_mask)
    )


def test_targets_come_first_then_their_negatives() -> None:
    loader = TripleLoader(GRAPH, FACTS.ids, max_dist=4, batch_size=16, negatives=NEGATIVES)
    seen = 0
    for batch in loader:
        positive, negative = batch.by_target(torch.arange(batch.num_triples))
        triples = torch.stack([batch.geodesics.pairs[0], batch.relation, batch.geodesics.pairs[1]]).numpy()
        own = triples[:, positive]
        assert (own == FACTS.ids[:, seen : seen + batch.num_targets]).all()
        changed = triples[:, negative] != own[:, :, None]
        assert negative.shape[1] == 5
        assert not changed[1].any()
        assert not changed[2, :, :2].any()
        assert not changed[0, :, 2:].any()
        seen += batch.num_targets
    assert seen == FACTS.num_triples


def test_exactly_the_targets_of_a_step_are_hidden_from_the_encoder() -> None:
    loader = TripleLoader(GRAPH, FACTS.ids, max_dist=4, batch_size=16)
    count = 0
    for step, batch in enumerate(loader):
        targets = np.arange(step * 16, step * 16 + batch.num_targets)
        edges = np.unique(GRAPH.row_edge[targets])
        edges = edges[edges >= 0]
        assert np.flatnonzero(~batch.edge_mask.numpy()).tolist() == edges.tolist()
        count += len(edges)
    assert count == GRAPH.num_edges


def test_targets_are_searched_without_their_own_edge_and_negatives_with_all() -> None:
    loader = TripleLoader(GRAPH, FACTS.ids, max_dist=4, batch_size=16, negatives=NEGATIVES)
    batch = next(iter(loader))
    pairs = batch.geodesics.pairs.numpy()
    hidden = np.full(pairs.shape[1], -1)
    hidden[:16] = GRAPH.row_edge[:16]
    expected = geodesics.distances(GRAPH, pairs, max_dist=4, exclude_targets=hidden)
    assert batch.geodesics.distance.tolist() == np.where(expected < 0, 5, expected).tolist()


def test_another_relation_between_the_same_two_keeps_distance_1() -> None:
    facts = Triples.from_ids([[0, 0, 1], [0, 1, 0], [1, 1, 2]])
    batch = next(iter(TripleLoader(facts.graph(), facts.ids, max_dist=3, relational=True)))
    assert batch.geodesics.distance.tolist() == [1, 1, 4]
    assert batch.head_relation is not None
    assert batch.head_relation.tolist() == [1, 0]
    assert batch.edge_mask.tolist() == [False, False, False]


def test_sequences_are_those_without_the_target_and_redrawn_where_batches_are() -> None:
    facts = Triples.from_ids([[0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 2, 2]])
    loader = TripleLoader(facts.graph(), facts.ids, max_dist=3, sequences=3, sequence_draws=32)
    found = next(iter(loader)).sequences
    assert found is not None
    seen: list[set[tuple[int, ...]]] = [set() for _ in range(4)]
    for row, node in zip(found.entry.row.tolist(), found.entry.node.tolist(), strict=True):
        seen[row].add(tuple(step for step in found.step[node].tolist() if step != 4))
    assert seen == [{(1,)}, {(0,)}, {(2, 1), (3, 1)}, {(0, 0), (1, 0)}]
    assert found.share.min() > 0.1
    random = TripleLoader(
        GRAPH, FACTS.ids, max_dist=4, batch_size=70, sequences=2, sequence_draws=2, shuffle=True
    )
    first, second = (next(iter(random)).sequences for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.share.tolist() != second.share.tolist()


def test_unless_parallel_shows_the_encoder_a_target_that_has_a_parallel() -> None:
    facts = Triples.from_ids([[0, 0, 1], [0, 1, 0], [1, 1, 2]])
    batch = next(iter(TripleLoader(facts.graph(), facts.ids, max_dist=3, hide="unless-parallel")))
    assert batch.geodesics.distance.tolist() == [1, 1, 4]
    assert batch.edge_mask.tolist() == [True, True, False]


def test_facts_dropped_in_an_epoch_are_gone_for_searches_and_messages_alike() -> None:
    loader = TripleLoader(GRAPH, FACTS.ids, max_dist=4, batch_size=16, fact_dropout=(0.2, 0.6))
    epochs = [list(loader), list(loader)]
    kept = []
    for batches in epochs:
        seen = torch.stack([batch.edge_mask for batch in batches])
        keep = seen.any(0).numpy()
        kept.append(keep)
        assert 0.2 < 1 - keep.mean() < 0.7
        graph = with_edges(GRAPH, np.flatnonzero(keep))
        number = np.cumsum(keep) - 1
        for step, batch in enumerate(batches):
            own = GRAPH.row_edge[step * 16 : step * 16 + batch.num_targets]
            hidden = np.where((own >= 0) & keep[own], number[own], -1)
            pairs = batch.geodesics.pairs.numpy()
            expected = geodesics.distances(graph, pairs, max_dist=4, exclude_targets=hidden)
            assert batch.geodesics.distance.tolist() == np.where(expected < 0, 5, expected).tolist()
            shown = keep.copy()
            shown[own[own >= 0]] = False
            assert (batch.edge_mask.numpy() == shown).all()
    assert (kept[0] != kept[1]).any()


def test_epochs_depend_on_the_seed_and_their_number_alone() -> None:
    def loader(seed: int, prefetch: int) -> TripleLoader:
        return TripleLoader(
            GRAPH,
            FACTS.ids,
            max_dist=4,
            batch_size=16,
            shuffle=True,
            negatives=NEGATIVES,
            fact_dropout=(0.0, 0.5),
            seed=seed,
            prefetch=prefetch,
        )

    first, again, other = loader(0, 2), loader(0, 0), loader(1, 2)
    list(first)
    again.set_epoch(1)
    other.set_epoch(1)
    mine = list(first)
    assert all(same(*both) for both in zip(mine, again, strict=True))
    assert not all(same(*both) for both in zip(mine, other, strict=True))


def test_processes_share_a_step() -> None:
    def loader(rank: int, world_size: int, batch_size: int) -> TripleLoader:
        return TripleLoader(
            GRAPH,
            FACTS.ids,
            max_dist=4,
            batch_size=batch_size,
            negatives=NEGATIVES,
            rank=rank,
            world_size=world_size,
        )

    for whole, *parts in zip(loader(0, 1, 8), loader(0, 2, 4), loader(1, 2, 4), strict=True):
        assert all(torch.equal(part.edge_mask, whole.edge_mask) for part in parts)
        positive, negative = whole.by_target(torch.arange(whole.num_triples))
        for rank, part in enumerate(parts):
            which = torch.cat([positive[rank::2], negative[rank::2].flatten()])
            assert torch.equal(part.geodesics.pairs, whole.geodesics.pairs[:, which])


@pytest.mark.parametrize(
    ("triples", "message"),
    [
        ([[20], [0], [0]], r"triples\[0, 0\] is 20, but the graph has 20 nodes"),
        ([[0], [3], [0]], r"triples\[1, 0\] is 3, but the graph has 3 relations"),
        ([[0], [0], [-1]], r"triples\[2, 0\] is -1"),
    ],
)
def test_unseen_entities_and_relations_are_named(triples: list[list[int]], message: str) -> None:
    with pytest.raises(IndexError, match=message):
        TripleLoader(GRAPH, triples, max_dist=2)


def test_impossible_shares_are_an_error() -> None:
    with pytest.raises(ValueError, match="fact_dropout"):
        TripleLoader(GRAPH, FACTS.ids, max_dist=2, fact_dropout=(0.5, 0.2))
