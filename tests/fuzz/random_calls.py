"""Random graphs, arrays and calls of the documented functions, most of them almost right."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from gdgnn import geodesics
from gdgnn.graph import Graph

CLEAN = (TypeError, ValueError, IndexError, OverflowError, MemoryError)
"""What a caller may be told. RuntimeError, SystemError, AssertionError and the like are failures."""

INTEGERS = (
    0,
    1,
    2,
    3,
    5,
    -1,
    -2,
    64,
    65,
    32_766,
    32_767,
    2**31 - 1,
    2**31,
    2**32,
    2**63 - 1,
    2**64,
    -(2**63),
)
SCALARS: tuple[Any, ...] = (
    None,
    True,
    False,
    0.5,
    float("nan"),
    float("inf"),
    -1.0,
    "head",
    "tail",
    "",
    b"x",
    [],
    {},
)
DTYPES = ("bool", "i1", "u1", "i2", "i4", "u4", "i8", "u8", "f4", "f8", "c8", "O", "U3", ">i8", "M8[s]")


# --- random values -----------------------------------------------------------------------------------


def random_graph(random: np.random.Generator) -> Graph:
    num_nodes = int(random.choice([0, 1, 2, 5, 20, 70, 200]))
    num_rows = int(random.integers(0, 4 * num_nodes + 1)) if num_nodes else 0
    ends = random.integers(0, max(1, num_nodes), (2, num_rows))
    if num_nodes:
        ends[0, :: int(random.integers(2, 9))] = random.integers(0, num_nodes)
    graph = Graph.from_edges(
        ends,
        num_nodes=num_nodes,
        directed=bool(random.random() < 0.5),
        relation=random.integers(0, 3, num_rows) if random.random() < 0.5 else None,
        id_dtype=np.int64 if random.random() < 0.3 else None,
    )
    return graph.as_undirected() if graph.directed and random.random() < 0.5 else graph


def random_integer(random: np.random.Generator) -> int:
    return (
        int(INTEGERS[random.integers(len(INTEGERS))])
        if random.random() < 0.7
        else int(random.integers(-9, 99))
    )


def random_scalar(random: np.random.Generator) -> Any:
    return random_integer(random) if random.random() < 0.6 else SCALARS[random.integers(len(SCALARS))]


def random_array(random: np.random.Generator, upper: int) -> Any:
    """Any dtype, shape, layout and contents; often node ids, to get past the first check."""
    shape = tuple(int(size) for size in random.choice([0, 1, 2, 3, 7, 40], int(random.integers(0, 4))))
    dtype = DTYPES[random.integers(len(DTYPES))]
    if random.random() < 0.5:
        array = random.integers(-2, upper + 2, shape)
    else:
        array = np.array(random.choice(np.array(INTEGERS[:-2]), shape))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        array = np.asarray(array).astype(dtype)
    if array.ndim and random.random() < 0.3:
        array = array[..., ::-1] if random.random() < 0.5 else array.T
    if random.random() < 0.2:
        array.flags.writeable = False
    return array.tolist() if random.random() < 0.2 else array


def good_pairs(random: np.random.Generator, num_nodes: int) -> np.ndarray:
    count = int(random.choice([0, 1, 3, 30, 400])) if num_nodes else 0
    pairs = random.integers(0, max(1, num_nodes), (2, count))
    if count and random.random() < 0.5:
        pairs[int(random.integers(2))] = random.integers(0, num_nodes)
    return pairs.astype(random.choice(["i4", "i8", "u4", "u8"]))


def damaged(random: np.random.Generator, array: np.ndarray) -> np.ndarray:
    """One entry changed, or one cut off."""
    array = array.copy()
    if array.size and random.random() < 0.7:
        info = np.iinfo(array.dtype)
        array.flat[random.integers(array.size)] = np.clip(random_integer(random), info.min, info.max)
        return array
    return array[..., :-1]


# --- calls of the documented functions ---------------------------------------------------------------


def exclusion(random: np.random.Generator, graph: Graph, pairs: Any) -> Any:
    form = random.random()
    count = pairs.shape[-1] if isinstance(pairs, np.ndarray) and pairs.ndim else 3
    if form < 0.5:
        return bool(random.random() < 0.5)
    if form < 0.7:
        return random.random(count) < 0.5
    if form < 0.85:
        return random.integers(-1, max(1, graph.num_edges), count)
    return random_array(random, graph.num_edges)


def pairwise(name: str) -> Callable[[np.random.Generator, Graph], Any]:
    def call(random: np.random.Generator, graph: Graph) -> Any:
        pairs = good_pairs(random, graph.num_nodes)
        if random.random() < 0.4:
            pairs = damaged(random, pairs) if random.random() < 0.5 else random_array(random, graph.num_nodes)
        asked: dict[str, Any] = {"max_dist": int(random.choice([0, 1, 2, 3, 5, 32_766]))}
        if random.random() < 0.7:
            asked["exclude_targets"] = exclusion(random, graph, pairs)
        extra = {"vertical": ("degree", "num_paths"), "horizontal": ("edges", "seed")}.get(name, ())
        return getattr(geodesics, name)(graph, pairs, **odd(random, asked, (*extra, "threads")))

    return call


def odd(random: np.random.Generator, asked: dict[str, Any], more: tuple[str, ...]) -> dict[str, Any]:
    """Now and then an argument more, or one replaced by anything at all."""
    for name in more:
        if random.random() < 0.3:
            asked[name] = int(random.integers(1, 4)) if random.random() < 0.6 else random_scalar(random)
    if asked and random.random() < 0.2:
        asked[str(random.choice(list(asked)))] = random_scalar(random)
    if isinstance(asked.get("threads"), int) and asked["threads"] > 64:
        asked["threads"] = 64
    return asked


def nodes_of(random: np.random.Generator, graph: Graph) -> Any:
    if random.random() < 0.3:
        return random_array(random, graph.num_nodes)
    nodes = random.integers(
        0, max(1, graph.num_nodes), int(random.choice([0, 1, 5, 100])) * bool(graph.num_nodes)
    )
    return damaged(random, nodes) if random.random() < 0.2 else nodes


def neighborhoods(random: np.random.Generator, graph: Graph) -> Any:
    nodes = None if random.random() < 0.3 else nodes_of(random, graph)
    asked: dict[str, Any] = {"max_dist": int(random.choice([0, 1, 2, 4, 32_766]))}
    return geodesics.neighborhoods(graph, nodes, **odd(random, asked, ("degree", "threads")))


def rank(random: np.random.Generator, graph: Graph) -> Any:
    candidates: Any = None
    sources = nodes_of(random, graph)
    if random.random() < 0.5:
        candidates = nodes_of(random, graph)
    elif random.random() < 0.5 and isinstance(sources, np.ndarray) and sources.ndim == 1:
        candidates = [nodes_of(random, graph) for _ in sources[:20]]
    asked = {
        "max_dist": int(random.choice([0, 2, 3, 32_766])),
        "kind": str(random.choice(["distances", "vertical", "horizontal"])),
        "source_side": str(random.choice(["head", "tail"])),
        "max_memory": int(random.choice([1, 5000, 1 << 28])),
        "exclude_targets": bool(random.random() < 0.5),
    }
    return list(geodesics.rank(graph, sources, candidates, **odd(random, asked, ("threads",))))


def receptive_field(random: np.random.Generator, graph: Graph) -> Any:
    hops = int(random.integers(0, 4)) if random.random() < 0.9 else random_scalar(random)
    asked: dict[str, Any] = {}
    if random.random() < 0.7:
        asked["fanout"] = int(random.integers(0, 6)) if random.random() < 0.5 else random_array(random, 5)
    return geodesics.receptive_field(
        graph, nodes_of(random, graph), hops, **odd(random, asked, ("seed", "threads"))
    )


def random_walks(random: np.random.Generator, graph: Graph) -> Any:
    length = int(random.integers(0, 30)) if random.random() < 0.9 else random_scalar(random)
    asked: dict[str, Any] = {"p": float(random.choice([0.01, 1, 7])), "q": float(random.choice([0.01, 1, 7]))}
    return geodesics.random_walks(
        graph, nodes_of(random, graph), length, **odd(random, asked, ("seed", "threads"))
    )


def walk_weights(random: np.random.Generator, graph: Graph) -> Any:
    length = int(random.integers(0, 12)) if random.random() < 0.9 else random_scalar(random)
    pairs = good_pairs(random, graph.num_nodes)
    asked: dict[str, Any] = {"exclude_targets": exclusion(random, graph, pairs)}
    if random.random() < 0.2:
        pairs = damaged(random, pairs)
    return geodesics.walk_weights(graph, pairs, length, **odd(random, asked, ("threads",)))


def graph_building(random: np.random.Generator, graph: Graph) -> Any:
    ends = random_array(random, graph.num_nodes) if random.random() < 0.7 else graph.edge_index
    num_nodes: Any = graph.num_nodes if random.random() < 0.5 else random_scalar(random)
    if isinstance(num_nodes, int) and num_nodes > 10**6:
        num_nodes = 10**6
    return Graph.from_edges(ends, num_nodes=num_nodes, directed=bool(random.random() < 0.5)).handle


PUBLIC: dict[str, Callable[[np.random.Generator, Graph], Any]] = {
    **{name: pairwise(name) for name in ("distances", "vertical", "horizontal", "dag")},
    "neighborhoods": neighborhoods,
    "rank": rank,
    "receptive_field": receptive_field,
    "random_walks": random_walks,
    "walk_weights": walk_weights,
    "graph building": graph_building,
}
