"""Parts, cores, components and unions lead back to the graphs they come from."""

import re

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.graph import Graph


@st.composite
def graphs(draw, *, directed=None, typed=None):
    num_nodes = draw(st.integers(0, 9))
    ids = st.integers(0, max(num_nodes - 1, 0))
    rows = draw(st.lists(st.tuples(ids, ids, st.integers(0, 2)), max_size=25)) if num_nodes else []
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    directed = draw(st.booleans()) if directed is None else directed
    typed = draw(st.booleans()) if typed is None else typed
    graph = Graph.from_edges(
        table[:, :2].T,
        num_nodes=num_nodes,
        directed=directed,
        relation=table[:, 2] if typed else None,
        num_relations=3 if typed else None,
        node_names=draw(st.none() | st.just([f"n{at}" for at in range(num_nodes)])),
    )
    return graph.as_undirected() if directed and draw(st.booleans()) else graph


def edge_set(graph, nodes=None):
    """Edges as (head, tail, relation) in the ids of `nodes`."""
    ids = np.arange(graph.num_nodes) if nodes is None else nodes
    types = [None] * graph.num_edges if graph.relation is None else graph.relation.tolist()
    return list(zip(*ids[graph.edge_index].tolist(), types, strict=True))


def check_part(graph, part):
    """Everything about a part that follows from its nodes."""
    chosen = set(part.nodes.tolist())
    inside = [edge for edge in edge_set(graph) if set(edge[:2]) <= chosen]
    assert edge_set(part.graph, part.nodes) == inside
    assert part.edges.tolist() == [at for at, edge in enumerate(edge_set(graph)) if set(edge[:2]) <= chosen]
    assert part.graph.directed == graph.directed
    assert part.graph.num_relations == graph.num_relations
    assert part.graph.id_dtype == graph.id_dtype
    assert part.graph.row_edge.tolist() == list(range(part.graph.num_edges))
    if graph.node_names is None:
        assert part.graph.node_names is None
    else:
        assert list(part.graph.node_names) == [graph.node_names[node] for node in part.nodes]
    assert part.graph.handle is not None


@given(graphs(), st.data())
def test_a_subgraph_has_the_chosen_nodes_in_order_and_the_edges_among_them(graph, data):
    nodes = data.draw(st.permutations(range(graph.num_nodes)))[: data.draw(st.integers(0, graph.num_nodes))]
    part = graph.subgraph(nodes)
    assert part.nodes.tolist() == list(nodes)
    check_part(graph, part)
    mask = np.zeros(graph.num_nodes, dtype=bool)
    mask[nodes] = True
    assert graph.subgraph(mask).nodes.tolist() == sorted(nodes)


def test_a_subgraph_of_everything_is_the_graph_with_clean_rows():
    graph = Graph.from_edges([[0, 1, 1], [1, 0, 1]])
    part = graph.subgraph([0, 1])
    assert part.graph == graph
    assert str(part.graph.cleaning) == "1 row -> 1 edge: nothing dropped"


@pytest.mark.parametrize(
    ("nodes", "error", "words"),
    [
        ([0, 3], IndexError, "nodes[1] is 3, but the graph has 3 nodes (ids 0..2); give ids of this graph"),
        ([-1], IndexError, "nodes[0] is -1, but the graph has 3 nodes"),
        (
            [1, 0, 1],
            ValueError,
            "nodes[0] is 1, which occurs again later; give each node once: np.unique(nodes)",
        ),
        ([0.5], TypeError, "nodes[0] is 0.5"),
        (["a"], TypeError, "nodes[0] is 'a'; give whole numbers; names become ids"),
        ([[0, 1]], ValueError, "nodes has shape (1, 2), expected (k,)"),
        ([True, False], ValueError, "nodes is a mask of shape (2,), but the graph has 3 nodes"),
    ],
)
def test_bad_nodes_are_refused(nodes, error, words):
    with pytest.raises(error, match=re.escape(words)):
        Graph.from_edges([[0, 1], [1, 2]]).subgraph(nodes)


def slow_core(graph, k):
    """Nodes left when the first node with too few edges is taken away until there is none."""
    alive = set(range(graph.num_nodes))
    while True:
        degree = dict.fromkeys(alive, 0)
        for u, v, _ in edge_set(graph):
            if u in alive and v in alive:
                degree[u] += 1
                degree[v] += 1
        weak = [node for node in alive if degree[node] < k]
        if not weak:
            return sorted(alive)
        alive.remove(weak[0])


@given(graphs(), st.integers(0, 6))
def test_the_k_core_is_what_is_left_when_weak_nodes_go(graph, k):
    part = graph.k_core(k)
    assert part.nodes.tolist() == slow_core(graph, k)
    check_part(graph, part)
    assert np.all(part.graph.degrees() >= k)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize("seed", [1, 2])
def test_cores_of_larger_graphs_are_those_of_networkx(k, seed):
    for nx_graph in (
        nx.barabasi_albert_graph(2000, 4, seed=seed),
        nx.gnm_random_graph(2000, 5000, seed=seed),
    ):
        assert Graph.from_networkx(nx_graph).k_core(k).nodes.tolist() == sorted(nx.k_core(nx_graph, k))


