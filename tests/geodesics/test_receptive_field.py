from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from gdgnn import geodesics
from tests import oracle
from tests.geodesics.checks import assert_same
from tests.strategies import THREADS, GraphCase, crowded_cases, graph_cases, path, plain, star

hop_counts = st.sampled_from((0, 1, 2, 3, 5))
random_seeds = st.integers(0, 2**63 - 1)


@st.composite
def fields(draw: st.DrawFn) -> tuple[GraphCase, list[int], int]:
    case = draw(graph_cases() | crowded_cases())
    nodes = st.lists(st.integers(0, max(0, case.num_nodes - 1)), max_size=6)
    return case, draw(nodes) if case.num_nodes else [], draw(hop_counts)


def messages(field: Any) -> list[tuple[int, int, int]]:
    """(source, target, edge id) in the graph's own node ids."""
    source, target = field.nodes[field.edge_index]
    return list(zip(source.tolist(), target.tolist(), field.edge_ids.tolist(), strict=True))


def assert_seeds_come_first(field: Any, seeds: list[int]) -> None:
    distinct = list(dict.fromkeys(seeds))
    assert field.nodes[: len(distinct)].tolist() == distinct
    assert field.hop[: len(distinct)].tolist() == [0] * len(distinct)
    assert (field.hop[len(distinct) :] > 0).all()
    assert field.nodes[field.seed_position].tolist() == seeds
    assert len(set(field.nodes.tolist())) == len(field.nodes) == len(field.hop)


@given(fields(), st.sampled_from(THREADS))
def test_the_exact_field_equals_the_oracle(question: tuple[GraphCase, list[int], int], threads: int) -> None:
    case, seeds, hops = question
    field = geodesics.receptive_field(case.graph, np.array(seeds, dtype=np.int64), hops, threads=threads)
    assert_seeds_come_first(field, seeds)
    hop_of = dict(zip(field.nodes.tolist(), field.hop.tolist(), strict=True))
    assert hop_of == oracle.receptive_hops(case.edges, seeds, hops)
    found = messages(field)
    assert len(set(found)) == len(found)
    assert set(found) == oracle.receptive_edges(case.edges, seeds, hops)
    assert field.edge_index.shape == (2, len(found))


@given(fields(), st.data(), random_seeds, st.sampled_from(THREADS))
def test_a_sampled_field_draws_so_many_neighbors_of_each_node(
    question: tuple[GraphCase, list[int], int], data: st.DataObject, seed: int, threads: int
) -> None:
    case, seeds, hops = question
    limits = data.draw(st.integers(0, 4) | st.lists(st.integers(0, 4), min_size=hops, max_size=hops))
    fanout = [limits] * hops if isinstance(limits, int) else limits
    field = geodesics.receptive_field(
        case.graph, np.array(seeds, dtype=np.int64), hops, fanout=limits, seed=seed, threads=threads
    )
    assert_seeds_come_first(field, seeds)
    hop_of = dict(zip(field.nodes.tolist(), field.hop.tolist(), strict=True))
    found = messages(field)
    assert len(set(found)) == len(found)
    assert set(found) <= oracle.receptive_edges(case.edges, seeds, hops)

    drawn: dict[int, set[int]] = {node: set() for node in hop_of}
    for source, target, _ in found:
        drawn[target].add(source)
    for node, hop in hop_of.items():
        available = oracle.previous_nodes(case.edges, node)
        allowed = fanout[hop] if hop < hops else 0
        assert len(drawn[node]) == min(allowed, len(available))
        assert drawn[node] <= available
        for source in drawn[node]:
            edges = {edge for a, b, edge in found if (a, b) == (source, node)}
            assert edges == set(oracle.edges_from_to(case.edges, source, node))
    for node, hop in hop_of.items():
        if hop > 0:
            assert hop == 1 + min(hop_of[target] for target in hop_of if node in drawn[target])


@given(fields(), st.integers(1, 4), random_seeds)
def test_a_sampled_field_does_not_depend_on_threads(
    question: tuple[GraphCase, list[int], int], fanout: int, seed: int
) -> None:
    case, seeds, hops = question
    nodes = np.array(seeds, dtype=np.int64)
    one = geodesics.receptive_field(case.graph, nodes, hops, fanout=fanout, seed=seed, threads=1)
    for threads in (2, 4, None):
        again = geodesics.receptive_field(case.graph, nodes, hops, fanout=fanout, seed=seed, threads=threads)
        assert_same(again, one)


