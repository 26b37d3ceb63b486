"""Graphs from whatever users have."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor

from gdgnn.estimators.columns import array_of, two_rows
from gdgnn.estimators.node_features import features, goes_by_name, told_of_features
from gdgnn.graph import Graph


@dataclass(frozen=True, eq=False)
class Source:
    """A graph and what came with it.

    Attributes:
        graph: without relations.
        x: ``(n, features)`` float, or None.
        notes: what one should know about how it was read.
        by_name: whether nodes were numbered here, as their names came: nobody else knows their order.
    """

    graph: Graph
    x: Tensor | None = None
    notes: tuple[str, ...] = ()
    by_name: bool = False


def read_graph(given: Any, *, directed: bool | None = None, x: Any = None) -> Source:
    """The graph of a path, DataFrame, array, networkx graph, PyG `Data`, scipy matrix, data set or `Graph`.

    Args:
        given: what holds the edges; an :class:`gdgnn.data.tables.EdgeTable` as well.
        directed: whether arrows count; None: as the input says, and no where it says nothing.
        x: node features, see :func:`features`; by default those of a `Data` or data set.

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
    ours = False
    if isinstance(given, Graph):
        graph = given
    elif isinstance(getattr(given, "graph", None), Graph):
        graph, notes = given.graph, _notes(getattr(given, "report", ""))
        x = getattr(given, "x", None) if x is None else x
    elif hasattr(given, "edge_index") and hasattr(given, "num_nodes"):
        graph = Graph.from_pyg(given, directed=directed)
        x = getattr(given, "x", None) if x is None else x
    elif callable(getattr(given, "is_directed", None)) and hasattr(given, "adj"):
        graph = Graph.from_networkx(given)
    elif hasattr(given, "tocoo"):
        graph = Graph.from_scipy(given, directed=directed)
    elif _is_table(given):
        graph, notes = _from_table(given, directed)
        ours = not isinstance(given, (str, os.PathLike)) or not _is_saved(given)
    else:
        graph, ours = _from_columns(*two_rows(given, "edges"), directed, x), True
    ours = ours and graph.node_names is not None
    if ours and x is not None and not goes_by_name(x):
        raise ValueError(
            "nodes go by name here, and rows of x do not say whose they are; give a DataFrame with the names "
            "for its index, or what gdgnn.data.tables.read_nodes returns"
        )
    wanted = graph.directed if directed is None else directed
    notes += tuple(_unused(given, graph))
    if graph.directed and directed is None and _says_nothing_of_arrows(given):
        notes += ("arrows count, as not every edge is there both ways; directed=False ignores them",)
    if graph.relation is not None or graph.directed != wanted or graph.graph_ptr is not None:
        graph = Graph.from_edges(
            graph.edge_index, num_nodes=graph.num_nodes, directed=wanted, node_names=graph.node_names
        )
    notes += told_of_features(x, graph)
    return Source(graph, None if x is None else features(x, graph), notes, ours)


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
        if given.ndim != 2 or given.shape[1] < 2:
            raise ValueError(f"{name} has shape {given.shape}; give a column for each end of a pair")
        given = [given.iloc[:, 0].tolist(), given.iloc[:, 1].tolist()]
    heads, tails = two_rows(given, name)
    return np.stack([read_nodes(heads, graph, name), read_nodes(tails, graph, name)])


def read_nodes(given: Any, graph: Graph, name: str = "nodes") -> npt.NDArray[np.int64]:
    """``(k,)`` node ids of nodes given by name, or by id where the graph has no names; errors as above."""
    values = array_of(given, name)
    if values.ndim != 1:
        raise ValueError(f"{name} has shape {values.shape}, expected (k,)")
    if graph.node_names is not None:
        return _ids_of(values.tolist(), graph, name)
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


def _ids_of(values: list[Any], graph: Graph, name: str) -> npt.NDArray[np.int64]:
    names = graph.node_names
    assert names is not None
    try:
        return names.ids(values, name)
    except KeyError as error:
        at, value = next((at, value) for at, value in enumerate(values) if value not in names)
        other = _as_other_type(value)
        if other is None or other not in names:
            raise
        text = f"{name}[{at}] is {value!r}, but the nodes are named as {other!r} is; give that"
        raise KeyError(text) from error


def _as_other_type(value: Any) -> str | int | None:
    """Text as a number, and a number as text."""
    if isinstance(value, str):
        return int(value) if value.isdecimal() and str(int(value)) == value else None
    return str(value)


def _from_columns(heads: npt.NDArray[Any], tails: npt.NDArray[Any], directed: bool | None, x: Any) -> Graph:
    arrows = bool(directed)
    if heads.dtype.kind in "iu" and tails.dtype.kind in "iu":
        count = None if x is None or hasattr(x, "rows_of") else len(x)
        return Graph.from_edges(np.stack([heads, tails]), num_nodes=count, directed=arrows)
    return Graph.from_names(heads.tolist(), tails.tolist(), directed=arrows)


def _is_table(given: Any) -> bool:
    return (
        isinstance(given, (str, os.PathLike, Mapping))
        or hasattr(given, "iloc")
        or hasattr(given, "__arrow_c_stream__")
    )


def _is_saved(given: str | os.PathLike[str]) -> bool:
    return (Path(given) / "graph.json").is_file()


def _from_table(given: Any, directed: bool | None) -> tuple[Graph, tuple[str, ...]]:
    if isinstance(given, (str, os.PathLike)) and _is_saved(given):
        return Graph.load(given), ()
    from gdgnn.data.tables import read_edges

    table = read_edges(given, directed=bool(directed))
    return table.graph, _notes(table.report)


def _notes(report: Any) -> tuple[str, ...]:
    return tuple(str(report).splitlines())


def _says_nothing_of_arrows(given: Any) -> bool:
    """Whether it was guessed if arrows count: of a PyG `Data` or a scipy matrix."""
    return not isinstance(given, Graph) and (hasattr(given, "tocoo") or hasattr(given, "edge_index"))


def _unused(given: Any, graph: Graph) -> Iterator[str]:
    """What was given, and is not looked at."""
    if graph.relation is not None:
        yield "relations are not looked at here; KnowledgeGraphCompleter does"
    for name in ("edge_attr", "edge_weight", "weight"):
        if getattr(given, name, None) is not None:
            yield f"{name} is not looked at; which nodes are joined is all that counts"
