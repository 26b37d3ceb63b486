from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn import geodesics
from gdgnn.graph import Graph
from tests import oracle
from tests.geodesics.checks import arrays, assert_same, rows, split
from tests.strategies import (
    MAX_DISTS,
    THREADS,
    GraphCase,
    crowded_cases,
    cycle,
    diamonds,
    graph_cases,
    path,
    plain,
)

max_dists = st.sampled_from(MAX_DISTS)
threads_used = st.sampled_from(THREADS)


def assert_neighborhoods_equal_the_oracle(
    case: GraphCase, nodes: list[int] | None, max_dist: int, threads: int
) -> None:
    asked = None if nodes is None else np.array(nodes, dtype=np.int64)
    found = geodesics.neighborhoods(case.graph, asked, max_dist=max_dist, threads=threads)
    neighbors, distance = rows(found.neighbors), split(found.distance, found.neighbors)
    sides, degrees = rows(found.side), split(found.side_degree, found.side)
    starts = found.neighbors.offsets
    expected_nodes = list(range(case.num_nodes)) if nodes is None else nodes
    assert len(neighbors) == len(expected_nodes)
    assert len(sides) == len(found.neighbors.values)
    for i, node in enumerate(expected_nodes):
        expected = oracle.neighborhood(case.edges, node, max_dist)
        near = sides[starts[i] : starts[i + 1]]
        assert list(zip(distance[i], neighbors[i], near, strict=True)) == expected
        assert degrees[starts[i] : starts[i + 1]] == [
            oracle.geodesic_degrees(case.edges, side) for _, _, side in expected
        ]


@given(graph_cases(), max_dists, threads_used)
def test_all_neighborhoods_equal_the_oracle_on_small_graphs(
    case: GraphCase, max_dist: int, threads: int
) -> None:
    assert_neighborhoods_equal_the_oracle(case, None, max_dist, threads)


@given(crowded_cases(), max_dists, threads_used)
def test_all_neighborhoods_equal_the_oracle_on_crowded_graphs(
    case: GraphCase, max_dist: int, threads: int
) -> None:
    assert_neighborhoods_equal_the_oracle(case, None, max_dist, threads)


@given(crowded_cases(), st.lists(st.integers(0, 29), max_size=9), max_dists, threads_used)
def test_chosen_nodes_in_any_order_and_repeated(
    case: GraphCase, nodes: list[int], max_dist: int, threads: int
) -> None:
    assert_neighborhoods_equal_the_oracle(case, nodes, max_dist, threads)


@given(crowded_cases(), st.sampled_from((2, 3, 6)))
def test_a_neighborhood_holds_the_tail_sides_of_its_pairs(case: GraphCase, max_dist: int) -> None:
    found = geodesics.neighborhoods(case.graph, max_dist=max_dist)
    sources = np.repeat(np.arange(case.num_nodes), found.neighbors.lengths)
    pairs = np.stack([sources, found.neighbors.values])
    vertical = geodesics.vertical(case.graph, pairs, max_dist=max_dist)
    assert_same(found.side, vertical.tail)
    np.testing.assert_array_equal(found.side_degree, vertical.tail_degree)
    np.testing.assert_array_equal(found.distance, vertical.distance)


@given(crowded_cases(), max_dists)
def test_leaving_out_the_degree_changes_nothing_else(case: GraphCase, max_dist: int) -> None:
    whole = arrays(geodesics.neighborhoods(case.graph, max_dist=max_dist))
    part = geodesics.neighborhoods(case.graph, max_dist=max_dist, degree=False)
    assert part.side_degree is None
    del whole["side_degree"]
    assert arrays(part).keys() == whole.keys()
    for name, array in arrays(part).items():
        np.testing.assert_array_equal(array, whole[name], strict=True)


@pytest.mark.parametrize("kind", ["undirected", "directed", "arrows ignored"])
def test_a_batch_of_small_graphs_is_each_graph_alone(kind: oracle.Kind) -> None:
    cases = [plain(n, shape(n), kind) for n in (1, 2, 5, 9) for shape in (path, cycle)]
    cases.append(plain(7, diamonds(2), kind))
    cases.insert(3, plain(0, [], kind))
    union = geodesics.neighborhoods(Graph.union([case.graph for case in cases]), max_dist=4)
    alone = [geodesics.neighborhoods(case.graph, max_dist=4) for case in cases]
    shifts = np.cumsum([0] + [case.num_nodes for case in cases])
    for name in ("neighbors", "side"):
        shifted = [getattr(one, name).values + shift for one, shift in zip(alone, shifts, strict=False)]
        lengths = [getattr(one, name).lengths for one in alone]
        np.testing.assert_array_equal(getattr(union, name).values, np.concatenate(shifted))
        np.testing.assert_array_equal(getattr(union, name).lengths, np.concatenate(lengths))
    np.testing.assert_array_equal(union.distance, np.concatenate([one.distance for one in alone]))
    np.testing.assert_array_equal(union.side_degree, np.concatenate([one.side_degree for one in alone]))


def test_the_fields_have_the_promised_dtypes() -> None:
    for id_dtype in (np.int32, np.int64):
        case = GraphCase(4, [(0, 1, 0), (1, 2, 0), (2, 3, 0)], id_dtype=id_dtype)
        found = geodesics.neighborhoods(case.graph, max_dist=3)
        assert found.distance.dtype == np.int16
        assert found.neighbors.values.dtype == found.side.values.dtype == id_dtype
        assert found.side_degree.dtype == np.int32


def test_more_than_sixty_four_sources_that_reach_the_same_nodes() -> None:
    """Searches that carry 64 sources in one word must not mix them up at the word's border."""
    count = 200
    ends = [(i, 200 + i % 3) for i in range(count)] + [(200, 201), (201, 202), (202, 203)]
    assert_neighborhoods_equal_the_oracle(plain(204, ends), None, 4, 2)


def test_an_arrow_back_from_further_away_puts_no_node_on_a_side() -> None:
    """0 -> 1 -> ... -> 9 with an arrow from each node to all before it: every side is one node."""
    back = [(a, b) for a in range(10) for b in range(1, a)]
    found = geodesics.neighborhoods(plain(10, path(10) + back, "directed").graph, [0], max_dist=9)
    assert rows(found.neighbors) == [list(range(1, 10))]
    assert rows(found.side) == [[node] for node in range(9)]
