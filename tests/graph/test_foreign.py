"""Graphs come from PyTorch Geometric, networkx and scipy, and go back, with nothing lost on the way."""

import re
import subprocess
import sys
import warnings
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from gdgnn.graph import Graph

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PyTorch Geometric uses what PyTorch has deprecated
    from torch_geometric.data import Batch, Data, HeteroData


@st.composite
def graphs(draw):
    num_nodes = draw(st.integers(1, 6))
    ids = st.integers(0, num_nodes - 1)
    rows = np.array(draw(st.lists(st.tuples(ids, ids, st.integers(0, 2)), max_size=15))).reshape(-1, 3)
    typed, directed = draw(st.booleans()), draw(st.booleans())
    relation = rows[:, 2].astype(int) if typed else None
    graph = Graph.from_edges(
        rows[:, :2].T.astype(int), num_nodes=num_nodes, relation=relation, directed=directed
    )
    return graph.subgraph(range(num_nodes)).graph  # counts relations anew from the edges that are left


def same_edges(first, second):
    def edges(graph):
        ends = graph.edge_index if graph.directed else np.sort(graph.edge_index, axis=0)
        types = np.zeros(graph.num_edges, int) if graph.relation is None else graph.relation
        return sorted(zip(*ends.tolist(), types.tolist(), strict=True))

    return (
        edges(first) == edges(second)
        and first.directed == second.directed
        and first.num_nodes == second.num_nodes
    )


class TestPyG:
    @given(graphs())
    def test_there_and_back_is_the_same_graph(self, graph):
        data = graph.to_pyg()
        assert data.edge_index.dtype == torch.int64
        assert data.is_directed() == (graph.directed and data.is_directed())
        back = Graph.from_pyg(data, directed=graph.directed)
        assert same_edges(graph, back)
        assert np.array_equal(back.edge_index, graph.edge_index)
        assert (back.relation is None) == (graph.relation is None)
        assert back.row_edge.tolist() == data.edge_id.tolist()

    def test_both_directions_everywhere_mean_undirected(self):
        graph = Graph.from_pyg(Data(edge_index=torch.tensor([[0, 1, 1, 2, 2], [1, 0, 2, 1, 2]]), num_nodes=4))
        assert repr(graph) == "Graph(undirected, 4 nodes, 2 edges)"
        assert graph.row_edge.tolist() == [0, 0, 1, 1, -1]
        assert str(graph.cleaning) == "5 rows -> 2 edges: 1 loop dropped, 2 reversed rows merged"

    @pytest.mark.parametrize(
        ("edge_index", "edge_type"),
        [
            ([[0, 1, 1], [1, 0, 2]], None),  # one row lacks its reverse
            ([[0, 0], [1, 1]], None),  # twice the same way
            ([[0, 1], [1, 0]], [0, 1]),  # the reverse is of another relation
            ([[0, 0, 0, 1], [1, 1, 1, 2]], None),
        ],
    )
    def test_a_missing_reverse_means_directed(self, edge_index, edge_type):
        data = Data(edge_index=torch.tensor(edge_index), num_nodes=3)
        if edge_type is not None:
            data.edge_type = torch.tensor(edge_type)
        assert Graph.from_pyg(data).directed
        assert not Graph.from_pyg(data, directed=False).directed

    def test_no_edges_are_undirected(self):
        assert not Graph.from_pyg(
            Data(edge_index=torch.empty((2, 0), dtype=torch.long), num_nodes=2)
        ).directed

    def test_symmetric_data_may_be_read_as_directed(self):
        data = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2)
        assert Graph.from_pyg(data, directed=True).num_edges == 2

    def test_edge_types_are_relations(self):
        data = Data(edge_index=torch.tensor([[0, 1], [1, 2]]), edge_type=torch.tensor([3, 1]), num_nodes=3)
        graph = Graph.from_pyg(data)
        assert (graph.relation.tolist(), graph.num_relations) == ([3, 1], 4)

    def test_a_batch_keeps_its_graphs_apart(self):
        one = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=3)
        graph = Graph.from_pyg(Batch.from_data_list([one, one]))
        assert repr(graph) == "Graph(undirected, 2 graphs, 6 nodes, 2 edges)"
        assert graph.graph_ptr.tolist() == [0, 3, 6]

    def test_anything_shaped_like_data_will_do(self):
        assert Graph.from_pyg(SimpleNamespace(edge_index=[[0, 1], [1, 2]])).num_nodes == 3

    @pytest.mark.parametrize(
        ("data", "error", "words"),
        [
            (HeteroData(), TypeError, "data is heterogeneous; give data.to_homogeneous()"),
            (Data(), ValueError, "data of type Data has no edge_index; give a Data that has"),
            (SimpleNamespace(edge_index=None, adj_t=1), ValueError, "give the Data before ToSparseTensor"),
            (SimpleNamespace(edge_index=[[0], [5]], num_nodes=3), IndexError, "edges[1, 0] is 5, but"),
            (SimpleNamespace(edge_index=[[0.5], [5]]), TypeError, "edges[0, 0] is 0.5"),
            (SimpleNamespace(edge_index=[[0], [1]], edge_type=[1, 2]), ValueError, "relation has 2 entries"),
            (SimpleNamespace(edge_index=[[0], [1]], ptr=[0, 1, 2]), ValueError, "which data.ptr puts into"),
        ],
    )  # fmt: skip
    def test_what_cannot_be_read_is_refused(self, data, error, words):
        with pytest.raises(error, match=re.escape(words)):
            Graph.from_pyg(data)


