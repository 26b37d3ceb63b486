"""`explained`: an explanation as a drawing, the shortest paths from left to right."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

from gdgnn.estimators.explanation import Explanation
from gdgnn.estimators.page.frame import WIDTH, picture
from gdgnn.estimators.page.markup import Markup, tag

_MOST_IN_A_COLUMN = 7
_MARGIN, _BETWEEN_COLUMNS, _BETWEEN_ROWS = 52.0, 84.0, 58.0
_LETTER = 6.4

Spots = dict[Any, tuple[float, float]]


def explained(explanation: Explanation) -> Markup:
    """The pair and what lies between, as large as it counts; in a crowd, the nodes that count most.

    Example:
        >>> from gdgnn.estimators import Contribution
        >>> drawing = explained(
        ...     Explanation(
        ...         "u",
        ...         "v",
        ...         1.5,
        ...         0.8,
        ...         2,
        ...         4,
        ...         1,
        ...         False,
        ...         1.0,
        ...         (Contribution("w", "both sides", 0.5),),
        ...         0.0,
        ...         "",
        ...         (("u", "w", "v"),),
        ...         (("u", "w"), ("w", "v")),
        ...     )
        ... )
        >>> drawing.count("<circle"), drawing.count("<line")
        (3, 2)
    """
    columns = _columns(explanation)
    width = max(WIDTH, 2 * _MARGIN + _BETWEEN_COLUMNS * (len(columns) - 1))
    height = _BETWEEN_ROWS * max(map(len, columns)) + 26
    apart = (width - 2 * _MARGIN) / max(len(columns) - 1, 1)
    spots = {
        node: (_MARGIN + apart * at, height / 2 - 10 + _BETWEEN_ROWS * (row - (len(column) - 1) / 2))
        for at, column in enumerate(columns)
        for row, node in enumerate(column)
    }
    marks = [_edge(spots, u, v) for u, v in explanation.links if u in spots and v in spots]
    value = {one.node: one.value for one in explanation.contributions}
    most = max((abs(one) for one in value.values()), default=0.0) or 1.0
    for node in spots:
        end = node in (explanation.head, explanation.tail)
        marks += _node(spots, node, None if end else value.get(node), most, int(apart / _LETTER))
    return picture(marks, alt=_alt(explanation, len(spots)), width=width, height=height)


def _columns(explanation: Explanation) -> list[list[Any]]:
    """The nodes that are drawn by their distance from the head, neighbors at about the same height."""
    after, before = defaultdict(list), defaultdict(list)
    for u, v in explanation.links:
        after[u].append(v)
        before[v].append(u)
    weight = {one.node: abs(one.value) for one in explanation.contributions}
    columns = [[explanation.head]]
    while columns[-1] != [explanation.tail] and any(after[node] for node in columns[-1]):
        found = dict.fromkeys(node for last in columns[-1] for node in after[last])
        columns.append(sorted(found, key=lambda node: -weight.get(node, 0.0))[:_MOST_IN_A_COLUMN])
    if columns[-1] != [explanation.tail]:
        columns.append([explanation.tail])
    for (left, right), beside in [(pair, before) for pair in pairwise(columns)] + [
        ((right, left), after) for left, right in reversed(list(pairwise(columns)))
    ]:
        height = {node: (row + 0.5) / len(left) for row, node in enumerate(left)}
        right.sort(key=lambda node: _mean([height[one] for one in beside[node] if one in height]))
    return columns


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.5


def _edge(spots: Spots, u: Any, v: Any) -> Markup:
    (x1, y1), (x2, y2) = spots[u], spots[v]
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="edge")


def _node(spots: Spots, node: Any, value: float | None, most: float, letters: int) -> list[Markup]:
    x, y = spots[node]
    look = "end" if value is None else "for" if value > 0 else "against" if value < 0 else "idle"
    radius = 10.0 if value is None else 5 + 7 * abs(value) / most
    whole = str(node)
    short = whole if len(whole) <= letters else f"{whole[: max(letters - 1, 1)]}…"
    parts = [
        tag("circle", tag("title", whole), cx=x, cy=y, r=radius, class_=f"node {look}"),
        tag("text", short, x=x, y=y + radius + 13, class_="middle name"),
    ]
    if value is not None:
        parts.append(tag("text", f"{value:+.2f}", x=x, y=y + radius + 26, class_="middle value"))
    return parts


def _alt(explanation: Explanation, drawn: int) -> str:
    ends = f"{explanation.head} and {explanation.tail}"
    if explanation.distance is None:
        return f"No path of at most {explanation.max_dist} steps between {ends}."
    return (
        f"{explanation.num_paths:,} shortest path(s) of {explanation.distance} steps between {ends}, "
        f"{drawn} nodes drawn; the table below names those that count most."
    )
