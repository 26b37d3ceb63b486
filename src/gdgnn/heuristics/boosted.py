"""Gradient-boosted trees on what geodesics say of pairs: the baseline that is hard to beat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics._arguments import ExcludeTargets, seed_bits, step_count, whole_number
from gdgnn.graph import Graph
from gdgnn.heuristics._pairs import Floats, checked_pairs
from gdgnn.heuristics.pair_scalars import pair_scalars
from gdgnn.heuristics.scalars import Scalars

Ids: TypeAlias = npt.NDArray[np.int64]


class BoostedGeodesics:
    """How likely pairs are links, learned in seconds from a few numbers about each pair.

    The numbers are those of :func:`pair_scalars`, and say nothing of who the nodes are: what is learned on
    one graph can be asked of another of the same kind.

    Args:
        max_dist: how far to search.
        walks: up to how many steps to weigh walks, as in :func:`pair_scalars`.
        trees: how many trees there are.
        learning_rate: how much each tree changes.
        leaves: how many leaves each tree has at most.
        folds: into how many parts training edges are dealt, see :meth:`fit`; at least 2.
        seed: another seed, other folds and trees.
        threads: how many the search uses; all cores by default.

    Attributes:
        names: of the numbers that were learned from, once fitted.

    Example:
        >>> ring = np.arange(60)
        >>> graph = Graph.from_edges([[*ring, *ring], [*(ring + 1) % 60, *(ring + 2) % 60]])
        >>> apart = np.stack([ring, (ring + 25) % 60])
        >>> model = BoostedGeodesics(max_dist=4).fit(graph, graph.edge_index, apart)
        >>> chance = model.predict(graph, [[0, 0], [3, 30]])
        >>> bool(chance[0] > chance[1])
        True
    """

    def __init__(
        self,
        *,
        max_dist: int = 6,
        walks: int = 0,
        trees: int = 200,
        learning_rate: float = 0.05,
        leaves: int = 15,
        folds: int = 10,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        from sklearn.ensemble import HistGradientBoostingClassifier

        self.max_dist = step_count("max_dist", max_dist)
        self.walks = whole_number("walks", walks, 0, 64)
        self.folds = whole_number("folds", folds, 2, 1_000)
        self.seed = seed_bits(seed)
        self.threads = threads
        self.names: tuple[str, ...] = ()
        self._trees: Any = HistGradientBoostingClassifier(
            max_iter=trees,
            learning_rate=learning_rate,
            max_leaf_nodes=leaves,
            max_features=0.3,
            l2_regularization=1.0,
            early_stopping=False,
            random_state=self.seed & 0xFFFF_FFFF,
        )

    def fit(self, graph: Graph, positives: npt.ArrayLike, negatives: npt.ArrayLike) -> BoostedGeodesics:
        """Learn what sets positives apart.

        Both are dealt into folds. The pairs of a fold, positives and negatives alike, are searched in the
        graph without any positive of that fold, as test pairs are. To hide from each positive its own edge
        alone would not do: its ends would have one neighbor less than in all their other pairs, and where
        degrees tell nodes apart the trees would learn by heart that such pairs are positives.

        Args:
            graph: the training edges.
            positives: ``(2, p)`` pairs; whatever edges join them are hidden with them.
            negatives: ``(2, n)`` pairs that are no edges.

        Raises:
            ValueError: there are no positives or no negatives.
            IndexError, TypeError: pairs are not of this graph, as in :func:`gdgnn.geodesics.distances`.
        """
        links, others = (checked_pairs(graph, pairs, False).ends for pairs in (positives, negatives))
        if not links.shape[1] or not others.shape[1]:
            raise ValueError(
                f"{links.shape[1]} positives and {others.shape[1]} negatives; give both, for example "
                "negatives from gdgnn.data.UniformNegatives"
            )
        tables, labels = [], []
        for hidden, asked, label in self._dealt(graph, links, others):
            tables.append(self._scalars(hidden, asked))
            labels.append(label)
        self._trees.fit(np.concatenate([table.values for table in tables]), np.concatenate(labels))
        self.names = tables[0].names
        return self

    def predict(
        self, graph: Graph, pairs: npt.ArrayLike, *, exclude_targets: ExcludeTargets = False
    ) -> Floats:
        """The probability that each of ``(2, k)`` pairs is a link, ``(k,)``.

        Args:
            graph: where to search: the training graph, or another.
            pairs: heads above tails.
            exclude_targets: as in :func:`gdgnn.geodesics.distances`.

        Raises:
            RuntimeError: nothing was learned yet.
            ValueError: one graph is directed, and the one it learned from is not.
        """
        if not self.names:
            raise RuntimeError("nothing was learned yet; call fit first")
        table = self._scalars(graph, pairs, exclude_targets)
        if table.names != self.names:
            kinds = ("a directed", "an undirected")
            now, then = kinds if graph.directed else kinds[::-1]
            raise ValueError(f"graph is {now} graph, but {then} one was learned from; give one of that kind")
        if not len(table):
            return np.empty(0)
        found: Floats = self._trees.predict_proba(table.values)[:, 1]
        return found

    def _dealt(self, graph: Graph, links: Ids, others: Ids) -> Iterator[tuple[Graph, Ids, Ids]]:
        """For each fold the graph without it, its pairs, and their labels."""
        random = np.random.default_rng(self.seed)
        keys, pair = np.unique(_keys(links, graph.num_nodes), return_inverse=True)
        fold_of_pair = random.permutation(len(keys)) % self.folds
        fold_of_other = random.permutation(others.shape[1]) % self.folds
        edge_keys = _keys(graph.edge_index.astype(np.int64), graph.num_nodes)
        for fold in range(self.folds):
            kept = ~np.isin(edge_keys, keys[fold_of_pair == fold])
            rest = Graph.from_edges(
                graph.edge_index[:, kept], num_nodes=graph.num_nodes, directed=graph.directed
            )
            asked = [links[:, fold_of_pair[pair] == fold], others[:, fold_of_other == fold]]
            label = np.repeat([1, 0], [part.shape[1] for part in asked])
            yield rest, np.concatenate(asked, axis=1), label

    def _scalars(
        self, graph: Graph, pairs: npt.ArrayLike, exclude_targets: ExcludeTargets = False
    ) -> Scalars:
        return pair_scalars(
            graph,
            pairs,
            max_dist=self.max_dist,
            walks=self.walks,
            exclude_targets=exclude_targets,
            threads=self.threads,
        )


def _keys(ends: Ids, num_nodes: int) -> Ids:
    """One number for each pair of nodes, whichever of them is the head."""
    keys: Ids = ends.min(axis=0) * num_nodes + ends.max(axis=0)
    return keys
