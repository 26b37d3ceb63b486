from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gdgnn.data import CorruptedNegatives, GivenNegatives, UniformNegatives
from gdgnn.graph import Graph
from tests.strategies import GraphCase, clique, cycle, graph_cases, plain, star

Pair = tuple[int, int]


def columns(pairs: np.ndarray) -> list[Pair]:
    return [(int(head), int(tail)) for head, tail in pairs.T]


def negatives_by_hand(graph: Graph) -> set[Pair]:
    """All pairs of distinct nodes that no edge joins; both ways round where arrows do not count."""
    edges = set(columns(graph.edge_index))
    if not graph.directed:
        edges |= {(tail, head) for head, tail in edges}
    return set(permutations(range(graph.num_nodes), 2)) - edges


def unordered(pairs: set[Pair]) -> set[Pair]:
    return {(min(pair), max(pair)) for pair in pairs}


def p_value(drawn: list[Pair], possible: set[Pair]) -> float:
    assert set(drawn) <= possible
    counts = [drawn.count(pair) for pair in sorted(possible)]
    return float(stats.chisquare(counts).pvalue)


@given(graph_cases(), st.integers())
def test_the_distinct_negatives_are_exactly_the_pairs_without_an_edge(case: GraphCase, seed: int) -> None:
    expected = negatives_by_hand(case.graph)
    if not expected:
        with pytest.raises(ValueError, match="no negatives exist"):
            UniformNegatives(case.graph)
        return
    negatives = UniformNegatives(case.graph)
    drawn = columns(negatives.sample(negatives.count, seed=seed))
    assert set(drawn) <= expected
    if case.graph.directed:
        assert sorted(drawn) == sorted(expected)
    else:
        assert sorted(unordered(set(drawn))) == sorted(unordered(expected))
    assert len(drawn) == negatives.count == len(set(drawn))


@given(graph_cases(), st.sampled_from(("both", "head", "tail")), st.integers(1, 3), st.integers(0, 99))
def test_corrupted_negatives_keep_an_end_and_are_no_edges(
    case: GraphCase, corrupt: str, each: int, seed: int
) -> None:
    expected = negatives_by_hand(case.graph)
    positives = case.graph.edge_index
    negatives = CorruptedNegatives(case.graph, per_positive=each, corrupt=corrupt)
    for at, (head, tail) in enumerate(columns(positives)):
        possible = {
            pair
            for pair in expected
            if (corrupt != "head" and pair[0] == head) or (corrupt != "tail" and pair[1] == tail)
        }
        positive = positives[:, at : at + 1]
        if possible:
            drawn = columns(negatives.draw(positive, seed=seed))
            assert len(drawn) == each
            assert set(drawn) <= possible
        else:
            with pytest.raises(ValueError, match=r"no negative exists for positive 0"):
                negatives.draw(positive, seed=seed)


@pytest.mark.parametrize("directed", [False, True])
def test_uniform_negatives_are_uniform(directed: bool) -> None:
    graph = Graph.from_edges(np.array([*star(6), (1, 2), (3, 4)]).T, directed=directed)
    drawn = columns(UniformNegatives(graph).sample(20_000, seed=3, distinct=False))
    assert p_value(drawn, negatives_by_hand(graph)) > 0.01


@pytest.mark.parametrize(("corrupt", "kept"), [("tail", 0), ("head", 1)])
def test_corrupted_negatives_are_uniform_among_those_of_the_kept_end(corrupt: str, kept: int) -> None:
    graph = Graph.from_edges([[4, 4, 4, 2], [0, 5, 7, 4]], num_nodes=9, directed=True)
    positive = np.array([[4], [5]])
    drawn = CorruptedNegatives(graph, per_positive=20_000, corrupt=corrupt).draw(positive, seed=5)
    possible = {pair for pair in negatives_by_hand(graph) if pair[kept] == positive[kept, 0]}
    assert p_value(columns(drawn), possible) > 0.01


def test_both_ends_are_corrupted_equally_often() -> None:
    graph = plain(50, cycle(50)).graph
    drawn = CorruptedNegatives(graph, per_positive=10_000).draw([[3], [4]], seed=1)
    assert 0.48 < (drawn[0] == 3).mean() < 0.52


def test_an_end_joined_to_all_others_is_never_the_one_that_is_kept() -> None:
    graph = plain(5, star(5)).graph
    drawn = CorruptedNegatives(graph, per_positive=50).draw([[0], [2]], seed=0)
    assert (drawn[1] == 2).all()
    with pytest.raises(ValueError, match=r'positive 1, \(0, 2\).*give corrupt="both"'):
        CorruptedNegatives(graph, per_positive=2, corrupt="tail").draw([[1, 0], [0, 2]], seed=0)


