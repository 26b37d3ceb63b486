"""CSL and EXP, trained: what the ceilings promise has to be learned as well."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

import numpy as np
import torch
from rich.progress import track
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.experiments.expressive.record import RESULTS, read, write
from gdgnn.experiments.expressive.sets import CSL_SKIPS, csl_graph, exp, relabeled
from gdgnn.loader import GraphGeodesicLoader
from gdgnn.nn import GDGNN, GIN
from gdgnn.tasks import GraphTask, Recipe, fit

DEPTHS = (2, 3, 4)
FOLDS = 5


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How one set is trained.

    Attributes:
        epochs, learning_rate, batch_size: of the training, whose learning rate goes once up and down.
        hidden_channels: of every layer.
    """

    epochs: int
    learning_rate: float
    batch_size: int
    hidden_channels: int


CSL = Setting(epochs=150, learning_rate=5e-3, batch_size=15, hidden_channels=32)
EXP = Setting(epochs=60, learning_rate=5e-3, batch_size=32, hidden_channels=32)


def csl_set(copies: int = 15, seed: int = 0) -> tuple[list[Data], list[int]]:
    """CSL: so many random numberings of each of ten graphs, and the class of each."""
    rng = np.random.default_rng(seed)
    graphs = [relabeled(csl_graph(skip), rng).to_pyg() for skip in CSL_SKIPS for _ in range(copies)]
    label = np.repeat(np.arange(len(CSL_SKIPS)), copies).tolist()
    return _labeled(graphs, label, [torch.ones(41, 1)] * len(graphs)), label


def exp_set(data_dir: Path) -> tuple[list[Data], list[int]]:
    """EXP: formulas as graphs, and whether each can be satisfied."""
    graphs, features, label = exp(data_dir)
    x = [torch.nn.functional.one_hot(torch.tensor(row), 2).float() for row in features]
    return _labeled([graph.to_pyg() for graph in graphs], label, x), label


def accuracy(
    data: list[Data], label: Sequence[int], test: np.ndarray, depth: int, setting: Setting, seed: int
) -> float:
    """Train on all graphs but the test ones; the share of test graphs put into their class at the end.

    All nodes look alike to the encoder: batch normalization would divide by a variance of zero, so there is
    none; and all graphs are of one size, so the mean is read out.
    """
    torch.manual_seed(seed)
    encoder = GIN(data[0].x.shape[1], setting.hidden_channels, depth, batch_norm=False)
    model = GDGNN.for_subgraphs(
        encoder,
        max_dist=depth,
        hidden_channels=setting.hidden_channels,
        out_channels=max(label) + 1,
        reduce="mean",
    )
    recipe = Recipe(
        epochs=setting.epochs,
        learning_rate=setting.learning_rate,
        weight_decay=0.0,
        micro_batch=None,
        select="last",
        seed=seed,
    )
    task = GraphTask(model, recipe)
    train = np.setdiff1d(np.arange(len(data)), test)
    fit(
        task,
        GraphGeodesicLoader(
            [data[at] for at in train],
            max_dist=depth,
            batch_size=setting.batch_size,
            shuffle=True,
            seed=seed,
            threads=1,
        ),
    )
    loader = GraphGeodesicLoader([data[at] for at in test], max_dist=depth, threads=1)
    predicted: Tensor = task.predict(loader).argmax(dim=1)
    return float((predicted == torch.tensor([label[at] for at in test])).float().mean())


def csl_trained(seeds: int = 1, setting: Setting = CSL, folder: Path = RESULTS) -> None:
    """Five folds of CSL for every depth and seed that is not in the file yet."""
    data, label = csl_set()
    _all_folds("csl-trained", data, label, np.arange(len(data)) % FOLDS, seeds, setting, folder)


def exp_trained(data_dir: Path, seeds: int = 1, setting: Setting = EXP, folder: Path = RESULTS) -> None:
    """Five folds of EXP, whose pairs stay together, for every depth and seed that is not in the file yet."""
    data, label = exp_set(data_dir)
    fold = np.repeat(np.random.default_rng(0).permutation(len(data) // 2) % FOLDS, 2)
    _all_folds("exp-trained", data, label, fold, seeds, setting, folder)


def _all_folds(
    name: str,
    data: list[Data],
    label: Sequence[int],
    fold: np.ndarray,
    seeds: int,
    setting: Setting,
    folder: Path,
) -> None:
    result = read(name, folder)
    if result.setdefault("setting", asdict(setting)) != asdict(setting):
        raise ValueError(f"{name}.json holds results of another setting; name another folder with --out")
    runs = result.setdefault("runs", {})
    for depth, seed, test_fold in track(list(product(DEPTHS, range(seeds), range(FOLDS))), name):
        key = f"layers {depth}, seed {seed}, fold {test_fold}"
        if key in runs:
            continue
        start = time.process_time()
        found = accuracy(data, label, np.flatnonzero(fold == test_fold), depth, setting, seed)
        runs[key] = {
            "layers": depth,
            "seed": seed,
            "fold": test_fold,
            "accuracy": found,
            "seconds": round(time.process_time() - start, 1),
        }
        print(f"  {key}: {found:.1%}")
        write(name, result, folder)


def _labeled(graphs: list[Data], label: Sequence[int], x: Sequence[Tensor]) -> list[Data]:
    return [
        Data(x=features, edge_index=graph.edge_index, y=torch.tensor([of]))
        for graph, of, features in zip(graphs, label, x, strict=True)
    ]
