"""Graphs that plain networks cannot tell apart: EXP, BREC and CSL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from gdgnn.data.datasets.graph6 import decode_graph6
from gdgnn.data.datasets.tables import damaged, read_words
from gdgnn.data.datasets.values import Features, GraphsDataset, Ids, PairsDataset

CSL_NODES, CSL_COPIES = 41, 15
CSL_SKIPS = (2, 3, 4, 5, 6, 9, 11, 12, 13, 16)
_Words = Iterator[list[str]]


def read_exp(name: str, folder: Path) -> GraphsDataset:
    """Graphs 2i and 2i + 1 look alike to plain networks and are of different classes.

    The first line counts the graphs. Each begins with its number of nodes and its class; then a line a node:
    its feature, the number of its neighbors, and these.
    """
    file = folder / "GRAPHSAT.txt"
    lines = iter(read_words(file))
    try:
        parts = [_exp_graph(lines) for _ in range(int(next(lines)[0]))]
        features = np.concatenate([feature for feature, _, _ in parts])
        x = np.eye(2, dtype=np.float32)[features]
    except (IndexError, ValueError, StopIteration) as error:
        raise damaged(file, f"a line is not as expected ({error})") from error
    return _side_by_side(
        name, [len(part[0]) for part in parts], [part[1] for part in parts], [part[2] for part in parts], x
    )


def read_brec(name: str, folder: Path) -> PairsDataset:
    """`pairs.tsv`: a category and two graphs in graph6 a line."""
    file = folder / "pairs.tsv"
    pairs, categories = [], []
    for number, words in enumerate(read_words(file), start=1):
        try:
            category, first, second = words
            pairs.append((decode_graph6(first), decode_graph6(second)))
        except ValueError as error:
            raise damaged(file, f"line {number}: {error}") from error
        categories.append(category)
    return PairsDataset(name, tuple(pairs), tuple(categories))


def make_csl(name: str, folder: Path) -> GraphsDataset:
    """Rings of 41 nodes with a second ring of longer steps through them; a class for each length of step.

    15 copies of each, their nodes numbered at random by a fixed seed; nothing is read, there are no features.
    """
    random = np.random.default_rng(0)
    node = np.arange(CSL_NODES)
    edges = []
    for skip in np.repeat(CSL_SKIPS, CSL_COPIES):
        once = np.concatenate([[node, (node + 1) % CSL_NODES], [node, (node + skip) % CSL_NODES]], axis=1)
        relabeled = random.permutation(CSL_NODES)[once]
        edges.append(np.concatenate([relabeled, relabeled[::-1]], axis=1))
    y = np.repeat(np.arange(len(CSL_SKIPS)), CSL_COPIES)
    return _side_by_side(name, [CSL_NODES] * y.size, edges, y.tolist(), None)


def _exp_graph(lines: _Words) -> tuple[list[int], Ids, int]:
    """Features, columns in both directions, and class of the next graph."""
    count, label = map(int, next(lines))
    rows = [[int(word) for word in next(lines)] for _ in range(count)]
    ends = [(node, neighbor) for node, row in enumerate(rows) for neighbor in row[2 : 2 + row[1]]]
    edge_index = np.array(ends, dtype=np.int64).reshape(-1, 2).T
    if edge_index.size and not 0 <= edge_index.min() <= edge_index.max() < count:
        raise ValueError(f"a neighbor is outside 0..{count - 1}")
    return [row[0] for row in rows], edge_index, label


def _side_by_side(
    name: str, nodes: Sequence[int], edges: Sequence[Ids], y: Sequence[int], x: Features | None
) -> GraphsDataset:
    node_ptr, edge_ptr = (
        np.concatenate([[0], np.cumsum(np.asarray(lengths, dtype=np.int64))])
        for lengths in (nodes, [part.shape[1] for part in edges])
    )
    moved = [part + first for part, first in zip(edges, node_ptr, strict=False)]
    return GraphsDataset(name, node_ptr, edge_ptr, np.concatenate(moved, axis=1), np.array(y), x)
