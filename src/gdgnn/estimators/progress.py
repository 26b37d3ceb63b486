"""What `fit` tells while it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Progress:
    """Where a training is.

    Attributes:
        stage: "candidate 2" or "final".
        epoch, epochs: how many of how many epochs are done.
        loss: of the latest step; NaN where there are no steps.
        metric: of the latest validation; None without.
        seconds_left: of this stage, at the present pace.
    """

    stage: str
    epoch: int
    epochs: int
    loss: float
    metric: float | None
    seconds_left: float


Listener: TypeAlias = Callable[[Progress], None]
"""Called after each epoch."""