class TestNetworkx:
    @given(graphs())
    def test_there_and_back_is_the_same_graph(self, graph):
        nx_graph = graph.to_networkx()
        relation = None if graph.relation is None else "relation"
        back = Graph.from_networkx(nx_graph, relation=relation)
        assert same_edges(graph, back)
        assert back.node_names is None

    @pytest.mark.parametrize(
        ("directed", "typed", "kind"),
        [
            (False, False, nx.Graph),
            (True, False, nx.DiGraph),
            (False, True, nx.MultiGraph),
            (True, True, nx.MultiDiGraph),
        ],
    )
    def test_the_class_that_loses_nothing_is_chosen(self, directed, typed, kind):
        relation = [0, 1] if typed else None
        graph = Graph.from_edges([[0, 1], [1, 2]], directed=directed, relation=relation)
        assert type(graph.to_networkx()) is kind

    def test_parallel_edges_without_relation_need_a_multigraph(self):
        graph = Graph.from_edges([[0, 1], [1, 0]], directed=True).as_undirected().to_networkx()
        assert type(graph) is nx.MultiGraph
        assert graph.number_of_edges() == 2

    def test_names_of_nodes_and_relations_survive(self):
        graph = Graph.from_names(["ann", "bob"], ["bob", 7], relation=["knows", "owns"], directed=True)
        nx_graph = graph.to_networkx(relation="kind")
        assert set(nx_graph.edges(data="kind")) == {("ann", "bob", "knows"), ("bob", 7, "owns")}
        assert Graph.from_networkx(nx_graph, relation="kind") == graph

    def test_nodes_that_are_not_0_1_2_in_order_become_names(self):
        path = nx.Graph([(2, 1), (1, 0)])
        path.add_node("alone")
        graph = Graph.from_networkx(path)
        assert graph.node_names == (2, 1, 0, "alone")
        assert graph.edge_index.tolist() == [[0, 1], [1, 2]]

    def test_nodes_may_be_any_hashable(self):
        grid = nx.grid_2d_graph(3, 3)
        graph = Graph.from_networkx(grid)
        assert graph.neighbors(graph.node_id((1, 1))).size == 4
        assert nx.utils.graphs_equal(graph.to_networkx(), grid)

    def test_loops_and_parallel_edges_are_counted(self):
        graph = Graph.from_networkx(nx.MultiGraph([(0, 1), (0, 1), (1, 1), (1, 0)]))
        assert str(graph.cleaning) == "4 rows -> 1 edge: 1 loop dropped, 3 repeated rows merged".replace(
            "3", "2"
        )

    def test_whole_numbers_are_relation_ids_and_other_values_names(self):
        multi = nx.MultiDiGraph()
        multi.add_edge(0, 1, kind=4)
        multi.add_edge(1, 2, kind=0)
        graph = Graph.from_networkx(multi, relation="kind")
        assert (graph.relation.tolist(), graph.num_relations, graph.relation_names) == ([4, 0], 5, None)
        multi.add_edge(2, 0, kind="x")
        graph = Graph.from_networkx(multi, relation="kind")
        assert (graph.relation.tolist(), graph.relation_names) == ([0, 1, 2], (4, 0, "x"))

    def test_an_edge_without_the_attribute_is_named(self):
        graph = nx.DiGraph([("a", "b")])
        with pytest.raises(
            ValueError, match="edge 'a' -> 'b' has no attribute 'kind'; set it, or leave relation out"
        ):
            Graph.from_networkx(graph, relation="kind")

    def test_other_things_are_refused(self):
        with pytest.raises(TypeError, match="expected a networkx graph, got list; edges alone go to"):
            Graph.from_networkx([(0, 1)])


