"""Knowledge graphs: the relational encoder, a training step, and ranking, beside PyTorch Geometric's RGCN.

    GDGNN_DATA=... python -m benchmarks.knowledge [--set FB15k-237] [--repetitions 3] [--file result.json]

The peer is the same network with `RGCNConv` (and `FastRGCNConv`) for layers of the encoder. Before anything
is timed, both must give the same embeddings.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch_geometric.nn import FastRGCNConv, RGCNConv

from benchmarks import machine
from benchmarks.measure import Contender, race
from gdgnn.data.triples_file import TripleSplit, read_split
from gdgnn.data.triples_known import KnownTriples
from gdgnn.graph import Graph
from gdgnn.nn.relational import RelationalConv, RelationalEncoder, TypedAdjacency
from gdgnn.tasks.knowledge import KnowledgeTask
from gdgnn.tasks.knowledge_config import KnowledgeConfig
from gdgnn.tasks.ranking import rank_triples

OURS = "gdgnn"
MAX_DIST = {"FB15k-237": 3, "WN18RR": 5}


class PeerEncoder(nn.Module):
    """The weights of a relational encoder in PyTorch Geometric's layers."""

    def __init__(self, encoder: RelationalEncoder, kind: type[RGCNConv], graph: Graph) -> None:
        super().__init__()
        self.out_channels, self.condition = encoder.out_channels, "none"
        self.num_relations = encoder.num_relations
        self.convs = nn.ModuleList(_peer_conv(conv, kind) for conv in encoder.convs)
        heads, tails = (torch.from_numpy(ends.astype(np.int64)) for ends in graph.edge_index)
        relation = torch.from_numpy(np.array(graph.relation))
        self.edge_index = torch.stack([torch.cat([heads, tails]), torch.cat([tails, heads])])
        self.kind = torch.cat([relation, relation + graph.num_relations])
        self.num_nodes = graph.num_nodes

    def forward(self, _: object, *, edge_mask: Tensor | None = None, relations: object = None) -> Tensor:
        edge_index, kind = self.edge_index, self.kind
        if edge_mask is not None:
            both = torch.cat([edge_mask, edge_mask])
            edge_index, kind = edge_index[:, both], kind[both]
        degree = torch.bincount(edge_index[1], minlength=self.num_nodes).float()
        x = torch.stack([torch.ones_like(degree), degree.log1p()], dim=1)
        for depth, conv in enumerate(self.convs):
            x = conv(x, edge_index, kind)
            x = x if depth + 1 == len(self.convs) else x.relu()
        return x[:, None]


def _peer_conv(conv: RelationalConv, kind: type[RGCNConv]) -> RGCNConv:
    bases, coefficients = conv.bases[0], conv.coefficients[0]
    peer = kind(bases.shape[1], bases.shape[2], len(coefficients), num_bases=len(bases))
    with torch.no_grad():
        for mine, theirs in (
            (bases, peer.weight),
            (coefficients, peer.comp),
            (conv.root[0], peer.root),
            (conv.bias[0], peer.bias),
        ):
            theirs.copy_(mine)
    return peer


def encoders(graph: Graph, repetitions: int) -> dict[str, Any]:
    """Forward and backward of four layers of 32 channels."""
    torch.manual_seed(0)
    ours = RelationalEncoder(graph.num_relations, 32, 4)
    adjacency = TypedAdjacency(graph)
    networks: dict[str, nn.Module] = {OURS: ours}
    networks |= {kind.__name__: PeerEncoder(ours, kind, graph) for kind in (RGCNConv, FastRGCNConv)}
    with torch.no_grad():
        own = ours(adjacency)
        for name, network in networks.items():
            difference = float((network(adjacency) - own).abs().max())
            assert difference < 1e-4, f"{name} differs by {difference}"

    def contender(network: nn.Module) -> Contender:
        def prepare(repetition: int) -> tuple[int, Callable[[], Any]]:
            mask = torch.ones(graph.num_edges, dtype=torch.bool)
            mask[repetition::1000] = False
            return 1, lambda: network(adjacency, edge_mask=mask).square().mean().backward()

        return prepare

    run = race({name: contender(network) for name, network in networks.items()}, repetitions)
    return run.as_json() | {
        "ratios": {name: round(run.ratio(OURS, name), 1) for name in networks if name != OURS}
    }


def training(split: TripleSplit, graph: Graph, max_dist: int, repetitions: int) -> dict[str, Any]:
    """Positives with 100 negatives each per second, batches of 128; geodesics are prepared beforehand."""
    config = KnowledgeConfig(max_dist=max_dist, heads=50, tails=50, dropout=0.0, fact_dropout=(0.0, 0.0))
    loader = config.loader(split.train, graph)
    start = time.perf_counter()
    batches = [batch for _, batch in zip(range(repetitions), loader, strict=False)]
    loading = (time.perf_counter() - start) / len(batches)
    tasks = {name: KnowledgeTask(config.model(graph.num_relations), graph) for name in (OURS, "RGCNConv")}
    tasks["RGCNConv"].network.encoder = PeerEncoder(tasks["RGCNConv"].network.encoder, RGCNConv, graph)

    def contender(task: KnowledgeTask) -> Contender:
        return lambda repetition: (
            batches[repetition].num_targets,
            lambda: task.train().backward_of(batches[repetition]),
        )

    run = race({name: contender(task) for name, task in tasks.items()}, repetitions)
    return run.as_json() | {
        "ratio": round(run.ratio(OURS, "RGCNConv"), 1),
        "loading_seconds_per_batch": round(loading, 3),
    }


def ranking(split: TripleSplit, graph: Graph, max_dist: int, count: int) -> dict[str, Any]:
    """Pairs per second, end to end: search, encoding, scores and ranks of both sides of some test facts."""
    known = KnownTriples(split.train, split.valid, split.test)
    some = split.test.take(np.random.default_rng(0).permutation(split.test.num_triples)[:count])
    model = KnowledgeConfig(max_dist=max_dist).model(graph.num_relations)
    wall, cpu = time.perf_counter(), time.process_time()
    found = rank_triples(model, graph, some, known)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    pairs = 2 * some.num_triples * graph.num_nodes
    return {
        "facts": some.num_triples,
        "pairs_per_second": float(f"{pairs / wall:.3g}"),
        "pairs_per_processor_second": float(f"{pairs / cpu:.3g}"),
        "median_rank": float(np.median(found.rank())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=list(MAX_DIST), default="FB15k-237")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--facts", type=int, default=100, help="how many test facts to rank")
    parser.add_argument("--only", choices=["encoders", "training", "ranking"])
    parser.add_argument("--file", type=Path, help="where to write the result as JSON")
    options = parser.parse_args()
    root = Path(os.environ["GDGNN_DATA"])
    split = read_split(root / "kg" / "transductive" / options.set / "raw")
    graph, max_dist = split.train.graph(), MAX_DIST[options.set]
    steps: dict[str, Callable[[], dict[str, Any]]] = {
        "encoders": lambda: encoders(graph, options.repetitions),
        "training": lambda: training(split, graph, max_dist, options.repetitions),
        "ranking": lambda: ranking(split, graph, max_dist, options.facts),
    }
    result: dict[str, Any] = {"machine": machine.description(), "set": options.set, "max_dist": max_dist}
    for name, step in steps.items():
        if options.only in (None, name):
            result[name] = step()
            print(json.dumps({name: result[name]}, indent=1), flush=True)
    if options.file is not None:
        options.file.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
