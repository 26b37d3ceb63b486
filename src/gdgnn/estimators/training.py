"""What the training of any predictor is made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from gdgnn.estimators.budget import Budget
from gdgnn.estimators.journal import Journal
from gdgnn.estimators.listened import Enough, ended, listened
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.report import Candidate
from gdgnn.loader import GeodesicLoader
from gdgnn.tasks import fit
from gdgnn.tasks.base import GeodesicTask, evaluating

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
    enough: Enough | None = None,
) -> tuple[float, int]:
    """Train a task, from where its checkpoints left off if there are any, and no further than enough.

    Returns:
        The best metric (NaN without validation), and how many epochs were trained.
    """
    history = fit(
        ended(listened(task, stage, listener), enough),
        loader,
        valid,
        metric=None if valid is None else metric,
        checkpoint_dir=checkpoints,
        resume=checkpoints is not None,
        device=device,
    )
    best = history.best_metric
    return float("nan") if best is None else best, history.epochs


def seconds_per_epoch(
    task: GeodesicTask[Any],
    loader: GeodesicLoader[Any],
    device: torch.device,
    valid: GeodesicLoader[Any] | None = None,
) -> float:
    """How long an epoch takes, from a few steps and a batch of the validation that follows it."""

    def here(batch: Any) -> Any:
        return batch if device.type == "cpu" else batch.to(device)

    task = task.to(device).train()
    seconds = _seconds_of(loader, lambda batch: task.backward_of(here(batch)), _TIMED_STEPS)
    if valid is not None:
        with evaluating(task):
            seconds += _seconds_of(valid, lambda batch: task.score_batch(here(batch)), 1)
    return seconds


def _seconds_of(loader: GeodesicLoader[Any], use: Callable[[Any], object], most: int) -> float:
    """How long all batches take, from a few; the first one warms up, and what was searched may be kept."""
    timed, start = -1, 0.0
    for batch in chain.from_iterable(loader for _ in range(2)):
        use(batch)
        timed += 1
        if not timed:
            start = time.perf_counter()
        if timed == min(most, len(loader)):
            break
    return (time.perf_counter() - start) / max(timed, 1) * len(loader)


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
        pace = measure()
        epochs = budget.epochs(pace, wanted)
        journal.put(epochs=epochs, too_slow=not budget.fits(pace), spent=budget.spent)
    return epochs


def final_epochs(chosen: Candidate, budget: Budget, journal: Journal) -> int:
    """How many epochs of the chosen settings the budget allows in the end, decided once as well."""
    wanted = int(chosen.settings["epochs"])
    if budget.seconds is None or not chosen.epochs:
        return wanted
    epochs: int | None = journal.get("final_epochs")
    if epochs is None:
        epochs = budget.final_epochs(chosen.seconds / chosen.epochs, wanted)
        journal.put(final_epochs=epochs, spent=budget.spent)
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
