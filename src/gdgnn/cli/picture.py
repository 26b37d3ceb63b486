"""Geodesics as pictures: nodes on a plane, edges between them, the geodesic in color.

Needs matplotlib (`pip install gdgnn[plot]`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch
from numpy.typing import NDArray

Point = tuple[float, float]
Edge = tuple[int, int]

INK = "#1f2937"
MUTED = "#475569"
FAINT = "#cbd5e1"
PLAIN = "#f1f5f9"
HEAD = "#0f766e"
HEAD_SIDE = "#99e2d5"
TAIL = "#c2410c"
TAIL_SIDE = "#fdcf9b"
PATH = "#7c3aed"
PATH_NODE = "#ddd0fb"


@dataclass(frozen=True)
class Scene:
    """Where the nodes lie, and which edges are drawn between them; `bends` curves some of the edges."""

    positions: Mapping[int, Point]
    edges: tuple[Edge, ...]
    bends: Mapping[Edge, float] = field(default_factory=dict)


def draw_edges(
    axes: Axes,
    scene: Scene,
    edges: Iterable[Edge] | None = None,
    *,
    color: str = FAINT,
    width: float = 1.4,
    dashed: bool = False,
) -> None:
    """Draw `edges`, or all edges of the scene."""
    for edge in scene.edges if edges is None else edges:
        bend = scene.bends.get(edge, -scene.bends.get(edge[::-1], 0.0))
        axes.add_patch(
            FancyArrowPatch(
                scene.positions[edge[0]],
                scene.positions[edge[1]],
                arrowstyle="-",
                connectionstyle=f"arc3,rad={bend}",
                color=color,
                linewidth=width,
                linestyle=(0, (4, 3)) if dashed else "solid",
                shrinkA=0,
                shrinkB=0,
                zorder=1 if color == FAINT else 2,
            )
        )


def draw_nodes(
    axes: Axes,
    scene: Scene,
    nodes: Iterable[int] | None = None,
    *,
    fill: str = PLAIN,
    rim: str = FAINT,
    size: float = 420,
    text: Mapping[int, str] | None = None,
    text_color: str = INK,
) -> None:
    """Draw `nodes`, or all nodes of the scene, with a few characters inside each."""
    chosen = list(scene.positions if nodes is None else nodes)
    if not chosen:
        return
    x, y = np.array([scene.positions[node] for node in chosen]).T
    axes.scatter(x, y, s=size, c=fill, edgecolors=rim, linewidths=1.5, zorder=3)
    for node in chosen:
        if text and node in text:
            axes.text(
                *scene.positions[node],
                text[node],
                color=text_color,
                ha="center",
                va="center_baseline",
                fontsize=10,
                fontweight="bold",
                zorder=4,
            )


def draw_ids(axes: Axes, scene: Scene) -> None:
    """Write the id of each node beside it."""
    for node, at in scene.positions.items():
        axes.annotate(
            str(node),
            at,
            xytext=(12, -17),
            textcoords="offset points",
            color=MUTED,
            fontsize=8.5,
            zorder=4,
        )


def draw_ends(axes: Axes, scene: Scene, head: int, tail: int, *, size: float = 520) -> None:
    """Draw the two nodes of the pair, marked u and v."""
    draw_nodes(axes, scene, [head], fill=HEAD, rim=HEAD, size=size, text={head: "u"}, text_color="white")
    draw_nodes(axes, scene, [tail], fill=TAIL, rim=TAIL, size=size, text={tail: "v"}, text_color="white")


def draw_vertical(
    axes: Axes,
    scene: Scene,
    pair: Edge,
    head_side: Mapping[int, int],
    tail_side: Mapping[int, int],
    *,
    size: float = 420,
) -> None:
    """Draw both sides, their inner edges in bold; each side maps a node to its geodesic degree."""
    for end, side, color, fill in (
        (pair[0], head_side, HEAD, HEAD_SIDE),
        (pair[1], tail_side, TAIL, TAIL_SIDE),
    ):
        spokes = [edge for edge in scene.edges if end in edge and (edge[0] in side or edge[1] in side)]
        inner = [edge for edge in scene.edges if edge[0] in side and edge[1] in side]
        draw_edges(axes, scene, spokes, color=color, width=1.6)
        draw_edges(axes, scene, inner, color=color, width=3.2)
        labels = {node: str(degree) for node, degree in side.items()}
        draw_nodes(axes, scene, side, fill=fill, rim=color, size=size, text=labels)


def draw_horizontal(axes: Axes, scene: Scene, nodes: Iterable[int], *, size: float = 420) -> None:
    """Draw one shortest path, given by its nodes in order."""
    path = list(nodes)
    draw_edges(axes, scene, pairwise(path), color=PATH, width=3.6)
    draw_nodes(axes, scene, path, fill=PATH_NODE, rim=PATH, size=size)


def finish(axes: Axes, title: str, note: str, *, margin: float = 0.2) -> None:
    """Title above, one sentence below, no axes, everything inside."""
    axes.set_title(title, fontsize=13, fontweight="bold", color=INK, loc="left", pad=22)
    axes.text(0, 1.02, note, transform=axes.transAxes, fontsize=9.5, color=MUTED, va="bottom")
    axes.set_axis_off()
    axes.autoscale_view()
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    axes.set_xlim(left - margin, right + margin)
    axes.set_ylim(bottom - margin, top + margin)


def layered_positions(
    level: NDArray[np.integer], edges: NDArray[np.integer], *, sweeps: int = 24
) -> NDArray[np.float64]:
    """Places for the nodes of a shortest-path DAG: level by level from left to right, few crossings.

    Args:
        level: (n,) the level of each node, from 0.
        edges: (2, e) positions in `level`, from one level to the next.
        sweeps: how often each level is sorted anew by the mean height of its neighbors.

    Returns:
        (n, 2) coordinates: x is the level, y is centered on 0 in every level.

    Example:
        >>> import numpy as np
        >>> layered_positions(np.array([0, 1, 1, 2]), np.array([[0, 0, 1, 2], [1, 2, 3, 3]]))[:, 1].tolist()
        [0.0, -0.5, 0.5, 0.0]
    """
    height = np.zeros(level.size)
    layers = [np.flatnonzero(level == value) for value in range(int(level.max()) + 1)]
    for layer in layers:
        height[layer] = _spread(layer.size)
    for sweep in range(sweeps):
        for layer in layers if sweep % 2 == 0 else layers[::-1]:
            pull = [_mean_height(int(node), edges, height) for node in layer]
            height[layer[np.argsort(pull, kind="stable")[::-1]]] = _spread(layer.size)
    return np.column_stack([level.astype(np.float64), height])


def _spread(count: int) -> NDArray[np.float64]:
    return (count - 1) / 2 - np.arange(count, dtype=np.float64)


def _mean_height(node: int, edges: NDArray[np.integer], height: NDArray[np.float64]) -> float:
    neighbors = np.concatenate([edges[1, edges[0] == node], edges[0, edges[1] == node]])
    return float(height[neighbors].mean()) if neighbors.size else 0.0
