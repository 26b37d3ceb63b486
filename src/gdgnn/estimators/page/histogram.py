"""`histogram`: how numbers of two kinds are distributed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gdgnn.estimators.page.axis import axis
from gdgnn.estimators.page.frame import Frame
from gdgnn.estimators.page.markup import Markup, tag

_BINS = 32


@dataclass(frozen=True, eq=False)
class Sample:
    """Numbers of one kind.

    Attributes:
        values: ``(k,)`` finite numbers.
        look: the CSS class of their outline.
        name: what they are.
    """

    values: npt.NDArray[np.float64]
    look: str
    name: str


def histogram(
    samples: Sequence[Sample], *, x: str, alt: str, span: tuple[float, float] | None = None
) -> Markup:
    """Outlines over the same bins, each of area 1, so that kinds of different numbers can be compared.

    Args:
        samples: the kinds, at least one with values.
        x: what the numbers are.
        alt: for those who do not see it.
        span: the ends of the axis; by default round numbers that all values lie between.

    Example:
        >>> chart = histogram([Sample(np.array([0.0, 0.0, 1.0]), "first", "links")], x="score", alt="Scores.")
        >>> chart.count("<path")
        1
    """
    everything = np.concatenate([sample.values for sample in samples])
    across = axis(x, span or [float(everything.min()), float(everything.max())])
    edges = np.linspace(across.low, across.high, _BINS + 1)
    shares = [100 * np.histogram(one.values, edges)[0] / max(one.values.size, 1) for one in samples]
    up = axis("percent of its kind", [0.0, *(float(share.max()) for share in shares)])
    frame = Frame(across, up)
    marks = [_outline(frame, edges, share, one) for share, one in zip(shares, samples, strict=True)]
    return frame.drawn(marks, alt=alt)


def _outline(
    frame: Frame, edges: npt.NDArray[np.float64], share: npt.NDArray[np.float64], sample: Sample
) -> Markup:
    steps = " ".join(
        f"V{frame.y(value):.4g} H{frame.x(right):.4g}"
        for value, right in zip(share.tolist(), edges[1:].tolist(), strict=True)
    )
    bottom = frame.y(0.0)
    path = f"M{frame.x(float(edges[0])):.4g} {bottom:.4g} {steps} V{bottom:.4g} Z"
    return tag("path", tag("title", sample.name), d=path, class_=f"area {sample.look}")
