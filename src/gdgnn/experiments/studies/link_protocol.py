"""How links are split and judged, the same for every method."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LinkProtocol:
    """Edges held back at random, and negatives beside them.

    Attributes:
        dataset: what :func:`gdgnn.data.datasets.load` loads.
        valid, test: shares of the joined pairs of nodes. Repeated and reversed rows are one pair.
        negatives: how those of validation and test are drawn: uniformly among all pairs that are no edge of
            the whole graph, each once.
        negatives_per_positive: how many of them.
        seen: which edges are searched and passed messages along, in validation and test as well.
        selection: what is chosen on validation AUC.
        metrics: what is worked out on the test pairs.
    """

    dataset: str
    valid: float
    test: float
    negatives: Literal["uniform"]
    negatives_per_positive: int
    seen: Literal["training edges"]
    selection: Literal["epoch", "nothing"]
    metrics: tuple[Literal["auc", "ap"], ...]

    def in_words(self) -> str:
        """A sentence or two for readers of the table."""
        train, valid, test = (
            f"{100 * part:.0f}" for part in (1 - self.valid - self.test, self.valid, self.test)
        )
        return (
            f"Joined pairs of nodes are split {train}/{valid}/{test} at random, another way for each seed, "
            "after repeated and reversed rows were merged. Validation and test pairs stand beside as many "
            "negatives drawn uniformly among the pairs that are no edge of the whole graph. Only training "
            "edges are searched and passed messages along; a training pair is searched, and its step "
            "encoded, without its own edge."
        )

    def data(self, seed: int, root: Path | None) -> LinkData:
        """The split of one seed."""
        from gdgnn.data import UniformNegatives, split_edges
        from gdgnn.data.datasets import LinkDataset, NodeDataset, load

        whole = load(self.dataset, root=root)
        if not isinstance(whole, (LinkDataset, NodeDataset)):
            raise ValueError(f"{self.dataset} is a {type(whole).__name__}; links are split in a single graph")
        split = split_edges(whole.graph, valid=self.valid, test=self.test, seed=seed)
        sizes = [
            self.negatives_per_positive * pairs.shape[1] for pairs in (split.valid_pairs, split.test_pairs)
        ]
        drawn = UniformNegatives(whole.graph).sample(sum(sizes), seed=seed_of(seed, "evaluation"))
        return LinkData(
            split.graph,
            split.train_pairs,
            LabeledPairs.of(split.valid_pairs, drawn[:, : sizes[0]]),
            LabeledPairs.of(split.test_pairs, drawn[:, sizes[0] :]),
            whole.x,
        )


@dataclass(frozen=True, eq=False)
class LabeledPairs:
    """Pairs to score: edges first, then negatives.

    Attributes:
        pairs: ``(2, k)``.
        label: ``(k,)`` ones and zeros.
    """

    pairs: Ids
    label: npt.NDArray[np.float32]

    @classmethod
    def of(cls, positive: Ids, negative: Ids) -> LabeledPairs:
        """Edges and negatives, in this order."""
        label = np.repeat(np.array([1, 0], dtype=np.float32), [positive.shape[1], negative.shape[1]])
        return cls(np.concatenate([positive, negative], axis=1), label)


@dataclass(frozen=True, eq=False)
class LinkData:
    """The split of one seed.

    Attributes:
        graph: the training edges, on all nodes.
        train_pairs: their ends.
        valid, test: what is judged.
        x: ``(nodes, features)`` or None.
    """

    graph: Graph
    train_pairs: Ids
    valid: LabeledPairs
    test: LabeledPairs
    x: npt.NDArray[np.float32] | None


def seed_of(seed: int, purpose: str) -> int:
    """A seed for one purpose: with the same one, two samplers would draw almost the same pairs.

    Example:
        >>> seed_of(0, "training") == seed_of(0, "evaluation")
        False
    """
    words = [seed, int.from_bytes(purpose.encode(), "big")]
    return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0])


def link_figures(
    metrics: tuple[Literal["auc", "ap"], ...], score: npt.ArrayLike, label: npt.ArrayLike
) -> dict[str, float]:
    """The figures of a protocol, in percent.

    Example:
        >>> link_figures(("auc", "ap"), [0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])["auc"]
        75.0
    """
    from gdgnn.tasks.metrics import auc, average_precision

    known = {"auc": auc, "ap": average_precision}
    return {metric: 100 * known[metric](np.asarray(score), np.asarray(label)) for metric in metrics}
