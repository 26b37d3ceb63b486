"""Paths are drawn uniformly among all shortest paths: chi-square tests over many fixed seeds."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from gdgnn import geodesics
from gdgnn.graph import Graph
from tests import oracle
from tests.geodesics.checks import pair_array
from tests.strategies import KINDS, GraphCase, Pair, diamonds, grid, plain

LOWEST_P = 1e-4


def drawn_paths(graph: Graph, u: int, v: int, draws: int, **asked: Any) -> Counter[tuple[int, ...]]:
    pairs = pair_array((u, v))
    options = {"max_dist": 100, "threads": 1} | asked
    return Counter(
        tuple(geodesics.horizontal(graph, pairs, seed=seed, **options).nodes[0].tolist())
        for seed in range(draws)
    )


def assert_uniform(case: GraphCase, u: int, v: int, *, draws: int = 3000, **asked: Any) -> None:
    hidden = oracle.target_edge(case.edges, u, v) if asked.get("exclude_targets") else None
    everything = oracle.shortest_paths(case.edges, u, v, 100, hidden)
    drawn = drawn_paths(case.graph, u, v, draws, **asked)
    assert drawn.keys() <= set(everything)
    assert draws / len(everything) >= 10, "too few draws for the test to mean anything"
    assert chisquare([drawn[path] for path in everything]).pvalue > LOWEST_P


def lopsided(branches: list[int], length: int) -> tuple[int, list[Pair]]:
    """From node 0 to node 1, one first step for each branch, which splits late into ``branches[i]`` paths.

    The first step must be weighted by what lies far behind it. Every path has ``length >= 4`` edges.
    """
    ends: list[Pair] = []
    count = 2

    def new() -> int:
        nonlocal count
        count += 1
        return count - 1

    for width in branches:
        here = 0
        for _ in range(length - 3):
            there = new()
            ends.append((here, there))
            here = there
        last = new()
        for _ in range(width):
            middle = new()
            ends += [(here, middle), (middle, last)]
        ends.append((last, 1))
    return count, ends


@pytest.mark.parametrize("kind", KINDS)
def test_across_a_grid(kind: oracle.Kind) -> None:
    assert_uniform(plain(16, grid(16), kind), 0, 15)


def test_across_a_grid_backwards_and_from_inside() -> None:
    case = plain(25, grid(25, width=5))
    assert_uniform(case, 24, 0, draws=2500)
    assert_uniform(case, 20, 4, draws=2500)
    assert_uniform(case, 1, 18)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_along_a_chain_of_diamonds(count: int) -> None:
    assert_uniform(plain(3 * count + 1, diamonds(count)), 0, 3 * count)


@pytest.mark.parametrize("length", [4, 5, 6, 7, 9])
@pytest.mark.parametrize("reverse", [False, True])
def test_unequal_branches_are_weighted_by_their_paths(length: int, reverse: bool) -> None:
    num_nodes, ends = lopsided([1, 9, 2, 20], length)
    case = plain(num_nodes, ends)
    u, v = (1, 0) if reverse else (0, 1)
    assert_uniform(case, u, v)


def test_unequal_branches_at_distance_three() -> None:
    """One neighbor of the head opens 1 path, another 8; and the same seen from the tail."""
    ends = [(0, 2), (0, 3), (2, 4), (4, 1)] + [end for i in range(5, 13) for end in ((3, i), (i, 1))]
    assert_uniform(plain(13, ends), 0, 1)
    assert_uniform(plain(13, ends), 1, 0)


@pytest.mark.parametrize("first", [0, 7])
def test_at_distance_two_among_hubs_and_leaves(first: int) -> None:
    """A common neighbor of high degree is no likelier than one of low degree, whatever the ids."""
    names = {0: first, first: 0}
    ends = [(end, middle) for end in (0, 1) for middle in range(2, 9)]
    ends += [(2, leaf) for leaf in range(9, 120)] + [(0, leaf) for leaf in range(120, 300)]
    case = plain(300, [(names.get(u, u), names.get(v, v)) for u, v in ends])
    assert_uniform(case, names.get(0, 0), 1)
    assert_uniform(case, 1, names.get(0, 0))


@pytest.mark.parametrize("kind", KINDS)
def test_parallel_edges_do_not_make_a_path_likelier(kind: oracle.Kind) -> None:
    ends = diamonds(2)
    rows = (
        [(u, v, 0) for u, v in ends] + [(*ends[0], r) for r in range(1, 6)] + [(*ends[5], 1), (*ends[7], 1)]
    )
    if kind != "directed":
        rows += [(v, u, r) for u, v, r in rows if r]
    assert_uniform(GraphCase(7, rows, kind, relations=True), 0, 6)


@pytest.mark.parametrize("length", [2, 3, 4, 6])
def test_when_the_target_edge_is_hidden(length: int) -> None:
    layers = [[0], *([3 * i + 2, 3 * i + 3, 3 * i + 4] for i in range(length - 1)), [1]]
    ends = [(a, b) for near, far in itertools.pairwise(layers) for a in near for b in far]
    ends = [end for i, end in enumerate(ends) if length < 3 or i % 7]
    case = plain(3 * length + 2, [*ends, (0, 1)])
    assert_uniform(case, 0, 1, exclude_targets=True, draws=3000)


def test_inside_a_batch_that_shares_its_searches() -> None:
    """Drawn together with every other target of the same head, and every other head of the same tail."""
    case = plain(25, grid(25, width=5))
    everyone = np.arange(25)
    for pairs, row, (u, v) in (
        (np.stack([np.zeros_like(everyone), everyone]), 18, (0, 18)),
        (np.stack([everyone, np.full_like(everyone, 24)]), 6, (6, 24)),
    ):
        everything = oracle.shortest_paths(case.edges, u, v, 100)
        drawn = Counter(
            tuple(geodesics.horizontal(case.graph, pairs, max_dist=9, seed=seed).nodes[row].tolist())
            for seed in range(2000)
        )
        assert drawn.keys() <= set(everything)
        assert chisquare([drawn[path] for path in everything]).pvalue > LOWEST_P


@pytest.mark.parametrize("seed", [0, 1, 2**62])
def test_pairs_of_one_batch_draw_independently_of_each_other(seed: int) -> None:
    """One seed, 4,000 separate diamond pairs: the two turns of each are fair and unrelated."""
    count = 4000
    ends = [(7 * i + a, 7 * i + b) for i in range(count) for a, b in diamonds(2)]
    graph = plain(7 * count, ends).graph
    start = 7 * np.arange(count)
    nodes = geodesics.horizontal(graph, np.stack([start, start + 6]), max_dist=4, seed=seed).nodes
    turns = nodes.values.reshape(count, 5)[:, [1, 3]] - start[:, None]
    table = np.array([[((turns == (a, b)).all(axis=1)).sum() for b in (4, 5)] for a in (1, 2)])
    assert table.sum() == count
    assert chisquare(table.ravel()).pvalue > LOWEST_P
    successive = Counter(zip(turns[:-1, 0].tolist(), turns[1:, 0].tolist(), strict=True))
    assert chisquare(list(successive.values())).pvalue > LOWEST_P


def test_successive_seeds_draw_independently_of_each_other() -> None:
    graph = plain(4, diamonds(1)).graph
    middles = [
        int(geodesics.horizontal(graph, pair_array((0, 3)), max_dist=2, seed=seed).nodes[0][1]) - 1
        for seed in range(4000)
    ]
    table = np.zeros((2, 2))
    np.add.at(table, (middles[:-1], middles[1:]), 1)
    assert chi2_contingency(table).pvalue > LOWEST_P
    assert chisquare(table.ravel()).pvalue > LOWEST_P


def test_a_pair_and_its_reverse_draw_independently_of_each_other() -> None:
    graph = plain(4, diamonds(1)).graph
    table = np.zeros((2, 2))
    for seed in range(4000):
        there, back = geodesics.horizontal(graph, pair_array((0, 3), (3, 0)), max_dist=2, seed=seed).nodes
        table[there[1] - 1, back[1] - 1] += 1
    assert chisquare(table.ravel()).pvalue > LOWEST_P


# --- more paths than a double can count --------------------------------------------------------------

MANY = 1100
"""Diamonds in a chain: 2 ** 1100 shortest paths, and a double ends at 2 ** 1024."""


def test_more_paths_than_a_double_can_count() -> None:
    graph = plain(3 * MANY + 1, diamonds(MANY)).graph
    draws = 1500
    pairs = pair_array((0, 3 * MANY))
    upper = np.empty((draws, MANY), dtype=bool)
    for seed in range(draws):
        found = geodesics.horizontal(graph, pairs, max_dist=5000, seed=seed, threads=1)
        assert found.distance.tolist() == [2 * MANY]
        nodes = found.nodes[0]
        np.testing.assert_array_equal(nodes[::2], 3 * np.arange(MANY + 1))
        upper[seed] = nodes[1::2] % 3 == 1
    for position in (0, 1, 20, 50, 76, 500, 549, 550, 551, 1000, 1098, 1099):
        times = int(upper[:, position].sum())
        assert chisquare([times, draws - times]).pvalue > LOWEST_P, position
    share = upper.mean()
    assert abs(share - 0.5) < 5 * 0.5 / np.sqrt(upper.size)
    agreeing = (upper[:, 1:] == upper[:, :-1]).mean()
    assert abs(agreeing - 0.5) < 5 * 0.5 / np.sqrt(upper.size)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_single_path_beside_more_than_a_double_can_count_is_never_drawn(reverse: bool) -> None:
    chain = [(a + 1, b + 1) for a, b in diamonds(MANY)]
    lonely = list(range(3 * MANY + 2, 3 * MANY + 2 + 2 * MANY + 1))
    start, end = 0, lonely[-1] + 1
    ends = [(start, 1), *chain, (3 * MANY + 1, end), (start, lonely[0])]
    ends += [*itertools.pairwise(lonely), (lonely[-1], end)]
    graph = plain(end + 1, ends).graph
    pairs = pair_array((end, start) if reverse else (start, end))
    for seed in range(60):
        nodes = geodesics.horizontal(graph, pairs, max_dist=5000, seed=seed, threads=1).nodes[0]
        assert len(nodes) == 2 * MANY + 3
        assert 1 in nodes


@pytest.mark.parametrize("reverse", [False, True])
def test_two_equal_chains_with_more_paths_than_a_double_can_count_are_drawn_alike(reverse: bool) -> None:
    upper = [(a + 1, b + 1) for a, b in diamonds(MANY)]
    size = 3 * MANY + 1
    lower = [(a + size, b + size) for a, b in upper]
    end = 2 * size + 1
    ends = [(0, 1), *upper, (size, end), (0, size + 1), *lower, (2 * size, end)]
    graph = plain(end + 1, ends).graph
    pairs = pair_array((end, 0) if reverse else (0, end))
    draws = 400
    times = sum(
        1 in geodesics.horizontal(graph, pairs, max_dist=5000, seed=seed, threads=1).nodes[0]
        for seed in range(draws)
    )
    assert chisquare([times, draws - times]).pvalue > LOWEST_P
