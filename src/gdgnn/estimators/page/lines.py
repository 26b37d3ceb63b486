"""`line_chart`: something that changes over time, for one or several series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdgnn.estimators.page.axis import axis
from gdgnn.estimators.page.frame import Frame
from gdgnn.estimators.page.markup import Markup, tag


@dataclass(frozen=True)
class Line:
    """One series.

    Attributes:
        points: ``(x, y)``, from left to right.
        look: its CSS class.
        name: shown when it is pointed at.
    """

    points: Sequence[tuple[float, float]]
    look: str
    name: str


def line_chart(lines: Sequence[Line], *, x: str, y: str, alt: str) -> Markup:
    """Lines over whole numbers, the last one in front.

    Example:
        >>> chart = line_chart(
        ...     [Line([(1, 0.7), (2, 0.5)], "first", "default")], x="epoch", y="loss", alt="The loss falls."
        ... )
        >>> 'points="58,12 428,216"' in chart
        True
    """
    frame = Frame(
        axis(x, [at for line in lines for at, _ in line.points], whole=True),
        axis(y, [value for line in lines for _, value in line.points]),
    )
    return frame.drawn([_drawn(frame, line) for line in lines], alt=alt)


def _drawn(frame: Frame, line: Line) -> Markup:
    spots = [(frame.x(at), frame.y(value)) for at, value in line.points]
    name = tag("title", line.name)
    if len(spots) == 1:
        return tag("circle", name, cx=spots[0][0], cy=spots[0][1], r=4, class_=f"dot {line.look}")
    points = " ".join(f"{x:.4g},{y:.4g}" for x, y in spots)
    return tag("polyline", name, points=points, class_=f"line {line.look}")
