"""Training and scoring with geodesics beside a plain network: ``python -m benchmarks.training``.

A step is all of it: drawing negatives, searching geodesics (ahead, in the background), encoding the whole
graph with the targets hidden, scoring, going back, moving the weights. Every contender takes its turn in one
process. Results go to ``results/training.json``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import torch
from torch_geometric.data import Data
from torch_geometric.nn import GCNConv

from benchmarks import machine
from benchmarks.measure import Contender, Race, race
from benchmarks.native import HERE
from benchmarks.peak import peak_of
from benchmarks.subjects import FULL, QUICK, Report, Size, edge_list, graph_of
from benchmarks.workloads import BUILD, DATA
from gdgnn import Graph
from gdgnn.data import UniformNegatives
from gdgnn.data.datasets import load
from gdgnn.loader import GraphGeodesicLoader, LinkBatch, LinkGeodesicLoader
from gdgnn.nn import GCN, GDGNN, GIN, AtomEncoder
from gdgnn.tasks import GraphTask, LinkTask, Recipe, keep_freed_memory

CHANNELS, LAYERS, TARGETS, MAX_DIST = 100, 3, 65_536, 2
POOL_CHANNELS = 64  # as many as pools have by default
MOLECULE_LAYERS, MOLECULE_MAX_DIST = 5, 3
OURS: Literal["vertical+degree"] = "vertical+degree"
PLAIN, PYG = "plain GNN", "plain GNN of PyG's GCNConv"
WIDE = f"vertical+degree, pools of {CHANNELS} channels"
CONTENDERS = (OURS, WIDE, PLAIN, PYG)


class PygGcn(torch.nn.Module):
    """The plain network as PyTorch Geometric's users write it."""

    def __init__(self, in_channels: int, channels: int, num_layers: int) -> None:
        super().__init__()
        widths = [in_channels, *[channels] * num_layers]
        self.convs = torch.nn.ModuleList(GCNConv(a, b) for a, b in pairwise(widths))
        self.norms = torch.nn.ModuleList(torch.nn.BatchNorm1d(channels) for _ in range(num_layers))
        self.out_channels = channels

    def forward(self, x: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
        last = len(self.convs) - 1
        for depth, (conv, norm) in enumerate(zip(self.convs, self.norms, strict=True)):
            x = norm(conv(x, edge_index))
            x = x if depth == last else x.relu()
        return x


class Training:
    """A model, its loader and its optimizer, ready for step after step."""

    def __init__(self, graph: Graph, name: str, targets: int) -> None:
        torch.manual_seed(0)
        ours = name in (OURS, WIDE)
        encoder = PygGcn(1, CHANNELS, LAYERS) if name == PYG else GCN(1, CHANNELS, LAYERS)
        # A plain network asks for no geodesics; max_dist=1 keeps the search for them next to nothing.
        max_dist = MAX_DIST if ours else 1
        model = GDGNN.for_links(
            encoder,
            max_dist=max_dist,
            context=OURS if ours else "none",
            hidden_channels=CHANNELS if name == WIDE else POOL_CHANNELS,
        )
        self.task = LinkTask(model, graph, Recipe())
        self.loader = LinkGeodesicLoader(
            graph,
            graph.edge_index,
            max_dist=max_dist,
            vertical=ours,
            batch_size=targets,
            shuffle=True,
            drop_last=True,
            negatives=UniformNegatives(graph),
        )
        self.optimizer = torch.optim.Adam(model.parameters(), 1e-3)
        self._batches: Iterator[LinkBatch] = iter(())

    def step(self) -> float:
        """One step; an epoch follows the other."""
        batch = next(self._batches, None)
        if batch is None:
            self._batches = iter(self.loader)
            batch = next(self._batches)
        loss = self.task.backward_of(batch)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return float(loss)


def steps_of(size: Size) -> Report:
    """Steps of all contenders in turn, and an epoch of ours."""
    graph = graph_of(edge_list("W1", size.scale))
    targets = min(TARGETS, graph.num_edges // 2)
    trainings = {name: Training(graph, name, targets) for name in CONTENDERS}

    def contender(training: Training) -> Contender:
        return lambda _: (targets, training.step)

    for training in trainings.values():
        training.step()  # sorts edges, fills caches
    run = race({name: contender(training) for name, training in trainings.items()}, size.repetitions)
    ours = trainings[OURS]
    start, spent = time.perf_counter(), time.process_time()
    losses = [ours.step() for _ in range(len(ours.loader))]
    seconds, spent = time.perf_counter() - start, time.process_time() - spent
    return {
        "workload": f"W1, {graph.num_edges:,} edges, {LAYERS} GCN layers of {CHANNELS} channels, "
        f"{targets:,} positives and as many negatives a step, max_dist {MAX_DIST}, "
        f"pools of {POOL_CHANNELS} channels if not said otherwise",
        "seconds_a_step": {name: round(targets / run.rate(name), 3) for name in run.rates},
        "processor_seconds_a_step": {
            name: round(_processor_seconds(run, name, targets), 3) for name in run.rates
        },
        "times_plain": {name: round(run.ratio(PLAIN, name), 3) for name in run.rates},
        "times_plain_in_processor_time": {
            name: round(_processor_seconds(run, name, targets) / _processor_seconds(run, PLAIN, targets), 3)
            for name in run.rates
        },
        "seconds_an_epoch": round(seconds, 1),
        "processor_seconds_an_epoch": round(spent, 1),
        "steps_an_epoch": len(losses),
        "rates": run.as_json(),
    }


def _processor_seconds(run: Race, name: str, items: int) -> float:
    """Of one turn: what a busy machine changes least."""
    spent = zip(run.rates[name], run.cpu_share[name], strict=True)
    return statistics.median(items / rate * share for rate, share in spent)


def scoring(size: Size) -> Report:
    """Pairs a second from embeddings that are there already, geodesics searched ahead and kept."""
    graph = graph_of(edge_list("W1", size.scale))
    model = GDGNN.for_links(GCN(1, 64, LAYERS), max_dist=MAX_DIST, context=OURS, hidden_channels=64)
    task = LinkTask(model, graph, Recipe(), both_orders=False)
    count = min(size.pairs // 2, graph.num_edges)
    kept = LinkGeodesicLoader(
        graph, graph.edge_index[:, :count], exclude_targets=False, max_dist=MAX_DIST, batch_size=65_536
    )
    searched = LinkGeodesicLoader(
        graph,
        graph.edge_index[:, :count],
        exclude_targets=False,
        max_dist=MAX_DIST,
        batch_size=65_536,
        keep=False,
    )
    task.predict(kept)
    run = race(
        {
            "geodesics kept": lambda _: (count, lambda: task.predict(kept)),
            "geodesics searched": lambda _: (count, lambda: task.predict(searched)),
        },
        size.repetitions,
    )
    return {
        "workload": f"W1, {count:,} pairs that are edges, hidden 64, max_dist {MAX_DIST}",
        "pairs_per_second": {name: round(run.rate(name)) for name in run.rates},
        "pairs_per_processor_second": {
            name: round(count / _processor_seconds(run, name, count)) for name in run.rates
        },
    }


def molecules(size: Size) -> Report:
    """Epochs over ogbg-molhiv's training graphs; the first one includes the search of the whole set."""
    data = load("ogbg-molhiv", root=DATA)
    assert data.split is not None
    graphs = [data[at] for at in data.split.train[: None if size.scale == 1 else 600]]
    epochs = {name: _graph_epochs(graphs, name) for name in (OURS, PLAIN)}
    seconds: dict[str, list[float]] = {name: [] for name in epochs}
    for _ in range(3):
        for name, epoch in epochs.items():
            start = time.perf_counter()
            epoch()
            seconds[name].append(round(time.perf_counter() - start, 2))
    over = [round(ours / plain, 3) for ours, plain in zip(seconds[OURS], seconds[PLAIN], strict=True)]
    return {
        "workload": f"ogbg-molhiv, {len(graphs):,} graphs, GIN of {MOLECULE_LAYERS} layers, hidden 64, "
        f"batches of 256, max_dist {MOLECULE_MAX_DIST}",
        "seconds_an_epoch": seconds,
        "over_plain_by_epoch": over,
    }


def _graph_epochs(graphs: list[Data], name: str) -> Callable[[], None]:
    torch.manual_seed(0)
    ours = name == OURS
    max_dist = MOLECULE_MAX_DIST if ours else 0
    encoder = GIN(64, 64, MOLECULE_LAYERS, input_encoder=AtomEncoder(64))
    model = GDGNN.for_subgraphs(encoder, max_dist=max_dist, context=OURS if ours else "none")
    task = GraphTask(model, Recipe(), labels="binary")
    loader = GraphGeodesicLoader(graphs, max_dist=max_dist, degree=ours, batch_size=256, shuffle=True)
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)

    def epoch() -> None:
        for batch in loader:
            task.backward_of(batch)
            optimizer.step()
            optimizer.zero_grad()

    return epoch


def memory(size: Size) -> Report:
    """Peak memory of a step beyond what the process held before it, in a process of its own each."""
    by_targets = {}
    for targets in (16_384, 65_536, 262_144):
        targets = min(targets, round(1_100_000 * size.scale) // 2)
        by_targets[targets] = {
            name: peak_of("benchmarks.training", "one_step", [size.scale, targets, keep])
            for name, keep in (("freed memory kept", 1), ("freed memory given back", 0))
        }
    return {"workload": "one training step on W1, vertical+degree", "peak_mib_by_targets": by_targets}


def one_step(scale: float, targets: float, keep: float) -> Callable[[], Any]:
    """What `memory` measures."""
    if keep:
        keep_freed_memory()
    training = Training(graph_of(edge_list("W1", scale)), OURS, int(targets))
    return training.step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small graphs, results below build/")
    parser.add_argument("--only", metavar="NAME", default="", help="steps, molecules, scoring or memory")
    parser.add_argument("--repetitions", type=int, help="turns of each contender")
    options = parser.parse_args()
    size = QUICK if options.quick else FULL
    size = size if options.repetitions is None else replace(size, repetitions=options.repetitions)
    folder = BUILD if options.quick else HERE / "results"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "training.json"
    results: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    results["machine"] = machine.description()
    keep_freed_memory()  # as fit() does; all contenders gain by it
    for name, measure in {
        "steps": steps_of,
        "molecules": molecules,
        "scoring": scoring,
        "memory": memory,
    }.items():
        if options.only in ("", name):
            results[name] = measure(size)
            file.write_text(json.dumps(results, indent=1) + "\n")
            print(name, json.dumps(results[name], indent=1), flush=True)


if __name__ == "__main__":
    main()