def test_the_only_pair_missing_in_a_dense_graph_is_found() -> None:
    edges = [pair for pair in clique(400) if pair != (0, 250)]
    negatives = UniformNegatives(plain(400, edges).graph)
    assert negatives.count == 1
    assert unordered(set(columns(negatives.sample(100, seed=0, distinct=False)))) == {(0, 250)}
    with pytest.raises(ValueError, match="2 distinct negatives are asked for, but there are only 1"):
        negatives.sample(2, seed=0)


def test_a_complete_graph_has_no_negatives_and_says_so() -> None:
    with pytest.raises(ValueError, match="no negatives exist: all pairs of the 4 nodes"):
        UniformNegatives(plain(4, clique(4)).graph)


def test_only_edges_that_are_told_of_are_known() -> None:
    training = plain(4, [(0, 1), (1, 2)]).graph
    test_edges = np.array([[0, 3], [2, 1]])
    blind = UniformNegatives(training)
    told = UniformNegatives(training, also_known=test_edges)
    assert {(0, 2), (1, 3)} <= unordered(set(columns(blind.sample(4, seed=0))))
    assert unordered(set(columns(told.sample(2, seed=0)))) == {(0, 3), (2, 3)}
    drawn = CorruptedNegatives(training, corrupt="tail", also_known=test_edges).draw([[0], [1]], seed=0)
    assert columns(drawn) == [(0, 3)]


@pytest.mark.parametrize("sampler", [UniformNegatives, CorruptedNegatives])
def test_a_positive_that_could_be_drawn_as_a_negative_is_refused(sampler: type) -> None:
    negatives = sampler(plain(4, cycle(4)).graph)
    with pytest.raises(ValueError, match=r"positives\[:, 1\] is \(0, 2\).*also_known"):
        negatives.draw([[0, 0], [1, 2]], seed=0)
    with pytest.raises(IndexError, match=r"positives\[1, 0\] is 4"):
        negatives.draw([[0], [4]], seed=0)


@pytest.mark.parametrize(
    "negatives",
    [
        UniformNegatives(plain(30, cycle(30)).graph, per_positive=2),
        CorruptedNegatives(plain(30, cycle(30)).graph, per_positive=2),
        GivenNegatives(np.arange(200).reshape(2, 100), per_positive=2),
    ],
    ids=lambda negatives: type(negatives).__name__,
)
def test_the_same_seed_draws_the_same_and_another_something_else(negatives: UniformNegatives) -> None:
    positives = plain(30, cycle(30)).graph.edge_index
    first = negatives.draw(positives, seed=-7)
    assert first.shape == (2, 60)
    assert first.dtype == np.int64
    np.testing.assert_array_equal(first, negatives.draw(positives, seed=-7))
    assert (first != negatives.draw(positives, seed=8)).any()
    assert negatives.draw(np.empty((2, 0), dtype=np.int64), seed=0).shape == (2, 0)


def test_given_negatives_repeat_only_when_the_list_is_used_up() -> None:
    negatives = GivenNegatives([[0, 1, 2], [5, 6, 7]])
    drawn = columns(negatives.draw(np.zeros((2, 7), dtype=np.int64), seed=0))
    assert sorted(drawn[:3]) == sorted(drawn[3:6]) == [(0, 5), (1, 6), (2, 7)]
    assert len(drawn) == 7
    with pytest.raises(ValueError, match="pairs is empty"):
        GivenNegatives(np.empty((2, 0), dtype=np.int64))


def test_wrong_arguments_are_named() -> None:
    graph = plain(4, cycle(4)).graph
    with pytest.raises(ValueError, match="per_positive is 0; give 1 or more"):
        UniformNegatives(graph, per_positive=0)
    with pytest.raises(ValueError, match=r"corrupt is 'relation'; give"):
        CorruptedNegatives(graph, corrupt="relation")
    with pytest.raises(ValueError, match=r"also_known has shape \(1, 2\)"):
        UniformNegatives(graph, also_known=[[0, 1]])
    with pytest.raises(IndexError, match=r"also_known\[0, 1\] is 9"):
        UniformNegatives(graph, also_known=[[0, 9], [1, 1]])
    with pytest.raises(TypeError, match=r"graph is a list.*Graph.from_pyg"):
        UniformNegatives([[0], [1]])
