"""One node against many: the questions that ranking asks, streamed in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias, cast, get_args

import numpy as np
import numpy.typing as npt

from gdgnn import _engine
from gdgnn.geodesics._arguments import (
    graph_of,
    integers,
    node_ids,
    seed_bits,
    step_count,
    thread_count,
    whole_number,
)
from gdgnn.geodesics.between import distances, horizontal, vertical
from gdgnn.geodesics.results import Horizontal, Ragged, RankBlock, Vertical
from gdgnn.graph import Graph

Kind: TypeAlias = Literal["distances", "vertical", "horizontal"]
Side: TypeAlias = Literal["head", "tail"]
Candidates: TypeAlias = Ragged | Sequence[npt.ArrayLike] | npt.ArrayLike | None
_Answer: TypeAlias = npt.NDArray[np.int16] | Vertical | Horizontal
_Ids: TypeAlias = npt.NDArray[np.int64]

_FIRST_BLOCK = 1 << 16
_LARGEST_BLOCK = 1 << 20


def rank(
    graph: Graph,
    sources: npt.ArrayLike,
    candidates: Candidates = None,
    *,
    kind: Kind = "distances",
    max_dist: int,
    source_side: Side = "head",
    exclude_targets: bool | npt.ArrayLike = False,
    degree: bool = True,
    seed: int = 0,
    max_memory: int = 256 << 20,
    threads: int | None = None,
) -> Iterator[RankBlock]:
    """Pairs each source with its candidates and yields the answers block by block.

    Args:
        graph, max_dist, threads: as in :func:`distances`.
        sources: ``(k,)`` node ids.
        candidates: what each source is paired with: all nodes (the default), one row of node ids for all
            sources, or a row for each (a :class:`Ragged` or a list of arrays).
        kind: ``"distances"``, ``"vertical"`` or ``"horizontal"``.
        source_side: whether sources are heads or tails of their pairs.
        exclude_targets: ``True`` hides the edge of every pair that is one; or ``(k,)`` edge ids, one for each
            source (-1: none), hidden from the one pair that it joins.
        degree: for ``"vertical"``, whether to count geodesic degrees.
        seed: for ``"horizontal"``, as there.
        max_memory: how many bytes a block may take at most (a single pair may take more).

    Returns:
        Blocks of pairs in order: by source, then as the candidates come.

    Raises:
        IndexError, ValueError, TypeError: as in :func:`distances`, before the first block.

    Example:
        >>> line = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
        >>> [block.geodesics.tolist() for block in rank(line, [0, 3], max_dist=2)]
        [[0, 1, 2, -1, -1, 2, 1, 0]]
    """
    if kind not in get_args(Kind):
        raise ValueError(f"kind is {kind!r}; choose one of {', '.join(map(repr, get_args(Kind)))}")
    if source_side not in get_args(Side):
        raise ValueError(f"source_side is {source_side!r}; choose 'head' or 'tail'")
    heads = source_side == "head"
    ids = _checked_nodes("sources", node_ids("sources", sources), graph_of(graph))
    choice = _Choice.of(graph, len(ids), candidates)
    targets = _targets(graph, ids, exclude_targets, heads)
    within = step_count("max_dist", max_dist)
    memory = whole_number("max_memory", max_memory, 1, 2**62)
    workers, bits = thread_count(threads), seed_bits(seed)
    # An empty question has the engine check the rest before the first block.
    distances(graph, np.empty((2, 0), np.int64), max_dist=within, threads=workers)
    if kind == "distances" and candidates is None and targets is None:
        return _distances_to_all(graph, ids, within, heads, memory, workers)

    def ask(pairs: _Ids, hidden: bool | _Ids) -> _Answer:
        if kind == "vertical":
            return vertical(
                graph, pairs, max_dist=within, exclude_targets=hidden, degree=degree, threads=workers
            )
        if kind == "horizontal":
            return horizontal(
                graph, pairs, max_dist=within, exclude_targets=hidden, seed=bits, threads=workers
            )
        return distances(graph, pairs, max_dist=within, exclude_targets=hidden, threads=workers)

    return _blocks(ids, choice, targets, heads, memory, _bytes_at_most(graph, kind, within), ask)


class _Choice:
    """Candidates by position among all pairs, without holding all pairs."""

    def __init__(self, values: _Ids, offsets: _Ids | None, num_sources: int) -> None:
        self.values = values
        self.offsets = offsets
        self.total = num_sources * len(values) if offsets is None else int(offsets[-1])

    @classmethod
    def of(cls, graph: Graph, num_sources: int, candidates: Candidates) -> _Choice:
        if candidates is None:
            return cls(np.arange(graph.num_nodes), None, num_sources)
        if not isinstance(candidates, Ragged):
            rows = _a_row_each(candidates)
            if rows is None:
                shared = _checked_nodes(
                    "candidates", node_ids("candidates", cast("npt.ArrayLike", candidates)), graph
                )
                return cls(shared, None, num_sources)
            parts = [node_ids(f"candidates[{i}]", row) for i, row in enumerate(rows)]
            candidates = Ragged(np.concatenate(parts), np.cumsum([0, *map(len, parts)]))
        if len(candidates) != num_sources:
            raise ValueError(
                f"candidates has {len(candidates)} rows for {num_sources} sources; give one row for each, "
                "or a single row for all"
            )
        values = _checked_nodes("candidates", node_ids("candidates", candidates.values), graph)
        return cls(values, candidates.offsets, num_sources)

    def pairs(self, first: int, last: int) -> tuple[_Ids, _Ids]:
        """Positions in ``sources``, and candidates, of the pairs ``first`` up to ``last`` (one at least)."""
        if self.offsets is not None:
            query = np.searchsorted(self.offsets, np.arange(first, last), side="right") - 1
            return query, self.values[first:last]
        # Whole rows are repeated, which is several times quicker than a division for each position.
        count = len(self.values)
        first_query, begin = divmod(first, count)
        last_query, end = divmod(last - 1, count)
        if first_query == last_query:
            return np.full(last - first, first_query), self.values[begin : end + 1]
        lengths = np.full(last_query - first_query + 1, count)
        lengths[0], lengths[-1] = count - begin, end + 1
        candidates = [self.values[begin:], np.tile(self.values, len(lengths) - 2), self.values[: end + 1]]
        return np.repeat(np.arange(first_query, last_query + 1), lengths), np.concatenate(candidates)


def _a_row_each(candidates: Sequence[npt.ArrayLike] | npt.ArrayLike) -> list[npt.ArrayLike] | None:
    """The rows of a list of rows or of a matrix; None for a single row."""
    if isinstance(candidates, Sequence):
        return list(candidates) if len(candidates) and np.ndim(candidates[0]) > 0 else None
    array = np.asarray(candidates)
    return list(array) if array.ndim > 1 else None


def _checked_nodes(name: str, ids: _Ids, graph: Graph) -> _Ids:
    wrong = np.flatnonzero((ids < 0) | (ids >= graph.num_nodes))
    if len(wrong):
        raise IndexError(
            f"{name}[{wrong[0]}] is {ids[wrong[0]]}, but the graph has {graph.num_nodes} nodes "
            f"(ids 0..{graph.num_nodes - 1}); pass ids of this graph"
        )
    return ids


def _targets(
    graph: Graph, sources: _Ids, given: bool | npt.ArrayLike, heads: bool
) -> bool | tuple[_Ids, _Ids] | None:
    """Which edge is hidden for each source, and the other end of it; True for every pair; None for none."""
    if isinstance(given, bool | np.bool_):
        return True if given else None
    edges = integers("exclude_targets", given)
    if edges.shape != sources.shape:
        raise ValueError(
            f"exclude_targets has shape {edges.shape}; give True, False, or an edge id for each of the "
            f"{len(sources)} sources (-1: none)"
        )
    asked = np.flatnonzero(edges >= 0)
    if len(asked) and edges.max() >= graph.num_edges:
        at = int(np.argmax(edges))
        raise IndexError(f"exclude_targets[{at}] is {edges[at]}, but the graph has {graph.num_edges} edges")
    near, far = graph.edge_index[:, edges[asked]] if heads else graph.edge_index[::-1, edges[asked]]
    turned = near != sources[asked]
    if len(asked) and not graph.directed:
        near, far = np.where(turned, far, near), np.where(turned, near, far)
    wrong = np.flatnonzero(near != sources[asked])
    if len(wrong):
        at = int(asked[wrong[0]])
        raise ValueError(
            f"exclude_targets[{at}] is edge {edges[at]}, which does not {'leave' if heads else 'enter'} "
            f"sources[{at}] = {sources[at]}; give the id of an edge of that node, or -1"
        )
    ends = np.full(len(sources), -1, np.int64)
    ends[asked] = far
    return edges, ends


def _distances_to_all(
    graph: Graph, sources: _Ids, max_dist: int, heads: bool, max_memory: int, threads: int
) -> Iterator[RankBlock]:
    nodes = np.arange(graph.num_nodes)
    bytes_of_source = graph.num_nodes * (2 + 8 + 8)
    step = int(np.clip(max_memory // max(bytes_of_source, 1), 1, 64 * threads))
    for first in range(0, len(sources), step):
        part = sources[first : first + step]
        found = _engine.distances_to_all(graph.handle, part, max_dist, not heads, threads)
        query = np.repeat(np.arange(first, first + len(part)), graph.num_nodes)
        yield RankBlock(query, np.tile(nodes, len(part)), found)


def _blocks(
    sources: _Ids,
    choice: _Choice,
    targets: bool | tuple[_Ids, _Ids] | None,
    heads: bool,
    max_memory: int,
    bytes_at_most: Callable[[_Ids], npt.NDArray[np.int64]],
    ask: Callable[[_Ids, bool | _Ids], _Answer],
) -> Iterator[RankBlock]:
    first, size = 0, _FIRST_BLOCK
    while first < choice.total:
        query, candidate = choice.pairs(first, min(first + size, choice.total))
        pairs = np.stack([sources[query], candidate] if heads else [candidate, sources[query]])
        fit = max(1, int(np.searchsorted(np.cumsum(bytes_at_most(pairs)), max_memory, side="right")))
        query, candidate = query[:fit], candidate[:fit]
        hidden: bool | _Ids = targets is True
        if isinstance(targets, tuple):
            edges, ends = targets
            hidden = np.where(candidate == ends[query], edges[query], -1)
        yield RankBlock(query, candidate, ask(np.ascontiguousarray(pairs[:, :fit]), hidden))
        first += fit
        size = min(2 * fit, _LARGEST_BLOCK)


def _bytes_at_most(graph: Graph, kind: Kind, max_dist: int) -> Callable[[_Ids], npt.NDArray[np.int64]]:
    """How much memory the answer to a pair can take: a side is never larger than the degree of its end."""
    beside = 64  # the pair itself, its place among all pairs, distances and offsets
    out_degree, in_degree = np.diff(graph.indptr), np.diff(graph.in_indptr)
    width = graph.indices.itemsize + np.dtype(np.int32).itemsize

    def bound(pairs: _Ids) -> npt.NDArray[np.int64]:
        if kind == "vertical":
            degrees: npt.NDArray[np.int64] = out_degree[pairs[0]] + in_degree[pairs[1]]
            return beside + width * degrees
        path = width * min(max_dist + 1, graph.num_nodes) if kind == "horizontal" else 0
        return np.full(pairs.shape[1], beside + path)

    return bound