def test_long_paths_and_combs_peel_off_quickly():
    size = 200_000
    path = Graph.from_edges(np.stack([np.arange(size), np.arange(1, size + 1)]))
    assert path.k_core(2).graph.num_nodes == 0
    ring = Graph.from_edges(np.stack([np.arange(size), (np.arange(size) + 1) % size]))
    assert ring.k_core(2).graph == ring


@pytest.mark.parametrize("k", [-1, 1.5, "2"])
def test_a_bad_k_is_refused(k):
    with pytest.raises((ValueError, TypeError), match=r"^k is "):
        Graph.from_edges([[0], [1]]).k_core(k)


@given(graphs())
def test_components_are_those_of_networkx(graph):
    reference = nx.Graph()
    reference.add_nodes_from(range(graph.num_nodes))
    reference.add_edges_from(edge[:2] for edge in edge_set(graph))
    found = [sorted(nodes) for nodes in nx.connected_components(reference)]
    labels = graph.components()
    assert labels.tolist() == [
        min(nodes) for node in range(graph.num_nodes) for nodes in found if node in nodes
    ]
    part = graph.largest_component()
    check_part(graph, part)
    best = min(found, key=lambda nodes: (-len(nodes), nodes[0]), default=[])
    assert part.nodes.tolist() == best


@pytest.mark.parametrize("order", ["ascending", "descending", "shuffled"])
def test_components_of_long_paths_are_found(order):
    size = 100_000
    name = {"ascending": np.arange(size), "descending": np.arange(size)[::-1]}
    ids = name.get(order, np.random.default_rng(0).permutation(size))
    edges = np.delete(np.stack([ids[:-1], ids[1:]]), 59_999, axis=1)
    graph = Graph.from_edges(edges, num_nodes=size)
    assert np.array_equal(graph.largest_component().nodes, np.sort(ids[:60_000]))


@given(st.booleans(), st.booleans(), st.data())
def test_a_union_is_what_joined_rows_would_build(directed, typed, data):
    parts = data.draw(st.lists(graphs(directed=directed, typed=typed), min_size=1, max_size=4))
    if directed and len({part.directed for part in parts}) > 1:
        parts = [part.as_undirected() for part in parts]
    union = Graph.union(iter(parts))
    ptr = np.cumsum([0, *(part.num_nodes for part in parts)])
    edge_ptr = np.cumsum([0, *(part.num_edges for part in parts)])
    assert union.graph_ptr.tolist() == ptr.tolist()
    assert edge_set(union) == [
        (u + start, v + start, relation)
        for part, start in zip(parts, ptr, strict=False)
        for u, v, relation in edge_set(part)
    ]
    rows = [
        np.where(part.row_edge < 0, -1, part.row_edge + start)
        for part, start in zip(parts, edge_ptr, strict=False)
    ]
    assert np.array_equal(union.row_edge, np.concatenate(rows))
    assert all(union.row_edge[row] == edge for edge, row in enumerate(union.edge_rows))
    assert union.cleaning.rows == sum(part.cleaning.rows for part in parts)
    assert union.cleaning.loops == sum(part.cleaning.loops for part in parts)
    again = Graph.from_edges(
        union.edge_index,
        num_nodes=int(ptr[-1]),
        directed=directed,
        relation=union.relation,
    )
    again = again if union.directed else again.as_undirected()
    for name in ("indptr", "indices", "slot_ptr", "slot_edges", "in_indptr", "in_indices", "in_slot_ptr"):
        ours, theirs = getattr(union, name), getattr(again, name)
        assert (ours is None) == (theirs is None)
        assert ours is None or np.array_equal(ours, theirs)
    for position, part in enumerate(parts):
        found = union.subgraph(range(ptr[position], ptr[position + 1])).graph
        assert edge_set(found) == edge_set(part)
    assert union.handle is not None


def test_a_union_with_64_bit_ids_has_them_too():
    narrow, wide = (Graph.from_edges([[0], [1]], id_dtype=dtype) for dtype in (None, np.int64))
    assert Graph.union([narrow, wide]).id_dtype == np.int64


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Graph.from_edges([[0], [1]], directed=True, relation=[0]), "graphs[1] is directed but graphs[0] is"),
        (Graph.from_edges([[0], [1]]), "of graphs[0] and graphs[1] only one has relations"),
        (Graph.from_names(["a"], ["b"], relation=["r"]), "has other relation_names than graphs[0]"),
    ],
)  # fmt: skip
def test_graphs_of_different_kinds_do_not_unite(other, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Graph.union([Graph.from_edges([[0], [1]], relation=[0]), other])


def test_a_union_of_nothing_is_refused():
    with pytest.raises(ValueError, match="union of no graphs; give at least one"):
        Graph.union([])


def test_relation_names_survive_a_union_and_node_names_do_not():
    graph = Graph.from_names(["a"], ["b"], relation=["r"])
    union = Graph.union([graph, graph])
    assert union.relation_names == ["r"]
    assert union.node_names is None
