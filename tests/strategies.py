"""Hypothesis strategies: graphs of every awkward kind, and batches of pairs with every form of exclusion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gdgnn.graph import Graph
from tests import oracle
from tests.oracle import EdgeList, Kind, Row

Pair = tuple[int, int]

KINDS: tuple[Kind, ...] = ("undirected", "directed", "arrows ignored")
MAX_DISTS = (0, 1, 2, 3, 4, 6, 100, 32766)
THREADS = (1, 2, 4)


@dataclass(frozen=True)
class GraphCase:
    """Input rows of a graph, from which both the package's graph and the oracle's edge list are made."""

    num_nodes: int
    rows: list[Row]
    kind: Kind = "undirected"
    relations: bool = False
    id_dtype: Any = field(default=None, compare=False)

    @cached_property
    def graph(self) -> Graph:
        rows = np.array(self.rows, dtype=np.int64).reshape(-1, 3)
        graph = Graph.from_edges(
            rows[:, :2].T,
            num_nodes=self.num_nodes,
            directed=self.kind != "undirected",
            relation=rows[:, 2] if self.relations else None,
            id_dtype=self.id_dtype,
        )
        return graph.as_undirected() if self.kind == "arrows ignored" else graph

    @cached_property
    def edges(self) -> EdgeList:
        rows = self.rows if self.relations else [(u, v, 0) for u, v, _ in self.rows]
        return oracle.edge_list(self.num_nodes, rows, self.kind)


def plain(num_nodes: int, ends: list[Pair], kind: Kind = "undirected") -> GraphCase:
    """A graph without relations."""
    return GraphCase(num_nodes, [(u, v, 0) for u, v in ends], kind)


# --- shapes: number of nodes -> pairs of ends --------------------------------------------------------


def path(n: int) -> list[Pair]:
    return [(i, i + 1) for i in range(n - 1)]


def cycle(n: int) -> list[Pair]:
    return path(n) + [(n - 1, 0)] * (n > 1)


def star(n: int) -> list[Pair]:
    return [(0, i) for i in range(1, n)]


def clique(n: int) -> list[Pair]:
    return list(combinations(range(n), 2))


def tree(n: int) -> list[Pair]:
    return [((i - 1) // 2, i) for i in range(1, n)]


def grid(n: int, width: int = 4) -> list[Pair]:
    right = [(i, i + 1) for i in range(n - 1) if (i + 1) % width]
    down = [(i, i + width) for i in range(n - width)]
    return right + down


def two_cliques(n: int) -> list[Pair]:
    half = n // 2
    return clique(half) + [(half + a, half + b) for a, b in clique(n - half)]


def diamonds(count: int) -> list[Pair]:
    """``count`` diamonds in a row: from node 0 to node 3 * count there are 2 ** count shortest paths."""
    corners = range(0, 3 * count, 3)
    return [end for a in corners for end in ((a, a + 1), (a, a + 2), (a + 1, a + 3), (a + 2, a + 3))]


SHAPES: tuple[Callable[[int], list[Pair]], ...] = (path, cycle, star, clique, tree, grid, two_cliques)


# --- graphs ------------------------------------------------------------------------------------------


@st.composite
def graph_cases(draw: st.DrawFn, max_nodes: int = 12, kinds: tuple[Kind, ...] = KINDS) -> GraphCase:
    """Small graphs: a shape or nothing, plus random rows, which may be loops, duplicates or parallel."""
    num_nodes = draw(st.integers(0, max_nodes))
    if num_nodes == 0:
        return GraphCase(0, [], draw(st.sampled_from(kinds)))
    nodes = st.integers(0, num_nodes - 1)
    shape = draw(st.none() | st.sampled_from(SHAPES))
    used = draw(st.integers(1, num_nodes))
    names = draw(st.permutations(range(num_nodes)))
    ends = [(names[a], names[b]) for a, b in (shape(used) if shape else [])]
    ends += draw(st.lists(st.tuples(nodes, nodes), max_size=2 * num_nodes))
    relation = st.integers(0, draw(st.sampled_from((0, 0, 1, 3))))
    rows = [(u, v, draw(relation)) for u, v in ends]
    if rows:
        rows += draw(st.lists(st.sampled_from(rows), max_size=3))
        again = draw(st.lists(st.sampled_from(rows), max_size=3))
        rows += [(v, u, draw(relation)) for u, v, _ in again]
    return GraphCase(
        num_nodes,
        rows,
        draw(st.sampled_from(kinds)),
        relations=draw(st.booleans()),
        id_dtype=draw(st.sampled_from((None, np.int32, np.int64))),
    )


def sparse_ends(random: np.random.Generator, num_nodes: int) -> np.ndarray:
    """Distances 3 to 8 are common; up to two hubs."""
    ends = random.integers(0, num_nodes, (int(num_nodes * random.choice([0.9, 1.3, 2.0])), 2))
    for hub in range(random.integers(0, 3)):
        ends[hub::6, 0] = hub
    return ends


def long_ends(random: np.random.Generator, num_nodes: int) -> np.ndarray:
    """Short steps onward, which make many long shortest paths, and a few or many steps far back."""
    start = random.integers(0, num_nodes, 3 * num_nodes)
    onward = np.stack([start, start + random.integers(1, 4, len(start))], axis=1)
    behind = random.integers(0, num_nodes, (num_nodes, 2))
    backward = -np.sort(-behind, axis=1)
    ends = np.concatenate([onward, backward[: int(random.choice([0, 0, num_nodes // 8, num_nodes]))]])
    return ends[(ends < num_nodes).all(axis=1)]


@st.composite
def crowded_cases(draw: st.DrawFn, kinds: tuple[Kind, ...] = KINDS) -> GraphCase:
    """30 to 90 nodes, sparse or long; the nodes numbered at random."""
    num_nodes = draw(st.integers(30, 90))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    ends = draw(st.sampled_from((sparse_ends, long_ends)))(random, num_nodes)
    num_rows = len(ends)
    if draw(st.booleans()):
        ends = random.permutation(num_nodes)[ends]
    relation = random.integers(0, 3, num_rows)
    rows = [(int(u), int(v), int(r)) for (u, v), r in zip(ends, relation, strict=True)]
    return GraphCase(
        num_nodes,
        rows,
        draw(st.sampled_from(kinds)),
        draw(st.booleans()),
        draw(st.sampled_from((None, np.int64))),
    )


# --- batches -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Batch:
    """Pairs, the ``exclude_targets`` argument given with them, and the edge it hides from each pair."""

    pairs: list[Pair]
    exclude_targets: Any
    hidden: list[int | None]

    @property
    def array(self) -> np.ndarray:
        return np.array(self.pairs, dtype=np.int64).reshape(-1, 2).T

    def __len__(self) -> int:
        return len(self.pairs)


def batch(case: GraphCase, pairs: list[Pair], exclude_targets: Any = False) -> Batch:
    """A batch whose hidden edges follow from the argument, as the definitions have it."""
    edges = case.edges
    if exclude_targets is False:
        hidden: list[int | None] = [None] * len(pairs)
    elif exclude_targets is True:
        hidden = [oracle.target_edge(edges, u, v) for u, v in pairs]
    elif np.asarray(exclude_targets).dtype == bool:
        hidden = [
            oracle.target_edge(edges, u, v) if hide else None
            for (u, v), hide in zip(pairs, exclude_targets, strict=True)
        ]
    else:
        hidden = [None if edge == -1 else int(edge) for edge in exclude_targets]
    return Batch(pairs, exclude_targets, hidden)


@st.composite
def batches(draw: st.DrawFn, case: GraphCase, *, exclude: bool = True) -> Batch:
    """A few pairs, all of them, or one end against all; some are edges, some repeat, some are loops."""
    pairs = draw(pair_lists(case))
    form = draw(st.sampled_from(("no", "all", "mask", "edge ids"))) if exclude else "no"
    if form == "no":
        return batch(case, pairs, False)
    if form == "all":
        return batch(case, pairs, True)
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    if form == "mask":
        return batch(case, pairs, random.random(len(pairs)) < 0.6)
    joining = [oracle.edges_from_to(case.edges, u, v) for u, v in pairs]
    edge_ids = [int(random.choice([-1, *edges])) for edges in joining]
    return batch(case, pairs, np.array(edge_ids, dtype=np.int64))


@st.composite
def pair_lists(draw: st.DrawFn, case: GraphCase) -> list[Pair]:
    if case.num_nodes == 0:
        return []
    everyone = range(case.num_nodes)
    nodes = st.integers(0, case.num_nodes - 1)
    form = draw(st.sampled_from(("few", "edges", "all", "one head", "one tail")))
    if form == "few":
        pairs = draw(st.lists(st.tuples(nodes, nodes), max_size=8))
    elif form == "edges":
        pairs = [(u, v) for u, v, _ in case.rows] + [(v, u) for u, v, _ in case.rows]
    elif form == "all":
        pairs = [(u, v) for u in everyone for v in everyone]
    else:
        shared = draw(nodes)
        pairs = [(shared, other) if form == "one head" else (other, shared) for other in everyone]
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    repeated = [pairs[i] for i in random.integers(0, len(pairs), 3)] if pairs else []
    shuffled = pairs + repeated
    random.shuffle(shuffled)
    return [(int(u), int(v)) for u, v in shuffled]


@st.composite
def questions(
    draw: st.DrawFn, *, crowded: bool = False, exclude: bool = True
) -> tuple[GraphCase, Batch, int, int]:
    """(graph, batch, max_dist, threads): everything a pairwise function needs."""
    case = draw(crowded_cases() if crowded else graph_cases())
    return (
        case,
        draw(batches(case, exclude=exclude)),
        draw(st.sampled_from(MAX_DISTS)),
        draw(st.sampled_from(THREADS)),
    )
