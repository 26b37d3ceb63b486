"""`Frame`: two axes, and what is drawn between them; and figures with what must be known about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gdgnn.estimators.page.axis import Axis
from gdgnn.estimators.page.markup import Markup, tag

WIDTH, HEIGHT = 440.0, 260.0
_TOP, _BOTTOM = 12.0, 44.0
# The label beside the ticks, and a letter of a tick.
_BESIDE, _LETTER = 30.0, 7.0


@dataclass(frozen=True)
class Frame:
    """Two axes.

    Example:
        >>> from gdgnn.estimators.page.axis import axis
        >>> frame = Frame(axis("epoch", [0, 10]), axis("loss", [0, 1]))
        >>> frame.x(10), frame.y(0)
        (428.0, 216.0)
    """

    across: Axis
    up: Axis

    @property
    def left(self) -> float:
        """Where the horizontal axis begins: what is written before it has room."""
        return max(54.0, _BESIDE + _LETTER * max(len(name) for _, name in self.up.ticks))

    @property
    def right(self) -> float:
        """Where it ends: half of the last tick is written beyond it."""
        return WIDTH - max(12.0, _LETTER / 2 * len(self.across.ticks[-1][1]) + 2)

    def x(self, value: float) -> float:
        """Where a number of the horizontal axis lies."""
        return self.left + self.across.share(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Where a number of the vertical axis lies."""
        return HEIGHT - _BOTTOM - self.up.share(value) * (HEIGHT - _TOP - _BOTTOM)

    def drawn(self, marks: Iterable[Markup], *, alt: str) -> Markup:
        """The chart, with these marks; `alt` is for those who do not see it."""
        return picture([*self._axes(), *marks], alt=alt)

    def _axes(self) -> list[Markup]:
        left, right = self.left, self.right
        bottom, middle = HEIGHT - _BOTTOM, (_TOP + HEIGHT - _BOTTOM) / 2
        parts = []
        for value, name in self.up.ticks:
            y = self.y(value)
            parts.append(tag("line", x1=left, x2=right, y1=y, y2=y, class_="grid"))
            parts.append(tag("text", name, x=left - 6, y=y + 4, class_="end"))
        for value, name in self.across.ticks:
            parts.append(tag("text", name, x=self.x(value), y=bottom + 17, class_="middle"))
        parts.append(tag("line", x1=left, x2=right, y1=bottom, y2=bottom, class_="axis"))
        parts.append(
            tag("text", self.across.label, x=(left + right) / 2, y=HEIGHT - 8, class_="middle label")
        )
        turned = f"rotate(-90 14 {middle:.0f})"
        parts.append(tag("text", self.up.label, x=14, y=middle, class_="middle label", transform=turned))
        return parts


def picture(marks: Iterable[Markup], *, alt: str, width: float = WIDTH, height: float = HEIGHT) -> Markup:
    """A drawing of its own."""
    return tag(
        "svg",
        *marks,
        role="img",
        aria_label=alt,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
    )


def figure(drawing: Markup, caption: object, keys: Iterable[tuple[str, str]] = ()) -> Markup:
    """A drawing with its caption; `keys` are CSS classes of marks and what these stand for."""
    legend = [tag("span", tag("i", class_=f"key {look}"), name, class_="legend") for look, name in keys]
    return tag(
        "figure",
        tag("p", *legend, class_="legends") if legend else None,
        drawing,
        tag("figcaption", caption),
    )
