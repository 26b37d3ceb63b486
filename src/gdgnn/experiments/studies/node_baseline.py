"""Nodes without a network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.link_heuristic import NoTraining
from gdgnn.experiments.studies.node_protocol import NodeProtocol


@dataclass(frozen=True)
class DegreeModel:
    """See :class:`gdgnn.heuristics.LogDegreeRegression`.

    Attributes:
        kind: of study.
    """

    kind: Literal["log-degree-regression"]


@dataclass(frozen=True)
class ForestModel:
    """See :class:`gdgnn.heuristics.NodeForest`.

    Attributes:
        kind: of study.
        max_dist, trees: as there.
    """

    kind: Literal["forest"]
    max_dist: int
    trees: int


@dataclass(frozen=True)
class NodeDegree:
    """Fit a logistic regression to the log-degrees of the training nodes."""

    protocol: NodeProtocol
    model: DegreeModel
    training: NoTraining

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One split, one fit."""
        from gdgnn.heuristics import LogDegreeRegression
        from gdgnn.tasks.metrics import accuracy

        data = self.protocol.data(seed, root)
        model = LogDegreeRegression().fit(data.graph, data.train, data.y[data.train])
        found = accuracy(model.predict(data.graph, data.test), data.y[data.test])
        return SeedResult(seed, {"accuracy": 100 * found})


@dataclass(frozen=True)
class NodeTrees:
    """Fit a random forest to what the training nodes see around themselves, in numbers."""

    protocol: NodeProtocol
    model: ForestModel
    training: NoTraining

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One split, one fit."""
        from gdgnn.heuristics import NodeForest
        from gdgnn.tasks.metrics import accuracy

        data = self.protocol.data(seed, root)
        model = NodeForest(max_dist=self.model.max_dist, trees=self.model.trees, seed=seed)
        model.fit(data.graph, data.train, data.y[data.train])
        found = accuracy(model.predict(data.graph, data.test), data.y[data.test])
        return SeedResult(seed, {"accuracy": 100 * found})
