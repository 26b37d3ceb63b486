"""Links by scores that nothing is trained for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.link_protocol import Ids, LinkProtocol, link_figures
from gdgnn.graph import Graph


@dataclass(frozen=True)
class PairScore:
    """A function of :mod:`gdgnn.heuristics`, which says what each is.

    Attributes:
        kind: of study.
        score: its name.
        katz_max_length, katz_beta: the longest walks that count, and how much one counts against one that is
            a step shorter; only Katz's score looks at them.
    """

    kind: Literal["heuristic"]
    score: Literal["common_neighbors", "adamic_adar", "resource_allocation", "katz"]
    katz_max_length: int
    katz_beta: float

    def of(self, graph: Graph, pairs: Ids) -> npt.NDArray[np.float64]:
        """The score of each pair."""
        from gdgnn import heuristics

        if self.score == "katz":
            return heuristics.katz(graph, pairs, max_length=self.katz_max_length, beta=self.katz_beta)
        by_neighbors = {
            "common_neighbors": heuristics.common_neighbors,
            "adamic_adar": heuristics.adamic_adar,
            "resource_allocation": heuristics.resource_allocation,
        }
        return by_neighbors[self.score](graph, pairs)


@dataclass(frozen=True)
class NoTraining:
    """Nothing is trained, and so nothing chosen."""


@dataclass(frozen=True)
class LinkHeuristic:
    """Score the test pairs in the training graph."""

    protocol: LinkProtocol
    model: PairScore
    training: NoTraining

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One split."""
        data = self.protocol.data(seed, root)
        score = self.model.of(data.graph, data.test.pairs)
        return SeedResult(seed, link_figures(self.protocol.metrics, score, data.test.label))
