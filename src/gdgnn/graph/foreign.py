"""To and from the graphs of PyTorch Geometric, networkx and scipy; none is imported before it is needed."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from gdgnn.graph.arrays import Int64, count, integers
from gdgnn.graph.build import Facts, check_graph_ptr
from gdgnn.graph.names import Names, name_columns, numbered
from gdgnn.graph.rows import Rows, count_nodes, count_relations, read_rows

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from gdgnn.graph.core import Graph


def read_pyg(data: Any) -> tuple[Rows, Facts]:
    """`edge_index`, `edge_type`, `num_nodes` and, of a batch, `ptr`."""
    if hasattr(data, "edge_types"):
        raise TypeError("data is heterogeneous; give data.to_homogeneous()")
    edge_index = getattr(data, "edge_index", None)
    if edge_index is None:
        sparse = getattr(data, "adj_t", None) is not None
        remedy = "give the Data before ToSparseTensor" if sparse else "give a Data that has"
        raise ValueError(f"data of type {type(data).__name__} has no edge_index; {remedy}")
    rows = read_rows(edge_index, getattr(data, "edge_type", None))
    stated = getattr(data, "num_nodes", None)
    num_nodes = count_nodes(rows, None if stated is None else count(stated, "data.num_nodes"))
    ptr = getattr(data, "ptr", None)
    return rows, Facts(
        num_nodes,
        num_relations=count_relations(rows.relation, None),
        graph_ptr=None
        if ptr is None
        else check_graph_ptr(ptr, (rows.heads, rows.tails), num_nodes, "data.ptr"),
    )


def write_pyg(graph: Graph) -> Any:
    """A `Data` with both directions of each edge when the graph is undirected."""
    try:
        import torch
        from torch_geometric.data import Data
    except ImportError as error:
        raise ImportError("to_pyg needs PyTorch Geometric: pip install torch_geometric") from error
    ends = graph.edge_index.astype(np.int64)
    edge_id = np.arange(graph.num_edges, dtype=np.int64)
    if not graph.directed:
        ends, edge_id = np.concatenate([ends, ends[::-1]], axis=1), np.concatenate([edge_id, edge_id])
    data = Data(
        edge_index=torch.from_numpy(ends), num_nodes=graph.num_nodes, edge_id=torch.from_numpy(edge_id)
    )
    if graph.relation is not None:
        data.edge_type = torch.from_numpy(graph.relation[edge_id])
    return data


def read_networkx(nx_graph: Any, relation: str | None) -> tuple[Rows, Facts]:
    """Edges in networkx's order; nodes that are 0, 1, 2, ... in order are ids, any others are names."""
    if not hasattr(nx_graph, "is_multigraph") or not hasattr(nx_graph, "edges"):
        given = type(nx_graph).__name__
        raise TypeError(f"expected a networkx graph, got {given}; edges alone go to Graph.from_edges")
    nodes = list(nx_graph.nodes)
    position = dict(zip(nodes, range(len(nodes)), strict=True))
    ends = chain.from_iterable((head, tail) for head, tail in nx_graph.edges())
    flat = np.fromiter(map(position.__getitem__, ends), np.int64, 2 * nx_graph.number_of_edges())
    heads, tails = np.ascontiguousarray(flat[0::2]), np.ascontiguousarray(flat[1::2])
    types, relation_names, num_relations = _networkx_relation(nx_graph, relation)
    return Rows(heads, tails, types), Facts(
        len(nodes),
        num_relations=num_relations,
        node_names=None if nodes == list(range(len(nodes))) else Names(nodes, "nodes"),
        relation_names=relation_names,
    )


def _networkx_relation(nx_graph: Any, attribute: str | None) -> tuple[Int64 | None, Names | None, int]:
    """Values of an edge attribute as relation ids: whole numbers from 0 are ids, anything else is a name."""
    if attribute is None:
        return None, None, 0
    absent = object()
    values = []
    for head, tail, value in nx_graph.edges(data=attribute, default=absent):
        if value is absent:
            raise ValueError(
                f"edge {head!r} -> {tail!r} has no attribute {attribute!r}; set it, or leave relation out"
            )
        values.append(value)
    if all(isinstance(value, (int, np.integer)) and value >= 0 for value in values):
        types = np.array(values, dtype=np.int64)
        return types, None, count_relations(types, None)
    columns, names = numbered([values], [attribute], None, "")
    return np.ascontiguousarray(columns[0]), names, len(names)


