"""`column_chart`: one number for each of a few names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdgnn.estimators.page.axis import axis, named_axis
from gdgnn.estimators.page.frame import Frame
from gdgnn.estimators.page.markup import Markup, tag

_FILLED = 0.7


@dataclass(frozen=True)
class Column:
    """A name with a number for each series; None is drawn as nothing."""

    name: str
    values: tuple[float | None, ...]


def column_chart(columns: Sequence[Column], looks: Sequence[str], *, x: str, y: str, alt: str) -> Markup:
    """Columns from 0 up, side by side where there are several series.

    Args:
        columns: names with as many values, from 0, as there are looks.
        looks: the CSS class of each series.
        x, y: what names and values are.
        alt: for those who do not see it.

    Example:
        >>> columns = [Column("2", (0.9, 0.8)), Column("3", (0.5, None))]
        >>> column_chart(
        ...     columns, ["first", "second"], x="distance", y="found", alt="Less found far off."
        ... ).count("<rect")
        3
    """
    values = [value for column in columns for value in column.values if value is not None]
    frame = Frame(named_axis(x, [column.name for column in columns]), axis(y, [0.0, *values]))
    width = _FILLED / max(len(looks), 1)
    marks = []
    for at, column in enumerate(columns):
        for series, (value, look) in enumerate(zip(column.values, looks, strict=True)):
            if value is None:
                continue
            left = frame.x(at - _FILLED / 2 + series * width)
            right = frame.x(at - _FILLED / 2 + (series + 1) * width)
            top = frame.y(value)
            marks.append(
                tag(
                    "rect",
                    tag("title", f"{column.name}: {value:.4g}"),
                    x=left,
                    y=top,
                    width=max(right - left - 1, 1.0),
                    height=frame.y(0.0) - top,
                    class_=f"bar {look}",
                )
            )
    return frame.drawn(marks, alt=alt)
