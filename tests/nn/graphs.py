"""Graphs that tests of networks share, and their geodesics as networks take them."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn import Graph, geodesics
from gdgnn.inputs import NodeGeodesics, PairGeodesics

Ids = npt.NDArray[np.int64]


def random_graph(num_nodes: int, num_edges: int, seed: int, *, directed: bool = False) -> Graph:
    """A random graph; the last two nodes have no edge."""
    ends = np.random.default_rng(seed).integers(0, num_nodes - 2, (2, num_edges))
    return Graph.from_edges(ends, num_nodes=num_nodes, directed=directed)


def edge_index_of(graph: Graph) -> Tensor:
    found: Tensor = graph.to_pyg().edge_index
    return found


def random_pairs(graph: Graph, count: int, seed: int) -> Ids:
    return np.random.default_rng(seed).integers(0, graph.num_nodes, (2, count))


def pair_geodesics(graph: Graph, pairs: npt.ArrayLike, max_dist: int) -> PairGeodesics:
    return PairGeodesics.from_engine(
        pairs,
        max_dist=max_dist,
        vertical=geodesics.vertical(graph, pairs, max_dist=max_dist, num_paths=True),
        horizontal=geodesics.horizontal(graph, pairs, max_dist=max_dist),
    )


def node_geodesics(graph: Graph, max_dist: int, nodes: Ids | None = None) -> NodeGeodesics:
    targets = np.arange(graph.num_nodes) if nodes is None else nodes
    found = geodesics.neighborhoods(graph, targets, max_dist=max_dist)
    return NodeGeodesics.from_engine(found, targets, max_dist)


def torus(steps: list[tuple[int, int]]) -> Graph:
    """The 4×4 torus whose nodes are joined by the given steps and their opposites."""
    rows = [
        (4 * x + y, 4 * ((x + dx) % 4) + (y + dy) % 4)
        for x, y in product(range(4), repeat=2)
        for dx, dy in steps
    ]
    return Graph.from_edges(np.array(rows).T)


def shrikhande() -> Graph:
    return torus([(1, 0), (0, 1), (1, 1)])


def rook() -> Graph:
    return torus([(1, 0), (2, 0), (0, 1), (0, 2)])


def relabeled(graph: Graph, order: Ids) -> Graph:
    """Node v becomes order[v]."""
    return Graph.from_edges(order[graph.edge_index], num_nodes=graph.num_nodes, directed=graph.directed)


def assert_close(actual: Tensor, expected: Tensor, tolerance: float = 1e-5) -> None:
    torch.testing.assert_close(actual, expected, rtol=tolerance, atol=tolerance)


def assert_calm(loss: Tensor, module: torch.nn.Module) -> None:
    """The loss and all gradients it leads to are finite."""
    assert loss.isfinite()
    loss.backward()
    for name, parameter in module.named_parameters():
        assert parameter.grad is None or parameter.grad.isfinite().all(), name
