"""Knowledge graphs: the relational encoder, a training step, and ranking, each beside its peers.

    GDGNN_DATA=... python -m benchmarks.knowledge [--set FB15k-237] [--only ranking] [--facts 2000]

Peers of the encoder are the same weights in the layers of `knowledge_peers.py`: before anything is timed, all
must give the same embeddings. The peer of ranking is a small NBFNet, `bellman_ford.py`, asked a sample of the
queries. Results of steps that are not run stay in `results/knowledge.json`.
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
from torch import nn

from benchmarks import machine
from benchmarks.bellman_ford import BellmanFord
from benchmarks.knowledge_peers import PEERS, PeerEncoder
from benchmarks.measure import Contender, race, within
from benchmarks.peak import forget_peak, resident
from gdgnn.data.triples import Triples
from gdgnn.data.triples_file import TripleSplit, read_split
from gdgnn.data.triples_known import KnownTriples
from gdgnn.graph import Graph
from gdgnn.nn.relational import RelationalEncoder, TypedAdjacency
from gdgnn.tasks.knowledge import KnowledgeTask
from gdgnn.tasks.knowledge_config import KnowledgeConfig
from gdgnn.tasks.ranking import rank_triples

OURS = "gdgnn"
MAX_DIST = {"FB15k-237": 3, "WN18RR": 5}
CHANNELS = 32
FILE = Path(__file__).parent / "results" / "knowledge.json"


def encoders(graph: Graph, repetitions: int) -> dict[str, Any]:
    """Forward and backward of four layers."""
    torch.manual_seed(0)
    ours = RelationalEncoder(graph.num_relations, CHANNELS, 4)
    adjacency = TypedAdjacency(graph)
    networks: dict[str, nn.Module] = {OURS: ours}
    networks |= {name: PeerEncoder(ours, name, graph) for name in PEERS}
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
    return {"rates": run.as_json(), "ratios": {name: round(run.ratio(OURS, name), 1) for name in PEERS}}


def training(split: TripleSplit, graph: Graph, config: KnowledgeConfig, repetitions: int) -> dict[str, Any]:
    """Positives with 100 negatives each per second, batches of 128; geodesics are prepared beforehand."""
    loader = config.loader(split.train, graph)
    start = time.perf_counter()
    batches = [batch for _, batch in zip(range(repetitions), loader, strict=False)]
    loading = (time.perf_counter() - start) / len(batches)
    tasks = {name: KnowledgeTask(config.model(graph.num_relations), graph) for name in (OURS, *PEERS)}
    for name in PEERS:
        tasks[name].network.encoder = PeerEncoder(tasks[name].network.encoder, name, graph)

    def contender(task: KnowledgeTask) -> Contender:
        return lambda repetition: (
            batches[repetition].num_targets,
            lambda: task.train().backward_of(batches[repetition]),
        )

    run = race({name: contender(task) for name, task in tasks.items()}, repetitions)
    return {
        "negatives": config.heads + config.tails,
        "rates": run.as_json(),
        "ratios": {name: round(run.ratio(OURS, name), 1) for name in PEERS},
        "loading_seconds_per_batch": round(loading, 3),
    }


def ranking(split: TripleSplit, graph: Graph, config: KnowledgeConfig, count: int | None) -> dict[str, Any]:
    """Pairs per second, end to end: search, encoding, scores and filtered ranks, both sides of test facts."""
    known = KnownTriples(split.train, split.valid, split.test)
    order = np.random.default_rng(0).permutation(split.test.num_triples)
    some = split.test.take(np.sort(order[:count]))
    model = config.model(graph.num_relations)
    forget_peak()
    wall, cpu = time.perf_counter(), time.process_time()
    found = rank_triples(model, graph, some, known)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resident("VmHWM")
    pairs = 2 * some.num_triples * graph.num_nodes
    return {
        "queries": 2 * some.num_triples,
        "of_queries": 2 * split.test.num_triples,
        "entities": graph.num_nodes,
        "channels": config.hidden_channels,
        "seconds": round(wall, 1),
        "processors": round(cpu / wall, 2),
        "pairs_per_second": float(f"{pairs / wall:.3g}"),
        "pairs_per_processor_second": float(f"{pairs / cpu:.3g}"),
        "peak_gib": round(peak / 2**30, 2),
        "median_rank_untrained": float(np.median(found.rank())),
    }


def bellman_ford(graph: Graph, test: Triples, seconds: float, batch_size: int = 2) -> dict[str, Any]:
    """Pairs per second of the peer of ranking, on queries drawn from both sides of the test facts."""
    torch.manual_seed(0)
    model = BellmanFord(graph, channels=CHANNELS, num_layers=6).eval()
    head, relation, tail = torch.from_numpy(test.ids.copy())
    order = torch.randperm(2 * test.num_triples)
    source = torch.cat([head, tail])[order].split(batch_size)
    step = torch.cat([relation, relation + graph.num_relations])[order].split(batch_size)
    forget_peak()
    with torch.no_grad():
        model(source[0], step[0])
        cpu, wall = time.process_time(), time.perf_counter()
        _, answers = within(seconds, lambda both: model(*both).shape[0], zip(source, step, strict=True))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    pairs = sum(answers) * graph.num_nodes
    return {
        "layers": 6,
        "channels": CHANNELS,
        "queries": sum(answers),
        "seconds": round(wall, 1),
        "processors": round(cpu / wall, 2),
        "pairs_per_second": float(f"{pairs / wall:.3g}"),
        "pairs_per_processor_second": float(f"{pairs / cpu:.3g}"),
        "peak_gib": round(resident("VmHWM") / 2**30, 2),
    }


def steps_of(name: str, options: argparse.Namespace) -> dict[str, Callable[[], dict[str, Any]]]:
    """What is measured on one set of facts."""
    split = read_split(Path(os.environ["GDGNN_DATA"]) / "kg" / "transductive" / name / "raw")
    graph = split.train.graph()
    config = KnowledgeConfig(
        max_dist=MAX_DIST[name],
        hidden_channels=CHANNELS,
        scorer_channels=CHANNELS,
        pool_channels=CHANNELS,
        relation_channels=CHANNELS,
        heads=50,
        tails=50,
        dropout=0.0,
        fact_dropout=(0.0, 0.0),
    )
    return {
        "encoders": lambda: encoders(graph, options.repetitions),
        "training": lambda: training(split, graph, config, options.repetitions),
        "ranking": lambda: ranking(split, graph, config, options.facts),
        "bellman_ford": lambda: bellman_ford(graph, split.test, options.seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=list(MAX_DIST), help="one of the two; both by default")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--facts", type=int, help="how many test facts to rank; all by default")
    parser.add_argument("--seconds", type=float, default=30, help="how long the peer of ranking is asked")
    parser.add_argument("--only", choices=["encoders", "training", "ranking", "bellman_ford"])
    parser.add_argument("--file", type=Path, default=FILE, help="where to write the result as JSON")
    options = parser.parse_args()
    result: dict[str, Any] = {"sets": {}}
    if options.file.exists():
        result = json.loads(options.file.read_text())
    for name in [options.set] if options.set else list(MAX_DIST):
        measured = result["sets"].setdefault(name, {"max_dist": MAX_DIST[name]})
        for step, run in steps_of(name, options).items():
            if options.only in (None, step):
                measured[step] = run()
                print(json.dumps({name: {step: measured[step]}}, indent=1), flush=True)
                result["machine"] = machine.description()
                options.file.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
