"""The pictures of the guide, drawn from what the engine answers; `make docs` runs this."""

from collections.abc import Callable
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from gdgnn import Graph, geodesics
from gdgnn.cli import picture
from gdgnn.cli.picture import Scene

OUT = Path(__file__).parent / "images"

# The graph of the guide; its text builds the same one.
EDGES = [
    (0, 1), (0, 2), (0, 3), (1, 2), (1, 4), (2, 4), (2, 5), (3, 6), (4, 5), (5, 6),
    (4, 7), (5, 7), (6, 7), (0, 8), (8, 9), (9, 10), (10, 7),
]  # fmt: skip
POSITIONS = {
    0: (0.0, 0.0),
    1: (1.0, 0.8),
    2: (1.0, 0.0),
    3: (1.0, -0.8),
    4: (2.0, 0.8),
    5: (2.0, 0.0),
    6: (2.0, -0.8),
    7: (3.0, 0.0),
    8: (0.45, -1.45),
    9: (1.5, -1.6),
    10: (2.55, -1.45),
}
PAIR = (0, 7)
COLUMN = np.array([[PAIR[0]], [PAIR[1]]])


def guide_scene() -> tuple[Graph, Scene]:
    return Graph.from_edges(np.array(EDGES).T), Scene(POSITIONS, tuple(EDGES))


def sides(graph: Graph, *, exclude_targets: bool = False) -> tuple[dict[int, int], dict[int, int]]:
    """Head and tail side of the guide's pair: node -> geodesic degree."""
    found = geodesics.vertical(graph, COLUMN, max_dist=5, exclude_targets=exclude_targets)
    head = dict(zip(found.head.values.tolist(), found.head_degree.tolist(), strict=True))
    tail = dict(zip(found.tail.values.tolist(), found.tail_degree.tolist(), strict=True))
    return head, tail


def draw_distance() -> Figure:
    graph, scene = guide_scene()
    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    nodes = list(POSITIONS)
    from_u = geodesics.distances(graph, np.array([[0] * len(nodes), nodes]), max_dist=5)
    written = {node: str(d) for node, d in zip(nodes, from_u.tolist(), strict=True) if node not in PAIR}
    picture.draw_edges(axes, scene)
    picture.draw_nodes(axes, scene, text=written)
    picture.draw_ends(axes, scene, *PAIR)
    picture.draw_ids(axes, scene)
    picture.finish(axes, "Distance", "The number in each node is its distance from u; v is 3 edges away.")
    return figure


def draw_vertical() -> Figure:
    graph, scene = guide_scene()
    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    picture.draw_edges(axes, scene)
    picture.draw_nodes(axes, scene)
    picture.draw_vertical(axes, scene, PAIR, *sides(graph))
    picture.draw_ends(axes, scene, *PAIR)
    picture.draw_ids(axes, scene)
    picture.finish(
        axes, "Vertical geodesic", "Head side green, tail side orange; geodesic degree inside the node."
    )
    return figure


def draw_horizontal() -> Figure:
    graph, _ = guide_scene()
    figure, all_axes = plt.subplots(1, 2, figsize=(10.4, 3.8))
    for axes, seed in zip(all_axes, (0, 3), strict=True):
        _, scene = guide_scene()
        nodes = geodesics.horizontal(graph, COLUMN, max_dist=5, seed=seed).nodes[0].tolist()
        picture.draw_edges(axes, scene)
        picture.draw_nodes(axes, scene)
        picture.draw_horizontal(axes, scene, nodes)
        picture.draw_ends(axes, scene, *PAIR)
        picture.draw_ids(axes, scene)
        picture.finish(axes, f"Horizontal geodesic, seed {seed}", "One of the four shortest paths.")
    return figure


def draw_exclusion() -> Figure:
    target = PAIR
    graph = Graph.from_edges(np.array([*EDGES, target]).T)
    figure, all_axes = plt.subplots(1, 2, figsize=(10.4, 3.8))
    scene = Scene(POSITIONS, tuple(EDGES), {target: -0.75})
    notes = {
        False: ("Target edge in the graph", "Distance 1: the edge tells its own answer."),
        True: ("Target edge hidden", "Distance 3: what is left is what can be learned."),
    }  # fmt: skip
    for axes, (hidden, (title, note)) in zip(all_axes, notes.items(), strict=True):
        picture.draw_edges(axes, scene)
        color, width = (picture.FAINT, 1.6) if hidden else (picture.INK, 2.4)
        picture.draw_edges(axes, scene, [target], color=color, width=width, dashed=hidden)
        picture.draw_nodes(axes, scene)
        if hidden:
            picture.draw_vertical(axes, scene, PAIR, *sides(graph, exclude_targets=True))
        picture.draw_ends(axes, scene, *PAIR)
        picture.draw_ids(axes, scene)
        picture.finish(axes, title, note)
    return figure


