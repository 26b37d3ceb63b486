"""The oracle against networkx, and against its own enumeration of all shortest paths."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.strategies import GraphCase, graph_cases


@st.composite
def searches(draw: st.DrawFn) -> tuple[GraphCase, int, int, int | None]:
    """(graph, u, v, hidden edge)."""
    case = draw(graph_cases(max_nodes=9).filter(lambda case: case.num_nodes > 0))
    nodes = st.integers(0, case.num_nodes - 1)
    u, v = draw(st.tuples(nodes, nodes))
    return case, u, v, draw(st.sampled_from([None, *oracle.edges_from_to(case.edges, u, v)]))


def as_networkx(case: GraphCase, hidden: int | None) -> nx.Graph:
    graph = nx.DiGraph() if case.kind == "directed" else nx.Graph()
    graph.add_nodes_from(range(case.num_nodes))
    kept = [edge for i, edge in enumerate(case.edges.edges) if i != hidden]
    graph.add_edges_from((head, tail) for head, tail, _ in kept)
    return graph


@given(searches())
def test_the_oracle_finds_the_shortest_paths_that_networkx_finds(
    search: tuple[GraphCase, int, int, int | None],
) -> None:
    case, u, v, hidden = search
    graph = as_networkx(case, hidden)
    expected = (
        {tuple(path) for path in nx.all_shortest_paths(graph, u, v)} if nx.has_path(graph, u, v) else set()
    )
    paths = oracle.shortest_paths(case.edges, u, v, 100, hidden)
    assert len(paths) == len(set(paths))
    assert set(paths) == expected


@given(searches())
def test_everything_else_follows_from_the_paths(search: tuple[GraphCase, int, int, int | None]) -> None:
    case, u, v, hidden = search
    asked = (case.edges, u, v, 100, hidden)
    paths = oracle.shortest_paths(*asked)
    assert oracle.distance(*asked) == (len(paths[0]) - 1 if paths else oracle.UNREACHABLE)
    assert oracle.num_paths(*asked) == len(paths)
    assert set(oracle.on_geodesics(*asked)) == {node for path in paths for node in path}
    assert oracle.head_side(*asked) == sorted({path[1] for path in paths if len(path) > 1})
    assert oracle.tail_side(*asked) == sorted({path[-2] for path in paths if len(path) > 1})
    steps = {(level, *path[level : level + 2]) for path in paths for level in range(len(path) - 1)}
    assert {edge[:3] for edge in oracle.dag_edges(*asked)} == steps
    assert all(oracle.is_shortest_path(case.edges, path, u, v, 100, hidden) for path in paths)


@given(searches(), st.integers(0, 5))
def test_beyond_the_cutoff_there_is_nothing(
    search: tuple[GraphCase, int, int, int | None], max_dist: int
) -> None:
    case, u, v, hidden = search
    if oracle.distance(case.edges, u, v, 100, hidden) > max_dist:
        asked = (case.edges, u, v, max_dist, hidden)
        assert oracle.distance(*asked) == oracle.UNREACHABLE
        assert oracle.shortest_paths(*asked) == []
        assert oracle.num_paths(*asked) == 0
        assert oracle.head_side(*asked) == oracle.tail_side(*asked) == []
        assert oracle.dag_nodes(*asked) == oracle.dag_edges(*asked) == []
