from __future__ import annotations

import numpy as np
import pytest

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.data.triples_negatives import TripleNegatives

FACTS = Triples.from_ids(np.random.default_rng(0).integers(0, [[12], [3], [12]], (3, 60)), num_entities=12)


def test_negatives_differ_in_one_end_and_are_no_known_fact() -> None:
    known = KnownTriples(FACTS)
    drawn = TripleNegatives(known, heads=3, tails=4).draw(FACTS.ids, seed=1).reshape(3, -1, 7)
    assert not known.contains(drawn.reshape(3, -1)).any()
    facts = FACTS.ids[:, :, None]
    assert (drawn[1] == facts[1]).all()
    assert (drawn[2, :, :3] == facts[2]).all()
    assert (drawn[0, :, 3:] == facts[0]).all()


def test_every_free_entity_is_drawn_equally_often() -> None:
    known = KnownTriples(FACTS)
    fact = FACTS.ids[:, :1]
    drawn = TripleNegatives(known, heads=0, tails=20_000).draw(fact, seed=0)[2]
    counts = np.bincount(drawn, minlength=12)
    free = np.setdiff1d(np.arange(12), known.answers(fact, side="tail")[0])
    assert np.flatnonzero(counts).tolist() == free.tolist()
    expected = 20_000 / len(free)
    assert (np.abs(counts[free] - expected) < 5 * np.sqrt(expected)).all()


def test_the_draw_depends_on_the_seed_alone() -> None:
    negatives = TripleNegatives(KnownTriples(FACTS))
    first, again, other = (negatives.draw(FACTS.ids, seed=seed) for seed in (0, 0, 1))
    assert (first == again).all()
    assert (first != other).any()


def test_an_unknown_positive_is_an_error() -> None:
    with pytest.raises(ValueError, match="no known fact"):
        TripleNegatives(KnownTriples(Triples.from_ids([[0], [0], [1]]))).draw([[1], [0], [0]], seed=0)


def test_a_fact_without_negatives_is_an_error() -> None:
    full = Triples.from_ids([[0, 0], [0, 0], [0, 1]])
    with pytest.raises(ValueError, match="every entity as its tail"):
        TripleNegatives(KnownTriples(full), heads=0, tails=1).draw([[0], [0], [1]], seed=0)


@pytest.mark.parametrize("counts", [(0, 0), (-1, 2)])
def test_counts_must_make_sense(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="give 0 or more"):
        TripleNegatives(KnownTriples(FACTS), heads=counts[0], tails=counts[1])
