"""`LinkData`: edges in parts, with negatives, looked over for leaks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gdgnn.data import EdgeSplit, LeakReport, UniformNegatives, check_leaks, split_edges, split_given
from gdgnn.graph import Graph

Pairs = npt.NDArray[np.int64]

# More would tell nothing that these do not.
_MOST_TARGETS = 50_000
_FEWEST_EDGES = 10
# A figure from few positives is less noisy beside more negatives.
_NEGATIVES = 4


@dataclass(frozen=True, eq=False)
class LinkData:
    """What is learned from, what is chosen by, and what is reported.

    Attributes:
        split: the edges of the whole graph in three parts.
        valid_negatives, test_negatives: ``(2, k)``, uniform among pairs that are no edge of the whole graph.
        leaks: what was found wrong; no error.
    """

    split: EdgeSplit
    valid_negatives: Pairs
    test_negatives: Pairs
    leaks: LeakReport

    @classmethod
    def of(
        cls,
        graph: Graph,
        *,
        valid: float | Pairs,
        test: float | Pairs,
        seed: int,
    ) -> LinkData:
        """Split, draw and check.

        Args:
            graph: all edges, without those of parts that are given.
            valid, test: the share to hold back, or ``(2, k)`` pairs that were held back already.
            seed: another seed, another split.

        Raises:
            ValueError: the graph is too small to hold anything back, or the split gives answers away.
        """
        if graph.num_edges < _FEWEST_EDGES:
            raise ValueError(
                f"the graph has {graph.num_edges} edges, too few to learn from; give {_FEWEST_EDGES} or more"
            )
        split = _split(graph, valid, test, seed)
        sizes = [_NEGATIVES * part.size for part in (split.valid, split.test)]
        free = UniformNegatives(split.whole)
        share = min(1.0, free.count / max(sum(sizes), 1))
        counts = [int(share * size) for size in sizes]
        drawn = free.sample(sum(counts), seed=_seed_of(seed, "evaluation"))
        negatives = drawn[:, : counts[0]], drawn[:, counts[0] :]
        report = check_leaks(split, valid_negatives=negatives[0], test_negatives=negatives[1])
        if not report.ok:
            raise ValueError(f"the split gives answers away:\n{report}")
        return cls(split, *negatives, report)

    def labeled(self, part: str) -> tuple[Pairs, npt.NDArray[np.float32]]:
        """``(2, k)`` pairs and ``(k,)`` labels of "valid" or "test"."""
        valid = part == "valid"
        positive = self.split.valid_pairs if valid else self.split.test_pairs
        negative = self.valid_negatives if valid else self.test_negatives
        label = np.repeat(np.array([1, 0], np.float32), [positive.shape[1], negative.shape[1]])
        return np.concatenate([positive, negative], axis=1), label


def _split(graph: Graph, valid: float | Pairs, test: float | Pairs, seed: int) -> EdgeSplit:
    given = {"valid": valid, "test": test}
    pairs = {name: part for name, part in given.items() if not isinstance(part, float)}
    shares = {name: _share(name, part, graph) for name, part in given.items() if isinstance(part, float)}
    if not pairs:
        return split_edges(graph, valid=shares["valid"], test=shares["test"], seed=seed)
    known = check_leaks(graph, valid=pairs.get("valid"), test=pairs.get("test"))
    if not known.ok:
        raise ValueError(f"the edges give answers away:\n{known}")
    return _split_beside(graph, pairs, shares, seed)


def _split_beside(graph: Graph, pairs: dict[str, Pairs], shares: dict[str, float], seed: int) -> EdgeSplit:
    """The given parts joined to the graph; what is not given is a random share of its own edges."""
    rows = [graph.edge_index.astype(np.int64), *pairs.values()]
    whole = Graph.from_edges(
        np.concatenate(rows, axis=1),
        num_nodes=graph.num_nodes,
        directed=graph.directed,
        node_names=graph.node_names,
    )
    starts = np.cumsum([part.shape[1] for part in rows])
    parts = {name: np.arange(starts[at], starts[at + 1]) for at, name in enumerate(pairs)}
    # A share is only missing beside the other part's pairs; the two never overlap, as leaks were looked for.
    for name, share in shares.items():
        parts[name] = split_edges(graph, valid=share, test=0.0, seed=seed).valid
    edges = {name: np.unique(whole.row_edge[rows]) for name, rows in parts.items()}
    return split_given(whole, valid=edges["valid"], test=edges["test"])


def _share(name: str, share: float, graph: Graph) -> float:
    """The share, but not so large that it helps nobody, and at least one edge of a small graph."""
    if not 0 <= share < 1:
        raise ValueError(f"{name} is {share}; give a share between 0 and 1")
    if share == 0 and name == "test":
        return 0.0
    # Reversed edges are one pair: of m edges there are m / 2 pairs at least, one of which must be held back.
    return min(max(share, 1.5 / graph.num_edges), _MOST_TARGETS / graph.num_edges)


def _seed_of(seed: int, purpose: str) -> int:
    """With the same seed, two samplers would draw almost the same pairs."""
    words = [seed, int.from_bytes(purpose.encode(), "big")]
    return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0])
