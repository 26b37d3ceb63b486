"""`dot_chart`: one number for each of a few names, on an axis that shows how they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdgnn.estimators.page.axis import axis, named_axis
from gdgnn.estimators.page.frame import Frame
from gdgnn.estimators.page.markup import Markup, join, tag
from gdgnn.estimators.page.written import written

_WHISKER = 5.0


@dataclass(frozen=True)
class Dot:
    """A name with its number.

    Attributes:
        name: written below it.
        value: where it lies.
        error: drawn as far up and down; None: nothing is drawn.
        look: its CSS class.
    """

    name: str
    value: float
    error: float | None = None
    look: str = "first"


def dot_chart(dots: Sequence[Dot], *, x: str, y: str, alt: str) -> Markup:
    """Dots, with a line for how far off each may be. The axis need not begin at 0, as nothing is filled.

    Args:
        dots: one for each name, finite.
        x, y: what names and values are.
        alt: for those who do not see it.

    Example:
        >>> chart = dot_chart([Dot("plain", 0.8, 0.01), Dot("ours", 0.9)], x="model", y="AUC", alt="Better.")
        >>> chart.count("<circle"), chart.count('class="error')
        (2, 1)
    """
    ends = [one.value + side * (one.error or 0.0) for one in dots for side in (-1, 1)]
    frame = Frame(named_axis(x, [one.name for one in dots]), axis(y, ends))
    return frame.drawn([_drawn(frame, at, one) for at, one in enumerate(dots)], alt=alt)


def _drawn(frame: Frame, at: int, dot: Dot) -> Markup:
    x, y = frame.x(at), frame.y(dot.value)
    said = tag("title", f"{dot.name}: {written(dot.value, 4)}")
    circle = tag("circle", said, cx=x, cy=y, r=5.5, class_=f"dot {dot.look}")
    if dot.error is None:
        return circle
    high, low = frame.y(dot.value + dot.error), frame.y(dot.value - dot.error)
    left, right = x - _WHISKER, x + _WHISKER
    path = f"M{x:.1f} {low:.1f}V{high:.1f}M{left:.1f} {low:.1f}H{right:.1f}M{left:.1f} {high:.1f}H{right:.1f}"
    return join(tag("path", d=path, class_=f"error {dot.look}"), circle)
