"""What `fit` tells while it works, on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gdgnn.estimators import Progress

_SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def fit_progress(console: Any = None) -> Iterator[Any]:
    """A listener for `on_progress`.

    Args:
        console: a `rich.console.Console`; standard error by default.
    """
    from rich.console import Console

    console = Console(stderr=True) if console is None else console
    if not console.is_terminal:
        yield _Lines(console).hear
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description:<16}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[figures]}"),
    )
    with Bars(*columns, console=console) as bars:
        yield _Bar(bars).hear


def figures(progress: Progress) -> str:
    """Loss, validation metric and time left, in words.

    Example:
        >>> from gdgnn.estimators import Progress
        >>> figures(Progress("final", 3, 30, 0.25, 0.9, seconds_left=81))
        'loss 0.2500, validation 0.9000, 1 min 21 s left'
    """
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    left = f"{minutes} min {seconds} s left" if minutes else f"{seconds} s left"
    metric = "" if progress.metric is None else f", validation {progress.metric:.4f}"
    return f"loss {progress.loss:.4f}{metric}, {left}"


def stage_name(stage: str) -> str:
    """A stage of `fit` as people count.

    Example:
        >>> stage_name("candidate-0"), stage_name("final")
        ('candidate 1', 'final training')
    """
    number = stage.rpartition("-")[2]
    return f"candidate {int(number) + 1}" if number.isdecimal() else f"{stage} training"


class _Bar:
    def __init__(self, bars: Any) -> None:
        self._bars, self._stage, self._task = bars, "", None

    def hear(self, progress: Progress) -> None:
        if progress.stage != self._stage:
            self._stage = progress.stage
            self._task = self._bars.add_task(stage_name(progress.stage), total=progress.epochs, figures="")
        self._bars.update(self._task, completed=progress.epoch, figures=figures(progress))


class _Lines:
    def __init__(self, console: Any) -> None:
        self._console, self._told = console, time.monotonic()

    def hear(self, progress: Progress) -> None:
        if progress.epoch < progress.epochs and time.monotonic() - self._told < _SECONDS_BETWEEN_LINES:
            return
        self._told = time.monotonic()
        epoch = f"epoch {progress.epoch} of {progress.epochs}"
        self._console.file.write(f"{stage_name(progress.stage)}: {epoch}, {figures(progress)}\n")
        self._console.file.flush()
