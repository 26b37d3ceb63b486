"""Links by gradient-boosted trees on what geodesics say of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.link_protocol import LinkProtocol, link_figures, seed_of


@dataclass(frozen=True)
class Trees:
    """See :class:`gdgnn.heuristics.BoostedGeodesics`.

    Attributes:
        kind: of study.
        max_dist, trees, learning_rate, leaves: as there.
    """

    kind: Literal["boosted-trees", "boosted-trees+walks"]
    max_dist: int
    trees: int
    learning_rate: float
    leaves: int

    @property
    def walk_length(self) -> int:
        """Up to how many steps walks are weighed."""
        return 0


@dataclass(frozen=True)
class WalkTrees(Trees):
    """The same, which see the weights of walks besides.

    Attributes:
        walks: up to how many steps, see :func:`gdgnn.geodesics.walk_weights`.
    """

    walks: int

    @property
    def walk_length(self) -> int:
        """Up to how many steps walks are weighed."""
        return self.walks


@dataclass(frozen=True)
class TreesTraining:
    """What the trees learn from.

    Attributes:
        negatives_per_positive: drawn once, among the pairs that are no training edge.
    """

    negatives_per_positive: int


@dataclass(frozen=True)
class LinkTrees:
    """Fit trees to the training edges and as many negatives; nothing is chosen on validation."""

    protocol: LinkProtocol
    model: Trees
    training: TreesTraining

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One split, one fit."""
        from gdgnn.data import UniformNegatives
        from gdgnn.heuristics import BoostedGeodesics

        data = self.protocol.data(seed, root)
        model = BoostedGeodesics(
            max_dist=self.model.max_dist,
            walks=self.model.walk_length,
            trees=self.model.trees,
            learning_rate=self.model.learning_rate,
            leaves=self.model.leaves,
            seed=seed,
        )
        count = self.training.negatives_per_positive * data.train_pairs.shape[1]
        negatives = UniformNegatives(data.graph).sample(count, seed=seed_of(seed, "training"))
        model.fit(data.graph, data.train_pairs, negatives)
        score = model.predict(data.graph, data.test.pairs)
        return SeedResult(seed, link_figures(self.protocol.metrics, score, data.test.label))


@dataclass(frozen=True)
class LinkWalkTrees(LinkTrees):
    """The same with trees that see the weights of walks."""

    model: WalkTrees