def write_networkx(graph: Graph, relation: str) -> Any:
    """The networkx class that loses nothing: directed or not, multi where parallel edges can be."""
    try:
        import networkx as nx
    except ImportError as error:
        raise ImportError("to_networkx needs networkx: pip install networkx") from error
    multi = graph.relation is not None or graph.out.slot_ptr is not None
    kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph}
    kinds |= {(False, True): nx.MultiGraph, (True, True): nx.MultiDiGraph}
    nx_graph = kinds[graph.directed, multi]()
    heads, tails, types = named_columns(graph)
    nx_graph.add_nodes_from(range(graph.num_nodes) if graph.node_names is None else graph.node_names)
    if types is None:
        nx_graph.add_edges_from(zip(heads, tails, strict=True))
    else:
        nx_graph.add_edges_from(
            (head, tail, {relation: value}) for head, tail, value in zip(heads, tails, types, strict=True)
        )
    return nx_graph


def named_columns(graph: Graph) -> tuple[list[Any], list[Any], list[Any] | None]:
    """Heads, tails and relations of all edges by name, or by id where there are no names."""
    heads, tails = (_by_name(ids.tolist(), graph.node_names) for ids in graph.edge_index)
    types = None if graph.relation is None else _by_name(graph.relation.tolist(), graph.relation_names)
    return heads, tails, types


def _by_name(ids: list[int], names: Names | None) -> list[Any]:
    return ids if names is None else list(map(tuple(names).__getitem__, ids))


def read_scipy(matrix: Any) -> tuple[Rows, Facts]:
    """Entries of a sparse matrix that are not zero, row -> column."""
    if not hasattr(matrix, "tocoo"):
        raise TypeError(
            f"expected a scipy sparse matrix, got {type(matrix).__name__}; give scipy.sparse.csr_array(a)"
        )
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"matrix has shape {matrix.shape}; an adjacency matrix is square")
    entries = matrix.tocoo()
    stored = entries.data != 0
    heads, tails = (integers(axis, "matrix")[stored].astype(np.int64) for axis in (entries.row, entries.col))
    return Rows(heads, tails, None), Facts(int(matrix.shape[0]))


def write_scipy(graph: Graph, dtype: DTypeLike) -> Any:
    """A csr_array of ones, at both (u, v) and (v, u) when the graph is undirected."""
    try:
        from scipy import sparse
    except ImportError as error:
        raise ImportError("to_scipy needs scipy: pip install scipy") from error
    ones = np.ones(graph.indices.size, dtype=dtype)
    shape = (graph.num_nodes, graph.num_nodes)
    return sparse.csr_array((ones, graph.indices.copy(), graph.indptr.copy()), shape=shape)


def read_names(
    heads: object,
    tails: object,
    relation: object | None,
    node_names: Names | None,
    relation_names: Names | None,
) -> tuple[Rows, Facts]:
    """Columns of names of any hashable kind, numbered by first appearance or as the given names are."""
    if relation is None and relation_names is not None:
        raise ValueError("relation_names is given without relation; give the relation of each edge too")
    given, arguments = [heads, tails], ["heads", "tails"]
    if relation is not None:
        given, arguments = [*given, relation], [*arguments, "relation"]
    columns = name_columns(given, arguments)
    ends, nodes = numbered(columns[:2], arguments[:2], node_names, "node_names")
    types, relations = None, None
    if relation is not None:
        ids, relations = numbered(columns[2:], arguments[2:], relation_names, "relation_names")
        types = np.ascontiguousarray(ids[0])
    rows = Rows(np.ascontiguousarray(ends[0]), np.ascontiguousarray(ends[1]), types)
    return rows, Facts(
        len(nodes),
        num_relations=0 if relations is None else len(relations),
        node_names=nodes,
        relation_names=relations,
    )
