"""What can be told apart at best: exact colors of nodes and pairs, with no network and no engine.

Everything is worked out from dense matrices as it is defined, and two things have the same color only if
they are alike in all that a part of the model sees: multisets are compared, not sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph

Ids = npt.NDArray[np.int64]
_SMALL = 2**31 - 1


def colors(*columns: npt.ArrayLike) -> Ids:
    """The same number for rows of whole numbers from 0 on that are alike in all columns, and only for them.

    Example:
        >>> colors([5, 5, 7, 5], [1, 2, 1, 1]).tolist()
        [0, 1, 2, 0]
    """
    result = np.unique(np.asarray(columns[0]), return_inverse=True)[1].reshape(-1)
    for column in columns[1:]:
        values = np.asarray(column)
        if values.max(initial=0) > _SMALL:
            values = np.unique(values, return_inverse=True)[1].reshape(-1)
        # No two of (result, value) share a number, and none is too large for 64 bits.
        numbers = result * (int(values.max(initial=0)) + 1) + values
        result = np.unique(numbers, return_inverse=True)[1].reshape(-1)
    return result.astype(np.int64)


def multisets(color: Ids, row: Ids, num_rows: int) -> Ids:
    """The same number for rows that hold the same colors equally often, and only for them.

    Example:
        >>> multisets(np.array([1, 2, 2, 1, 1]), np.array([0, 0, 1, 1, 3]), 4).tolist()
        [2, 2, 0, 1]
    """
    color, row = color[np.lexsort((color, row))], np.sort(row)
    length = np.bincount(row, minlength=num_rows)
    first = np.cumsum(length) - length
    result = np.zeros(num_rows, dtype=np.int64)
    used = 1
    for size in np.unique(length[length > 0]):
        rows = np.flatnonzero(length == size)
        found = colors(*(color[first[rows] + place] for place in range(size)))
        result[rows] = used + found
        used += int(found.max()) + 1
    return result


class Colored:
    """Some small undirected graphs, and what their nodes see within ``max_dist``.

    Args:
        graphs: compared with one another: colors mean the same in all of them.
        max_dist: how far nodes see.
        depth: rounds of 1-WL that stand for the encoder.
        features: a number for each node of each graph; all alike if left out.
    """

    def __init__(
        self,
        graphs: Sequence[Graph],
        max_dist: int,
        depth: int,
        features: Sequence[Sequence[int]] | None = None,
    ) -> None:
        sizes = [graph.num_nodes for graph in graphs]
        self.num_nodes = sum(sizes)
        self.graph_of = np.repeat(np.arange(len(graphs)), sizes)
        self.blocks = list(zip(np.cumsum([0, *sizes[:-1]]).tolist(), map(adjacency, graphs), strict=True))
        given = np.zeros(self.num_nodes, dtype=np.int64) if features is None else np.concatenate(features)
        self.source, self.target = self._stacked([np.nonzero(block) for _, block in self.blocks])
        self.node = self.refined(given, depth)
        self.max_dist = max_dist
        self._distances = [distances(block, max_dist) for _, block in self.blocks]
        found = [np.nonzero(block >= 1) for block in self._distances]
        self.viewer, self.seen = self._stacked(found)
        self.distance = np.concatenate([d[at] for d, at in zip(self._distances, found, strict=True)])

    def _stacked(self, parts: list[tuple[Ids, ...]]) -> list[Ids]:
        moved = [
            [column + start for column in part] for (start, _), part in zip(self.blocks, parts, strict=True)
        ]
        return [np.concatenate(columns) for columns in zip(*moved, strict=True)]

    @cached_property
    def _pair_at(self) -> Ids:
        at = np.full((self.num_nodes, self.num_nodes), -1)
        at[self.viewer, self.seen] = np.arange(len(self.viewer))
        return at

    @cached_property
    def _joined(self) -> tuple[Ids, Ids]:
        """Pairs (v, s) and (v, w) with an edge between s and w."""
        degree = np.bincount(self.source, minlength=self.num_nodes)
        first = np.cumsum(degree) - degree
        pair = np.repeat(np.arange(len(self.seen)), degree[self.seen])
        within = np.arange(len(pair)) - np.repeat(
            np.cumsum(degree[self.seen]) - degree[self.seen], degree[self.seen]
        )
        other = self._pair_at[self.viewer[pair], self.target[first[self.seen[pair]] + within]]
        return pair[other >= 0], other[other >= 0]

    @cached_property
    def reverse(self) -> Ids:
        """The pair (s, v) of each pair (v, s)."""
        return self._pair_at[self.seen, self.viewer]

    @cached_property
    def _sides(self) -> tuple[Ids, Ids, Ids, Ids]:
        """Side nodes: the pair they belong to, which they are, geodesic degree; and paths of each pair."""
        pair, node, degree, paths = [], [], [], []
        before = 0
        for (start, joined), far in zip(self.blocks, self._distances, strict=True):
            v, s = np.nonzero(far >= 1)
            nearer = joined[s] & (far[v] == far[v, s][:, None] - 1)
            row, w = np.nonzero(nearer)
            pair.append(row + before)
            node.append(w + start)
            degree.append((nearer.astype(np.float32) @ joined)[row, w].astype(np.int64))
            paths.append(num_paths(joined, far)[v, s])
            before += len(v)
        return np.concatenate(pair), np.concatenate(node), np.concatenate(degree), np.concatenate(paths)

    def refined(self, node: Ids, rounds: int) -> Ids:
        """Colors of nodes after rounds of 1-WL."""
        for _ in range(rounds):
            node = colors(node, multisets(node[self.target], self.source, self.num_nodes))
        return node

    def pairs(self, context: str) -> Ids:
        """The color of each pair in ``"distance"``, ``"vertical"`` or ``"vertical+degree"``."""
        color = colors(self.node[self.seen], self.distance)
        if context == "distance":
            return color
        pair, node, degree, _ = self._sides
        of_side = self.node[node] if context == "vertical" else colors(self.node[node], degree)
        return colors(color, multisets(of_side, pair, len(color)))

    def with_paths(self, color: Ids) -> Ids:
        """With the number of shortest paths."""
        return colors(color, self._sides[3])

    def with_same_layer(self, color: Ids) -> Ids:
        """With the number of edges from ``s`` to nodes as far from ``v`` as itself."""
        pair, other = self._joined
        level = self.distance[pair] == self.distance[other]
        return colors(color, np.bincount(pair[level], minlength=len(color)))

    def with_pair_layers(self, color: Ids, rounds: int, *, exchange: bool = False) -> Ids:
        """After rounds of messages between the pairs of one node: see :class:`gdgnn.nn.PairLayer`."""
        pair, other = self._joined
        for _ in range(rounds):
            heard = multisets(color[other], pair, len(color))
            color = colors(color, heard, color[self.reverse]) if exchange else colors(color, heard)
        return color

    def with_between(self, color: Ids, rounds: int) -> Ids:
        """With a network over the subgraph that all of ``W`` induces, its ends and levels marked."""
        pair, other = self._members
        level = self.distance_of(self.viewer[pair], other)
        state = colors(self.node[other], level, self.distance[pair])
        keys = pair * self.num_nodes + other
        degree = np.bincount(self.source, minlength=self.num_nodes)
        first = (np.cumsum(degree) - degree)[other]
        times = degree[other]
        member = np.repeat(np.arange(len(other)), times)
        within = np.arange(len(member)) - np.repeat(np.cumsum(times) - times, times)
        wanted = pair[member] * self.num_nodes + self.target[first[member] + within]
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        joined = keys[at] == wanted
        member, at = member[joined], at[joined]
        for _ in range(rounds):
            state = colors(state, multisets(state[at], member, len(state)))
        return colors(color, multisets(state, pair, len(color)))

    @cached_property
    def _members(self) -> tuple[Ids, Ids]:
        """The nodes of W of each pair, ascending by pair, then by node."""
        pair, node, before = [], [], 0
        for (start, _), far in zip(self.blocks, self._distances, strict=True):
            v, s = np.nonzero(far >= 1)
            row, w = np.nonzero((far[v] >= 0) & (far[s] >= 0) & (far[v] + far[s] == far[v, s][:, None]))
            pair.append(row + before)
            node.append(w + start)
            before += len(v)
        return np.concatenate(pair), np.concatenate(node)

    def distance_of(self, heads: Ids, tails: Ids) -> Ids:
        """The distance between nodes that are the same or see each other."""
        at = self._pair_at[heads, tails]
        return np.where(heads == tails, 0, self.distance[at])

    def graphs(self, pair: Ids | None = None, *, rounds_after: int = 0) -> Ids:
        """The color of each graph from those of its nodes, and of the pairs they see if given."""
        node = self.node
        if pair is not None:
            node = colors(node, multisets(pair, self.viewer, self.num_nodes))
        return multisets(self.refined(node, rounds_after), self.graph_of, int(self.graph_of[-1]) + 1)


def adjacency(graph: Graph) -> npt.NDArray[np.bool_]:
    """``(n, n)``, symmetric, without loops."""
    joined = np.zeros((graph.num_nodes, graph.num_nodes), dtype=bool)
    joined[tuple(graph.edge_index)] = True
    np.fill_diagonal(joined, False)
    either: npt.NDArray[np.bool_] = joined | joined.T
    return either


def distances(joined: npt.NDArray[np.bool_], max_dist: int) -> Ids:
    """``(n, n)`` distances, -1 beyond ``max_dist``.

    Example:
        >>> distances(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool), 1).tolist()
        [[0, 1, -1], [1, 0, 1], [-1, 1, 0]]
    """
    reached = np.eye(len(joined), dtype=bool)
    found = np.where(reached, 0, -1)
    for step in range(1, max_dist + 1):
        wider = reached | (reached.astype(np.float32) @ joined > 0)
        found[wider & ~reached] = step
        reached = wider
    return found


def num_paths(joined: npt.NDArray[np.bool_], far: Ids) -> Ids:
    """``(n, n)`` numbers of shortest paths, from a matrix of distances; 0 where there is none."""
    found = np.eye(len(joined), dtype=np.int64)
    for step in range(1, int(far.max(initial=0)) + 1):
        longer = (found * (far == step - 1)) @ joined.astype(np.int64)
        found = np.where(far == step, longer, found)
    return found
