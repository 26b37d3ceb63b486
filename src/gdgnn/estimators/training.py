"""What the training of any predictor is made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from gdgnn.estimators.budget import Budget
from gdgnn.estimators.journal import Journal
from gdgnn.estimators.listened import listened
from gdgnn.estimators.progress import Listener
from gdgnn.loader import GeodesicLoader
from gdgnn.tasks import fit
from gdgnn.tasks.base import GeodesicTask

_TIMED_STEPS = 4


def train(
    task: GeodesicTask[Any],
    loader: GeodesicLoader[Any],
    valid: GeodesicLoader[Any] | None,
    *,
    metric: Callable[[Tensor, Tensor], float],
    stage: str,
    checkpoints: Path | None,
    listener: Listener | None,
    device: str,
) -> tuple[float, int]:
    """Train a task, from where its checkpoints left off if there are any.

    Returns:
        The best metric (NaN without validation), and how many epochs were trained.
    """
    history = fit(
        listened(task, stage, listener),
        loader,
        valid,
        metric=None if valid is None else metric,
        checkpoint_dir=checkpoints,
        resume=checkpoints is not None,
        device=device,
    )
    best = history.best_metric
    return float("nan") if best is None else best, history.epochs


def seconds_per_epoch(task: GeodesicTask[Any], loader: GeodesicLoader[Any], device: torch.device) -> float:
    """How long an epoch takes, from a few steps."""
    task = task.to(device).train()
    start, steps = time.perf_counter(), 0
    for steps, batch in enumerate(loader):
        # The first step warms up, and does not count where there are others.
        if steps == 1:
            start = time.perf_counter()
        task.backward_of(batch if device.type == "cpu" else batch.to(device))
        if steps == _TIMED_STEPS:
            break
    return (time.perf_counter() - start) / max(steps, 1) * len(loader)


def planned_epochs(wanted: int, budget: Budget, journal: Journal, measure: Callable[[], float]) -> int:
    """How many epochs the budget allows, decided once, however often `fit` is interrupted.

    Args:
        wanted: how many there would be without a budget.
        budget: see there.
        journal: what was decided before.
        measure: tells how long an epoch takes.
    """
    if budget.seconds is None:
        return wanted
    epochs: int | None = journal.get("epochs")
    if epochs is None:
        epochs = budget.epochs(measure(), wanted)
        journal.put(epochs=epochs, spent=budget.spent)
    return epochs


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Weights are drawn from the seed, and nobody else's draws change."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        yield


def device_of(name: str) -> torch.device:
    """``"auto"`` is a GPU where there is one."""
    return torch.device(("cuda" if torch.cuda.is_available() else "cpu") if name == "auto" else name)
