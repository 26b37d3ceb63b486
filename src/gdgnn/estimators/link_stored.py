"""A link predictor from what was saved of it."""

from __future__ import annotations

import numpy as np
import torch

from gdgnn.estimators.folder import Parts
from gdgnn.estimators.link_scores import LinkScores, NetworkScores, TreeScores
from gdgnn.estimators.link_settings import LinkSettings
from gdgnn.estimators.link_training import inputs_of
from gdgnn.estimators.node_features import features
from gdgnn.estimators.source import Source
from gdgnn.estimators.training import device_of
from gdgnn.estimators.trees import Trees
from gdgnn.estimators.weights import fill
from gdgnn.heuristics import pair_scalars


def rebuilt(
    settings: LinkSettings, parts: Parts, *, seed: int, threads: int | None, device: str
) -> tuple[Source, LinkScores]:
    """What answers, after a look that the tensors are those of these settings.

    Raises:
        ValueError: they are not.
    """
    if parts.graph is None:
        raise ValueError("the graph is missing")
    graph, tensors = parts.graph, dict(parts.tensors)
    x = tensors.pop("x", None)
    source = Source(graph, None if x is None else features(x, graph))
    if settings.kind == "instant":
        nothing = np.empty((2, 0), np.int64)
        asked = pair_scalars(graph, nothing, max_dist=settings.max_dist, walks=settings.walks)
        return source, TreeScores(
            Trees.from_tensors(tensors, len(asked.names)), settings, graph, threads=threads
        )
    inputs = inputs_of(graph, source.x)
    # Without memory at first: settings may ask for a network of any size.
    with torch.device("meta"):
        network = settings.network(inputs.in_channels, directed=graph.directed)
    fill(network, tensors)
    return source, NetworkScores(
        network, settings, inputs, seed=seed, threads=threads, device=device_of(device)
    )
