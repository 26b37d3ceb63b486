"""`Ours`: what we measured, as it stands in a cell's file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from gdgnn.experiments.record import SeedResult


@dataclass(frozen=True)
class Ours:
    """Figures over seeds.

    Attributes:
        configuration: the fingerprint of what they were measured with.
        seeds: which seeds (or folds).
        values: for each metric a figure for each seed, in percent.
        mean, std: for each metric over the seeds; the sample's standard deviation, 0 for a single seed.
        seconds: of processor time that a seed takes, on average.
        date, version, machine: of the last seed.

    Example:
        >>> ours = Ours.of([SeedResult(0, {"auc": 90.0}), SeedResult(1, {"auc": 92.0})], ["auc"], "f00")
        >>> ours.mean, ours.std
        ({'auc': 91.0}, {'auc': 1.41})
    """

    configuration: str
    seeds: tuple[int, ...]
    values: dict[str, list[float]]
    mean: dict[str, float]
    std: dict[str, float]
    seconds: float
    date: str
    version: str
    machine: str

    @classmethod
    def of(cls, results: Sequence[SeedResult], metrics: Iterable[str], configuration: str) -> Ours:
        """Sum up the results of seeds; a metric they have only a curve of is taken at its best epoch."""
        values = {metric: _values(results, metric) for metric in metrics}
        last = max(results, key=lambda result: result.date)
        return cls(
            configuration,
            tuple(result.seed for result in results),
            values,
            {metric: mean_of(figures) for metric, figures in values.items()},
            {metric: std_of(figures) for metric, figures in values.items()},
            round(fmean(result.seconds for result in results), 1),
            last.date,
            last.version,
            last.machine,
        )

    def by_seed(self) -> list[SeedResult]:
        """The results this was made of, but for curves and the time of each seed on its own.

        Example:
            >>> ours = Ours.of([SeedResult(3, {"auc": 90.0})], ["auc"], "f00")
            >>> ours.by_seed()[0].values
            {'auc': 90.0}
        """
        return [
            SeedResult(
                seed,
                {metric: figures[at] for metric, figures in self.values.items()},
                seconds=self.seconds,
                date=self.date,
                version=self.version,
                machine=self.machine,
            )
            for at, seed in enumerate(self.seeds)
        ]

    def as_table(self) -> dict[str, Any]:
        """What is written to the file."""
        return {**vars(self), "seeds": list(self.seeds)}


def mean_of(figures: Sequence[float]) -> float:
    """To two decimals.

    Example:
        >>> mean_of([1.0, 2.0])
        1.5
    """
    return round(fmean(figures), 2)


def std_of(figures: Sequence[float]) -> float:
    """To two decimals; 0 where there is a single figure.

    Example:
        >>> std_of([1.0, 2.0]), std_of([1.0])
        (0.71, 0.0)
    """
    return round(stdev(figures), 2) if len(figures) > 1 else 0.0


def _values(results: Sequence[SeedResult], metric: str) -> list[float]:
    if all(metric in result.values for result in results):
        return [round(result.values[metric], 2) for result in results]
    curves = [result.curves[metric] for result in results]
    epochs = range(min(map(len, curves)))
    best = max(epochs, key=lambda epoch: fmean(curve[epoch] for curve in curves))
    return [round(curve[best], 2) for curve in curves]
