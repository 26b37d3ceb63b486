"""`explained`: an explanation as a drawing, the shortest paths from left to right."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

from gdgnn.estimators.explanation import Explanation
from gdgnn.estimators.page.frame import WIDTH, picture
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.written import counted, shortened, written

_MOST_IN_A_COLUMN = 7
_MARGIN, _BETWEEN_COLUMNS, _BETWEEN_ROWS = 52.0, 84.0, 58.0
_LETTER, _GAP = 6.8, 8.0

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
    ends = {explanation.head: "start", explanation.tail: "end"}
    for node, (x, y) in spots.items():
        if node in ends:
            marks += _end(node, x, y, ends[node], room=_MARGIN + apart / 2, width=width)
        else:
            marks += _node(node, x, y, value.get(node, 0.0), most, room=apart)
    drawing = picture(marks, alt=_alt(explanation, len(spots)), width=width, height=height)
    if width == WIDTH:
        return drawing
    # As small as it can be read; what is wider can be scrolled.
    held = tag("div", drawing, style=f"min-width:{0.8 * width:.0f}px")
    return tag("div", held, class_="scroll", tabindex="0", role="region", aria_label="drawing")


def left_out(explanation: Explanation) -> int:
    """How many nodes on shortest paths are not drawn, because there are too many."""
    there = {node for link in explanation.links for node in link} | {explanation.head, explanation.tail}
    return len(there) - sum(map(len, _columns(explanation)))


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


def _node(node: Any, x: float, y: float, value: float, most: float, *, room: float) -> list[Markup]:
    look = "for" if value > 0 else "against" if value < 0 else "idle"
    radius = 5 + 7 * abs(value) / most
    name = shortened(str(node), int((room - _GAP) / _LETTER))
    return [
        tag("circle", tag("title", node), cx=x, cy=y, r=radius, class_=f"node {look}"),
        tag("text", name, x=x, y=y + radius + 13, class_="middle name"),
        tag("text", written(value, 2, sign=True), x=x, y=y + radius + 26, class_="middle value"),
    ]


def _end(node: Any, x: float, y: float, side: str, *, room: float, width: float) -> list[Markup]:
    """An end of the pair; a name that is too long for the middle begins, or ends, at the margin."""
    name, look, at = shortened(str(node), int((room - _GAP) / _LETTER)), "middle", x
    if len(name) * _LETTER > 2 * _MARGIN:
        look, at = side, 0.0 if side == "start" else width
    return [
        tag("circle", tag("title", node), cx=x, cy=y, r=10.0, class_="node tip"),
        tag("text", name, x=at, y=y + 23, class_=f"{look} name"),
    ]


def _alt(explanation: Explanation, drawn: int) -> str:
    ends = f"{explanation.head} and {explanation.tail}"
    if explanation.distance is None:
        return f"No path of at most {counted(explanation.max_dist, 'step')} between {ends}."
    return (
        f"{counted(explanation.num_paths, 'shortest path')} of {explanation.distance} steps between {ends}, "
        f"{drawn} nodes drawn; the table names those that count most."
    )
