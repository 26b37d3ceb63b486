"""What networks with random weights tell apart: no training, so no luck with it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from rich.progress import track
from torch import Tensor

from gdgnn.experiments.expressive.batch import Batch
from gdgnn.experiments.expressive.record import RESULTS, read, write
from gdgnn.experiments.expressive.sets import GraphPair, brec, relabeled
from gdgnn.graph import Graph
from gdgnn.nn import GDGNN, GIN, NodeContext

DIFFERENCE = 1e-9
"""Embeddings differ from this relative distance on; relabeling moves them by about 1e-15."""

CHUNK = 10
"""How many pairs of graphs are embedded at a time."""


@dataclass(frozen=True, kw_only=True)
class Network:
    """A network to try.

    Attributes:
        context: what nodes see of one another.
        max_dist: how far they see.
        pair_layers, exchange: as in :meth:`GDGNN.for_subgraphs`.
        depth: of the encoder, a GIN without batch normalization.
        channels: of every layer.
    """

    context: NodeContext = "vertical+degree"
    max_dist: int = 10
    pair_layers: int = 0
    exchange: bool = False
    depth: int = 4
    channels: int = 16

    def drawn(self, seed: int) -> GDGNN:
        """The network with weights drawn by this seed, in float64."""
        torch.manual_seed(seed)
        encoder = GIN(1, self.channels, self.depth, batch_norm=False)
        return GDGNN.for_subgraphs(
            encoder,
            max_dist=self.max_dist,
            context=self.context,
            hidden_channels=self.channels,
            pair_layers=self.pair_layers,
            exchange=self.exchange,
        ).double()

    @torch.no_grad()
    def embeddings(self, graphs: Sequence[Graph], draws: int) -> Tensor:
        """``(draws, graphs, channels)``: the embedding of each graph by each network."""
        batch = Batch.of(graphs, max_dist=self.max_dist, joined=self.pair_layers > 0)
        return torch.stack([batch.embeddings(self.drawn(seed)) for seed in range(draws)])


NETWORKS = (
    Network(context="none", max_dist=0),
    Network(context="neighbors+distance"),
    Network(context="vertical"),
    Network(max_dist=4),
    Network(),
    Network(pair_layers=4),
    Network(pair_layers=4, exchange=True),
    Network(pair_layers=8, exchange=True),
)


def differences(network: Network, pairs: Sequence[GraphPair], draws: int) -> tuple[Tensor, float]:
    """How far apart the embeddings of two graphs are, and how far those of one graph relabeled.

    Returns:
        ``(draws, pairs)`` relative distances, and the largest one between two numberings of a graph.
    """
    apart, noise = [], 0.0
    rng = np.random.default_rng(0)
    for at in range(0, len(pairs), CHUNK):
        part = pairs[at : at + CHUNK]
        graphs = [graph for pair in part for graph in (pair.first, pair.second)]
        found = network.embeddings([*graphs, relabeled(graphs[0], rng)], draws)
        first, second = found[:, 0:-1:2], found[:, 1:-1:2]
        apart.append((first - second).norm(dim=2) / first.norm(dim=2))
        noise = max(noise, float(((found[:, -1] - found[:, 0]).norm(dim=1) / found[:, 0].norm(dim=1)).max()))
    return torch.cat(apart, dim=1), noise


def brec_untrained(data_dir: Path, draws: int = 2, folder: Path = RESULTS) -> None:
    """Count the pairs of BREC that random networks tell apart, for each that is not in the file yet."""
    pairs = brec(data_dir)
    result = read("brec-untrained", folder)
    networks: list[dict[str, object]] = result.setdefault("networks", [])
    result["difference"] = DIFFERENCE
    for network in track(NETWORKS, "BREC, random networks"):
        known = asdict(network)
        if any(row["network"] == known and row["draws"] == draws for row in networks):
            continue
        start = time.process_time()
        apart, noise = differences(network, pairs, draws)
        seconds = (time.process_time() - start) / draws
        told = apart > DIFFERENCE
        counts = Counter({pair.category: 0 for pair in pairs})
        for pair, any_draw in zip(pairs, told.any(dim=0).tolist(), strict=True):
            counts[pair.category] += any_draw
        networks.append(
            {
                "network": known,
                "draws": draws,
                "told": int(told.any(dim=0).sum()),
                "told_by_draw": told.sum(dim=1).tolist(),
                **counts,
                "relabeling_noise": noise,
                "smallest_difference": float(apart[told].min()) if told.any() else None,
                "processor_seconds_a_draw": round(seconds, 2),
            }
        )
        print(f"  {known}: {networks[-1]['told']} of {len(pairs)}, {seconds:.1f} s a draw")
        write("brec-untrained", result, folder)
