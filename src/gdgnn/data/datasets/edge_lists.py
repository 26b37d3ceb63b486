"""Plain edge lists: small graphs for link prediction, and the three networks of airports."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gdgnn.data.datasets.tables import damaged, read_ids
from gdgnn.data.datasets.values import LinkDataset, NodeDataset
from gdgnn.graph import Graph


def read_links(name: str, folder: Path) -> LinkDataset:
    """`edges.txt`: two ids a line; a third word, a weight, is left aside.

    Nodes are those that have an edge, ascending by their ids in the file, which are kept as names.
    """
    ids = read_ids(folder / "edges.txt", 2)
    nodes, ends = np.unique(ids, return_inverse=True)
    return LinkDataset(name, Graph.from_edges(ends.reshape(ids.shape).T, node_names=nodes))


def read_airports(name: str, folder: Path) -> NodeDataset:
    """`edges.txt` and `labels.txt`, which lists the nodes: an id and a class a line."""
    nodes, y = read_ids(folder / "labels.txt", 2).T
    file = folder / "edges.txt"
    heads, tails = read_ids(file, 2).T
    try:
        graph = Graph.from_names(heads, tails, node_names=nodes)
    except KeyError as error:
        raise damaged(file, f"{error.args[0]}, the nodes that labels.txt lists") from error
    return NodeDataset(name, graph, y.copy())
