"""Let somebody hear of each epoch of a training, and somebody end it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from gdgnn.estimators.progress import Listener, Progress
from gdgnn.tasks.base import GeodesicTask

T = TypeVar("T", bound=GeodesicTask[Any])


def listened(task: T, stage: str, listener: Listener | None) -> T:
    """The same task, which calls the listener at the end of each epoch.

    What the listener raises ends the training.
    """
    if listener is None:
        return task
    hear, start = listener, time.perf_counter()
    first: list[int] = []
    validated = task.on_validation_epoch_end
    metric: list[float | None] = [None]

    def on_validation_epoch_end() -> None:
        validated()
        metric[0] = task.last_metric

    def on_train_epoch_end() -> None:
        # A resumed training does not begin with the first epoch, and its pace is that of the others.
        first.append(task.current_epoch) if not first else None
        done, epochs = task.current_epoch + 1, task.recipe.epochs
        pace = (time.perf_counter() - start) / (done - first[0])
        hear(Progress(stage, done, epochs, float(task.last_loss), metric[0], pace * (epochs - done)))

    # Lightning calls these by name.
    task.on_validation_epoch_end = on_validation_epoch_end  # type: ignore[method-assign]
    task.on_train_epoch_end = on_train_epoch_end  # type: ignore[method-assign]
    return task


Enough: TypeAlias = Callable[[int], bool]
"""Whether a training ends after so many epochs, whatever its recipe says."""


def ended(task: T, enough: Enough | None) -> T:
    """The same task, whose training ends when there is enough of it."""
    if enough is None:
        return task
    is_enough, before, began = enough, task.on_train_epoch_end, task.on_train_start

    def on_train_start() -> None:
        began()
        # A training that had ended so before it was resumed stays as it was.
        if task.current_epoch and is_enough(task.current_epoch):
            task.trainer.should_stop = True

    def on_train_epoch_end() -> None:
        before()
        if is_enough(task.current_epoch + 1):
            task.trainer.should_stop = True

    task.on_train_start = on_train_start  # type: ignore[method-assign]
    task.on_train_epoch_end = on_train_epoch_end  # type: ignore[method-assign]
    return task
