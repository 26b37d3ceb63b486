"""`History`: what came of a training."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class History:
    """What came of a training, epoch by epoch.

    Attributes:
        loss: the mean loss over the targets of each epoch.
        metric: of each epoch that was validated, by its number from 0.
        best_epoch: the first one with the largest metric; None without validation.
        seconds: how long each epoch took, validation included.

    Example:
        >>> history = History(loss=(0.7, 0.6), metric={1: 0.8}, best_epoch=1, seconds=(0.1, 0.1))
        >>> history.best_metric, history.epochs
        (0.8, 2)
    """

    loss: tuple[float, ...]
    metric: dict[int, float]
    best_epoch: int | None
    seconds: tuple[float, ...]

    @property
    def best_metric(self) -> float | None:
        """The largest metric."""
        return None if self.best_epoch is None else self.metric[self.best_epoch]

    @property
    def epochs(self) -> int:
        """How many epochs were trained."""
        return len(self.loss)
