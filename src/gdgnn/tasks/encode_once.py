"""`EncodeOnceTask`: one run of the encoder a step, whatever the number of targets."""

from __future__ import annotations

from abc import abstractmethod

import torch
from torch import Tensor

from gdgnn.nn import GDGNN
from gdgnn.tasks.base import Batch, GeodesicTask
from gdgnn.tasks.processes import process_count, this_process
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.seeds import seed_torch
from gdgnn.tasks.step import backward_in_slices
from gdgnn.tasks.targets import Targets


class EncodeOnceTask(GeodesicTask[Batch]):
    """A task whose targets have a label each, and are scored in slices of ``recipe.micro_batch``.

    Args:
        model: encodes and scores.
        recipe: how to train.
    """

    def __init__(self, model: GDGNN, recipe: Recipe | None = None) -> None:
        super().__init__(model, recipe)

    @abstractmethod
    def targets_of(self, batch: Batch) -> Targets:
        """What is to be scored; nodes have the numbers that the loader gave them."""

    @abstractmethod
    def embed(self, batch: Batch, targets: Targets, seed: int) -> tuple[Tensor, Targets]:
        """Run the encoder for a batch.

        Returns:
            ``(n, channels)`` node embeddings, and the targets with nodes numbered as its rows.
        """

    @abstractmethod
    def loss_of(self, score: Tensor, label: Tensor) -> Tensor:
        """The sum of the losses of some targets."""

    def varied(self, targets: Targets, seed: int) -> Targets:
        """The targets as they are trained on in one step."""
        return targets

    def score(self, h: Tensor, targets: Targets) -> Tensor:
        """The scores of targets when the model is evaluated."""
        return self.model.score(h, targets.geodesics, targets.subsets)  # type: ignore[no-any-return]

    def label_of(self, batch: Batch) -> Tensor | None:
        """The labels of the targets."""
        return self.targets_of(batch).label

    def backward_of(self, batch: Batch, seed: int = 0) -> Tensor:
        """Add the gradients of a batch, see :func:`backward_in_slices`."""
        seed_torch(seed)
        h, targets = self.embed(batch, self.varied(self.targets_of(batch), seed), seed)
        # All processes drop the same values of the encoder, as one process with the joint batch would.
        if process_count() > 1:
            seed_torch(seed + 1 + this_process().rank)
        joint_size = max(batch.joint_size, 1)

        def loss_of(embeddings: Tensor, part: Targets) -> Tensor:
            if part.label is None:
                raise ValueError("the batch has no labels; give the loader labels to train with")
            score = self.model.score(embeddings, part.geodesics, part.subsets)
            return self.loss_of(score, part.label) / joint_size

        return backward_in_slices(h, targets.slices(self.recipe.micro_batch), loss_of)

    @torch.no_grad()
    def score_batch(self, batch: Batch) -> Tensor:
        """The scores of one batch, ``(k, ...)``; the model is used in the mode it is in."""
        h, targets = self.embed(batch, self.targets_of(batch), self.recipe.seed)
        # A batch without targets gives scores of the right shape too.
        parts = list(targets.slices(self.recipe.micro_batch)) or [targets]
        return torch.cat([self.score(h, part) for part in parts])
