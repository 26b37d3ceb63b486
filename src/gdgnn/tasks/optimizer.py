"""A recipe's optimizer and schedule."""

from __future__ import annotations

from collections.abc import Iterable

from torch import nn
from torch.optim import Adam
from torch.optim.lr_scheduler import ConstantLR, LRScheduler, OneCycleLR

from gdgnn.tasks.recipe import Recipe


def make_optimizer(
    parameters: Iterable[nn.Parameter], recipe: Recipe, num_steps: int
) -> tuple[Adam, LRScheduler]:
    """Adam, and how its learning rate goes over ``num_steps`` steps.

    Example:
        >>> import torch
        >>> weights = [nn.Parameter(torch.zeros(2))]
        >>> optimizer, schedule = make_optimizer(weights, Recipe(learning_rate=1.0), num_steps=10)
        >>> round(schedule.get_last_lr()[0], 6)
        0.04
    """
    trained = [parameter for parameter in parameters if parameter.requires_grad]
    # One kernel over all parameters: models are small, and a call for each would take as long as a step.
    fused = all(
        parameter.is_floating_point() and parameter.device.type in ("cpu", "cuda") for parameter in trained
    )
    optimizer = Adam(trained, lr=recipe.learning_rate, weight_decay=recipe.weight_decay, fused=fused)
    if recipe.schedule == "constant":
        return optimizer, ConstantLR(optimizer, factor=1.0)
    return optimizer, OneCycleLR(optimizer, max_lr=recipe.learning_rate, total_steps=max(num_steps, 1))
