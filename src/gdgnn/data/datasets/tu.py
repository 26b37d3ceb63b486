"""Sets of graphs in the text files of TUDataset."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gdgnn.data.datasets.tables import damaged, read_whole_numbers, smallest
from gdgnn.data.datasets.values import Features, GraphsDataset, Ids


def read_tu(name: str, folder: Path) -> GraphsDataset:
    """Graphs with their node and edge labels one-hot, as PyTorch Geometric's `TUDataset` has them by default.

    Loops are dropped, repeated edges merged; `node_attributes` are left aside, as there.
    """
    prefix = folder.parent.name
    files = {
        part: folder / f"{prefix}_{part}.txt"
        for part in ("A", "graph_indicator", "graph_labels", "node_labels", "edge_labels")
    }
    graph_of_node = read_whole_numbers(files["graph_indicator"], 1)[:, 0] - 1
    classes = read_whole_numbers(files["graph_labels"], 1)[:, 0]
    edge_index = read_whole_numbers(files["A"], 2).T - 1
    _check(graph_of_node, classes.size, edge_index, files)
    edge_index, kept = _without_repeats(edge_index, graph_of_node.size)
    graph_of_edge = graph_of_node[edge_index[0]]
    node_label, edge_label = (_one_hot(files[part]) for part in ("node_labels", "edge_labels"))
    return GraphsDataset(
        name,
        _ptr(graph_of_node, classes.size),
        _ptr(graph_of_edge, classes.size),
        smallest(edge_index),
        y=np.unique(classes, return_inverse=True)[1].reshape(-1),
        x=node_label,
        edge_attr=None if edge_label is None else edge_label[kept],
    )


def _check(graph_of_node: Ids, graphs: int, edge_index: Ids, files: dict[str, Path]) -> None:
    if (np.diff(graph_of_node) < 0).any() or not 0 <= graph_of_node[0] <= graph_of_node[-1] < graphs:
        raise damaged(
            files["graph_indicator"], f"its numbers do not rise from 1 to {graphs}, the number of graphs"
        )
    if edge_index.min(initial=0) < 0 or edge_index.max(initial=0) >= graph_of_node.size:
        raise damaged(files["A"], f"it names a node outside 1..{graph_of_node.size}")
    if (graph_of_node[edge_index[0]] != graph_of_node[edge_index[1]]).any():
        raise damaged(files["A"], "an edge joins two graphs")


def _without_repeats(edge_index: Ids, nodes: int) -> tuple[Ids, Ids]:
    """Distinct columns without loops, ascending, and which of the given columns they are."""
    whole = np.flatnonzero(edge_index[0] != edge_index[1])
    heads, tails = edge_index[:, whole]
    _, first = np.unique(heads * nodes + tails, return_index=True)
    kept = whole[first]
    return edge_index[:, kept], kept


def _ptr(graph_of: Ids, graphs: int) -> Ids:
    return np.concatenate([[0], np.cumsum(np.bincount(graph_of, minlength=graphs))])


def _one_hot(file: Path) -> Features | None:
    if not file.is_file():
        return None
    label = read_whole_numbers(file, 1)[:, 0]
    column = label - label.min()
    rows = np.zeros((label.size, int(column.max()) + 1), dtype=np.float32)
    rows[np.arange(label.size), column] = 1
    return rows
