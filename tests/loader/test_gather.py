from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.geodesics import neighborhoods
from gdgnn.graph import Graph
from gdgnn.loader.gather import neighborhoods_of, spans
from tests.geodesics.checks import assert_same
from tests.strategies import GraphCase, crowded_cases, graph_cases

runs = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), max_size=8)


@given(runs)
def test_spans_are_the_ranges_one_after_another(ranges: list[tuple[int, int]]) -> None:
    starts, lengths = np.array(ranges, dtype=np.int64).reshape(-1, 2).T
    expected = [at for start, length in ranges for at in range(start, start + length)]
    assert spans(starts, lengths).tolist() == expected


@given(crowded_cases(), st.data())
def test_single_targets_cut_out_are_what_the_engine_says_of_them(
    case: GraphCase, data: st.DataObject
) -> None:
    nodes = np.array(data.draw(st.lists(st.integers(0, case.num_nodes - 1), max_size=9)), dtype=np.int64)
    degree = data.draw(st.booleans())
    found = neighborhoods(case.graph, max_dist=3, degree=degree)
    cut = neighborhoods_of(found, nodes, np.ones_like(nodes))
    assert_same(cut, neighborhoods(case.graph, nodes, max_dist=3, degree=degree))


@given(st.lists(graph_cases(kinds=("undirected",)), min_size=1, max_size=4), st.data())
def test_graphs_cut_out_of_a_union_are_what_the_engine_says_of_them(
    cases: list[GraphCase], data: st.DataObject
) -> None:
    graphs = [Graph.from_edges(case.graph.edge_index, num_nodes=case.num_nodes) for case in cases]
    chosen = data.draw(st.lists(st.integers(0, len(graphs) - 1), min_size=1, max_size=5))
    union = Graph.union(graphs)
    first, count = union.graph_ptr[:-1][chosen], np.diff(union.graph_ptr)[chosen]
    cut = neighborhoods_of(
        neighborhoods(union, max_dist=4), first, count, shift=np.cumsum(count) - count - first
    )
    expected = neighborhoods(Graph.union([graphs[at] for at in chosen]), max_dist=4)
    for part in ("neighbors", "side"):
        np.testing.assert_array_equal(getattr(cut, part).values, getattr(expected, part).values)
        np.testing.assert_array_equal(getattr(cut, part).offsets, getattr(expected, part).offsets)
    np.testing.assert_array_equal(cut.distance, expected.distance)
    np.testing.assert_array_equal(cut.side_degree, expected.side_degree)
