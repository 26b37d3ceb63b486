"""Real graphs against igraph, on samples of their pairs."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gdgnn import geodesics
from gdgnn.graph import Graph
from tests.geodesics.checks import rows

igraph = pytest.importorskip("igraph")

MAX_DIST = 5


@dataclass(frozen=True)
class RealGraph:
    """The package's graph, igraph's of the same edges with the same ids, and that without parallel edges."""

    graph: Graph
    peer: Any
    simple: Any


def real_graph(ends: np.ndarray, num_nodes: int, relation: np.ndarray | None = None) -> RealGraph:
    """With relations, a directed graph whose arrows the searches ignore."""
    graph = Graph.from_edges(ends, num_nodes=num_nodes, relation=relation, directed=relation is not None)
    if relation is not None:
        graph = graph.as_undirected()
    peer = igraph.Graph(n=num_nodes, edges=graph.edge_index.T.tolist())
    return RealGraph(graph, peer, peer.copy().simplify())


class ListsOnly(pickle.Unpickler):
    """Reads dictionaries of lists and nothing that could run code."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in {("collections", "defaultdict"), ("__builtin__", "list"), ("builtins", "list")}:
            return super().find_class("builtins" if name == "list" else module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not expected in a file of edges")


def pubmed(root: Path) -> RealGraph:
    path = root / "planetoid" / "PubMed" / "raw" / "ind.pubmed.graph"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    with path.open("rb") as file:
        neighbors = ListsOnly(file, encoding="latin1").load()
    ends = [(node, other) for node, others in neighbors.items() for other in others]
    return real_graph(np.array(ends).T, len(neighbors))


def fb15k_237(root: Path) -> RealGraph:
    path = root / "kg" / "transductive" / "FB15k-237" / "raw" / "train.txt"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    heads, relations, tails = np.loadtxt(path, dtype=str, delimiter="\t", comments=None).T
    names, ids = np.unique(np.concatenate([heads, tails]), return_inverse=True)
    return real_graph(ids.reshape(2, -1), len(names), np.unique(relations, return_inverse=True)[1])


def political_blogs(root: Path) -> RealGraph:
    path = root / "link" / "pb" / "edges.txt"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    ends = np.loadtxt(path, dtype=np.int64, usecols=(0, 1)).T - 1
    return real_graph(ends, int(ends.max()) + 1)


READERS = {"PubMed": pubmed, "FB15k-237": fb15k_237, "pb": political_blogs}
NUM_EDGES = {"PubMed": 44_324, "FB15k-237": 272_115 - 1_625, "pb": 16_714}
"""1,625 triples of FB15k-237 lead from an entity to itself."""


@pytest.fixture(scope="module", params=list(READERS))
def named(request: pytest.FixtureRequest, data_root: Path) -> tuple[str, RealGraph]:
    return request.param, READERS[request.param](data_root)


@pytest.fixture
def real(named: tuple[str, RealGraph]) -> RealGraph:
    return named[1]


def sampled_pairs(real: RealGraph, count: int) -> np.ndarray:
    """Half edges, half random pairs, some of them sharing an end."""
    random = np.random.default_rng(0)
    edges = real.graph.edge_index[:, random.integers(0, real.graph.num_edges, count // 2)]
    others = random.integers(0, real.graph.num_nodes, (2, count - count // 2))
    others[0, ::3] = others[0, 0]
    return np.concatenate([edges, others], axis=1).astype(np.int64)


def test_the_graph_has_the_edges_it_is_known_for(named: tuple[str, RealGraph]) -> None:
    name, real = named
    assert real.graph.num_edges == NUM_EDGES[name]


def test_distances_agree(real: RealGraph) -> None:
    sources = np.random.default_rng(1).integers(0, real.graph.num_nodes, 12)
    everyone = np.arange(real.graph.num_nodes)
    pairs = np.stack([np.repeat(sources, len(everyone)), np.tile(everyone, len(sources))])
    expected = np.array(real.simple.distances(source=sources.tolist())).ravel()
    found = geodesics.distances(real.graph, pairs, max_dist=32_766)
    np.testing.assert_array_equal(found, np.where(np.isinf(expected), -1, expected))
    for swapped in (pairs, pairs[::-1]):
        found = geodesics.distances(real.graph, swapped, max_dist=4)
        np.testing.assert_array_equal(found, np.where(expected <= 4, expected, -1))


def test_sides_counts_and_dags_agree_with_all_shortest_paths(real: RealGraph) -> None:
    pairs = sampled_pairs(real, 24)
    vertical = geodesics.vertical(real.graph, pairs, max_dist=MAX_DIST, num_paths=True)
    dag = geodesics.dag(real.graph, pairs, max_dist=MAX_DIST)
    horizontal = geodesics.horizontal(real.graph, pairs, max_dist=MAX_DIST, edges=True)
    heads, tails, between, path = (
        rows(part) for part in (vertical.head, vertical.tail, dag.nodes, horizontal.nodes)
    )
    for i, (u, v) in enumerate(pairs.T.tolist()):
        paths = {tuple(path) for path in real.simple.get_all_shortest_paths(u, v)}
        length = len(next(iter(paths))) - 1 if paths else -1
        if u == v or not 0 <= length <= MAX_DIST:
            assert vertical.distance[i] == (0 if u == v else -1)
            continue
        assert vertical.distance[i] == dag.distance[i] == horizontal.distance[i] == length
        assert heads[i] == sorted({path[1] for path in paths})
        assert tails[i] == sorted({path[-2] for path in paths})
        assert vertical.num_paths[i] == len(paths)
        assert sorted(between[i]) == sorted({node for path in paths for node in path})
        assert tuple(path[i]) in paths


def test_hidden_targets_agree_with_the_graph_without_the_edge(real: RealGraph) -> None:
    pairs = sampled_pairs(real, 24)[:, :12]
    vertical = geodesics.vertical(real.graph, pairs, max_dist=MAX_DIST, exclude_targets=True, num_paths=True)
    heads, tails = rows(vertical.head), rows(vertical.tail)
    for i, (u, v) in enumerate(pairs.T.tolist()):
        joining = [edge.index for edge in real.peer.es.select(_between=([u], [v]))]
        without = real.peer.copy()
        without.delete_edges([min(joining)])
        paths = {tuple(path) for path in without.simplify().get_all_shortest_paths(u, v)}
        length = len(next(iter(paths))) - 1 if paths else -1
        if not 0 <= length <= MAX_DIST:
            assert vertical.distance[i] == -1
            continue
        assert vertical.distance[i] == length
        assert heads[i] == sorted({path[1] for path in paths})
        assert tails[i] == sorted({path[-2] for path in paths})
        assert vertical.num_paths[i] == len(paths)


def test_degrees_agree_with_induced_subgraphs(real: RealGraph) -> None:
    pairs = sampled_pairs(real, 200)
    found = geodesics.vertical(real.graph, pairs, max_dist=3, exclude_targets=True)
    checked = 0
    for i, side in enumerate(rows(found.head)):
        induced = real.simple.induced_subgraph(side) if side else None
        degrees = found.head_degree[found.head.offsets[i] : found.head.offsets[i + 1]].tolist()
        assert degrees == (induced.degree() if induced else [])
        checked += sum(degrees) > 0
    assert checked > 0


def test_neighborhoods_agree(real: RealGraph) -> None:
    nodes = np.random.default_rng(2).integers(0, real.graph.num_nodes, 5)
    found = geodesics.neighborhoods(real.graph, nodes, max_dist=2)
    for i, node in enumerate(nodes.tolist()):
        near, further = (set(real.peer.neighborhood(node, order=order, mindist=order)) for order in (1, 2))
        assert found.neighbors[i].tolist() == sorted(near) + sorted(further)
        for row, s in enumerate(found.neighbors[i].tolist(), start=int(found.neighbors.offsets[i])):
            expected = {node} if s in near else near & set(real.peer.neighbors(s))
            assert found.side[row].tolist() == sorted(expected)


def test_the_receptive_field_agrees(real: RealGraph) -> None:
    seeds = np.array([0, 5, real.graph.num_nodes - 1])
    field = geodesics.receptive_field(real.graph, seeds, 1)
    expected = {node for seed in seeds.tolist() for node in real.peer.neighborhood(seed, order=1)}
    assert set(field.nodes.tolist()) == expected
    assert len(field.edge_ids) == sum(real.peer.degree(seeds.tolist()))
