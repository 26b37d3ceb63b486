from __future__ import annotations

import numpy as np
import pytest

from gdgnn.data.triples import Triples
from gdgnn.tasks.ranking_result import Ranking

FACTS = Triples.from_ids([[0, 1, 2], [0, 1, 0], [1, 2, 0]])


def ranking(higher: list[list[int]], ties: list[list[int]], candidates: int) -> Ranking:
    return Ranking(
        FACTS,
        higher=np.array(higher),
        ties=np.array(ties),
        candidates=np.full((2, 3), candidates),
        distance=np.array([1, -1, 1], dtype=np.int16),
    )


SOME = ranking([[0, 1, 12], [3, 0, 9]], [[0, 2, 0], [0, 1, 2]], 40)


def test_ties_count_for_half_for_nothing_or_in_full() -> None:
    assert SOME.rank().tolist() == [[1, 3, 13], [4, 1.5, 11]]
    assert SOME.rank("optimistic").tolist() == [[1, 2, 13], [4, 1, 10]]
    assert SOME.rank("pessimistic").tolist() == [[1, 4, 13], [4, 2, 12]]
    with pytest.raises(ValueError, match="'random'"):
        SOME.rank("random")  # type: ignore[arg-type]


def test_figures_say_how_they_were_measured() -> None:
    figures = SOME.figures("test", seeds=(3,))
    assert [figure.name for figure in figures] == ["MRR", "Hits@1", "Hits@3", "Hits@10"]
    expected = np.mean([1, 1 / 3, 1 / 13, 1 / 4, 1 / 1.5, 1 / 11])
    assert figures[0].value == pytest.approx(expected)
    assert [figure.value for figure in figures[1:]] == pytest.approx([1 / 6, 3 / 6, 4 / 6])
    assert "all entities, both sides, filtered; ties: realistic; seed 3" in str(figures[0])


def test_figures_by_relation_and_distance_are_those_of_their_facts() -> None:
    of_0 = np.mean([1, 1 / 13, 1 / 4, 1 / 11])
    of_1 = np.mean([1 / 3, 1 / 1.5])
    assert SOME.by_relation() == {0: (2, pytest.approx(of_0)), 1: (1, pytest.approx(of_1))}
    assert SOME.by_distance() == {1: (2, pytest.approx(of_0)), -1: (1, pytest.approx(of_1))}


@pytest.mark.parametrize(("higher", "ties"), [(0, 0), (8, 0), (8, 5), (0, 30), (20, 20), (40, 0)])
def test_expected_hits_are_the_mean_over_many_draws(higher: int, ties: int) -> None:
    one = ranking([[higher] * 3] * 2, [[ties] * 3] * 2, 40)
    random = np.random.default_rng(0)
    entity = random.integers(40, size=(20_000, 50))
    above = (entity < higher).sum(axis=1)
    level = ((entity >= higher) & (entity < higher + ties)).sum(axis=1)
    drawn = (1 + above + level / 2 <= 10).mean()
    assert one.expected_hits() == pytest.approx(drawn, abs=0.015)


def test_drawn_hits_need_draws() -> None:
    with pytest.raises(ValueError, match="drawn="):
        SOME.drawn_hits()
