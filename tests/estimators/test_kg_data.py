"""Facts are held back by pairs of entities, and never the last of a relation."""

from __future__ import annotations

import numpy as np
import pytest

from gdgnn.estimators.kg_data import KnowledgeData
from gdgnn.estimators.kg_facts import read_facts
from tests.estimators.kg_small import grid

TWICE = [*grid(), *((tail, "back", head) for head, _, tail in grid())]


@pytest.mark.parametrize("seed", range(4))
def test_all_facts_of_a_pair_are_in_one_part(seed: int) -> None:
    data = KnowledgeData.of(read_facts(TWICE), valid=0.2, test=0.2, seed=seed)
    parts: dict[frozenset[str], set[int]] = {}
    for (head, _, tail), part in zip(data.whole.named(), data.part.tolist(), strict=True):
        parts.setdefault(frozenset({str(head), str(tail)}), set()).add(part)
    assert all(len(one) == 1 for one in parts.values())
    sizes = np.bincount(data.part)
    assert sizes.sum() == 112
    assert all(22 <= size <= 24 for size in sizes[1:])
    assert not data.leaks.errors
    assert "reversed" not in str(data.leaks)


def test_one_fact_of_each_relation_is_learned_from() -> None:
    rare = [*grid(), ("a0", "rare", "b1"), ("e0", "rarer", "e4")]
    for seed in range(5):
        data = KnowledgeData.of(read_facts(rare), valid=0.4, test=0.4, seed=seed)
        assert len(np.unique(data.facts("train").ids[1])) == 5


def test_parts_that_are_given_are_taken_as_they_are() -> None:
    facts = grid()
    found = read_facts(facts[:40], test=facts[40:])
    data = KnowledgeData.of(found, valid=0.1, test=0.1, seed=0)
    assert str(data) == "56 facts: 36 train, 4 valid, 16 test"
    assert data.facts("test").named() == facts[40:]


def test_another_seed_is_another_split() -> None:
    splits = {KnowledgeData.of(read_facts(TWICE), valid=0.2, test=0.2, seed=s).part.tobytes() for s in (0, 1)}
    assert len(splits) == 2
