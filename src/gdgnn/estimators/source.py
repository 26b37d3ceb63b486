"""Graphs from whatever users have."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.graph import Graph, Names


@dataclass(frozen=True, eq=False)
class Source:
    """A graph and what came with it.

    Attributes:
        graph: without relations.
        x: ``(n, features)`` float, or None.
        notes: what one should know about how it was read.
    """

    graph: Graph
    x: Tensor | None = None
    notes: tuple[str, ...] = ()


def read_graph(given: Any, *, directed: bool | None = None, x: Any = None) -> Source:
    """The graph of a path, DataFrame, array, networkx graph, PyG `Data` or `Graph`.

    Args:
        given: what holds the edges; an :class:`gdgnn.data.tables.EdgeTable` as well.
        directed: whether arrows count; None: as the input says, and no where it says nothing.
        x: ``(n, features)`` node features, or a :class:`gdgnn.data.tables.NodeTable`; by default those of a
            `Data`.

    Raises:
        TypeError: nothing a graph can be read from.
        ValueError: features of another number of nodes, or values that are not finite.

    Example:
        >>> read_graph([("ann", "bob"), ("bob", "eve")]).graph
        Graph(undirected, 3 named nodes, 2 edges)
        >>> read_graph([[0, 1, 2], [1, 2, 3]], directed=True).graph
        Graph(directed, 4 nodes, 3 edges)
    """
    notes: tuple[str, ...] = ()
    if isinstance(given, Graph):
        graph = given
    elif isinstance(getattr(given, "graph", None), Graph):
        graph, notes = given.graph, _notes(given.report)
    elif hasattr(given, "edge_index") and hasattr(given, "num_nodes"):
        graph = Graph.from_pyg(given, directed=directed)
        x = getattr(given, "x", None) if x is None else x
    elif callable(getattr(given, "is_directed", None)) and hasattr(given, "adj"):
        graph = Graph.from_networkx(given)
    elif _is_table(given):
        graph, notes = _from_table(given, directed)
    else:
        graph = _from_columns(*two_rows(given, "edges"), directed, x)
    wanted = graph.directed if directed is None else directed
    if graph.relation is not None:
        notes += ("relations are not looked at here; KnowledgeGraphCompleter does",)
    if graph.relation is not None or graph.directed != wanted or graph.graph_ptr is not None:
        graph = Graph.from_edges(
            graph.edge_index, num_nodes=graph.num_nodes, directed=wanted, node_names=graph.node_names
        )
    return Source(graph, None if x is None else features(x, graph), notes)


def read_pairs(given: Any, graph: Graph, name: str = "pairs") -> npt.NDArray[np.int64]:
    """``(2, k)`` node ids of pairs given by name, or by id where the graph has no names.

    Args:
        given: ``(2, k)``, ``(k, 2)``, a list of tuples, or the first two columns of a DataFrame.
        graph: whose nodes they are.
        name: what messages call it.

    Raises:
        KeyError: a name is not one of the graph's.
        IndexError: an id is not one of the graph's.

    Example:
        >>> path = Graph.from_names(["ann", "bob"], ["bob", "eve"])
        >>> read_pairs([("eve", "ann"), ("bob", "eve")], path).tolist()
        [[2, 1], [0, 2]]
    """
    if hasattr(given, "iloc"):
        if given.shape[1] < 2:
            raise ValueError(f"{name} has {given.shape[1]} columns; give one for each end of a pair")
        given = [given.iloc[:, 0].tolist(), given.iloc[:, 1].tolist()]
    heads, tails = two_rows(given, name)
    return np.stack([read_nodes(heads, graph, name), read_nodes(tails, graph, name)])


def read_nodes(given: Any, graph: Graph, name: str = "nodes") -> npt.NDArray[np.int64]:
    """``(k,)`` node ids of nodes given by name, or by id where the graph has no names; errors as above."""
    values = _array(given)
    if values.ndim != 1:
        raise ValueError(f"{name} has shape {values.shape}, expected (k,)")
    if graph.node_names is not None:
        return graph.node_names.ids(values.tolist(), name)
    if values.size and values.dtype.kind not in "iu":
        raise TypeError(f"{name} holds {values.tolist()[0]!r}, but the nodes have no names; give ids from 0")
    ids = values.astype(np.int64)
    wrong = np.flatnonzero((ids < 0) | (ids >= graph.num_nodes))
    if wrong.size:
        raise IndexError(
            f"{name}[{wrong[0]}] is {ids[wrong[0]]}, but the graph has {graph.num_nodes} nodes "
            f"(ids 0..{graph.num_nodes - 1}); give ids of this graph"
        )
    return ids


def name_of(graph: Graph, node: int) -> Any:
    """The name of a node, or its id where there are no names."""
    return int(node) if graph.node_names is None else graph.node_names[int(node)]


def features(x: Any, graph: Graph) -> Tensor:
    """``(n, features)`` finite floats, of an array or of a :class:`gdgnn.data.tables.NodeTable`."""
    if hasattr(x, "numeric") and hasattr(x, "rows_of"):
        x = _encoded(x, graph)
    num_nodes = graph.num_nodes
    values = x.detach().cpu() if isinstance(x, Tensor) else torch.from_numpy(np.array(x, dtype=np.float32))
    values = values.to(torch.float32)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2 or len(values) != num_nodes:
        raise ValueError(f"x has shape {tuple(values.shape)} for {num_nodes} nodes; give one row for each")
    wrong = (~values.isfinite()).nonzero()
    if len(wrong):
        row, column = wrong[0].tolist()
        raise ValueError(f"x[{row}, {column}] is {values[row, column]}; fill in missing values first")
    return values


def two_rows(given: Any, name: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Heads and tails: of ``(2, m)``, of ``(m, 2)``, or of a list of tuples.

    A ``2 × 2`` array is read as heads above tails, a list of tuples never.
    """
    if isinstance(given, Sequence) and len(given) and all(isinstance(one, tuple) for one in given):
        wrong = next((at for at, one in enumerate(given) if len(one) != 2), None)
        if wrong is not None:
            raise ValueError(f"{name}[{wrong}] is {given[wrong]!r:.80}; expected a tuple of two nodes")
        return _array([one[0] for one in given]), _array([one[1] for one in given])
    if isinstance(given, (list, tuple)) and len(given) == 2:
        heads, tails = _array(given[0]), _array(given[1])
        if heads.ndim == 1 and heads.shape == tails.shape:
            return heads, tails
    array = _array(given)
    if array.ndim == 2 and array.shape[0] == 2:
        return array[0], array[1]
    if array.ndim == 2 and array.shape[1] == 2:
        return array[:, 0], array[:, 1]
    if array.size == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    raise ValueError(f"{name} has shape {array.shape}; give (2, m), heads above tails, or (m, 2)")


