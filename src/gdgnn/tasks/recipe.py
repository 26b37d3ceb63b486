"""`Recipe`: how to train."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Schedule = Literal["one-cycle", "constant"]
"""How the learning rate goes: once up and down again in the whole training, or not at all."""

Select = Literal["best", "last"]
"""Which epoch's weights are kept: the one with the largest validation metric, or the last one."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How to train: Adam, with defaults that served link prediction on graphs of ten thousand edges.

    Attributes:
        epochs: how often all targets are seen.
        learning_rate: the largest one.
        weight_decay: times the weights, added to their gradient.
        schedule: ``"one-cycle"`` or ``"constant"``.
        micro_batch: targets that are scored at a time, which bounds the memory whatever the batch size; None:
            all of a batch. The gradient does not depend on it.
        clip_norm: the largest norm the gradient of a step may have; None: any.
        select: which epoch's weights to keep, where there is a validation set: ``"best"`` or ``"last"``.
        patience: stop after so many validations in a row without a better metric; None: never.
        validate_every: epochs from one validation to the next.
        seed: of dropout, and of whatever else is drawn in a step. Loaders and models have their own.

    Example:
        >>> Recipe(epochs=10, learning_rate=1e-2).schedule
        'one-cycle'
    """

    epochs: int = 40
    learning_rate: float = 5e-3
    weight_decay: float = 1e-4
    schedule: Schedule = "one-cycle"
    micro_batch: int | None = 131_072
    clip_norm: float | None = None
    select: Select = "best"
    patience: int | None = None
    validate_every: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "micro_batch", "patience", "validate_every"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value}; give 1 or more")
        for name in ("learning_rate", "clip_norm"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} is {value}; give a number above 0")
        if not self.weight_decay >= 0:
            raise ValueError(f"weight_decay is {self.weight_decay}; give 0 or more")
        for name, known in (("schedule", get_args(Schedule)), ("select", get_args(Select))):
            value = getattr(self, name)
            if value not in known:
                raise ValueError(f"{name} is {value!r}; choose {' or '.join(map(repr, known))}")
