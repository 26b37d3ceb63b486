"""The public sets of graphs that 1-WL cannot tell apart, read or made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gdgnn.graph import Graph

CSL_SKIPS = (2, 3, 4, 5, 6, 9, 11, 12, 13, 16)
"""One class of CSL for each: cycles of 41 nodes, and links that skip so many of them."""


@dataclass(frozen=True)
class GraphPair:
    """Two graphs that differ.

    Attributes:
        category: a part of the set, with a difficulty of its own.
        first, second: the graphs.
    """

    category: str
    first: Graph
    second: Graph


def brec(data_dir: Path) -> list[GraphPair]:
    """BREC: 400 pairs in seven categories, from ``expressive/brec/pairs.tsv``.

    Raises:
        FileNotFoundError: the file is not there.
    """
    lines = _text(data_dir / "expressive" / "brec" / "pairs.tsv").splitlines()
    rows = (line.split("\t") for line in lines)
    return [GraphPair(category, from_graph6(one), from_graph6(other)) for category, one, other in rows]


def exp(data_dir: Path) -> tuple[list[Graph], list[list[int]], list[int]]:
    """EXP: 1,200 graphs, neighbors in the list forming 600 pairs, from ``expressive/exp/GRAPHSAT.txt``.

    Returns:
        Graphs, the binary feature of each of their nodes, and their classes.

    Raises:
        FileNotFoundError: the file is not there.
    """
    lines = iter(_text(data_dir / "expressive" / "exp" / "GRAPHSAT.txt").splitlines())
    graphs, features, classes = [], [], []
    for _ in range(int(next(lines))):
        num_nodes, label = map(int, next(lines).split())
        nodes = [[int(word) for word in next(lines).split()] for _ in range(num_nodes)]
        ends = [(node, neighbor) for node, row in enumerate(nodes) for neighbor in row[2:]]
        # Each edge is written down at both of its ends.
        once = np.array([pair for pair in ends if pair[0] < pair[1]]).T
        graphs.append(Graph.from_edges(once, num_nodes=num_nodes))
        features.append([row[0] for row in nodes])
        classes.append(label)
    return graphs, features, classes


def csl_graph(skip: int) -> Graph:
    """The graph of one class of CSL.

    Example:
        >>> csl_graph(2)
        Graph(undirected, 41 nodes, 82 edges)
    """
    ring = np.arange(41)
    return Graph.from_edges(
        np.concatenate([[ring, (ring + 1) % 41], [ring, (ring + skip) % 41]], axis=1), num_nodes=41
    )


def random_regular(degree: int, num_nodes: int, rng: np.random.Generator) -> Graph:
    """A graph drawn uniformly among all simple ones whose nodes have this degree.

    Stubs are paired at random until no loop and no double edge comes up.

    Example:
        >>> random_regular(3, 16, np.random.default_rng(0))
        Graph(undirected, 16 nodes, 24 edges)
    """
    stubs = np.repeat(np.arange(num_nodes), degree)
    while True:
        ends = np.sort(rng.permutation(stubs).reshape(2, -1), axis=0)
        keys = ends[0] * num_nodes + ends[1]
        if (ends[0] != ends[1]).all() and len(np.unique(keys)) == len(keys):
            return Graph.from_edges(ends, num_nodes=num_nodes)


def relabeled(graph: Graph, rng: np.random.Generator) -> Graph:
    """The same graph with its nodes in random order."""
    order = rng.permutation(graph.num_nodes)
    return Graph.from_edges(order[graph.edge_index], num_nodes=graph.num_nodes)


def from_graph6(text: str) -> Graph:
    """A graph of at most 258,047 nodes from its graph6 form.

    Example:
        >>> from_graph6("Bw").edge_index.tolist()
        [[0, 0, 1], [1, 2, 2]]
    """
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8).astype(np.int64) - 63
    if codes[0] < 63:
        num_nodes, codes = int(codes[0]), codes[1:]
    else:
        num_nodes, codes = int(codes[1] << 12 | codes[2] << 6 | codes[3]), codes[4:]
    bits = (codes[:, None] >> np.arange(5, -1, -1) & 1).reshape(-1)
    # graph6 lists the upper triangle column by column, which is the lower one row by row.
    larger, smaller = np.tril_indices(num_nodes, -1)
    edge = bits[: len(larger)].astype(bool)
    ends = np.stack([smaller[edge], larger[edge]])
    return Graph.from_edges(ends[:, np.lexsort(ends[::-1])], num_nodes=num_nodes)


def _text(file: Path) -> str:
    if not file.is_file():
        raise FileNotFoundError(f"no {file}; name the folder that holds expressive/ with --data-dir")
    return file.read_text(encoding="utf-8")
