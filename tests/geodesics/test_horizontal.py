from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gdgnn import geodesics
from tests import oracle
from tests.geodesics.checks import assert_same, pair_array, rows
from tests.strategies import Batch, GraphCase, cycle, grid, plain, questions

Question = tuple[GraphCase, Batch, int, int]
seeds = st.integers(0, 2**63 - 1)


def edges_join_the_path(case: GraphCase, nodes: list[int], edge_ids: list[int], hidden: int | None) -> bool:
    steps = itertools.pairwise(nodes)
    return len(edge_ids) == max(0, len(nodes) - 1) and all(
        edge != hidden and edge in oracle.edges_from_to(case.edges, here, there)
        for (here, there), edge in zip(steps, edge_ids, strict=True)
    )


def assert_horizontal_is_valid(question: Question, seed: int) -> None:
    case, batch, max_dist, threads = question
    found = geodesics.horizontal(
        case.graph,
        batch.array,
        max_dist=max_dist,
        exclude_targets=batch.exclude_targets,
        seed=seed,
        edges=True,
        threads=threads,
    )
    nodes, edge_ids = rows(found.nodes), rows(found.edges)
    assert len(nodes) == len(edge_ids) == len(batch)
    for i, ((u, v), hidden) in enumerate(zip(batch.pairs, batch.hidden, strict=True)):
        assert found.distance[i] == oracle.distance(case.edges, u, v, max_dist, hidden)
        assert oracle.is_shortest_path(case.edges, nodes[i], u, v, max_dist, hidden)
        assert edges_join_the_path(case, nodes[i], edge_ids[i], hidden)


@given(questions(), seeds)
def test_every_path_is_a_shortest_path_on_small_graphs(question: Question, seed: int) -> None:
    assert_horizontal_is_valid(question, seed)


@given(questions(crowded=True), seeds)
def test_every_path_is_a_shortest_path_on_crowded_graphs(question: Question, seed: int) -> None:
    assert_horizontal_is_valid(question, seed)


@given(questions(crowded=True), seeds, st.randoms(use_true_random=False))
def test_a_path_depends_on_the_seed_and_the_pair_alone(question: Question, seed: int, random: object) -> None:
    """Not on threads, on the order of the batch, on what else is in it, nor on edges being asked for."""
    case, batch, max_dist, _ = question
    if not isinstance(batch.exclude_targets, bool):
        return
    asked = {"max_dist": max_dist, "exclude_targets": batch.exclude_targets, "seed": seed}
    pairs = batch.array
    whole = geodesics.horizontal(case.graph, pairs, edges=True, threads=1, **asked)
    for threads in (2, 4):
        assert_same(geodesics.horizontal(case.graph, pairs, edges=True, threads=threads, **asked), whole)
    without_edges = geodesics.horizontal(case.graph, pairs, **asked)
    assert without_edges.edges is None
    assert_same(without_edges.nodes, whole.nodes)

    order = np.arange(len(batch))
    random.shuffle(order)  # type: ignore[attr-defined]
    for chosen in (order, order[: len(order) // 2], order[:1]):
        part = geodesics.horizontal(case.graph, pairs[:, chosen], edges=True, **asked)
        assert rows(part.nodes) == [whole.nodes[i].tolist() for i in chosen]
        assert rows(part.edges) == [whole.edges[i].tolist() for i in chosen]


def test_hiding_what_is_not_there_does_not_change_the_path() -> None:
    graph = plain(36, grid(36, width=6)).graph
    pairs = pair_array((0, 35), (5, 30), (0, 14), (3, 22))
    plainly = geodesics.horizontal(graph, pairs, max_dist=10, seed=3)
    assert_same(geodesics.horizontal(graph, pairs, max_dist=10, seed=3, exclude_targets=True), plainly)


def test_different_seeds_give_different_paths() -> None:
    graph = plain(64, grid(64, width=8)).graph
    drawn = {
        tuple(geodesics.horizontal(graph, pair_array((0, 63)), max_dist=14, seed=seed).nodes[0].tolist())
        for seed in range(50)
    }
    assert len(drawn) > 40


def test_evaluation_does_not_change_between_two_calls_without_a_seed() -> None:
    graph = plain(64, grid(64, width=8)).graph
    first = geodesics.horizontal(graph, pair_array((0, 63)), max_dist=14)
    assert_same(geodesics.horizontal(graph, pair_array((0, 63)), max_dist=14), first)
    assert_same(geodesics.horizontal(graph, pair_array((0, 63)), max_dist=14, seed=0), first)


def test_the_path_around_a_cycle_when_its_edge_is_hidden() -> None:
    graph = plain(6, cycle(6)).graph
    pairs = pair_array((0, 5), (5, 0), (2, 2), (0, 1))
    found = geodesics.horizontal(graph, pairs, max_dist=5, exclude_targets=True, edges=True)
    assert rows(found.nodes) == [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2], [0, 5, 4, 3, 2, 1]]
    assert rows(found.edges) == [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [], [5, 4, 3, 2, 1]]


def test_the_parallel_edge_that_is_not_hidden_is_the_one_taken() -> None:
    case = GraphCase(2, [(0, 1, 0), (0, 1, 1), (1, 0, 2)], "arrows ignored", relations=True)
    pairs = pair_array((0, 1), (1, 0), (0, 1), (1, 0))
    for hidden in ([0, 1, 2, 0], [2, 2, 0, 1]):
        for seed in range(20):
            found = geodesics.horizontal(
                case.graph, pairs, max_dist=3, exclude_targets=np.array(hidden), edges=True, seed=seed
            )
            assert found.distance.tolist() == [1, 1, 1, 1]
            assert all(edge != hid for edge, hid in zip(found.edges.values, hidden, strict=True))


def test_the_fields_have_the_promised_dtypes() -> None:
    for id_dtype in (np.int32, np.int64):
        case = GraphCase(4, [(0, 1, 0), (1, 2, 0), (2, 3, 0)], id_dtype=id_dtype)
        found = geodesics.horizontal(case.graph, pair_array((0, 2)), max_dist=3, edges=True)
        assert found.distance.dtype == np.int16
        assert found.nodes.values.dtype == found.edges.values.dtype == id_dtype


def test_asking_for_nothing_gives_empty_results() -> None:
    found = geodesics.horizontal(plain(3, []).graph, np.empty((2, 0), np.int64), max_dist=3, edges=True)
    assert rows(found.nodes) == rows(found.edges) == []
