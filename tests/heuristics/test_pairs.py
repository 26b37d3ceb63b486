"""All scores of pairs, against their definitions and against networkx."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.geodesics import UNREACHABLE
from gdgnn.graph import Graph
from gdgnn.heuristics import (
    _pairs,
    adamic_adar,
    common_neighbors,
    jaccard,
    katz,
    nearness,
    neighbors,
    preferential_attachment,
    resource_allocation,
)
from tests import oracle as engine_oracle
from tests.heuristics import oracle
from tests.strategies import Batch, GraphCase, clique, path, plain, questions, star

Question = tuple[GraphCase, Batch, int, int]
Score = Callable[..., np.ndarray]


def by_definition(case: GraphCase, batch: Batch, score: Callable[..., Any], *more: Any) -> list[float]:
    return [
        float(score(case.edges, u, v, hidden, *more))
        for (u, v), hidden in zip(batch.pairs, batch.hidden, strict=True)
    ]


@given(questions())
def test_neighborhood_scores_are_those_of_the_definitions(question: Question) -> None:
    case, batch, _, _ = question

    def check(score: Score, definition: Callable[..., Any]) -> None:
        found = score(case.graph, batch.array, exclude_targets=batch.exclude_targets)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, by_definition(case, batch, definition), rtol=1e-12)

    check(common_neighbors, lambda *a: len(oracle.common_neighbors(*a)))
    check(adamic_adar, oracle.adamic_adar)
    check(resource_allocation, oracle.resource_allocation)
    check(jaccard, oracle.jaccard)
    check(preferential_attachment, oracle.preferential_attachment)


@given(questions(), st.integers(1, 6), st.sampled_from((Fraction(1, 20), Fraction(1, 2), Fraction(1))))
def test_katz_counts_the_walks_that_avoid_the_hidden_edge(
    question: Question, max_length: int, beta: Fraction
) -> None:
    case, batch, _, _ = question
    found = katz(
        case.graph,
        batch.array,
        max_length=max_length,
        beta=float(beta),
        exclude_targets=batch.exclude_targets,
    )
    expected = by_definition(case, batch, oracle.katz, max_length, beta)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@given(questions(crowded=True))
def test_katz_is_exact_in_larger_graphs(question: Question) -> None:
    case, batch, _, _ = question
    few = Batch(batch.pairs[:20], batch.exclude_targets, batch.hidden[:20])
    exclude = batch.exclude_targets if isinstance(batch.exclude_targets, bool) else batch.exclude_targets[:20]
    found = katz(case.graph, few.array, max_length=5, beta=1.0, exclude_targets=exclude)
    np.testing.assert_array_equal(found, by_definition(case, few, oracle.katz, 5, Fraction(1)))


@given(questions())
def test_nearness_is_minus_the_distance(question: Question) -> None:
    case, batch, max_dist, threads = question
    found = nearness(
        case.graph,
        batch.array,
        max_dist=max_dist,
        exclude_targets=batch.exclude_targets,
        threads=threads,
    )
    distances = by_definition(case, batch, lambda g, u, v, h: engine_oracle.distance(g, u, v, max_dist, h))
    assert found.tolist() == [-(max_dist + 1.0) if d == UNREACHABLE else -d for d in distances]


def test_undirected_scores_are_those_of_networkx() -> None:
    theirs = nx.gnp_random_graph(60, 0.12, seed=3)
    graph = Graph.from_networkx(theirs)
    pairs = [(u, v) for u in theirs for v in theirs if u < v]
    ours = np.array(pairs).T
    for score, function in (
        (adamic_adar, nx.adamic_adar_index),
        (resource_allocation, nx.resource_allocation_index),
        (preferential_attachment, nx.preferential_attachment),
    ):
        np.testing.assert_allclose(score(graph, ours), [value for _, _, value in function(theirs, pairs)])
    unjoined = [pair for pair in pairs if not theirs.has_edge(*pair)]
    expected = [value for _, _, value in nx.jaccard_coefficient(theirs, unjoined)]
    np.testing.assert_allclose(jaccard(graph, np.array(unjoined).T), expected)
    matrix = nx.to_numpy_array(theirs)
    walks = sum(0.3**length * np.linalg.matrix_power(matrix, length) for length in range(1, 5))
    np.testing.assert_allclose(katz(graph, ours, max_length=4, beta=0.3), walks[ours[0], ours[1]])


@given(questions(exclude=False))
def test_an_undirected_score_does_not_know_head_from_tail(question: Question) -> None:
    case, batch, _, _ = question
    graph = case.graph.as_undirected()
    for score in (common_neighbors, adamic_adar, resource_allocation, jaccard, preferential_attachment, katz):
        np.testing.assert_allclose(score(graph, batch.array), score(graph, batch.array[::-1]), rtol=1e-12)


def test_hidden_targets_leave_the_path_around() -> None:
    square = plain(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).graph
    assert katz(square, [[0], [1]], max_length=3, beta=1.0, exclude_targets=True).tolist() == [1.0]
    assert nearness(square, [[0], [1]], max_dist=3, exclude_targets=True).tolist() == [-3.0]
    assert jaccard(square, [[0], [1]], exclude_targets=True).tolist() == [0.0]


def test_a_parallel_edge_stays_when_the_target_is_hidden() -> None:
    graph = Graph.from_edges([[0, 0, 1], [1, 1, 2]], relation=[0, 1, 0])
    assert katz(graph, [[0], [1]], max_length=1, beta=1.0, exclude_targets=True).tolist() == [1.0]
    assert preferential_attachment(graph, [[0], [1]], exclude_targets=True).tolist() == [2.0]


@pytest.mark.parametrize("budget", [1, 7, 100])
def test_small_blocks_give_the_same_scores(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = plain(30, clique(12) + path(30) + star(30)).graph
    pairs = np.random.default_rng(0).integers(0, 30, (2, 200))
    scores = (adamic_adar, katz)
    whole = [score(graph, pairs, exclude_targets=True) for score in scores]
    monkeypatch.setattr(neighbors, "_ENTRIES_AT_ONCE", budget)
    monkeypatch.setitem(katz.__globals__, "_NUMBERS_AT_ONCE", budget)
    for score, expected in zip(scores, whole, strict=True):
        np.testing.assert_array_equal(score(graph, pairs, exclude_targets=True), expected)


@given(st.lists(st.integers(0, 9), max_size=30), st.integers(1, 20))
def test_blocks_cover_all_and_stay_within_the_budget(cost: list[int], budget: int) -> None:
    found = list(_pairs.blocks(np.array(cost, dtype=np.int64), budget))
    assert [i for block in found for i in range(block.start, block.stop)] == list(range(len(cost)))
    assert all(sum(cost[block]) <= budget or block.stop - block.start == 1 for block in found)


SCORES = [common_neighbors, adamic_adar, resource_allocation, jaccard, preferential_attachment, katz]


@pytest.mark.parametrize("score", SCORES)
def test_no_pairs_have_no_scores(score: Score) -> None:
    assert score(plain(3, path(3)).graph, np.empty((2, 0), dtype=np.int64)).shape == (0,)
    assert score(plain(0, []).graph, []).shape == (0,)


@pytest.mark.parametrize("score", SCORES)
def test_bad_pairs_are_refused_as_everywhere(score: Score) -> None:
    graph = plain(3, path(3)).graph
    with pytest.raises(IndexError, match=r"pairs\[1, 0\] is 3"):
        score(graph, [[0], [3]])
    with pytest.raises(ValueError, match=r"transpose it"):
        score(graph, [[0, 1], [1, 2], [2, 0]])
    with pytest.raises(TypeError, match="graph is a list"):
        score([[0, 1]], [[0], [1]])


@pytest.mark.parametrize(
    ("given_", "message"), [({"max_length": 0}, "max_length is 0; give a whole"), ({"beta": 0}, "beta is 0")]
)
def test_katz_needs_lengths_and_a_weight(given_: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        katz(plain(3, path(3)).graph, [[0], [1]], **given_)
