"""`Section`: a part of the page, and the sentences in it."""

from __future__ import annotations

from dataclasses import dataclass

from gdgnn.estimators.page.markup import Markup, tag


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes:
        name: what links call it.
        title: what readers call it.
        body: markup, or text.

    Example:
        >>> print(Section("rerun", "Run it again", (note("With the same seed."),)).drawn())
        <section id="rerun"><h2>Run it again</h2><p class="note">With the same seed.</p></section>
    """

    name: str
    title: str
    body: tuple[object, ...]

    def drawn(self) -> Markup:
        """As HTML."""
        return tag("section", tag("h2", self.title), *self.body, id=self.name)


def section(name: str, title: str, *body: object) -> Section:
    """A part of the page with this body."""
    return Section(name, title, body)


def note(*children: object) -> Markup:
    """How what is shown was measured, or how it is to be read."""
    return tag("p", *children, class_="note")


def side_by_side(*parts: Markup | None) -> Markup:
    """Figures and tables in a row where there is room."""
    return tag("div", *parts, class_="beside")
