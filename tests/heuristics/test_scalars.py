"""Numbers about pairs, nodes and graphs, against their definitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.graph import Graph
from gdgnn.heuristics import Scalars, graph_scalars, node_scalars, pair_scalars
from tests import oracle as engine_oracle
from tests.heuristics import oracle
from tests.strategies import Batch, GraphCase, cycle, graph_cases, plain, questions

Question = tuple[GraphCase, Batch, int, int]


def about_end(edges: Any, neighbors: set[int], side: list[int]) -> dict[str, float]:
    degrees = engine_oracle.geodesic_degrees(edges, side)
    return {
        "degree": len(neighbors),
        "side": len(side),
        "resource": sum(1 / oracle.degree(edges, w) for w in side),
        "mean_geodesic_degree": sum(degrees) / len(degrees) if degrees else 0,
        "max_geodesic_degree": max(degrees, default=0),
    }


def about_pair(case: GraphCase, u: int, v: int, max_dist: int, hidden: int | None) -> dict[str, float]:
    edges = case.edges
    question = (edges, u, v, max_dist, hidden)
    distance = engine_oracle.distance(*question)
    head = about_end(edges, engine_oracle.next_nodes(edges, u, hidden), engine_oracle.head_side(*question))
    tail = about_end(
        edges, engine_oracle.previous_nodes(edges, v, hidden), engine_oracle.tail_side(*question)
    )
    if case.kind == "directed":
        ends = {"head": head, "tail": tail}
    else:
        ends = {
            "low": {name: min(head[name], tail[name]) for name in head},
            "high": {name: max(head[name], tail[name]) for name in head},
        }
    return {
        "distance": max_dist + 1 if distance == engine_oracle.UNREACHABLE else distance,
        "common_neighbors": len(oracle.common_neighbors(edges, u, v, hidden)),
        "log_paths": math.log1p(engine_oracle.num_paths(*question)),
        **{f"{end}_{name}": value for end, values in ends.items() for name, value in values.items()},
    }


@given(questions())
def test_the_numbers_of_pairs_are_those_of_the_definitions(question: Question) -> None:
    case, batch, max_dist, threads = question
    table = pair_scalars(
        case.graph,
        batch.array,
        max_dist=max_dist,
        exclude_targets=batch.exclude_targets,
        threads=threads,
    )
    assert table.values.shape == (len(batch), 13)
    for row, (u, v), hidden in zip(table.values, batch.pairs, batch.hidden, strict=True):
        expected = about_pair(case, u, v, max_dist, hidden)
        assert table.names == tuple(expected)
        np.testing.assert_allclose(row, list(expected.values()), rtol=1e-12)


@given(questions())
def test_without_arrows_head_and_tail_have_the_same_numbers(question: Question) -> None:
    case, batch, max_dist, _ = question
    graph = case.graph.as_undirected()
    one_way, other_way = (
        pair_scalars(graph, pairs, max_dist=max_dist).values for pairs in (batch.array, batch.array[::-1])
    )
    np.testing.assert_allclose(one_way, other_way, rtol=1e-12)


@given(graph_cases(), st.integers(1, 4), st.data())
def test_the_numbers_of_nodes_are_those_of_the_definitions(
    case: GraphCase, max_dist: int, data: st.DataObject
) -> None:
    everyone = list(range(case.num_nodes))
    nodes = data.draw(st.lists(st.sampled_from(everyone), max_size=5)) if everyone else []
    table = node_scalars(case.graph, nodes, max_dist=max_dist)
    edges = case.edges
    for row, node in enumerate(nodes):
        assert table["degree"][row] == oracle.degree(edges, node)
        for step in range(1, max_dist + 1):
            seen = [s for s in engine_oracle.neighborhood(edges, node, max_dist) if s[0] == step]
            degrees = [engine_oracle.geodesic_degrees(edges, side) for _, _, side in seen]
            expected = {
                "nodes": len(seen),
                "degree": mean([oracle.degree(edges, s) for _, s, _ in seen]),
                "side": mean([len(side) for _, _, side in seen]),
                "geodesic_degree": mean([mean(inside) for inside in degrees]),
            }
            found = {name: table[f"{name}_{step}"][row] for name in expected}
            assert found == pytest.approx(expected, abs=1e-12)


def mean(values: list[Any]) -> float:
    return sum(values) / len(values) if values else 0.0


@given(st.lists(graph_cases(max_nodes=6, kinds=("undirected",)), min_size=1, max_size=3), st.integers(1, 3))
def test_the_numbers_of_a_graph_are_means_over_its_own_nodes(cases: list[GraphCase], max_dist: int) -> None:
    graphs = [Graph.from_edges(case.graph.edge_index, num_nodes=case.num_nodes) for case in cases]
    table = graph_scalars(graphs, max_dist=max_dist)
    for row, graph in enumerate(graphs):
        nodes = node_scalars(graph, max_dist=max_dist)
        assert (table["nodes"][row], table["edges"][row]) == (graph.num_nodes, graph.num_edges)
        for degree in range(10):
            share = mean((nodes["degree"] == degree).tolist())
            assert table[f"degree_{degree}"][row] == pytest.approx(share)
        for name in nodes.names:
            if name in table.names and not name.startswith("degree"):
                assert table[name][row] == pytest.approx(mean(nodes[name].tolist()))


def test_the_name_of_a_node_does_not_matter() -> None:
    ring = plain(9, cycle(9)).graph
    order = np.random.default_rng(0).permutation(9)
    renamed = Graph.from_edges(order[ring.edge_index])
    table = graph_scalars([ring, renamed], max_dist=4)
    np.testing.assert_allclose(table.values[0], table.values[1])


def test_large_degrees_share_a_bin() -> None:
    star = Graph.from_edges([[0] * 30, range(1, 31)])
    assert graph_scalars([star], max_dist=1)["degree_10"].tolist() == [1 / 31]


def test_a_column_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(KeyError, match="no column is named 'degrees'; there are degree, side"):
        Scalars.of(degree=[1], side=[2])["degrees"]


def test_no_graphs_are_refused() -> None:
    with pytest.raises(ValueError, match="give at least one"):
        graph_scalars([], max_dist=2)


def test_walks_are_logarithms_of_their_weights_and_only_there_when_asked_for() -> None:
    line = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
    without = pair_scalars(line, [[0, 0], [1, 3]], max_dist=3)
    found = pair_scalars(line, [[0, 0], [1, 3]], max_dist=3, walks=3)
    assert found.names == (*without.names, "log_walks_1", "log_walks_2", "log_walks_3")
    np.testing.assert_allclose(found["log_walks_1"], [np.log10(1 / np.sqrt(2)), -12])
    np.testing.assert_allclose(found["log_walks_3"][1], np.log10(1 / 4))
    with pytest.raises(ValueError, match="length is -1"):
        pair_scalars(line, [[0], [1]], max_dist=3, walks=-1)
