"""Numbers and names as they are written on the page."""

from __future__ import annotations


def written(value: float, decimals: int = 3, *, sign: bool = False) -> str:
    """A number with a true minus and commas between thousands.

    Example:
        >>> written(-1234.5678, 2), written(0.25, 1, sign=True), written(-0.0001, 2)
        ('−1,234.57', '+0.2', '0.00')
    """
    rounded = round(value, decimals) + 0.0
    return f"{rounded:{'+' if sign else ''},.{decimals}f}".replace("-", "−")


def shortened(name: str, letters: int) -> str:
    """A name that fits, without its middle: names of a kind often differ at the end.

    Example:
        >>> shortened("person number 12", 9), shortened("ann", 9)
        ('perso… 12', 'ann')
    """
    if len(name) <= letters:
        return name
    end = max(letters - 1, 0) * 2 // 5
    return f"{name[: max(letters - 1 - end, 1)]}…{name[len(name) - end :]}"


def counted(count: int, what: str) -> str:
    """How many of something.

    Example:
        >>> counted(1, "node"), counted(2000, "node")
        ('1 node', '2,000 nodes')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"
