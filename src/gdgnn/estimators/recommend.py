"""The likeliest missing links: of a node, and of a whole graph without scoring all its pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from gdgnn.data import UniformNegatives
from gdgnn.estimators.base import probability
from gdgnn.estimators.link_scores import Floats, LinkScores, Pairs
from gdgnn.estimators.recommendations import Recommendation, Recommendations, Skipped
from gdgnn.estimators.source import name_of
from gdgnn.geodesics import UNREACHABLE, distances, neighborhoods
from gdgnn.graph import Graph

# Nodes looked at to guess how many pairs there are at each distance, and pairs drawn among the skipped ones.
_PROBED_NODES = 200
_SAMPLED_PAIRS = 20_000
_PAIRS_AT_A_TIME = 1 << 18
_CONFIDENCE = 0.95


def of_node(scores: LinkScores, node: int, k: int) -> tuple[Recommendation, ...]:
    """The `k` likeliest links that a node does not have."""
    _check_count(k)
    graph = scores.graph
    candidate = np.ones(graph.num_nodes, dtype=np.bool_)
    candidate[graph.neighbors(node)] = False
    candidate[node] = False
    tails = np.flatnonzero(candidate)
    best = _Best(k)
    for start in range(0, tails.size, _PAIRS_AT_A_TIME):
        part = tails[start : start + _PAIRS_AT_A_TIME]
        pairs = np.stack([np.full(part.size, node), part])
        best.add(pairs, scores.logits(pairs))
    return _named(scores, best)


def of_graph(
    scores: LinkScores, k: int, *, max_pairs: int, seed: int, hear: Callable[[int, int], None] | None
) -> Recommendations:
    """The `k` likeliest missing links of a graph; memory does not grow with the number of pairs.

    All pairs are scored where they are few. Else those at distance 2 to some reach are, and of the rest a
    sample; as it is drawn uniformly, it bounds how many of the rest are better than what was found.
    """
    _check_count(k)
    graph = scores.graph
    if len(graph.edge_index[0]) and _count_missing(graph) == 0:
        return Recommendations((), 1, 0, Skipped(0, 0, 0, 0))
    free = UniformNegatives(graph)
    everything = free.count <= max_pairs
    reach = (
        scores.settings.max_dist if everything else _reach(graph, max_pairs, scores.settings.max_dist, seed)
    )
    best, scored = _Best(k), 0
    blocks = _all_pairs(graph) if everything else _near_pairs(graph, reach)
    for done, pairs in blocks:
        scored += pairs.shape[1]
        best.add(pairs, scores.logits(pairs))
        if hear is not None:
            hear(done, graph.num_nodes)
    skipped = _skipped(scores, free, best, free.count - scored, reach, seed)
    return Recommendations(_named(scores, best), reach, scored, skipped)


def are_edges(graph: Graph, pairs: Pairs) -> npt.NDArray[np.bool_]:
    """Which pairs are edges, ``(k,)``."""
    return np.asarray(distances(graph, pairs, max_dist=1) == 1)


class _Best:
    """The best `k` of pairs that come in blocks; of equals, the ones with the smaller ids."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.pairs: Pairs = np.empty((2, 0), np.int64)
        self.logit: Floats = np.empty(0)

    def add(self, pairs: Pairs, logit: Floats) -> None:
        if logit.size > self.k and self.logit.size == self.k:
            kept = logit >= self.logit[-1]
            pairs, logit = pairs[:, kept], logit[kept]
        pairs, logit = np.concatenate([self.pairs, pairs], axis=1), np.concatenate([self.logit, logit])
        order = np.lexsort((pairs[1], pairs[0], -logit))[: self.k]
        self.pairs, self.logit = pairs[:, order], logit[order]

    @property
    def threshold(self) -> float:
        """What a pair must exceed to be among them."""
        return float(self.logit[-1]) if self.logit.size == self.k else -np.inf


def _check_count(k: int) -> None:
    if not isinstance(k, (int, np.integer)):
        raise TypeError(f"k is {k!r}; give a whole number")
    if k < 1:
        raise ValueError(f"k is {k!r}; give 1 or more")


