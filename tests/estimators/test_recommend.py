"""Recommendations: the best, none of them known, and honest about what was passed over."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from gdgnn.estimators import LinkPredictor
from gdgnn.estimators import recommend as recommending
from gdgnn.estimators.recommend import _bound
from tests.estimators.small import EDGES, NAMED_EDGES, NODES, name, small


def brute_force(predictor: LinkPredictor) -> list[tuple[float, str, str]]:
    """All missing links, scored one by one, best first."""
    known = {frozenset((name(u), name(v))) for u, v in EDGES.T.tolist()}
    names = list(predictor.graph_.node_names or ())
    pairs = [pair for pair in combinations(names, 2) if frozenset(pair) not in known]
    scores = predictor.predict_proba(pairs)[:, 1]
    return sorted(((score, *pair) for score, pair in zip(scores.tolist(), pairs, strict=True)), reverse=True)


def test_a_node_is_recommended_its_best_links_and_none_that_it_has(predictor: LinkPredictor) -> None:
    found = predictor.recommend("p5", k=NODES)
    expected = sorted((score for score, *pair in brute_force(predictor) if "p5" in pair), reverse=True)
    np.testing.assert_allclose([link.probability for link in found], expected, rtol=1e-5)
    graph = predictor.graph_
    known = {graph.node_names[node] for node in graph.neighbors(graph.node_id("p5"))}  # type: ignore[index]
    assert not known & {link.tail for link in found}
    assert len({link.tail for link in found}) == NODES - 1 - len(known)
    assert [link.probability for link in predictor.recommend("p5", k=3)] == [
        link.probability for link in found[:3]
    ]


def test_a_recommendation_says_how_far_it_is(predictor: LinkPredictor) -> None:
    distance = {link.tail: link.distance for link in predictor.recommend("p5", k=NODES)}
    assert (distance["p9"], distance["p12"], distance["p30"]) == (2, 3, None)


def test_all_pairs_are_scored_where_they_are_few(predictor: LinkPredictor) -> None:
    found = predictor.recommend_all(k=25)
    expected = [score for score, *_ in brute_force(predictor)[:25]]
    np.testing.assert_allclose([link.probability for link in found], expected, rtol=1e-5)
    assert found.skipped.pairs == 0
    assert "these are the best" in str(found)
    assert found.scored == NODES * (NODES - 1) // 2 - EDGES.shape[1]


def test_of_many_pairs_the_near_ones_are_scored_and_the_others_estimated(predictor: LinkPredictor) -> None:
    heard: list[tuple[int, int]] = []
    found = predictor.recommend_all(k=5, max_pairs=200, on_progress=lambda *done: heard.append(done))
    everything = brute_force(predictor)
    assert found.reach == 2
    assert all(link.distance == 2 for link in found)
    assert found.scored + found.skipped.pairs == len(everything)
    truly_better = sum(score > found[-1].probability for score, *_ in everything) - sum(
        link.probability > found[-1].probability for link in found
    )
    assert truly_better <= found.skipped.at_most
    assert found.skipped.estimate <= found.skipped.at_most
    assert heard[-1] == (NODES, NODES)
    assert f"{found.skipped.pairs:,} pairs were not scored" in str(found)


def test_the_reach_grows_with_what_may_be_scored(predictor: LinkPredictor) -> None:
    assert [predictor.recommend_all(k=5, max_pairs=most).reach for most in (1, 320, 500)] == [2, 3, 3]


def test_no_pair_comes_twice_and_none_is_known_however_small_the_blocks(
    predictor: LinkPredictor, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = predictor.recommend_all(k=30)
    monkeypatch.setattr(recommending, "_PAIRS_AT_A_TIME", 7)
    again = predictor.recommend_all(k=30)
    np.testing.assert_allclose([x.probability for x in again], [x.probability for x in expected], rtol=1e-5)
    for found in (again, predictor.recommend_all(k=30, max_pairs=320)):
        pairs = {frozenset((link.head, link.tail)) for link in found}
        assert len(pairs) == 30
        assert not pairs & {frozenset(pair) for pair in NAMED_EDGES}


def test_arrows_make_ordered_pairs() -> None:
    fitted = small(model="instant", directed=True).fit(EDGES)
    known = set(map(tuple, EDGES.T.tolist()))
    missing = [pair for pair in permutations(range(NODES), 2) if pair not in known]
    found = fitted.recommend_all(k=len(missing))
    assert {(link.head, link.tail) for link in found} == set(missing)


@pytest.mark.parametrize("k", [0, -1])
def test_a_count_below_one_is_refused(predictor: LinkPredictor, k: int) -> None:
    with pytest.raises(ValueError, match=f"k is {k}"):
        predictor.recommend("p0", k)
    with pytest.raises(ValueError, match=f"k is {k}"):
        predictor.recommend_all(k)


def test_a_count_that_is_no_whole_number_is_refused(predictor: LinkPredictor) -> None:
    with pytest.raises(TypeError, match=r"k is 2\.5; give a whole number"):
        predictor.recommend("p0", 2.5)  # type: ignore[arg-type]


def test_the_bound_is_exact_where_it_is_known() -> None:
    # Without a hit among n: 1 - 0.05^(1/n), the rule of three.
    assert _bound(0, 100) == pytest.approx(1 - 0.05 ** (1 / 100))
    assert _bound(5, 5) == 1.0
    assert _bound(0, 0) == 1.0


def test_a_table_of_recommendations(predictor: LinkPredictor) -> None:
    frame = predictor.recommend_all(k=4).to_frame()
    assert list(frame.columns) == ["head", "tail", "probability", "distance"]
    assert len(frame) == 4
