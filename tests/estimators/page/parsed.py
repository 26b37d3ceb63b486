"""Pages as a browser reads them, without one."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"link", "meta"})


@dataclass
class Element:
    """An element with what is in it."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(one if isinstance(one, str) else one.text for one in self.children)

    def all(self, name: str, *, look: str | None = None) -> list[Element]:
        """Elements of a name, and of a CSS class if one is given, in order."""
        found = []
        for one in self.children:
            if isinstance(one, Element):
                looks = one.attributes.get("class", "").split()
                found += [one] if one.name == name and (look is None or look in looks) else []
                found += one.all(name, look=look)
        return found

    def number(self, attribute: str) -> float:
        return float(self.attributes[attribute])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(markup: str) -> Element:
    """What the markup consists of; every element must be closed."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    assert reader.open == [reader.root], f"<{reader.open[-1].name}> is not closed"
    return reader.root
