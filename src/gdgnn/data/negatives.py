"""Pairs that are not edges, drawn exactly: nothing is drawn and thrown away, however dense the graph."""

from __future__ import annotations

import operator
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from gdgnn.data.arguments import Ids, check_nodes, generator, pairs_of
from gdgnn.geodesics import UNREACHABLE, distances
from gdgnn.graph import Graph
from gdgnn.graph.adjacency import Adjacency

Corrupt: TypeAlias = Literal["both", "head", "tail"]


class UniformNegatives:
    """Negatives drawn uniformly among all pairs of distinct nodes that are no known edge.

    What is known is the given graph: give the training graph, and no edge of a test set is used. Only
    `also_known` tells the sampler of more.

    Args:
        graph: its edges are known; arrows count if it is directed, relations do not.
        per_positive: how many negatives to draw for each positive.
        also_known: ``(2, k)`` more pairs that are never drawn.

    Raises:
        ValueError: every pair is a known edge.

    Example:
        >>> square = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> negatives = UniformNegatives(square)
        >>> sorted(map(sorted, negatives.sample(2, seed=0).T.tolist()))
        [[0, 2], [1, 3]]
        >>> negatives.draw([[0], [1]], seed=0).shape
        (2, 1)
    """

    def __init__(
        self, graph: Graph, *, per_positive: int = 1, also_known: npt.ArrayLike | None = None
    ) -> None:
        self.known = _with_more_edges(graph, also_known)
        self.per_positive = _at_least_one(per_positive, "per_positive")
        self._tails = _FreeEnds(self.known.out, self.known.num_nodes)
        free = self._tails.count if self.known.directed else self._tails.count - self._tails.below
        self._first = np.concatenate([[0], np.cumsum(free)])
        if self.count == 0:
            raise ValueError(
                f"no negatives exist: all pairs of the {self.known.num_nodes} nodes are known edges; "
                "give negatives of your own (GivenNegatives), or fewer pairs in also_known"
            )

    @property
    def count(self) -> int:
        """How many negatives there are: ordered pairs if the graph is directed, else unordered ones."""
        return int(self._first[-1])

    def draw(self, positives: npt.ArrayLike, *, seed: int) -> Ids:
        """`per_positive` negatives for each of the ``(2, p)`` positives, ``(2, p * per_positive)``.

        Raises:
            ValueError: a positive is no known edge, so that it could be drawn as a negative.
        """
        pairs = _known_positives(positives, self.known)
        return self.sample(pairs.shape[1] * self.per_positive, seed=seed, distinct=False)

    def sample(self, count: int, *, seed: int, distinct: bool = True) -> Ids:
        """``(2, count)`` negatives, of which no two are the same if `distinct`.

        Raises:
            ValueError: fewer than `count` distinct negatives exist.
        """
        random = generator(seed)
        if distinct:
            if count > self.count:
                raise ValueError(
                    f"{count} distinct negatives are asked for, but there are only {self.count}; "
                    "ask for fewer, or give distinct=False"
                )
            ranks = random.choice(self.count, count, replace=False)
        else:
            ranks = random.integers(self.count, size=count)
        pairs = self._pairs(ranks)
        if not self.known.directed:
            turned = random.random(count) < 0.5
            pairs[:, turned] = pairs[::-1, turned]
        return pairs

    def _pairs(self, ranks: Ids) -> Ids:
        """The negatives of the given ranks, counted by their heads, then by their tails."""
        heads = np.searchsorted(self._first, ranks, side="right") - 1
        rank = ranks - self._first[heads]
        if not self.known.directed:
            rank += self._tails.below[heads]
        return np.stack([heads, self._tails.nth(heads, rank)])


class CorruptedNegatives:
    """Negatives that share one end with their positive; the other is uniform among those that make no edge.

    Args:
        graph: its edges are known, as for :class:`UniformNegatives`.
        per_positive: how many negatives to draw for each positive.
        corrupt: which end is replaced; "both": the one or the other, each as likely.
        also_known: ``(2, k)`` more pairs that are never drawn.

    Example:
        >>> star = Graph.from_edges([[0, 0, 0], [1, 2, 3]], num_nodes=5)
        >>> CorruptedNegatives(star, corrupt="tail").draw([[0], [2]], seed=0).tolist()
        [[0], [4]]
    """

    def __init__(
        self,
        graph: Graph,
        *,
        per_positive: int = 1,
        corrupt: Corrupt = "both",
        also_known: npt.ArrayLike | None = None,
    ) -> None:
        if corrupt not in get_args(Corrupt):
            raise ValueError(f'corrupt is {corrupt!r}; give "both", "head" or "tail"')
        self.known = _with_more_edges(graph, also_known)
        self.per_positive = _at_least_one(per_positive, "per_positive")
        self.corrupt = corrupt
        self._tails = _FreeEnds(self.known.out, self.known.num_nodes)
        self._heads = _FreeEnds(self.known.into, self.known.num_nodes) if self.known.directed else self._tails

    def draw(self, positives: npt.ArrayLike, *, seed: int) -> Ids:
        """`per_positive` negatives for each of the ``(2, p)`` positives, ``(2, p * per_positive)``.

        The negatives of positive i are the columns ``i * per_positive`` to ``(i + 1) * per_positive``.

        Raises:
            ValueError: a positive is no known edge, or its end is joined to all other nodes.
        """
        pairs = np.repeat(_known_positives(positives, self.known), self.per_positive, axis=1)
        random = generator(seed)
        new_tail = self._replaced_tails(pairs, random)
        kept_heads, kept_tails = pairs[0, new_tail], pairs[1, ~new_tail]
        pairs[1, new_tail] = self._tails.draw(kept_heads, random)
        pairs[0, ~new_tail] = self._heads.draw(kept_tails, random)
        return pairs

    def _replaced_tails(self, pairs: Ids, random: np.random.Generator) -> npt.NDArray[np.bool_]:
        """Which negatives get a new tail; the others get a new head."""
        for_tail = (self.corrupt != "head") & (self._tails.count[pairs[0]] > 0)
        for_head = (self.corrupt != "tail") & (self._heads.count[pairs[1]] > 0)
        stuck = np.flatnonzero(~(for_tail | for_head))
        if stuck.size:
            head, tail = pairs[:, stuck[0]]
            remedy = "" if self.corrupt == "both" else ', or give corrupt="both"'
            raise ValueError(
                f"no negative exists for positive {stuck[0] // self.per_positive}, ({head}, {tail}): what "
                f"would be kept of it is joined to all other nodes; leave this positive out{remedy}"
            )
        chosen: npt.NDArray[np.bool_] = for_tail & (~for_head | (random.random(pairs.shape[1]) < 0.5))
        return chosen


