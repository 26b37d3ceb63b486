"""`table`: rows under columns, which screen readers can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdgnn.estimators.page.markup import Markup, tag


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """A table, whose first column names each row; it can be scrolled sideways where it is too wide.

    Args:
        caption: what it is about.
        columns: a name for each column.
        rows: as many cells each; numbers are put to the right, with three decimals if they are no whole ones.

    Example:
        >>> print(
        ...     table("Ages", ["who", "age"], [["ann", 7]]).partition("<tbody>")[2].partition("</tbody>")[0]
        ... )
        <tr><th scope="row">ann</th><td class="number">7</td></tr>
    """
    head = tag("tr", *[tag("th", name, scope="col") for name in columns])
    body = [
        tag("tr", tag("th", first, scope="row"), *[_cell(value) for value in others])
        for first, *others in rows
    ]
    whole = tag("table", tag("caption", caption), tag("thead", head), tag("tbody", *body))
    return tag("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption)


def _cell(value: object) -> Markup:
    if isinstance(value, int):
        return tag("td", f"{value:,}", class_="number")
    if isinstance(value, float):
        return tag("td", f"{value:.3f}", class_="number")
    return tag("td", value)
