"""`Record`: what happens in a training, and the best weights so far."""

from __future__ import annotations

import math
import time
from dataclasses import asdict
from typing import Any

from lightning import LightningModule, Trainer
from lightning.pytorch.callbacks import Callback
from torch import Tensor

from gdgnn.tasks.base import GeodesicTask
from gdgnn.tasks.history import History
from gdgnn.tasks.processes import gathered
from gdgnn.tasks.recipe import Recipe

_KEPT = ("loss", "seconds", "metric", "best_epoch", "best_weights")


class Record(Callback):
    """Keeps the losses, metrics and times of all epochs and the weights of the best; ends patience.

    All of it is part of Lightning's checkpoints; nothing is written but these.

    Args:
        recipe: of the training.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.loss: list[float] = []
        self.seconds: list[float] = []
        self.metric: dict[int, float] = {}
        self.best_epoch: int | None = None
        self.best_weights: dict[str, Tensor] | None = None
        self._sum: Tensor | None = None
        self._steps = 0
        self._start = 0.0

    @property
    def history(self) -> History:
        """What was recorded."""
        return History(tuple(self.loss), dict(self.metric), self.best_epoch, tuple(self.seconds))

    def on_train_start(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Let a training that had stopped before it was resumed stay so."""
        trainer.should_stop = trainer.should_stop or self._out_of_patience

    def on_train_epoch_start(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Start the clock."""
        self._start, self._sum, self._steps = time.perf_counter(), None, 0

    def on_train_batch_end(
        self, trainer: Trainer, pl_module: LightningModule, outputs: Any, batch: Any, batch_idx: int
    ) -> None:
        """Add the loss of a step."""
        loss = _task(pl_module).last_loss
        self._sum = loss if self._sum is None else self._sum + loss
        self._steps += 1

    def on_train_epoch_end(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Write the epoch down; validation came before this."""
        task = _task(pl_module)
        total = sum(gathered(0.0 if self._sum is None else float(self._sum)))
        self.loss.append(total / max(self._steps, 1))
        if not math.isfinite(self.loss[-1]):
            raise FloatingPointError(
                f"the loss of epoch {trainer.current_epoch} is {self.loss[-1]}; lower learning_rate, or give "
                "clip_norm"
            )
        if task.last_metric is not None:
            self._take(task, trainer)
        self.seconds.append(time.perf_counter() - self._start)

    def _take(self, task: GeodesicTask[Any], trainer: Trainer) -> None:
        metric, task.last_metric = task.last_metric, None
        epoch = trainer.current_epoch
        if metric is None or math.isnan(metric):
            raise FloatingPointError(
                f"the metric of epoch {epoch} is {metric}; look for NaN in scores and labels"
            )
        self.metric[epoch] = metric
        if self.best_epoch is None or metric > self.metric[self.best_epoch]:
            self.best_epoch = epoch
            if self.recipe.select == "best":
                self.best_weights = {name: value.clone() for name, value in task.model.state_dict().items()}
        trainer.should_stop = trainer.should_stop or self._out_of_patience

    @property
    def _out_of_patience(self) -> bool:
        if self.recipe.patience is None or self.best_epoch is None:
            return False
        return sum(epoch > self.best_epoch for epoch in self.metric) >= self.recipe.patience

    def state_dict(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {"recipe": asdict(self.recipe), **{name: getattr(self, name) for name in _KEPT}}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """From a checkpoint.

        Raises:
            ValueError: it is of a training by another recipe.
        """
        before, now = state_dict["recipe"], asdict(self.recipe)
        changed = [name for name in now if now[name] != before.get(name)]
        if changed:
            name = changed[0]
            raise ValueError(
                f"{name} is {now[name]!r}, but the checkpoint is of a training with "
                f"{before.get(name)!r}; go on with the same recipe, or begin anew with resume=False"
            )
        for name in _KEPT:
            setattr(self, name, state_dict[name])


def _task(module: LightningModule) -> GeodesicTask[Any]:
    if not isinstance(module, GeodesicTask):
        raise TypeError(f"{type(module).__name__} is no GeodesicTask; Record serves tasks only")
    return module