class GivenNegatives:
    """Negatives from a list, in random order; none comes twice in a draw while the list is long enough.

    Args:
        pairs: ``(2, m)`` the list.
        per_positive: how many negatives to draw for each positive.

    Example:
        >>> negatives = GivenNegatives([[0, 1], [5, 6]], per_positive=2)
        >>> sorted(negatives.draw([[3], [4]], seed=0).T.tolist())
        [[0, 5], [1, 6]]
    """

    def __init__(self, pairs: npt.ArrayLike, *, per_positive: int = 1) -> None:
        self.pairs = pairs_of(pairs, "pairs")
        self.per_positive = _at_least_one(per_positive, "per_positive")
        if self.pairs.shape[1] == 0:
            raise ValueError("pairs is empty; give at least one negative")

    def draw(self, positives: npt.ArrayLike, *, seed: int) -> Ids:
        """`per_positive` of the listed pairs for each of the ``(2, p)`` positives."""
        random, listed = generator(seed), self.pairs.shape[1]
        whole_lists, rest = divmod(pairs_of(positives, "positives").shape[1] * self.per_positive, listed)
        chosen = [random.permutation(listed) for _ in range(whole_lists)]
        chosen.append(random.choice(listed, rest, replace=False))
        return self.pairs[:, np.concatenate(chosen)]


class _FreeEnds:
    """The nodes that each node could be joined to, but is not; never the node itself.

    Attributes:
        count: how many each node has, ``(n,)``.
        below: how many of them have smaller ids than the node.
    """

    def __init__(self, adjacency: Adjacency, num_nodes: int) -> None:
        self.adjacency = adjacency
        degrees = np.diff(adjacency.indptr)
        nodes = np.repeat(np.arange(num_nodes), degrees)
        joined_below = np.bincount(nodes[adjacency.indices < nodes], minlength=num_nodes)
        self.count: Ids = num_nodes - 1 - degrees
        self.below: Ids = np.arange(num_nodes) - joined_below

    def draw(self, nodes: Ids, random: np.random.Generator) -> Ids:
        """One for each node, uniformly."""
        return self.nth(nodes, random.integers(self.count[nodes]))

    def nth(self, nodes: Ids, rank: Ids) -> Ids:
        """The rank-th smallest, from 0, for each node.

        Below the j-th neighbor a_j there are a_j - j nodes without an edge, so that a binary search over the
        sorted neighbors tells how many of them the answer has to step over.
        """
        rank = rank + (rank >= self.below[nodes])  # the node itself is stepped over
        first, high = self.adjacency.indptr[nodes], self.adjacency.indptr[nodes + 1]
        low = first
        while (open_ := low < high).any():
            middle = (low + high) // 2
            neighbor = self.adjacency.indices[np.where(open_, middle, 0)]
            step_over = open_ & (neighbor - (middle - first) <= rank)
            low = np.where(step_over, middle + 1, low)
            high = np.where(open_ & ~step_over, middle, high)
        return rank + (low - first)


def _with_more_edges(graph: Graph, more: npt.ArrayLike | None) -> Graph:
    if not isinstance(graph, Graph):
        raise TypeError(f"graph is a {type(graph).__name__}; make it a Graph first, e.g. by Graph.from_pyg")
    if more is None:
        return graph
    pairs = pairs_of(more, "also_known")
    check_nodes(pairs, "also_known", graph)
    edges = np.concatenate([graph.edge_index.astype(np.int64), pairs], axis=1)
    return Graph.from_edges(edges, num_nodes=graph.num_nodes, directed=graph.directed)


def _known_positives(positives: npt.ArrayLike, known: Graph) -> Ids:
    """The positives, after a look that none of them can be drawn as a negative."""
    pairs = pairs_of(positives, "positives")
    check_nodes(pairs, "positives", known)
    unknown = np.flatnonzero(distances(known, pairs, max_dist=1) == UNREACHABLE)
    if unknown.size:
        head, tail = pairs[:, unknown[0]]
        raise ValueError(
            f"positives[:, {unknown[0]}] is ({head}, {tail}), which is no known edge and could be drawn as a "
            "negative; give all positives in also_known"
        )
    return pairs


def _at_least_one(given: int, name: str) -> int:
    number = operator.index(given)
    if number < 1:
        raise ValueError(f"{name} is {number}; give 1 or more")
    return number
