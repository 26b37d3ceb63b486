"""`PairQuestion`: what to find out about pairs, and `PairAnswer`: what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import Horizontal, Vertical, dag, distances, horizontal, vertical, walk_weights
from gdgnn.geodesics._arguments import ExcludeTargets, step_count, thread_count, whole_number
from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics


class PairAnswer(NamedTuple):
    """What the engine found."""

    distance: npt.NDArray[np.int16]
    vertical: Vertical | None
    horizontal: Horizontal | None
    walks: npt.NDArray[np.float64] | None = None

    def as_torch(self, pairs: npt.NDArray[np.int64], max_dist: int) -> PairGeodesics:
        """The same, about the given pairs, for a network."""
        return PairGeodesics.from_engine(
            pairs,
            max_dist=max_dist,
            vertical=self.vertical,
            horizontal=self.horizontal,
            distance=self.distance,
            walks=self.walks,
        )


@dataclass(frozen=True)
class PairQuestion:
    """Which geodesics to extract for pairs of nodes; distances come with any of them.

    Attributes:
        max_dist: how far to search.
        vertical, horizontal: which kinds.
        degree, num_paths: what to count for the vertical kind.
        threads: how many the engine uses.
        walks: up to how many steps to weigh walks of; 0: not at all.
    """

    max_dist: int
    vertical: bool
    horizontal: bool
    degree: bool
    num_paths: bool
    threads: int | None
    walks: int = 0

    def __post_init__(self) -> None:
        step_count("max_dist", self.max_dist)
        thread_count(self.threads)
        whole_number("walks", self.walks, 0, 64)
        if self.num_paths and not self.vertical:
            raise ValueError(
                "num_paths=True needs vertical=True: paths are counted with the vertical geodesic"
            )

    def ask(
        self, graph: Graph, pairs: npt.NDArray[np.int64], hidden: npt.NDArray[np.int64], *, seed: int
    ) -> PairAnswer:
        """What lies between ``(2, k)`` pairs, each searched without its ``hidden`` edge (-1: none)."""
        across = along = walks = None
        if self.vertical:
            across = vertical(
                graph,
                pairs,
                max_dist=self.max_dist,
                exclude_targets=hidden,
                degree=self.degree,
                num_paths=self.num_paths,
                threads=self.threads,
            )
        if self.horizontal:
            along = horizontal(
                graph, pairs, max_dist=self.max_dist, exclude_targets=hidden, seed=seed, threads=self.threads
            )
        if self.walks:
            walks = walk_weights(graph, pairs, self.walks, exclude_targets=hidden, threads=self.threads)
        found = across or along
        if found is not None:
            return PairAnswer(found.distance, across, along, walks)
        distance = distances(
            graph, pairs, max_dist=self.max_dist, exclude_targets=hidden, threads=self.threads
        )
        return PairAnswer(distance, None, None, walks)


def target_edges(
    graph: Graph, pairs: npt.NDArray[np.int64], exclude_targets: ExcludeTargets
) -> npt.NDArray[np.int64]:
    """The edge that is to be hidden for each pair, ``(k,)``; -1: none.

    Raises:
        ValueError: a given edge id does not join its pair.
    """
    # The engine knows what can be said here and what is wrong with it.
    distances(graph, pairs, max_dist=1, exclude_targets=exclude_targets)
    given = np.asarray(exclude_targets)
    if given.dtype != np.bool_:
        return given.astype(np.int64)
    between = dag(graph, pairs, max_dist=1).edges
    hides = (between.lengths > 0) & given
    edges = np.full(pairs.shape[1], -1, dtype=np.int64)
    edges[hides] = between.values[between.offsets[:-1][hides]]
    return edges
