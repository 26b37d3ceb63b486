"""`tag`: HTML and SVG from functions; text that is no markup is escaped wherever it is put in."""

from __future__ import annotations

from html import escape

_VOID = frozenset({"link", "meta"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(element: str, /, *children: object, **attributes: object) -> Markup:
    """An element.

    Args:
        element: its name.
        children: what is in it; all but :class:`Markup` is escaped, None is nothing.
        attributes: underscores stand for hyphens, one at the end for nothing (``class_``); what is None is
            left out.

    Example:
        >>> print(tag("p", "1 < 2", tag("b", "!"), class_="note", aria_label='a "b"'))
        <p class="note" aria-label="a &quot;b&quot;">1 &lt; 2<b>!</b></p>
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if element in _VOID:
        return Markup(f"<{element}{said}>")
    return Markup(f"<{element}{said}>{join(*children)}</{element}>")


def join(*children: object) -> Markup:
    """Children one after the other, without an element around them.

    Example:
        >>> join("a & ", tag("b", "c"), None, 1)
        'a &amp; <b>c</b>1'
    """
    return Markup(
        "".join(one if isinstance(one, Markup) else escape(_text(one)) for one in children if one is not None)
    )


def isolated(text: object) -> Markup:
    """A name, which cannot turn the direction of the text around it."""
    return tag("bdi", text)


def _text(value: object) -> str:
    # A hundredth of a pixel is enough for a drawing.
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
