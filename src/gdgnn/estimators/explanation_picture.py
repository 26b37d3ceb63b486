"""An explanation as a picture: the shortest paths from left to right."""

from __future__ import annotations

import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from gdgnn.estimators.explanation import Explanation
from gdgnn.graph.printable import printable

_FOR, _AGAINST, _PLAIN, _END = "#2a9d5c", "#d1495b", "#e8e8e8", "#2b2d42"
_MOST_IN_A_COLUMN = 14


def draw(explanation: Explanation, path: str | Path | None, axes: Axes | None) -> Axes:
    """See :meth:`Explanation.plot`."""
    if axes is None:
        figure: Any = Figure(figsize=(9, 5), facecolor="white")
        FigureCanvasAgg(figure)
        axes = figure.subplots()
    spots = _spots(explanation)
    for u, v in explanation.links:
        if u in spots and v in spots:
            axes.plot(*zip(spots[u], spots[v], strict=True), color="#c8c8c8", linewidth=1.2, zorder=1)
    value = {one.node: one.value for one in explanation.contributions}
    most = max([abs(one) for one in value.values()], default=0.0) or 1.0
    for node, (x, y) in spots.items():
        here = value.get(node, 0.0)
        color = _END if node in (explanation.head, explanation.tail) else _PLAIN if not here else _sign(here)
        size = 520.0 if color == _END else 120 + 400 * abs(here) / most
        axes.scatter([x], [y], s=size, color=color, edgecolors="white", linewidths=1.5, zorder=2)
        label = printable(node) if node not in value else f"{printable(node)}\n{here:+.2f}"
        below: Any = {"xytext": (0, -16), "textcoords": "offset points", "ha": "center", "va": "top"}
        axes.annotate(label, (x, y), **below, fontsize=8, parse_math=False)
    for (u, v), text in explanation.labels.items():
        if u in spots and v in spots:
            middle = ((spots[u][0] + spots[v][0]) / 2, (spots[u][1] + spots[v][1]) / 2)
            axes.annotate(
                text, middle, ha="center", va="center", fontsize=7, color="#555555", parse_math=False
            )
    far = "no path" if explanation.distance is None else f"distance {explanation.distance}"
    axes.set_title(
        f"{printable(explanation.headline)}, {far}\n"
        f"score {explanation.score:+.2f} = ends and distance {explanation.without_nodes:+.2f}, nodes "
        f"{sum(value.values()):+.2f}, together {explanation.interaction:+.2f}",
        fontsize=10,
        # A name may hold what would be taken for a formula.
        parse_math=False,
    )
    axes.margins(0.15)
    axes.axis("off")
    if path is not None:
        figure = axes.get_figure()
        assert figure is not None
        with warnings.catch_warnings():
            # Letters that the font lacks are drawn as boxes.
            warnings.filterwarnings("ignore", "Glyph", UserWarning)
            figure.savefig(path, dpi=130, bbox_inches="tight")
    return axes


def _sign(value: float) -> str:
    return _FOR if value > 0 else _AGAINST


def _spots(explanation: Explanation) -> dict[Any, tuple[float, float]]:
    """Where each node goes: its distance from the head across; of a crowd, the nodes that count most."""
    level: dict[Any, int] = {explanation.head: 0}
    after = defaultdict(list)
    for u, v in explanation.links:
        after[u].append(v)
    row = [explanation.head]
    while row:
        row = [v for u in row for v in after[u] if level.setdefault(v, level[u] + 1) == level[u] + 1]
        row = list(dict.fromkeys(row))
    level.setdefault(explanation.tail, 1)
    weight = {one.node: abs(one.value) for one in explanation.contributions}
    columns: dict[int, list[Any]] = defaultdict(list)
    for node, x in level.items():
        columns[x].append(node)
    spots = {}
    for x, nodes in columns.items():
        shown = sorted(nodes, key=lambda node: -weight.get(node, 0.0))[:_MOST_IN_A_COLUMN]
        for node, y in zip(
            shown, np.linspace(len(shown) - 1, 0, len(shown)) - (len(shown) - 1) / 2, strict=True
        ):
            spots[node] = (float(x), float(y))
    return spots
