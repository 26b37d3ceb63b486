"""Many graphs from whatever users have."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.estimators.class_training import with_degree
from gdgnn.estimators.node_features import features
from gdgnn.estimators.source import read_graph
from gdgnn.graph import Graph, Names


@dataclass(frozen=True, eq=False)
class GraphSources:
    """Graphs as networks take them.

    Attributes:
        graphs: with the same `x`, `edge_index` and `num_nodes`; degrees are the last column of `x`.
        y: a label for each, if they came with labels.
        names: of the graphs, if they have any.
        notes: what one should know about how they were read.
        features: how many features each node came with; 0: none.
    """

    graphs: tuple[Data, ...]
    y: list[Any] | None = None
    names: Names | None = None
    notes: tuple[str, ...] = ()
    features: int = 0

    def ids_of(self, names: list[Any]) -> npt.NDArray[np.int64]:
        """The positions of graphs by name, or by number where they have no names."""
        known = Names(range(len(self.graphs))) if self.names is None else self.names
        return known.ids(names, "y")

    def tensors(self) -> list[Tensor]:
        """All that tells these graphs from others."""
        return [
            torch.cat([one.x for one in self.graphs]),
            torch.cat([one.edge_index for one in self.graphs], dim=1),
            torch.tensor([one.num_nodes for one in self.graphs]),
        ]


def read_graphs(given: Any, *, directed: bool | None, graph: str | None = None) -> GraphSources:
    """The graphs of a list, a PyG dataset, or a table with a column that tells them apart.

    Raises:
        ValueError: there are none; a table has no such column; only some have features, or another number.

    Example:
        >>> triangle = Graph.from_edges([[0, 1, 2], [1, 2, 0]])
        >>> read_graphs([triangle, triangle], directed=None).graphs[0].x.shape
        torch.Size([3, 2])
    """
    if isinstance(given, (Graph, Data)) or (hasattr(given, "adj") and hasattr(given, "is_directed")):
        raise TypeError(f"graphs is a single {type(given).__name__}; give a list of graphs")
    notes: tuple[str, ...] = ()
    table = given if hasattr(given, "graph_names") else None
    if isinstance(given, (str, os.PathLike)) or hasattr(given, "iloc"):
        from gdgnn.data.tables import read_edges

        if graph is None:
            raise ValueError("a table needs graph=: the column that tells graphs apart")
        table = read_edges(given, graph=graph, directed=bool(directed))
    if table is not None:
        notes = tuple(str(table.report).splitlines())
        parts = tuple(_data(one, directed) for one in table.graphs())
        return GraphSources(parts, None, table.graph_names, notes)
    if not isinstance(given, Iterable) and not hasattr(given, "__getitem__"):
        raise TypeError(f"graphs is a {type(given).__name__}; give a list of graphs, or a table")
    graphs = list(given)
    widths = sorted({_width(one) for one in graphs})
    if len(widths) > 1:
        raise ValueError(
            f"graphs have {' or '.join(map(str, widths))} features; give all the same ones, or none to any"
        )
    if any(getattr(one, "edge_attr", None) is not None for one in graphs):
        notes = (*notes, "edge_attr is not looked at; which nodes are joined is all that counts")
    return GraphSources(
        tuple(_data(one, directed) for one in graphs),
        _labels(graphs, getattr(given, "split", None)),
        notes=notes,
        features=widths[0] if widths else 0,
    )


def _labels(graphs: list[Any], split: Any) -> list[Any] | None:
    """The labels that graphs came with; those of the test part of an official split are kept back."""
    labels = [getattr(one, "y", None) for one in graphs]
    if not graphs or any(label is None for label in labels):
        return None
    seen = range(len(graphs)) if split is None else [*split.train.tolist(), *split.valid.tolist()]
    found: list[Any] = [None] * len(graphs)
    for at in seen:
        found[at] = _plain(labels[at])
    return found


def _width(given: Any) -> int:
    """How many features a node has; 0: none."""
    x = getattr(given, "x", None)
    return 0 if x is None else int(np.prod(tuple(x.shape)[1:], dtype=int))


def _data(given: Any, directed: bool | None) -> Data:
    source = read_graph(given, directed=directed)
    graph: Graph = source.graph
    x = None if source.x is None else features(source.x, graph)
    edge_index = graph.to_pyg().edge_index
    return Data(
        x=with_degree(x, graph.num_nodes, edge_index), edge_index=edge_index, num_nodes=graph.num_nodes
    )


def _plain(label: Any) -> Any:
    values = np.asarray(label).ravel().tolist()
    if len(values) != 1:
        raise ValueError(f"a graph has {len(values)} labels; give y with one for each graph")
    return values[0]
