"""Small graphs, models and loaders that tests of tasks share."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from gdgnn.data import UniformNegatives
from gdgnn.graph import Graph
from gdgnn.loader import LinkGeodesicLoader
from gdgnn.nn import GCN, GDGNN, GIN, Encoder
from gdgnn.tasks import LinkTask, Recipe

MAX_DIST = 3


def small_graph(seed: int = 0, *, nodes: int = 40, edges: int = 70, directed: bool = False) -> Graph:
    """A random graph; the last node has no edge."""
    ends = np.random.default_rng(seed).integers(0, nodes - 1, (2, edges))
    return Graph.from_edges(ends, num_nodes=nodes, directed=directed)


def link_model(encoder: Encoder | None = None, **options: Any) -> GDGNN:
    encoder = GIN(1, 8, num_layers=2, batch_norm=False) if encoder is None else encoder
    return GDGNN.for_links(
        encoder, **({"max_dist": MAX_DIST, "hidden_channels": 8, "scorer_channels": 8} | options)
    )


def gcn(channels: int = 1) -> GCN:
    return GCN(channels, 8, num_layers=2, batch_norm=False)


def train_links(graph: Graph, **options: Any) -> LinkGeodesicLoader:
    settings: dict[str, Any] = {
        "max_dist": MAX_DIST,
        "batch_size": 16,
        "shuffle": True,
        "negatives": UniformNegatives(graph),
        "threads": 1,
    }
    return LinkGeodesicLoader(graph, graph.edge_index, **(settings | options))


def valid_links(graph: Graph, seed: int = 9, count: int = 20, **options: Any) -> LinkGeodesicLoader:
    """Pairs that are no edges of the graph, labeled by a rule that can be learned in part."""
    pairs = UniformNegatives(graph).sample(count, seed=seed)
    near = np.abs(pairs[0] - pairs[1]) < graph.num_nodes // 3
    return LinkGeodesicLoader(
        graph, pairs, near.astype(float), **({"max_dist": MAX_DIST, "threads": 1} | options)
    )


def link_task(graph: Graph, recipe: Recipe | None = None, **options: Any) -> LinkTask:
    torch.manual_seed(3)
    return LinkTask(link_model(dropout=0.2), graph, recipe, **options)


def gradients(module: nn.Module) -> dict[str, Tensor]:
    return {
        name: torch.zeros_like(p) if p.grad is None else p.grad.clone()
        for name, p in module.named_parameters()
    }


def assert_same_tensors(left: dict[str, Tensor], right: dict[str, Tensor], tolerance: float = 0.0) -> None:
    assert left.keys() == right.keys()
    for name in left:
        torch.testing.assert_close(
            left[name], right[name], rtol=tolerance, atol=tolerance, msg=lambda m, n=name: f"{n}: {m}"
        )
