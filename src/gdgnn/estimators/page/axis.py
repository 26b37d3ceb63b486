"""`Axis`: numbers to places on a chart, and the round numbers that are written along it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Axis:
    """What is written along one side of a chart.

    Attributes:
        label: what the numbers are.
        low, high: the numbers at its ends.
        ticks: numbers, and what is written there.
    """

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def share(self, value: float) -> float:
        """How far along the axis a number lies: 0 at the low end, 1 at the high one."""
        return (value - self.low) / (self.high - self.low)


def axis(label: str, values: Iterable[float], *, whole: bool = False) -> Axis:
    """An axis that holds all these values and begins and ends at round numbers.

    Args:
        label: what the values are.
        values: any finite numbers.
        whole: whether only whole numbers make sense.

    Example:
        >>> axis("AUC", [0.52, 0.97]).ticks
        ((0.5, '0.5'), (0.6, '0.6'), (0.7, '0.7'), (0.8, '0.8'), (0.9, '0.9'), (1.0, '1.0'))
    """
    found = list(values) or [0.0, 1.0]
    low, high = min(found), max(found)
    if high - low < 1e-12 * max(1.0, abs(high)):
        # Shares, counts and losses are never below 0.
        low, high = (max(low - 0.5, 0.0) if low >= 0 else low - 0.5), high + 0.5
    step = _round_step((high - low) / 5)
    if whole:
        step = max(1.0, step)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    decimals = max(0, -math.floor(math.log10(step)))
    places = [round(at * step, decimals) + 0.0 for at in range(first, last + 1)]
    # All with as many decimals, so that they are read as one column.
    ticks = tuple((at, f"{at:,.{decimals}f}".replace("-", "−") if at else "0") for at in places)
    return Axis(label, first * step, last * step, ticks)


def named_axis(label: str, names: Iterable[str]) -> Axis:
    """An axis with one place, 0, 1, 2 and so on, for each name.

    Example:
        >>> named_axis("distance", ["2", "3"])
        Axis(label='distance', low=-0.5, high=1.5, ticks=((0.0, '2'), (1.0, '3')))
    """
    ticks = tuple((float(at), name) for at, name in enumerate(names))
    return Axis(label, -0.5, len(ticks) - 0.5, ticks)


def _round_step(step: float) -> float:
    """The next larger of 1, 2, 5, 10, 20 and so on."""
    unit = 10.0 ** math.floor(math.log10(step))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= step * (1 - 1e-9))