@given(fields(), random_seeds)
def test_a_generous_fanout_gives_the_exact_field(
    question: tuple[GraphCase, list[int], int], seed: int
) -> None:
    case, seeds, hops = question
    nodes = np.array(seeds, dtype=np.int64)
    exact = geodesics.receptive_field(case.graph, nodes, hops)
    sampled = geodesics.receptive_field(case.graph, nodes, hops, fanout=1000, seed=seed)
    assert set(messages(sampled)) == set(messages(exact))
    assert set(sampled.nodes.tolist()) == set(exact.nodes.tolist())


def test_messages_flow_along_the_arrows_towards_the_seed() -> None:
    graph = plain(5, path(5), "directed").graph
    field = geodesics.receptive_field(graph, np.array([3]), 2)
    assert field.nodes.tolist() == [3, 2, 1]
    assert field.hop.tolist() == [0, 1, 2]
    assert sorted(messages(field)) == [(1, 2, 1), (2, 3, 2)]
    assert geodesics.receptive_field(graph, np.array([0]), 2).nodes.tolist() == [0]


def test_a_repeated_seed_is_one_node() -> None:
    field = geodesics.receptive_field(plain(4, path(4)).graph, np.array([2, 0, 2, 2]), 0)
    assert field.nodes.tolist() == [2, 0]
    assert field.seed_position.tolist() == [0, 1, 0, 0]
    assert field.edge_index.shape == (2, 0)


@pytest.mark.parametrize(("leaves", "fanout"), [(6, 1), (10, 3), (10, 9), (300, 2)])
def test_neighbors_are_drawn_uniformly(leaves: int, fanout: int) -> None:
    graph = plain(leaves + 1, star(leaves + 1)).graph
    drawn: Counter[int] = Counter()
    draws = 6000
    for seed in range(draws):
        field = geodesics.receptive_field(graph, np.array([0]), 1, fanout=fanout, seed=seed, threads=1)
        drawn.update(field.nodes[1:].tolist())
    counts = np.array([drawn[leaf] for leaf in range(1, leaves + 1)])
    assert counts.sum() == draws * fanout
    # Draws without replacement vary less than the multinomial that the plain test assumes.
    spread = ((counts - counts.mean()) ** 2).sum() / (counts.mean() * (1 - fanout / leaves))
    assert chisquare(counts).pvalue > 1e-4
    assert spread < leaves + 6 * math.sqrt(2 * leaves)


def test_sets_of_neighbors_are_drawn_uniformly() -> None:
    """Each pair of five neighbors equally often: not only single ones."""
    graph = plain(6, star(6)).graph
    drawn = Counter(
        frozenset(
            geodesics.receptive_field(graph, np.array([0]), 1, fanout=2, seed=seed, threads=1)
            .nodes[1:]
            .tolist()
        )
        for seed in range(5000)
    )
    assert len(drawn) == 10
    assert chisquare(list(drawn.values())).pvalue > 1e-4


def test_nodes_draw_independently_of_each_other() -> None:
    """Two hubs over the same leaves: what one draws says nothing about what the other draws."""
    leaves = range(2, 6)
    graph = plain(6, [(hub, leaf) for hub in (0, 1) for leaf in leaves]).graph
    drawn: Counter[tuple[int, int]] = Counter()
    for seed in range(4000):
        field = geodesics.receptive_field(graph, np.array([0, 1]), 1, fanout=1, seed=seed, threads=1)
        source = {target: source for source, target, _ in messages(field)}
        drawn[source[0], source[1]] += 1
    assert chisquare([drawn[a, b] for a in leaves for b in leaves]).pvalue > 1e-4


def test_a_fanout_for_each_hop() -> None:
    graph = plain(1 + 5 + 25, [(0, 1 + i) for i in range(5)] + [(1 + i // 5, 6 + i) for i in range(25)]).graph
    field = geodesics.receptive_field(graph, np.array([0]), 2, fanout=[2, 3], seed=1)
    assert Counter(field.hop.tolist())[1] == 2
    assert 2 * 2 <= Counter(field.hop.tolist())[2] <= 2 * 3
