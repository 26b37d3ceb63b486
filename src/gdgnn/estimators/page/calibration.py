"""`calibration`: whether probabilities are what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gdgnn.estimators.page.axis import axis
from gdgnn.estimators.page.frame import Frame
from gdgnn.estimators.page.markup import Markup, tag

_BINS = 10


@dataclass(frozen=True)
class Bin:
    """Targets with about the same probability.

    Attributes:
        predicted: their mean probability.
        observed: the share of hits among them.
        count: how many they are.
        weight: their share of all targets. Mean and shares are of targets as they weigh.
    """

    predicted: float
    observed: float
    count: int
    weight: float


def calibration(
    probability: npt.NDArray[np.float64], label: npt.NDArray[np.integer | np.floating]
) -> tuple[Bin, ...]:
    """Targets by tenths of probability, as if there were as many links as other pairs.

    Training saw as many of each, so that this is what probabilities claim to be; how many negatives were
    drawn for a test must not matter.

    Args:
        probability: ``(k,)`` from 0 to 1.
        label: ``(k,)`` zeros and ones, both of which occur.

    Returns:
        The tenths that are not empty, ascending.

    Example:
        >>> calibration(np.array([0.9, 0.9, 0.1, 0.1]), np.array([1, 0, 0, 0]))[1]
        Bin(predicted=0.9, observed=0.75, count=2, weight=0.666...)
    """
    link = np.asarray(label) == 1
    return tenths(probability, link, np.where(link, 0.5 / link.sum(), 0.5 / (~link).sum()))


def tenths(
    probability: npt.NDArray[np.float64],
    hit: npt.NDArray[np.bool_],
    weight: npt.NDArray[np.float64] | None = None,
) -> tuple[Bin, ...]:
    """Targets by tenths of probability.

    Args:
        probability: ``(k,)`` from 0 to 1, that there is a hit.
        hit: ``(k,)`` whether there is one.
        weight: ``(k,)`` with the sum 1; by default all weigh the same.

    Example:
        >>> tenths(np.array([0.9, 0.9]), np.array([True, False]))
        (Bin(predicted=0.9, observed=0.5, count=2, weight=1.0),)
    """
    weight = np.full(probability.size, 1 / max(probability.size, 1)) if weight is None else weight
    tenth = np.minimum((probability * _BINS).astype(np.int64), _BINS - 1)
    bins = []
    for at in np.unique(tenth).tolist():
        here = tenth == at
        total = float(weight[here].sum())
        bins.append(
            Bin(
                float((weight * probability)[here].sum()) / total,
                float(weight[here & hit].sum()) / total,
                int(here.sum()),
                total,
            )
        )
    return tuple(bins)


def calibration_error(bins: Sequence[Bin]) -> float:
    """How far probabilities are off, on average.

    Example:
        >>> round(calibration_error([Bin(0.9, 0.8, 5, 0.5), Bin(0.1, 0.1, 5, 0.5)]), 3)
        0.05
    """
    return float(sum(one.weight * abs(one.predicted - one.observed) for one in bins))


def calibration_chart(bins: Sequence[Bin], *, alt: str, y: str = "share that are links") -> Markup:
    """Observed over predicted, the larger the dot the more targets; on the diagonal all is well.

    Example:
        >>> calibration_chart([Bin(0.9, 0.8, 5, 1.0)], alt="Too sure.").count("<circle")
        1
    """
    frame = Frame(axis("probability", [0.0, 1.0]), axis(y, [0.0, 1.0]))
    ideal = {"x1": frame.x(0.0), "y1": frame.y(0.0), "x2": frame.x(1.0), "y2": frame.y(1.0)}
    points = " ".join(f"{frame.x(one.predicted):.4g},{frame.y(one.observed):.4g}" for one in bins)
    dots = [
        tag(
            "circle",
            tag("title", f"{one.count:,} targets: {one.predicted:.2f} said, {one.observed:.2f} found"),
            cx=frame.x(one.predicted),
            cy=frame.y(one.observed),
            r=3 + 7 * float(np.sqrt(one.weight)),
            class_="dot first",
        )
        for one in bins
    ]
    marks = [
        tag("line", **ideal, class_="ideal"),
        tag("polyline", points=points, class_="line first"),
        *dots,
    ]
    return frame.drawn(marks, alt=alt)