def draw_degree() -> Figure:
    """Two graphs that distances alone cannot tell apart."""
    figure, all_axes = plt.subplots(1, 2, figsize=(9.2, 4.9))
    grid = {4 * row + column: (float(column), float(-row)) for row in range(4) for column in range(4)}
    for axes, (name, edges) in zip(
        all_axes, (("4×4 rook's graph", rook()), ("Shrikhande graph", shrikhande())), strict=True
    ):
        graph = Graph.from_edges(np.array(edges).T)
        center = 5
        found = geodesics.neighborhoods(graph, [center], max_dist=2)
        around = found.neighbors.values
        near = around[found.distance == 1].tolist()
        sums = np.add.reduceat(found.side_degree, found.side.offsets[:-1])
        joined = {
            int(s): bool(total) for s, total, d in zip(around, sums, found.distance, strict=True) if d == 2
        }
        scene = Scene(
            grid, tuple((center, s) for s in near), {(center, s): bend(grid[center], grid[s]) for s in near}
        )
        picture.draw_edges(axes, scene, width=1.8)
        picture.draw_nodes(axes, scene, near)
        yes = [s for s, is_joined in joined.items() if is_joined]
        no = [s for s, is_joined in joined.items() if not is_joined]
        picture.draw_nodes(
            axes, scene, yes, fill=picture.TAIL_SIDE, rim=picture.TAIL, text=dict.fromkeys(yes, "1")
        )
        picture.draw_nodes(axes, scene, no, rim=picture.TAIL, fill="white", text=dict.fromkeys(no, "0"))
        picture.draw_nodes(
            axes, scene, [center], fill=picture.HEAD, rim=picture.HEAD, text={center: "v"}, text_color="white"
        )
        picture.finish(axes, name, f"Common neighbors joined: {len(yes)} of {len(joined)}.")
    return figure


def bend(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Curve an edge that would otherwise run through a node between its ends."""
    return 0.35 if max(abs(start[0] - end[0]), abs(start[1] - end[1])) > 1 else 0.0


def rook() -> list[tuple[int, int]]:
    """Squares of a 4×4 board, joined when a rook moves from one to the other."""
    squares = [(row, column) for row in range(4) for column in range(4)]
    return [
        (4 * a + b, 4 * c + d)
        for a, b in squares
        for c, d in squares
        if (a, b) < (c, d) and (a == c or b == d)
    ]


def shrikhande() -> list[tuple[int, int]]:
    """Squares of a 4×4 torus, joined along rows, columns and one of the two diagonals."""
    moves = ((0, 1), (1, 0), (1, 1))
    return [
        (4 * row + column, 4 * ((row + down) % 4) + (column + right) % 4)
        for row in range(4)
        for column in range(4)
        for down, right in moves
    ]


def draw_same_ends() -> Figure:
    """Pairs that a plain network cannot tell apart."""
    figure, all_axes = plt.subplots(1, 2, figsize=(8.6, 4.6))
    count = 8
    angle = np.pi / 2 + 2 * np.pi * np.arange(count) / count
    positions = {node: (float(np.cos(a)), float(np.sin(a))) for node, a in enumerate(angle)}
    edges = tuple((node, (node + 1) % count) for node in range(count))
    scene = Scene(positions, edges)
    ring = Graph.from_edges(np.array(edges).T)
    for axes, tail in zip(all_axes, (2, 4), strict=True):
        found = geodesics.vertical(ring, [[0], [tail]], max_dist=count, num_paths=True)
        assert found.num_paths is not None
        on_path = geodesics.dag(ring, [[0], [tail]], max_dist=count)
        steps = zip(on_path.edge_head.tolist(), on_path.edge_tail.tolist(), strict=True)
        picture.draw_edges(axes, scene)
        picture.draw_edges(axes, scene, steps, color=picture.PATH, width=3.2)
        picture.draw_nodes(axes, scene)
        picture.draw_ends(axes, scene, 0, tail)
        distance, paths = int(found.distance[0]), int(found.num_paths[0])
        ways = "One shortest path." if paths == 1 else f"{paths} shortest paths."
        picture.finish(axes, f"{distance} steps apart", ways)
    return figure


ASKED = ((0, 7), (3, 5), (8, 2))


def draw_encode_once() -> Figure:
    """The same three pairs, with a network for each and with one for all."""
    graph, scene = guide_scene()
    figure, all_axes = plt.subplots(2, 2, figsize=(10.4, 7.6))
    encoded = 0
    for axes, (head, tail) in zip(all_axes.flat, ASKED, strict=False):
        nodes = geodesics.receptive_field(graph, [head, tail], hops=1).nodes.tolist()
        encoded += len(nodes)
        inner = [edge for edge in EDGES if edge[0] in nodes and edge[1] in nodes]
        picture.draw_edges(axes, scene)
        picture.draw_edges(axes, scene, inner, color=picture.MUTED, width=2.0)
        picture.draw_nodes(axes, scene)
        picture.draw_nodes(axes, scene, nodes, fill=picture.PATH_NODE, rim=picture.PATH)
        picture.draw_ends(axes, scene, head, tail)
        picture.finish(axes, "A network for each pair", f"{len(nodes)} nodes are encoded for this one.")
    axes = all_axes[1, 1]
    found = geodesics.vertical(graph, np.array(ASKED).T, max_dist=5)
    gathered = 2 * len(ASKED) + len(found.head.values) + len(found.tail.values)
    picture.draw_edges(axes, scene, color=picture.MUTED, width=2.0)
    picture.draw_nodes(axes, scene, fill=picture.PATH_NODE, rim=picture.PATH)
    picture.finish(
        axes,
        "One network for all pairs",
        f"{graph.num_nodes} nodes instead of {encoded}; then {gathered} rows are looked up for {len(ASKED)}.",
    )
    return figure


PICTURES: dict[str, Callable[[], Figure]] = {
    "same-ends": draw_same_ends,
    "encode-once": draw_encode_once,
    "distance": draw_distance,
    "vertical": draw_vertical,
    "horizontal": draw_horizontal,
    "exclusion": draw_exclusion,
    "degree": draw_degree,
}


def main() -> None:
    OUT.mkdir(exist_ok=True)
    # The same picture is the same file, byte for byte.
    plt.rcParams["svg.hashsalt"] = "gdgnn"
    for name, draw in PICTURES.items():
        figure = draw()
        figure.savefig(OUT / f"{name}.svg", bbox_inches="tight", facecolor="white", metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    main()
