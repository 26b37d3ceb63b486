"""The sequences of relations that lead from one entity to another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.geodesics import horizontal
from gdgnn.inputs import RaggedNodes
from gdgnn.loader.triple_steps import Ids, TypedSteps

_VALUES = 1 << 21
"""Steps of drawn paths that are held at once."""


@dataclass(frozen=True, eq=False)
class RelationSequences:
    """The most frequent sequences of typed steps on the shortest paths of ``k`` pairs.

    Attributes:
        step: ``(s, max_dist)`` long, the types of the steps of each sequence, from head to tail; behind its
            end ``2 * num_relations``.
        entry: a row for each pair, most frequent first; its ``node`` is a row of `step`.
        share: ``(e,)`` float, of the drawn paths of a pair, those that have the sequence of the entry.
    """

    step: Tensor
    entry: RaggedNodes
    share: Tensor

    def to(self, device: torch.device | str) -> RelationSequences:
        """The same on another device."""
        return RelationSequences(self.step.to(device), self.entry.to(device), self.share.to(device))

    def slice(self, start: int, stop: int) -> RelationSequences:
        """Those of the pairs from `start` to `stop`, and of the sequences those that they have."""
        first, last = torch.searchsorted(self.entry.row, torch.tensor([start, stop])).tolist()
        some = self.entry.slice(start, stop)
        used, node = torch.unique(some.node, return_inverse=True)
        return RelationSequences(self.step[used], replace(some, node=node), self.share[first:last])

    def take(self, kept: Tensor) -> RelationSequences:
        """Those of some pairs, by a ``(k,)`` mask."""
        entry = kept[self.entry.row]
        row = (kept.cumsum(0) - 1)[self.entry.row[entry]]
        some = RaggedNodes(self.entry.node[entry], row, int(kept.sum()))
        return RelationSequences(self.step, some, self.share[entry])


@dataclass(frozen=True)
class SequenceQuestion:
    """How to look for sequences: among some shortest paths that are drawn, each as likely as any other.

    All paths cannot be looked at: two entities may have thousands, and a ranking asks about all entities. Of
    parallel edges each is as likely. What is drawn for a pair depends on the seed and the pair alone.

    Attributes:
        most: how many sequences are kept for a pair.
        draws: how many paths are drawn for it.
        max_dist: how far to search.
        threads: how many the engine uses.

    Example:
        >>> from gdgnn import Graph
        >>> graph = Graph.from_edges([[0, 2], [1, 1]], relation=[0, 1], directed=True).as_undirected()
        >>> question = SequenceQuestion(most=2, draws=4, max_dist=3)
        >>> found = question.ask(TypedSteps(graph), np.array([[0], [2]]), np.array([-1]), seed=0)
        >>> found.step.tolist(), found.share.tolist()
        ([[0, 3, 4]], [1.0])
    """

    most: int
    draws: int
    max_dist: int
    threads: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.most <= self.draws:
            raise ValueError(
                f"{self.most} sequences of {self.draws} drawn paths; keep 1 or more, and draw no fewer"
            )

    def ask(self, steps: TypedSteps, pairs: Ids, hidden: Ids, *, seed: int) -> RelationSequences:
        """The sequences of ``(2, k)`` pairs, each searched without its ``hidden`` edge (-1: none)."""
        parts = list(self._parts(steps, pairs, hidden, seed))
        before = np.cumsum([0, *(len(part.step) for part in parts)])
        node = [part.sequence + first for part, first in zip(parts, before[:-1], strict=True)]
        entry = RaggedNodes(_joined(node), _joined([part.pair for part in parts]), pairs.shape[1])
        return RelationSequences(
            _joined([part.step for part in parts], np.empty((0, self.max_dist), dtype=np.int64)),
            entry,
            _joined([part.count for part in parts]).float() / self.draws,
        )

    def _parts(self, steps: TypedSteps, pairs: Ids, hidden: Ids, seed: int) -> Iterator[_Part]:
        at_once = max(1, _VALUES // (self.draws * max(self.max_dist, 1)))
        for first in range(0, pairs.shape[1], at_once):
            some = slice(first, first + at_once)
            types = self._drawn(steps, np.ascontiguousarray(pairs[:, some]), hidden[some], seed)
            yield _most_frequent(types, 2 * steps.graph.num_relations, self.most, first)

    def _drawn(self, steps: TypedSteps, pairs: Ids, hidden: Ids, seed: int) -> Ids:
        """``(draws, k, max_dist)`` types of steps."""
        none = 2 * steps.graph.num_relations
        types = np.full((self.draws, pairs.shape[1], self.max_dist), none, dtype=np.int64)
        asked = np.arange(pairs.shape[1])
        for draw in range(self.draws):
            found = horizontal(
                steps.graph,
                np.ascontiguousarray(pairs[:, asked]),
                max_dist=self.max_dist,
                exclude_targets=hidden[asked],
                seed=(seed + 1 + draw) % 2**64,  # the seed itself draws the path that is read with its nodes
                edges=True,
                threads=self.threads,
            )
            edges = found.edges
            assert edges is not None
            place = np.arange(len(edges.values)) - np.repeat(edges.offsets[:-1], edges.lengths)
            types[draw, asked[edges.rows], place] = steps.of_edges(found.nodes, edges)
            asked = asked[edges.lengths > 0]  # what has no path is asked once
        return types


@dataclass(frozen=True, eq=False)
class _Part:
    """Sequences, and which pairs have them how often; by pair, then by falling count."""

    step: Ids
    pair: Ids
    sequence: Ids
    count: Ids


def _most_frequent(types: Ids, none: int, most: int, first_pair: int) -> _Part:
    """The sequences that occur most often for each pair; of those that occur as often, the lowest."""
    draws, pairs, length = types.shape
    flat = types.reshape(-1, length)
    example, number = _numbered(flat, none + 1)
    pair = np.tile(np.arange(pairs), draws)
    walked = flat[:, 0] != none if length else np.zeros(len(flat), dtype=np.bool_)
    both, count = np.unique(pair[walked] * len(example) + number[walked], return_counts=True)
    pair, sequence = np.divmod(both, max(len(example), 1))
    order = np.lexsort((sequence, -count, pair))
    pair, sequence, count = pair[order], sequence[order], count[order]
    place = np.arange(len(pair)) - np.searchsorted(pair, pair)
    kept = place < most
    used, renumbered = np.unique(sequence[kept], return_inverse=True)
    return _Part(flat[example[used]], pair[kept] + first_pair, renumbered, count[kept])


def _numbered(rows: Ids, stop: int) -> tuple[Ids, Ids]:
    """Of distinct rows in ascending order: where each occurs first; and of every row its number."""
    key = np.zeros(len(rows), dtype=np.int64)
    below = 1
    for column in rows.T:
        if below > np.iinfo(np.int64).max // (stop + 1):
            distinct, key = np.unique(key, return_inverse=True)
            below = len(distinct)
        key = key * stop + column
        below *= stop
    _, example, number = np.unique(key, return_index=True, return_inverse=True)
    return example, number


def _joined(parts: list[npt.NDArray[np.int64]], empty: npt.NDArray[np.int64] | None = None) -> Tensor:
    nothing = np.empty(0, dtype=np.int64) if empty is None else empty
    return torch.from_numpy(np.concatenate([nothing, *parts]))
