from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from gdgnn import geodesics
from tests import oracle
from tests.strategies import KINDS, THREADS, GraphCase, clique, crowded_cases, graph_cases, path, plain, star

random_seeds = st.integers(0, 2**63 - 1)
rates = st.sampled_from((0.01, 0.5, 1.0, 4.0))


@given(graph_cases() | crowded_cases(), st.data(), rates, rates, random_seeds)
def test_every_walk_goes_along_edges(
    case: GraphCase, data: st.DataObject, p: float, q: float, seed: int
) -> None:
    starts = data.draw(st.lists(st.sampled_from(range(case.num_nodes)), max_size=8)) if case.num_nodes else []
    length = data.draw(st.integers(0, 12))
    asked = {"p": p, "q": q, "seed": seed}
    nodes = np.array(starts, dtype=np.int64)
    walks = geodesics.random_walks(case.graph, nodes, length, threads=1, **asked)
    assert walks.shape == (len(starts), length + 1)
    assert walks.dtype == case.graph.indices.dtype
    for start, walk in zip(starts, walks.tolist(), strict=True):
        assert oracle.is_walk(case.edges, walk, start)
    for threads in THREADS:
        again = geodesics.random_walks(case.graph, nodes, length, threads=threads, **asked)
        np.testing.assert_array_equal(again, walks)


def test_a_walk_ends_where_no_arrow_leads_on() -> None:
    graph = plain(4, path(4), "directed").graph
    walks = geodesics.random_walks(graph, np.array([0, 2, 3]), 4)
    assert walks.tolist() == [[0, 1, 2, 3, -1], [2, 3, -1, -1, -1], [3, -1, -1, -1, -1]]


def test_an_isolated_node_stays_alone() -> None:
    assert geodesics.random_walks(plain(2, []).graph, np.array([0, 1]), 2).tolist() == [
        [0, -1, -1],
        [1, -1, -1],
    ]


def test_walks_from_the_same_node_differ() -> None:
    walks = geodesics.random_walks(plain(9, clique(9)).graph, np.zeros(40, np.int64), 10)
    assert len(np.unique(walks, axis=0)) > 30


def test_different_seeds_give_different_walks() -> None:
    graph = plain(9, clique(9)).graph
    walks = [geodesics.random_walks(graph, np.array([0]), 10, seed=seed)[0].tolist() for seed in range(30)]
    assert len({tuple(walk) for walk in walks}) > 25


def assert_steps_follow(case: GraphCase, walks: np.ndarray, p: float, q: float, *, at: int) -> None:
    """The step from position ``at``, given the two nodes before it, has the exact chances."""
    seen: dict[tuple[int | None, int], Counter[int]] = {}
    for walk in walks[walks[:, at + 1] != -1].tolist():
        previous = walk[at - 1] if at > 0 else None
        seen.setdefault((previous, walk[at]), Counter())[walk[at + 1]] += 1
    for (previous, node), counts in seen.items():
        chances = oracle.step_probabilities(case.edges, previous, node, p, q)
        assert counts.keys() <= chances.keys()
        total = counts.total()
        common = [other for other in chances if total * chances[other] >= 5]
        observed = [counts[other] for other in common]
        expected = [total * chances[other] for other in common]
        if len(common) < len(chances):  # the rare ones together
            observed.append(total - sum(observed))
            expected.append(total - sum(expected))
        if len(observed) > 1 and min(expected) >= 5:
            assert chisquare(observed, expected).pvalue > 1e-6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("p", "q"), [(1.0, 1.0), (0.25, 1.0), (4.0, 1.0), (1.0, 0.25), (1.0, 4.0), (0.02, 50.0), (8.0, 0.3)]
)
def test_steps_have_the_chances_of_node2vec(kind: oracle.Kind, p: float, q: float) -> None:
    """A triangle with a tail and a hub: returning, staying near and moving away are all possible."""
    ends = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (3, 6), (3, 7), (0, 3)]
    case = plain(8, [*ends, (1, 0), (3, 2), (6, 3), (6, 0), (4, 3), (5, 4), (4, 4), (2, 3)], kind)
    walks = geodesics.random_walks(case.graph, np.repeat(np.arange(8), 5000), 4, p=p, q=q, seed=5)
    for at in range(4):
        assert_steps_follow(case, walks, p, q, at=at)


def test_parallel_edges_do_not_make_a_step_likelier() -> None:
    case = GraphCase(3, [(0, 1, 0), (0, 1, 1), (0, 1, 2), (0, 2, 0)], relations=True)
    walks = geodesics.random_walks(case.graph, np.zeros(5000, np.int64), 1)
    assert chisquare(np.bincount(walks[:, 1], minlength=3)[1:]).pvalue > 1e-4


@pytest.mark.parametrize(("p", "q"), [(1.0, 1000.0), (1000.0, 1.0), (1000.0, 1000.0)])
def test_steps_that_are_seldom_taken_keep_their_chances(p: float, q: float) -> None:
    """Many neighbors of little weight and a few of much: drawing by rejection would give up somewhere."""
    hub, ring = 0, range(1, 61)
    case = plain(61, [(hub, node) for node in ring] + [(node, node % 60 + 1) for node in ring if node % 3])
    walks = geodesics.random_walks(case.graph, np.full(30_000, 2), 3, p=p, q=q, seed=9)
    for at in range(3):
        assert_steps_follow(case, walks, p, q, at=at)


def test_steps_from_a_large_hub_are_uniform() -> None:
    case = plain(1001, star(1001))
    walks = geodesics.random_walks(case.graph, np.zeros(40_000, np.int64), 1, seed=2)
    assert chisquare(np.bincount(walks[:, 1], minlength=1001)[1:]).pvalue > 1e-4


def test_successive_steps_are_independent() -> None:
    walks = geodesics.random_walks(plain(5, clique(5)).graph, np.zeros(20_000, np.int64), 3, seed=11)
    turns = Counter(map(tuple, walks[:, 1:].tolist()))
    counts = [turns[a, b, c] for a in range(1, 5) for b in range(5) for c in range(5) if a != b != c]
    assert len(counts) == 64
    assert chisquare(counts).pvalue > 1e-4