class TestScipy:
    @given(graphs())
    def test_there_and_back_has_the_same_neighbors(self, graph):
        matrix = graph.to_scipy()
        dense = np.zeros((graph.num_nodes, graph.num_nodes))
        for u, v in graph.edge_index.T:
            dense[u, v] = 1
            if not graph.directed:
                dense[v, u] = 1
        assert np.array_equal(matrix.toarray(), dense)
        back = Graph.from_scipy(matrix, directed=graph.directed)
        assert np.array_equal(back.indptr, graph.indptr)
        assert np.array_equal(back.indices, graph.indices)

    @pytest.mark.parametrize(
        "kind", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.lil_matrix]
    )
    def test_any_sparse_format_is_read(self, kind):
        graph = Graph.from_scipy(kind(np.array([[0.0, 2.5, 0], [0, 1, 0], [np.nan, 0, 0]])))
        assert graph.directed
        assert sorted(graph.edge_index.T.tolist()) == [[0, 1], [2, 0]]
        assert graph.cleaning.loops == 1

    def test_a_symmetric_pattern_means_undirected(self):
        matrix = sparse.csr_array(np.array([[0, 2.0], [3.0, 0]]))
        assert repr(Graph.from_scipy(matrix)) == "Graph(undirected, 2 nodes, 1 edge)"
        assert repr(Graph.from_scipy(matrix, directed=True)) == "Graph(directed, 2 nodes, 2 edges)"

    def test_stored_zeros_are_no_edges(self):
        matrix = sparse.coo_array(([0.0, 1.0], ([0, 1], [1, 2])), shape=(3, 3))
        assert Graph.from_scipy(matrix).edge_index.tolist() == [[1], [2]]

    def test_the_matrix_may_be_written_to_without_touching_the_graph(self):
        graph = Graph.from_edges([[0], [1]])
        matrix = graph.to_scipy(dtype=np.int8)
        matrix.indices[:] = 0
        matrix.data[:] = 5
        assert matrix.dtype == np.int8
        assert graph.indices.tolist() == [1, 0]

    @pytest.mark.parametrize(
        ("matrix", "error", "words"),
        [
            (
                np.eye(2),
                TypeError,
                "expected a scipy sparse matrix, got ndarray; give scipy.sparse.csr_array(a)",
            ),
            (sparse.csr_array((2, 3)), ValueError, "matrix has shape (2, 3); an adjacency matrix is square"),
        ],
    )
    def test_other_things_are_refused(self, matrix, error, words):
        with pytest.raises(error, match=re.escape(words)):
            Graph.from_scipy(matrix)


def test_graphs_need_none_of_these_packages():
    script = (
        "import sys\n"
        "for name in ('torch', 'torch_geometric', 'networkx', 'scipy'): sys.modules[name] = None\n"
        "from gdgnn.graph import Graph\n"
        "graph = Graph.from_edges([[0, 1], [1, 2]])\n"
        "for write in (graph.to_pyg, graph.to_networkx, graph.to_scipy):\n"
        "    try: write()\n"
        "    except ImportError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "to_pyg needs PyTorch Geometric: pip install torch_geometric",
        "to_networkx needs networkx: pip install networkx",
        "to_scipy needs scipy: pip install scipy",
    ]
