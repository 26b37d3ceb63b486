"""`table`: rows under columns, which screen readers can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.written import written

_LONG = 16


class Number(str):
    """A number as it is written, which is put to the right."""

    __slots__ = ()


def number(value: float | None, decimals: int = 3, *, sign: bool = False) -> Number:
    """A number for a cell; None is one that there is not.

    Example:
        >>> number(0.5, 4), number(None)
        ('0.5000', '–')
    """
    return Number("–" if value is None else written(value, decimals, sign=sign))


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """A table, whose first column names each row; it can be scrolled sideways where it is too wide.

    Args:
        caption: what it is about.
        columns: a name for each column.
        rows: as many cells each. Numbers are put to the right, with three decimals if they are no whole ones;
            for others, see :func:`number`.

    Example:
        >>> print(
        ...     table("Ages", ["who", "age"], [["ann", 7]]).partition("<tbody>")[2].partition("</tbody>")[0]
        ... )
        <tr><th scope="row">ann</th><td class="number">7</td></tr>
    """
    cells = [list(row) for row in rows]
    numeric = [
        at > 0 and bool(cells) and all(_is_number(row[at]) for row in cells) for at in range(len(columns))
    ]
    head = tag(
        "tr",
        *[
            tag("th", name, scope="col", class_="number" if right else None)
            for name, right in zip(columns, numeric, strict=True)
        ],
    )
    body = [
        tag("tr", tag("th", first, scope="row", class_=_look(first)), *[_cell(value) for value in others])
        for first, *others in cells
    ]
    whole = tag("table", tag("caption", caption), tag("thead", head), tag("tbody", *body))
    return tag("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Number)


def _cell(value: object) -> Markup:
    if isinstance(value, int | float):
        value = number(value, 0 if isinstance(value, int) else 3)
    return tag("td", value, class_=_look(value))


def _look(value: object) -> str | None:
    """Long names are given room, so that they are not broken after each word."""
    if isinstance(value, Number):
        return "number"
    return "long" if len(str(value)) > _LONG and not isinstance(value, int | float) else None
