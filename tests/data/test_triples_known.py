from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples

ENTITIES, RELATIONS = 6, 3
facts_of = st.lists(
    st.tuples(st.integers(0, ENTITIES - 1), st.integers(0, RELATIONS - 1), st.integers(0, ENTITIES - 1)),
    max_size=40,
)


def triples(rows: list[tuple[int, int, int]]) -> Triples:
    ids = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Triples.from_ids(ids, num_entities=ENTITIES, num_relations=RELATIONS)


def every_triple() -> np.ndarray:
    grid = np.indices((ENTITIES, RELATIONS, ENTITIES))
    return grid.reshape(3, -1)


@given(facts_of, facts_of)
def test_known_is_the_union_of_what_was_given(first: list, second: list) -> None:
    known = KnownTriples(triples(first), triples(second))
    asked = every_triple()
    expected = [tuple(row) in {*first, *second} for row in asked.T.tolist()]
    assert known.contains(asked).tolist() == expected
    assert known.count == len({*first, *second})


@given(facts_of)
def test_answers_and_free_entities_part_the_entities(rows: list) -> None:
    known = KnownTriples(triples(rows))
    asked = every_triple()
    for side, place in (("head", 0), ("tail", 2)):
        answers = known.answers(asked, side=side)
        count = known.num_free(asked, side=side)
        for at, triple in enumerate(asked.T.tolist()):
            expected = []
            for entity in range(ENTITIES):
                put = list(triple)
                put[place] = entity
                expected += [entity] if tuple(put) in set(rows) else []
            assert answers[at].tolist() == expected
            others = [entity for entity in range(ENTITIES) if entity not in expected]
            rank = np.arange(count[at])
            same = np.repeat(asked[:, [at]], count[at], axis=1)
            assert known.nth_free(same, rank, side=side).tolist() == others


def test_facts_over_other_entities_are_an_error() -> None:
    with pytest.raises(ValueError, match="over the same ones"):
        KnownTriples(Triples.from_ids([[0], [0], [1]]), Triples.from_ids([[0], [0], [2]]))
