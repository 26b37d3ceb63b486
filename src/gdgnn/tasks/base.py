"""`GeodesicTask`: what all tasks share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import lightning
import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import Tensor, nn

from gdgnn.loader import GeodesicLoader
from gdgnn.tasks.optimizer import make_optimizer
from gdgnn.tasks.processes import average_buffers, sum_gradients
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.seeds import step_seed
from gdgnn.tasks.target_order import in_target_order

Metric: TypeAlias = Callable[[Tensor, Tensor], float]
"""Scores and labels of all targets to one number, the larger the better."""


class AnyBatch(Protocol):
    """What all batches have."""

    @property
    def joint_size(self) -> int:
        """Targets of this step over all processes."""
        ...

    def to(self, device: torch.device | str) -> Any:
        """The same on another device."""
        ...


Batch = TypeVar("Batch", bound=AnyBatch)


class GeodesicTask(lightning.LightningModule, ABC, Generic[Batch]):
    """A model, how to train it, and what its scores mean; :func:`fit` or Lightning's `Trainer` train it.

    A task says how a batch adds to the gradients, and how it is scored.

    Args:
        model: what is trained.
        recipe: how.

    Attributes:
        metric: what a validation works out.
        last_metric: what the last validation found.
        last_loss: the loss of the last step, for the targets of this process.
    """

    def __init__(self, model: nn.Module, recipe: Recipe | None = None) -> None:
        super().__init__()
        self.model: Any = model
        self.recipe = Recipe() if recipe is None else recipe
        self.metric: Metric | None = None
        self.last_metric: float | None = None
        self.last_loss = torch.zeros(())
        # Steps of the optimizer are ours: there are several backward passes to each of them.
        self.automatic_optimization = False
        self._validated: list[tuple[Tensor, Tensor | None]] = []

    # ------------------------------------------------------------------------------------ what a task says

    @abstractmethod
    def backward_of(self, batch: Batch, seed: int = 0) -> Tensor:
        """Add the gradients of a batch, and return its loss.

        Args:
            batch: the targets of this process.
            seed: of whatever is drawn.

        Returns:
            The sum of the losses of these targets, divided by the number of those of all processes.
        """

    @abstractmethod
    def score_batch(self, batch: Batch) -> Tensor:
        """The scores of a batch, ``(k, ...)``; the model is used in the mode it is in."""

    def label_of(self, batch: Batch) -> Tensor | None:
        """The labels of a batch, as its scores are held against them."""
        return None

    def check_loader(self, loader: GeodesicLoader[Batch]) -> None:
        """Refuse batches that do not fit this task."""
        return

    # ------------------------------------------------------------------------------------ training

    def configure_optimizers(self) -> OptimizerLRScheduler:
        """Those of the recipe, for Lightning."""
        num_steps = int(self.trainer.estimated_stepping_batches)
        optimizer, schedule = make_optimizer(self.model.parameters(), self.recipe, num_steps)
        return [optimizer], [schedule]

    def training_step(self, batch: Batch, batch_idx: int) -> None:
        """One step of the optimizer."""
        self.last_loss = self.backward_of(batch, step_seed(self.recipe.seed, self.current_epoch, batch_idx))
        parameters = list(self.model.parameters())
        sum_gradients(parameters)
        if self.recipe.clip_norm is not None:
            torch.nn.utils.clip_grad_norm_(parameters, self.recipe.clip_norm)
        optimizer, schedule = self.optimizers(), self.lr_schedulers()
        optimizer.step()  # type: ignore[union-attr]
        optimizer.zero_grad()  # type: ignore[union-attr]
        schedule.step()  # type: ignore[union-attr]

    def transfer_batch_to_device(self, batch: Batch, device: torch.device, dataloader_idx: int) -> Batch:
        """The batch itself where it is there already: copying its parts one by one takes time."""
        moved: Batch = batch if device.type == "cpu" else batch.to(device)
        return moved

    # ------------------------------------------------------------------------------------ evaluation

    def predict(self, loader: GeodesicLoader[Batch]) -> Tensor:
        """The scores of all targets of a loader, in the order in which it was given them, on the CPU.

        Raises:
            ValueError: the loader shuffles, leaves out or adds targets.
        """
        self.check_loader(loader)
        parts: list[tuple[Tensor, Tensor | None]] = []
        with evaluating(self):
            for batch in loader:
                here = self.transfer_batch_to_device(batch, self.device, 0)
                parts.append((self.score_batch(here).cpu(), None))
        return in_target_order(parts, loader)[0]

    def on_validation_epoch_start(self) -> None:
        """Begin anew."""
        self._validated = []
        average_buffers(self.model)

    def validation_step(self, batch: Batch, batch_idx: int) -> None:
        """Score a batch and keep the scores."""
        label = self.label_of(batch)
        self._validated.append((self.score_batch(batch).cpu(), None if label is None else label.cpu()))

    def on_validation_epoch_end(self) -> None:
        """Work out the metric, of the targets of all processes, in :attr:`last_metric`."""
        loader: Any = self.trainer.val_dataloaders
        score, label = in_target_order(self._validated, loader)
        self._validated = []
        if self.metric is not None:
            if label is None:
                raise ValueError("the validation loader has no labels; give it some, or no metric")
            self.last_metric = float(self.metric(score, label))


@contextmanager
def evaluating(task: lightning.LightningModule) -> Iterator[None]:
    """Dropout and gradients off for a while."""
    before = task.training
    task.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        task.train(before)
