"""BREC's own protocol: train a small network to pull two graphs apart, then test whether it did."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from rich.progress import track
from torch import Tensor, nn

from gdgnn.experiments.expressive.batch import Batch
from gdgnn.experiments.expressive.record import RESULTS, read, write
from gdgnn.experiments.expressive.sets import GraphPair, brec, relabeled
from gdgnn.graph import Graph
from gdgnn.nn import GDGNN, GIN

THRESHOLD = 72.34
"""Of T² for q = 32 differences in d = 16 dimensions: (q - 1) d / (q - d) times the 95th percentile of F."""


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """How each pair is trained and tested; the defaults are BREC's but for the learning rate.

    Attributes:
        copies: how many relabelings of each graph there are.
        channels: of the result.
        batch: relabelings of each graph in one step.
        epochs: at most so many.
        enough: stop once the loss is below this.
        learning_rate, weight_decay: of Adam.
        max_dist, pair_layers, exchange, depth, hidden_channels: of the network.
        seed: of relabelings and weights, together with the number of the pair.
    """

    copies: int = 32
    channels: int = 16
    batch: int = 8
    epochs: int = 20
    enough: float = 0.2
    learning_rate: float = 1e-3
    weight_decay: float = 1e-5
    max_dist: int = 10
    pair_layers: int = 4
    exchange: bool = True
    depth: int = 4
    hidden_channels: int = 16
    seed: int = 0


def t_squared(first: Tensor, second: Tensor) -> float:
    """Hotelling's T² of paired outputs, ``(q, d)`` both: how far the mean difference is from none.

    As the programs that come with BREC work it out: the covariance is inverted where it can be, and the
    number of copies is no factor, which makes the test stricter than the textbook's.

    Example:
        >>> t_squared(torch.ones(4, 2), torch.ones(4, 2))
        0.0
    """
    difference = (first - second).T
    mean = difference.mean(dim=1)
    return float(mean @ torch.linalg.pinv(torch.cov(difference)) @ mean)


def judge(pair: GraphPair, number: int, protocol: Protocol) -> dict[str, object]:
    """Train on one pair; whether the graphs then differ, and whether relabelings of one graph do not."""
    start = time.process_time()
    rng = np.random.default_rng([protocol.seed, number])
    torch.manual_seed(protocol.seed)
    model = _network(protocol)
    copies = [[relabeled(graph, rng) for _ in range(protocol.copies)] for graph in (pair.first, pair.second)]
    batches = _batches(copies[0], copies[1], protocol)
    epochs, loss = _train(model, batches, protocol)
    again = [[relabeled(pair.first, rng) for _ in range(protocol.copies)] for _ in range(2)]
    with torch.no_grad():
        test = t_squared(*_outputs(model, batches))
        reliability = t_squared(*_outputs(model, _batches(again[0], again[1], protocol)))
    return {
        "category": pair.category,
        "told": test > THRESHOLD and not np.isclose(test, reliability, rtol=1e-5, atol=1e-6),
        "reliable": reliability < THRESHOLD,
        "t_squared": test,
        "t_squared_of_one_graph": reliability,
        "loss": loss,
        "epochs": epochs,
        "seconds": round(time.process_time() - start, 2),
    }


def brec_trained(
    data_dir: Path, chosen: slice = slice(None), protocol: Protocol | None = None, folder: Path = RESULTS
) -> None:
    """Judge the chosen pairs of BREC that are not in the file yet.

    Raises:
        ValueError: the file holds results of another protocol.
    """
    protocol = Protocol() if protocol is None else protocol
    result = read("brec-trained", folder)
    if result.setdefault("protocol", asdict(protocol)) != asdict(protocol):
        raise ValueError("brec-trained.json holds another protocol's results; name another folder with --out")
    judged = result.setdefault("pairs", {})
    for number, pair in track(list(enumerate(brec(data_dir)))[chosen], "BREC, trained"):
        if str(number) not in judged:
            judged[str(number)] = judge(pair, number, protocol)
            write("brec-trained", result, folder)
    told = [found for found in judged.values() if found["told"] and found["reliable"]]
    seconds = sum(found["seconds"] for found in judged.values())
    print(f"  {len(told)} of the {len(judged)} pairs judged so far, {seconds:,.0f} s in all")


def _network(protocol: Protocol) -> GDGNN:
    return GDGNN.for_subgraphs(
        GIN(1, protocol.hidden_channels, protocol.depth, batch_norm=False),
        max_dist=protocol.max_dist,
        hidden_channels=protocol.hidden_channels,
        out_channels=protocol.channels,
        pair_layers=protocol.pair_layers,
        exchange=protocol.exchange,
    )


def _batches(first: list[Graph], second: list[Graph], protocol: Protocol) -> list[Batch]:
    """Each holds so many copies of the first graph, then as many of the second."""
    cuts = [slice(at, at + protocol.batch) for at in range(0, len(first), protocol.batch)]
    return [
        Batch.of([*first[cut], *second[cut]], max_dist=protocol.max_dist, joined=protocol.pair_layers > 0)
        for cut in cuts
    ]


def _outputs(model: GDGNN, batches: list[Batch]) -> tuple[Tensor, Tensor]:
    halves = [model.scorer(batch.embeddings(model)).chunk(2) for batch in batches]
    return torch.cat([first for first, _ in halves]), torch.cat([second for _, second in halves])


def _train(model: GDGNN, batches: list[Batch], protocol: Protocol) -> tuple[int, float]:
    optimizer = torch.optim.Adam(
        model.parameters(), lr=protocol.learning_rate, weight_decay=protocol.weight_decay
    )
    slower = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
    criterion = nn.CosineEmbeddingLoss()
    mean = float("inf")
    for epoch in range(1, protocol.epochs + 1):
        losses = []
        for batch in batches:
            first, second = model.scorer(batch.embeddings(model)).chunk(2)
            loss = criterion(first, second, -first.new_ones(len(first)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(float(loss.detach()))
        mean = float(np.mean(losses))
        if mean < protocol.enough:
            return epoch, mean
        slower.step(mean)
    return protocol.epochs, mean
