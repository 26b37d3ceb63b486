from __future__ import annotations

import numpy as np
import pytest

from gdgnn import Graph
from gdgnn.loader.triple_edges import fact_edges, hidden_edges


def facts(rows: list[tuple[int, int, int]], num_nodes: int = 5) -> Graph:
    head, relation, tail = np.array(rows).T
    return Graph.from_edges(
        [head, tail], num_nodes=num_nodes, relation=relation, num_relations=3, directed=True
    ).as_undirected()


GRAPH = facts([(0, 0, 1), (0, 1, 1), (1, 0, 2), (2, 2, 1), (3, 0, 4)])


def test_only_the_fact_itself_is_its_edge() -> None:
    asked = np.array([(0, 0, 1), (1, 0, 0), (0, 1, 1), (0, 2, 1), (2, 0, 1), (2, 2, 1)]).T
    assert fact_edges(GRAPH, asked).tolist() == [0, -1, 1, -1, -1, 3]


def test_every_edge_is_found_in_a_random_graph() -> None:
    rows = np.random.default_rng(0).integers(0, [30, 3, 30], (200, 3))
    graph = facts([tuple(row) for row in rows.tolist()], 30)
    assert graph.relation is not None
    own = np.stack([graph.edge_index[0], graph.relation, graph.edge_index[1]])
    assert fact_edges(graph, own).tolist() == list(range(graph.num_edges))


def test_unless_parallel_hides_an_edge_only_where_no_other_joins_the_two_whichever_way() -> None:
    asked = np.array([(0, 0, 1), (1, 0, 2), (3, 0, 4), (4, 0, 3)]).T
    assert hidden_edges(GRAPH, asked).tolist() == [0, 2, 4, -1]
    assert hidden_edges(GRAPH, asked, "unless-parallel").tolist() == [-1, -1, 4, -1]
    assert hidden_edges(GRAPH, asked, "never").tolist() == [-1, -1, -1, -1]


def test_a_graph_without_relations_is_an_error() -> None:
    with pytest.raises(ValueError, match="no relations"):
        fact_edges(Graph.from_edges([[0], [1]]), [[0], [0], [1]])


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(ValueError, match="'sometimes'"):
        hidden_edges(GRAPH, [[0], [0], [1]], "sometimes")  # type: ignore[arg-type]


def test_no_edges_and_no_triples() -> None:
    empty = Graph.from_edges(np.empty((2, 0), int), num_nodes=2, relation=np.empty(0, int), num_relations=1)
    assert fact_edges(empty, [[0], [0], [1]]).tolist() == [-1]
    assert fact_edges(GRAPH, np.empty((3, 0), int)).tolist() == []