def _count_missing(graph: Graph) -> int:
    """Pairs that are no edge: ordered ones if the graph is directed."""
    joined = graph.indices.size
    ordered = graph.num_nodes * (graph.num_nodes - 1) - joined
    return ordered if graph.directed else ordered // 2


def _reach(graph: Graph, max_pairs: int, max_dist: int, seed: int) -> int:
    """The largest distance up to which pairs are not too many, as far as a few nodes tell."""
    random = np.random.default_rng(seed)
    probed = random.choice(graph.num_nodes, min(_PROBED_NODES, graph.num_nodes), replace=False)
    share = graph.num_nodes / probed.size / (1 if graph.directed else 2)
    for reach in range(2, max(max_dist, 2) + 1):
        count = sum(
            int((neighborhoods(graph, [node], max_dist=reach, degree=False).distance > 1).sum())
            for node in probed.tolist()
        )
        if count * share > max_pairs:
            return max(reach - 1, 2)
    return max(max_dist, 2)


def _near_pairs(graph: Graph, reach: int) -> Iterator[tuple[int, Pairs]]:
    """All pairs at distance 2 to `reach`, and how many nodes are done; each undirected pair once."""
    step = 1
    start = 0
    while start < graph.num_nodes:
        nodes = np.arange(start, min(start + step, graph.num_nodes))
        found = neighborhoods(graph, nodes, max_dist=reach, degree=False)
        head, tail = nodes[found.neighbors.rows], found.neighbors.values.astype(np.int64)
        wanted = found.distance > 1
        if not graph.directed:
            wanted &= head < tail
        start += nodes.size
        pairs = np.stack([head[wanted], tail[wanted]])
        # Nodes differ in how much is near them: the next block is as large as this one lets hope.
        step = int(np.clip(step * _PAIRS_AT_A_TIME // max(head.size, 1), 1, 2 * step))
        yield start, pairs


def _all_pairs(graph: Graph) -> Iterator[tuple[int, Pairs]]:
    """All pairs that are no edge, and how many nodes are done; each undirected pair once."""
    step = max(1, _PAIRS_AT_A_TIME // max(graph.num_nodes, 1))
    for start in range(0, graph.num_nodes, step):
        stop = min(start + step, graph.num_nodes)
        missing = np.ones((stop - start, graph.num_nodes), dtype=np.bool_)
        rows = np.repeat(np.arange(start, stop), np.diff(graph.indptr)[start:stop])
        missing[rows - start, graph.indices[graph.indptr[start] : graph.indptr[stop]]] = False
        head, tail = np.nonzero(missing)
        head = head + start
        wanted = head != tail if graph.directed else head < tail
        yield stop, np.stack([head[wanted], tail[wanted]])


def _skipped(
    scores: LinkScores, free: UniformNegatives, best: _Best, count: int, reach: int, seed: int
) -> Skipped:
    """What a uniform sample tells of the pairs that were not scored."""
    if not count:
        return Skipped(0, 0, 0, 0)
    drawn = free.sample(_SAMPLED_PAIRS, seed=seed, distinct=False)
    far = distances(scores.graph, drawn, max_dist=reach) == UNREACHABLE
    pairs = drawn[:, far]
    better = int((scores.logits(pairs) > best.threshold).sum())
    return Skipped(
        count, pairs.shape[1], better, min(count, int(np.ceil(count * _bound(better, pairs.shape[1]))))
    )


def _bound(hits: int, of: int) -> float:
    """The largest share that would not make so few hits a surprise (Clopper and Pearson)."""
    from scipy.stats import beta

    return 1.0 if hits >= of else float(beta.ppf(_CONFIDENCE, hits + 1, of - hits))


def _named(scores: LinkScores, best: _Best) -> tuple[Recommendation, ...]:
    graph = scores.graph
    apart = distances(graph, best.pairs, max_dist=scores.settings.max_dist)
    rows = zip(*best.pairs.tolist(), probability(best.logit).tolist(), apart.tolist(), strict=True)
    return tuple(
        Recommendation(
            name_of(graph, head), name_of(graph, tail), chance, None if far == UNREACHABLE else far
        )
        for head, tail, chance, far in rows
    )
