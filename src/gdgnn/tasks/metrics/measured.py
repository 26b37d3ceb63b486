"""Figures that carry their protocol."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from gdgnn.tasks.metrics.ranks import Ties


@dataclass(frozen=True)
class Protocol:
    """How a figure was measured: all that one must know to compare it with another.

    Attributes:
        split: which targets, and where they come from.
        negatives: how many, and how they were drawn; None where there are none, as in classification.
        filtered: whether known positives were left out of the negatives; None where that makes no sense.
        ties: how equal scores were counted; None for metrics in which there are none.
        seeds: of the split, the negatives and the training.

    Example:
        >>> print(Protocol("test, 10 % of the edges", negatives="274 uniform", filtered=True, seeds=(0,)))
        test, 10 % of the edges; negatives: 274 uniform, filtered; ties: realistic; seed 0
    """

    split: str
    negatives: str | None = None
    filtered: bool | None = None
    ties: Ties | None = "realistic"
    seeds: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = [self.split]
        if self.negatives is not None:
            known = {None: "", True: ", filtered", False: ", not filtered"}[self.filtered]
            parts.append(f"negatives: {self.negatives}{known}")
        if self.ties is not None:
            parts.append(f"ties: {self.ties}")
        if self.seeds:
            parts.append(f"seed{'s' * (len(self.seeds) > 1)} {', '.join(map(str, self.seeds))}")
        return "; ".join(parts)


@dataclass(frozen=True)
class Measured:
    """A figure, with what it is and how it was measured.

    Attributes:
        name: of the metric.
        value: the figure, or the mean over the seeds.
        protocol: how it was measured.
        spread: the standard deviation over the seeds, where there are several.

    Raises:
        ValueError: the value is not finite.

    Example:
        >>> print(Measured("AUC", 0.98312, Protocol("test", negatives="274 uniform", seeds=(0,))))
        AUC 0.9831 (test; negatives: 274 uniform; ties: realistic; seed 0)
    """

    name: str
    value: float
    protocol: Protocol
    spread: float | None = None

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise ValueError(f"{self.name} is {self.value}; give a finite number: mend what it came from")

    def __str__(self) -> str:
        spread = "" if self.spread is None else f" ± {self.spread:.4f}"
        return f"{self.name} {self.value:.4f}{spread} ({self.protocol})"

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def over_seeds(runs: Sequence[Measured]) -> Measured:
    """The mean and standard deviation (n - 1) of the same figure, measured with several seeds.

    Raises:
        ValueError: no runs; different metrics or protocols; a seed that occurs twice.

    Example:
        >>> runs = [Measured("AUC", 0.8 + seed / 10, Protocol("test", seeds=(seed,))) for seed in (0, 1)]
        >>> print(over_seeds(runs))
        AUC 0.8500 ± 0.0707 (test; ties: realistic; seeds 0, 1)
    """
    if not runs:
        raise ValueError("no runs; give at least one")
    first = runs[0]
    for at, run in enumerate(runs):
        if (run.name, replace(run.protocol, seeds=())) != (first.name, replace(first.protocol, seeds=())):
            raise ValueError(f"runs[{at}] is {run}, but runs[0] is {first}; only their seeds may differ")
    seeds = tuple(seed for run in runs for seed in run.protocol.seeds)
    if len(set(seeds)) < len(seeds):
        raise ValueError(f"of the seeds {seeds} one occurs twice; count each run once")
    mean = math.fsum(run.value for run in runs) / len(runs)
    squares = math.fsum((run.value - mean) ** 2 for run in runs)
    spread = math.sqrt(squares / (len(runs) - 1)) if len(runs) > 1 else None
    return Measured(first.name, mean, replace(first.protocol, seeds=seeds), spread)
