from __future__ import annotations

import numpy as np
from hypothesis import given

from gdgnn import geodesics
from tests import oracle
from tests.geodesics.checks import assert_same, pair_array, rows, split
from tests.strategies import Batch, GraphCase, cycle, diamonds, path, plain, questions

Question = tuple[GraphCase, Batch, int, int]


def assert_dag_equals_the_oracle(question: Question) -> None:
    case, batch, max_dist, threads = question
    found = geodesics.dag(
        case.graph, batch.array, max_dist=max_dist, exclude_targets=batch.exclude_targets, threads=threads
    )
    nodes, levels = rows(found.nodes), split(found.level, found.nodes)
    edge_ids = rows(found.edges)
    heads, tails = split(found.edge_head, found.edges), split(found.edge_tail, found.edges)
    assert len(nodes) == len(edge_ids) == len(batch)
    for i, ((u, v), hidden) in enumerate(zip(batch.pairs, batch.hidden, strict=True)):
        asked = (case.edges, u, v, max_dist, hidden)
        assert found.distance[i] == oracle.distance(*asked)
        assert list(zip(levels[i], nodes[i], strict=True)) == oracle.dag_nodes(*asked)
        level_of = dict(zip(nodes[i], levels[i], strict=True))
        listed = [
            (level_of[here], here, there, edge)
            for here, there, edge in zip(heads[i], tails[i], edge_ids[i], strict=True)
        ]
        assert listed == oracle.dag_edges(*asked)


@given(questions())
def test_dag_equals_the_oracle_on_small_graphs(question: Question) -> None:
    assert_dag_equals_the_oracle(question)


@given(questions(crowded=True))
def test_dag_equals_the_oracle_on_crowded_graphs(question: Question) -> None:
    assert_dag_equals_the_oracle(question)


@given(questions(crowded=True))
def test_threads_and_order_do_not_matter(question: Question) -> None:
    case, batch, max_dist, _ = question
    asked = {"max_dist": max_dist, "exclude_targets": batch.exclude_targets}
    whole = geodesics.dag(case.graph, batch.array, threads=1, **asked)
    assert_same(geodesics.dag(case.graph, batch.array, threads=2, **asked), whole)
    assert_same(geodesics.dag(case.graph, batch.array, **asked), whole)


def test_one_diamond() -> None:
    found = geodesics.dag(plain(4, diamonds(1)).graph, pair_array((0, 3), (3, 0), (1, 2)), max_dist=2)
    assert rows(found.nodes) == [[0, 1, 2, 3], [3, 1, 2, 0], [1, 0, 3, 2]]
    assert split(found.level, found.nodes) == [[0, 1, 1, 2]] * 3
    assert rows(found.edges) == [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3]]
    assert split(found.edge_head, found.edges) == [[0, 0, 1, 2], [3, 3, 1, 2], [1, 1, 0, 3]]
    assert split(found.edge_tail, found.edges) == [[1, 2, 3, 3], [1, 2, 0, 0], [0, 3, 2, 2]]


def test_all_parallel_edges_are_listed_but_the_hidden_one() -> None:
    case = GraphCase(3, [(0, 1, 0), (1, 0, 1), (1, 2, 0), (0, 1, 2)], "arrows ignored", relations=True)
    pairs = pair_array((0, 1), (0, 2))
    assert rows(geodesics.dag(case.graph, pairs, max_dist=3).edges) == [[0, 1, 3], [0, 1, 3, 2]]
    found = geodesics.dag(case.graph, pairs, max_dist=3, exclude_targets=True)
    assert rows(found.edges) == [[1, 3], [0, 1, 3, 2]]
    found = geodesics.dag(case.graph, pairs, max_dist=3, exclude_targets=np.array([3, -1]))
    assert rows(found.edges) == [[0, 1], [0, 1, 3, 2]]


def test_a_node_with_itself_is_one_node_and_unreachable_is_none() -> None:
    found = geodesics.dag(plain(4, path(3)).graph, pair_array((1, 1), (0, 3)), max_dist=9)
    assert found.distance.tolist() == [0, -1]
    assert rows(found.nodes) == [[1], []]
    assert found.level.tolist() == [0]
    assert rows(found.edges) == [[], []]


def test_a_cycle_with_its_edge_hidden_is_the_path_around() -> None:
    found = geodesics.dag(plain(5, cycle(5)).graph, pair_array((4, 0)), max_dist=4, exclude_targets=True)
    assert rows(found.nodes) == [[4, 3, 2, 1, 0]]
    assert rows(found.edges) == [[3, 2, 1, 0]]


def test_the_fields_have_the_promised_dtypes() -> None:
    for id_dtype in (np.int32, np.int64):
        case = GraphCase(4, [(0, 1, 0), (1, 2, 0), (2, 3, 0)], id_dtype=id_dtype)
        found = geodesics.dag(case.graph, pair_array((0, 2)), max_dist=3)
        assert found.distance.dtype == found.level.dtype == np.int16
        assert found.nodes.values.dtype == found.edges.values.dtype == id_dtype
        assert found.edge_head.dtype == found.edge_tail.dtype == id_dtype
