"""`printable`: names of nodes on a terminal."""

from __future__ import annotations


def printable(name: object) -> str:
    r"""A name in one line, in which nothing commands a terminal.

    Example:
        >>> printable("two\nlines"), printable("\x1b[2J"), printable("Zoë"), printable(7)
        ('two\\nlines', '\\x1b[2J', 'Zoë', '7')
    """
    text = str(name)
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