def _array(given: Any) -> npt.NDArray[Any]:
    """An array whose strings and numbers stay what they are."""
    if isinstance(given, Tensor):
        return given.detach().cpu().numpy()
    if isinstance(given, np.ndarray):
        return given
    listed = given.tolist() if hasattr(given, "tolist") else list(given)
    if any(isinstance(one, tuple) for one in listed):
        # Tuples here are names, not rows.
        array = np.empty(len(listed), dtype=object)
        array[:] = listed
        return array
    array = np.array(listed, dtype=object)
    kinds = {type(one) for one in array.ravel().tolist()}
    return array.astype(np.int64) if kinds <= {int, np.int64, np.int32} else array


def _encoded(table: Any, graph: Graph) -> npt.NDArray[np.float32]:
    """Numbers standardised, categories one-hot, missing values marked."""
    from gdgnn.data.tables import FeatureEncoding

    names = Names(range(graph.num_nodes)) if graph.node_names is None else graph.node_names
    found = FeatureEncoding.fit(table, names).apply(table, names)
    columns = zip(found.category.T, found.num_categories, strict=True)
    one_hot = [np.eye(count, dtype=np.float32)[column] for column, count in columns]
    return np.concatenate([found.numeric, *one_hot], axis=1)


def _from_columns(heads: npt.NDArray[Any], tails: npt.NDArray[Any], directed: bool | None, x: Any) -> Graph:
    arrows = bool(directed)
    if heads.dtype.kind in "iu" and tails.dtype.kind in "iu":
        count = None if x is None else len(x)
        return Graph.from_edges(np.stack([heads, tails]), num_nodes=count, directed=arrows)
    return Graph.from_names(heads.tolist(), tails.tolist(), directed=arrows)


def _is_table(given: Any) -> bool:
    return (
        isinstance(given, (str, os.PathLike))
        or hasattr(given, "iloc")
        or hasattr(given, "__arrow_c_stream__")
    )


def _from_table(given: Any, directed: bool | None) -> tuple[Graph, tuple[str, ...]]:
    if isinstance(given, (str, os.PathLike)) and (Path(given) / "graph.json").is_file():
        return Graph.load(given), ()
    from gdgnn.data.tables import read_edges

    table = read_edges(given, directed=bool(directed))
    return table.graph, _notes(table.report)


def _notes(report: Any) -> tuple[str, ...]:
    return tuple(str(report).splitlines())
