"""One pair of a large graph as a picture: its horizontal and its vertical geodesic, side by side."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from gdgnn import Graph, geodesics
from gdgnn.cli import picture
from gdgnn.cli.picture import Edge, Point, Scene

Pairs = NDArray[np.int64]

_LEGIBLE_NODES = 16
_SHOWN_STRANGERS = 6


def choose_pair(graph: Graph, pairs: Pairs, *, max_dist: int) -> Edge:
    """The pair of the batch whose geodesics are the most telling picture.

    Neither a handful of nodes nor a crowd, both sides with several nodes, some of them joined.

    Args:
        graph: the graph.
        pairs: (2, k) pairs to choose from, k at least 1.
        max_dist: how far to search; pairs that are edges are searched with their edge hidden.

    Returns:
        (u, v).
    """
    found = geodesics.vertical(graph, pairs, max_dist=max_dist, exclude_targets=True)
    on_paths = geodesics.dag(graph, pairs, max_dist=max_dist, exclude_targets=True).nodes.lengths
    score = -np.abs(on_paths - _LEGIBLE_NODES).astype(np.float64)
    for side, degree in ((found.head, found.head_degree), (found.tail, found.tail_degree)):
        size = side.lengths
        joined = np.zeros(size.size)
        if degree is not None:
            np.add.at(joined, np.repeat(np.arange(size.size), size), degree > 0)
        score += np.where((size >= 3) & (size <= 6), 6, 0) + np.where((joined > 0) & (joined < size), 6, 0)
    score[found.distance < 2] -= 100
    score[found.distance == 2] -= 12
    best = int(np.argmax(score))
    return int(pairs[0, best]), int(pairs[1, best])


def save_pair(graph: Graph, pair: Edge, path: Path, *, max_dist: int, seed: int) -> None:
    """Write a PNG of the horizontal and the vertical geodesic of `pair`; the pair's own edge is hidden.

    Args:
        graph: an undirected graph.
        pair: (u, v), within `max_dist` of each other.
        path: the file to write.
        max_dist: how far to search.
        seed: which of the shortest paths is drawn.
    """
    column = np.array(pair, dtype=np.int64)[:, None]
    walk = geodesics.horizontal(graph, column, max_dist=max_dist, exclude_targets=True, seed=seed)
    sides = geodesics.vertical(graph, column, max_dist=max_dist, exclude_targets=True, num_paths=True)
    assert sides.head_degree is not None
    assert sides.tail_degree is not None
    assert sides.num_paths is not None
    num_paths = int(sides.num_paths[0])
    scene = _scene(graph, pair, max_dist=max_dist)

    figure = Figure(figsize=(15, 6.2), facecolor="white")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    for axes in (left, right):
        picture.draw_edges(axes, scene)
        picture.draw_nodes(axes, scene, (node for node in scene.positions if node < 0), size=70)
        picture.draw_nodes(axes, scene, (node for node in scene.positions if node >= 0), size=330)
    picture.draw_horizontal(left, scene, walk.nodes[0].tolist(), size=330)
    head_side = dict(zip(sides.head[0].tolist(), sides.head_degree.tolist(), strict=True))
    tail_side = dict(zip(sides.tail[0].tolist(), sides.tail_degree.tolist(), strict=True))
    picture.draw_vertical(right, scene, pair, head_side, tail_side, size=330)
    for axes in (left, right):
        picture.draw_ends(axes, scene, *pair, size=460)
    picture.finish(
        left,
        "Horizontal geodesic",
        f"One of {num_paths} equally likely shortest paths between {pair[0]:,} and {pair[1]:,}.",
    )
    picture.finish(
        right,
        "Vertical geodesic",
        "First steps of all shortest paths, from u and from v; in each its geodesic degree within its side.",
    )
    figure.tight_layout(w_pad=3)
    figure.savefig(path, dpi=110)


def _scene(graph: Graph, pair: Edge, *, max_dist: int) -> Scene:
    """All shortest paths of the pair, the other edges between their nodes, and a few neighbors off the paths.

    Those strangers are numbered -1, -2, ...: they may well be one node seen from both ends.
    """
    column = np.array(pair, dtype=np.int64)[:, None]
    dag = geodesics.dag(graph, column, max_dist=max_dist, exclude_targets=True)
    nodes = dag.nodes[0]
    place = {int(node): at for at, node in enumerate(nodes)}
    local = np.array([[place[int(node)] for node in ends] for ends in (dag.edge_head, dag.edge_tail)])
    spots = picture.layered_positions(dag.level, local) * (2.0, 1.0)
    positions: dict[int, Point] = {
        node: (float(spots[at, 0]), float(spots[at, 1])) for node, at in place.items()
    }
    edges = [edge for edge in _edges_among(graph, place) if set(edge) != set(pair)]
    bends = {edge: _bend(positions[edge[0]], positions[edge[1]]) for edge in edges}
    for end, away in ((pair[0], -1.0), (pair[1], 1.0)):
        strangers = min(len(_neighbors(graph, end) - place.keys()), _SHOWN_STRANGERS)
        for angle in np.linspace(-1.1, 1.1, strangers) if strangers > 1 else [0.0] * strangers:
            name = -1 - sum(node < 0 for node in positions)
            x, y = positions[end]
            positions[name] = (x + away * float(np.cos(angle)), y + 1.4 * float(np.sin(angle)))
            edges.append((end, name))
    return Scene(positions, tuple(edges), bends)


def _neighbors(graph: Graph, node: int) -> set[int]:
    return set(graph.indices[graph.indptr[node] : graph.indptr[node + 1]].tolist())


def _edges_among(graph: Graph, nodes: Iterable[int]) -> list[Edge]:
    inside = set(nodes)
    return [(a, b) for a in sorted(inside) for b in sorted(_neighbors(graph, a) & inside) if a < b]


def _bend(start: Point, end: Point) -> float:
    """Edges within a level run straight between neighbors, and around the nodes between them otherwise."""
    return 0.3 if start[0] == end[0] and abs(start[1] - end[1]) > 1.5 else 0.0
