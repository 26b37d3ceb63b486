"""Graphs built from random rows are what a slow, obvious builder makes of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.graph import Cleaning, Graph


@st.composite
def tables(draw):
    """Few nodes and many rows, so that loops, repeats, reversed twins and parallel relations all occur."""
    num_nodes = draw(st.integers(0, 7))
    ids = st.integers(0, max(num_nodes - 1, 0))
    row = st.tuples(ids, ids, st.integers(0, 2))
    rows = draw(st.lists(row, max_size=40)) if num_nodes else []
    typed = draw(st.booleans())
    return num_nodes, rows, typed, draw(st.booleans())


def slow_build(rows, *, typed, directed):
    """Edges (u, v, relation), the edge of each row and the kind of each row, one row at a time."""
    edges, number, row_edge, fates = [], {}, [], []
    for u, v, given_relation in rows:
        relation = given_relation if typed else None
        if u == v:
            row_edge.append(-1)
            fates.append("loop")
            continue
        known = [(u, v, relation)] if directed else [(u, v, relation), (v, u, relation)]
        found = [number[key] for key in known if key in number]
        if found:
            row_edge.append(found[0])
            fates.append("repeated" if edges[found[0]][:2] == (u, v) else "reversed")
        else:
            number[(u, v, relation)] = len(edges)
            row_edge.append(len(edges))
            fates.append("edge")
            edges.append((u, v, relation))
    return edges, row_edge, fates


def slow_neighbors(edges, num_nodes, *, directed, inward=False):
    """node -> neighbor -> edge ids."""
    neighbors = [{} for _ in range(num_nodes)]
    for edge, (u, v, _) in enumerate(edges):
        ways = [(v, u) if inward else (u, v)] if directed else [(u, v), (v, u)]
        for start, end in ways:
            neighbors[start].setdefault(end, []).append(edge)
    return neighbors


def read_neighbors(indptr, indices, slot_ptr, slot_edges):
    """The same read back from CSR; fails when a row is not ascending or a lone slot_ptr is kept."""
    if slot_ptr is None:
        slot_ptr = np.arange(indices.size + 1)
    else:
        assert np.diff(slot_ptr).max() > 1
    neighbors = []
    for node in range(indptr.size - 1):
        slots = range(indptr[node], indptr[node + 1])
        assert np.all(np.diff(indices[indptr[node] : indptr[node + 1]]) > 0)
        neighbors.append({int(indices[s]): slot_edges[slot_ptr[s] : slot_ptr[s + 1]].tolist() for s in slots})
    return neighbors


def check_against_slow(graph, num_nodes, rows, *, typed, directed):
    edges, row_edge, fates = slow_build(rows, typed=typed, directed=directed)
    assert graph.num_nodes == num_nodes
    assert graph.directed is directed
    assert graph.edge_index.shape == (2, len(edges))
    assert graph.edge_index.T.tolist() == [[u, v] for u, v, _ in edges]
    assert (graph.relation is None) == (not typed)
    if typed:
        assert graph.relation.tolist() == [relation for _, _, relation in edges]
        assert graph.num_relations == max((row[2] + 1 for row in rows), default=0)
    assert graph.row_edge.tolist() == row_edge
    assert graph.edge_rows.tolist() == [at for at, fate in enumerate(fates) if fate == "edge"]
    counts = {kind: fates.count(kind) for kind in ("loop", "repeated", "reversed")}
    assert graph.cleaning == Cleaning(len(rows), len(edges), *counts.values())
    out = read_neighbors(graph.indptr, graph.indices, graph.slot_ptr, graph.slot_edges)
    assert out == slow_neighbors(edges, num_nodes, directed=directed)
    into = read_neighbors(graph.in_indptr, graph.in_indices, graph.in_slot_ptr, graph.in_slot_edges)
    assert into == slow_neighbors(edges, num_nodes, directed=directed, inward=True)
    assert graph.handle is not None


def columns(rows):
    array = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return array[:, :2].T, array[:, 2]


@given(tables())
def test_any_rows_make_the_graph_the_slow_builder_makes(table):
    num_nodes, rows, typed, directed = table
    edges, relation = columns(rows)
    graph = Graph.from_edges(
        edges, num_nodes=num_nodes, directed=directed, relation=relation if typed else None
    )
    check_against_slow(graph, num_nodes, rows, typed=typed, directed=directed)


@given(tables(), st.lists(st.integers(0, 40), max_size=4))
def test_slices_make_the_graph_that_one_array_makes(table, cuts):
    num_nodes, rows, typed, directed = table
    edges, relation = columns(rows)
    cuts = sorted(cuts)
    graph = Graph.from_edges(
        iter(np.split(edges, cuts, axis=1)),
        num_nodes=num_nodes,
        directed=directed,
        relation=iter(np.split(relation, cuts)) if typed else None,
    )
    check_against_slow(graph, num_nodes, rows, typed=typed, directed=directed)


@given(tables())
def test_64_bit_ids_change_nothing_but_the_dtype(table):
    num_nodes, rows, typed, directed = table
    edges, relation = columns(rows)
    kind = {"num_nodes": num_nodes, "directed": directed, "relation": relation if typed else None}
    wide = Graph.from_edges(edges, id_dtype=np.int64, **kind)
    assert wide == Graph.from_edges(edges, **kind)
    for array in (wide.edge_index, wide.indices, wide.slot_edges, wide.in_indices, wide.in_slot_edges):
        assert array.dtype == np.int64
    check_against_slow(wide, num_nodes, rows, typed=typed, directed=directed)


@given(tables())
def test_as_undirected_keeps_edges_and_finds_them_from_either_end(table):
    num_nodes, rows, typed, _ = table
    edges, relation = columns(rows)
    arrows = Graph.from_edges(edges, num_nodes=num_nodes, directed=True, relation=relation if typed else None)
    graph = arrows.as_undirected()
    kept, row_edge, _ = slow_build(rows, typed=typed, directed=True)
    assert not graph.directed
    assert graph.edge_index.T.tolist() == [[u, v] for u, v, _ in kept]
    assert graph.row_edge.tolist() == row_edge
    assert graph.relation is arrows.relation
    assert graph.cleaning == arrows.cleaning
    both = read_neighbors(graph.indptr, graph.indices, graph.slot_ptr, graph.slot_edges)
    assert both == slow_neighbors(kept, num_nodes, directed=False)
    assert graph.as_undirected() is graph
    assert graph.handle is not None


def test_ids_are_32_bit_where_they_suffice_and_offsets_64_bit():
    graph = Graph.from_edges(np.array([[0, 1, 0], [1, 2, 1]], dtype=np.int64), relation=[0, 1, 2])
    assert graph.id_dtype == graph.indices.dtype == graph.slot_edges.dtype == np.int32
    assert graph.indptr.dtype == graph.slot_ptr.dtype == graph.row_edge.dtype == np.int64


def test_relations_of_one_pair_are_parallel_edges_in_one_slot():
    graph = Graph.from_edges([[0, 1, 0], [1, 0, 1]], relation=[5, 6, 5])
    assert graph.num_edges == 2
    assert graph.indices.tolist() == [1, 0]
    assert graph.slot_ptr.tolist() == [0, 2, 4]
    assert graph.slot_edges.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("cleaning", "text"),
    [
        (Cleaning(3, 3), "3 rows -> 3 edges: nothing dropped"),
        (Cleaning(1, 0, 1), "1 row -> 0 edges: 1 loop dropped"),
        (Cleaning(5000, 1998, 2, 1000, 2000), "5,000 rows -> 1,998 edges: 2 loops dropped, "
         "1,000 repeated rows and 2,000 reversed rows merged"),
        (Cleaning(2, 1, 0, 0, 1), "2 rows -> 1 edge: 1 reversed row merged"),
    ],
)  # fmt: skip
def test_cleaning_reads_as_a_sentence(cleaning, text):
    assert str(cleaning) == text


def test_graph_ptr_of_graphs_given_side_by_side_is_kept():
    graph = Graph.from_edges([[0, 2], [1, 3]], num_nodes=5, graph_ptr=[0, 2, 4, 4, 5])
    assert graph.graph_ptr.tolist() == [0, 2, 4, 4, 5]


@pytest.mark.parametrize("ptr", [[], [0, 3], [1, 4], [0, 5, 4], [[0, 4]]])
def test_graph_ptr_that_does_not_rise_to_the_number_of_nodes_is_refused(ptr):
    with pytest.raises(ValueError, match="graph_ptr must rise from 0 to the number of nodes, 4"):
        Graph.from_edges([[0, 2], [1, 3]], graph_ptr=ptr)


def test_an_edge_across_graphs_is_refused():
    with pytest.raises(ValueError, match=r"edges\[:, 1\] joins nodes 2 and 1"):
        Graph.from_edges([[0, 2], [1, 1]], graph_ptr=[0, 2, 3])


def test_graphs_are_independent_of_the_arrays_they_were_built_from():
    edges, relation, ptr = np.array([[0, 1], [1, 2]]), np.array([0, 1]), np.array([0, 3])
    graph = Graph.from_edges(edges, relation=relation, graph_ptr=ptr, id_dtype=np.int64)
    edges[:], relation[:], ptr[:] = 9, 9, 9
    assert graph.edge_index.tolist() == [[0, 1], [1, 2]]
    assert graph.relation.tolist() == [0, 1]
    assert graph.graph_ptr.tolist() == [0, 3]
    assert edges.flags.writeable


def test_ten_million_edges_arrive_in_slices_that_reuse_one_buffer():
    ring, step = 5_000_000, 1_000_000
    buffer = np.empty((2, step), dtype=np.int64)

    def slices():
        for hop in (1, 2):
            for start in range(0, ring, step):
                buffer[0] = np.arange(start, start + step)
                buffer[1] = (buffer[0] + hop) % ring
                yield buffer

    graph = Graph.from_edges(slices())
    assert (graph.num_nodes, graph.num_edges) == (ring, 2 * ring)
    assert graph.cleaning == Cleaning(2 * ring, 2 * ring)
    assert np.all(graph.degrees() == 4)
    assert graph.neighbors(0).tolist() == [1, 2, ring - 2, ring - 1]
