"""Scores of any pairs of a graph, by a network or by trees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.estimators.link_settings import LinkSettings
from gdgnn.estimators.trees import Trees
from gdgnn.estimators.weights import weights_of
from gdgnn.graph import Graph
from gdgnn.heuristics import pair_scalars
from gdgnn.inputs import PairGeodesics
from gdgnn.loader.pair_question import PairQuestion, target_edges
from gdgnn.nn import GDGNN, link_parts
from gdgnn.tasks import EncoderInputs, LinkTask
from gdgnn.tasks.targets import Targets

Pairs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

# Nodes of sides, and pairs, that are worked on at a time: a few hundred megabytes.
_SIDE_NODES = 1 << 20
_PAIRS = 1 << 15


class LinkScores(Protocol):
    """What answers about pairs of one graph."""

    settings: LinkSettings

    @property
    def graph(self) -> Graph:
        """What is searched."""
        ...

    def logits(self, pairs: Pairs) -> Floats:
        """The score of each of ``(2, k)`` pairs, ``(k,)``, whatever else is asked; its own edge is hidden."""
        ...

    def tensors(self) -> dict[str, Tensor]:
        """All that was learned, for a file."""
        ...


class NetworkScores:
    """A network, which encodes the graph once and then answers about pairs.

    The pair's own edge, if there is one, is hidden from the search. It is not hidden from the encoder: that
    would mean to encode the graph once more for each such pair.
    """

    def __init__(
        self,
        model: GDGNN,
        settings: LinkSettings,
        inputs: EncoderInputs,
        *,
        seed: int = 0,
        threads: int | None = None,
        device: torch.device | None = None,
    ) -> None:
        self.settings = settings
        self.seed = seed
        self.model = model
        self.inputs = inputs
        self.task = LinkTask(model, inputs).to(device or torch.device("cpu")).eval()
        parts = link_parts(settings.context)
        self.question = PairQuestion(
            settings.max_dist,
            parts.vertical,
            parts.path,
            parts.degree,
            num_paths=False,
            threads=threads,
            walks=settings.walks,
        )

    @property
    def graph(self) -> Graph:
        """What is searched."""
        return self.inputs.graph

    def logits(self, pairs: Pairs) -> Floats:
        """As in :class:`LinkScores`."""
        blocks = blocks_of(self.graph, pairs) if self.question.vertical else whole_blocks(pairs)
        found = [self.of_geodesics(self.geodesics(block)) for block in blocks]
        return np.concatenate([np.empty(0), *found])

    def geodesics(self, pairs: Pairs) -> PairGeodesics:
        """What lies between, the pairs' own edges hidden."""
        hidden = target_edges(self.graph, pairs, True)
        answer = self.question.ask(self.graph, pairs, hidden, seed=self.seed)
        return answer.as_torch(pairs, self.settings.max_dist)

    @torch.no_grad()
    def of_geodesics(self, given: PairGeodesics) -> Floats:
        """The scores of pairs whose geodesics are known."""
        scores = self.task.score(self.encoded, Targets(given.to(self.task.device)))
        result: Floats = scores.cpu().numpy().astype(np.float64)
        return result

    @cached_property
    def encoded(self) -> Tensor:
        """The embedding of every node."""
        with torch.no_grad():
            return self.inputs.to(self.task.device).encoded(self.model)

    def tensors(self) -> dict[str, Tensor]:
        """The weights."""
        return weights_of(self.model)


class TreeScores:
    """Boosted trees on :func:`gdgnn.heuristics.pair_scalars`."""

    def __init__(
        self, trees: Trees, settings: LinkSettings, graph: Graph, *, threads: int | None = None
    ) -> None:
        self.trees = trees
        self.settings = settings
        self.threads = threads
        self._graph = graph

    @property
    def graph(self) -> Graph:
        """What is searched."""
        return self._graph

    def logits(self, pairs: Pairs) -> Floats:
        """As in :class:`LinkScores`."""
        found = [self.trees.logits(self.rows(self.graph, block)) for block in blocks_of(self.graph, pairs)]
        return np.concatenate([np.empty(0), *found])

    def rows(self, graph: Graph, pairs: Pairs) -> Floats:
        """The numbers that the trees look at."""
        return pair_scalars(
            graph,
            pairs,
            max_dist=self.settings.max_dist,
            walks=self.settings.walks,
            exclude_targets=True,
            threads=self.threads,
        ).values

    def tensors(self) -> dict[str, Tensor]:
        """The trees."""
        return self.trees.tensors()


def whole_blocks(pairs: Pairs) -> Iterator[Pairs]:
    """Slices of pairs."""
    return (pairs[:, start : start + _PAIRS] for start in range(0, pairs.shape[1], _PAIRS))


def blocks_of(graph: Graph, pairs: Pairs) -> Iterator[Pairs]:
    """Slices of pairs whose sides together are of bounded size, however large some degrees are."""
    for part in whole_blocks(pairs):
        most = np.cumsum(np.diff(graph.indptr)[part[0]] + np.diff(graph.in_indptr)[part[1]])
        start = 0
        while start < part.shape[1]:
            before = most[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(most, before + _SIDE_NODES, side="right")))
            yield part[:, start:stop]
            start = stop
