"""Train one link predictor by given settings."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

import numpy as np
import numpy.typing as npt
from torch import Tensor

from gdgnn.data import UniformNegatives
from gdgnn.estimators.link_data import LinkData
from gdgnn.estimators.link_scores import LinkScores, NetworkScores, TreeScores
from gdgnn.estimators.link_settings import LinkSettings
from gdgnn.estimators.listened import Enough
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.search import Trained
from gdgnn.estimators.training import device_of, seconds_per_epoch, seeded, train
from gdgnn.estimators.trees import Trees
from gdgnn.graph import Graph
from gdgnn.heuristics import BoostedGeodesics
from gdgnn.loader import LinkGeodesicLoader
from gdgnn.nn import GDGNN, link_parts
from gdgnn.tasks import EncoderInputs, LinkTask
from gdgnn.tasks.metrics import auc

Pairs = npt.NDArray[np.int64]

_MOST_FOR_TREES = 100_000


class _Searched(TypedDict):
    """What loaders are asked to find."""

    max_dist: int
    vertical: bool
    horizontal: bool
    degree: bool
    walks: int
    threads: int | None


@dataclass(frozen=True, eq=False)
class LinkTraining:
    """Trains on one graph with any settings.

    Attributes:
        x: node features, or None; degrees are seen in any case.
        seed: of weights, order, negatives and dropout.
        threads, device: to work with.
        listener: hears of each epoch.
    """

    x: Tensor | None
    seed: int
    threads: int | None
    device: str
    listener: Listener | None = None

    def validated(
        self,
        settings: LinkSettings,
        data: LinkData,
        stage: str,
        checkpoints: Path | None,
        enough: Enough | None = None,
    ) -> Trained[LinkScores]:
        """Train on the training edges, choose the epoch on the validation AUC."""
        start = time.perf_counter()
        if settings.kind == "instant":
            pairs, label = data.labeled("valid")
            trees = self.trees(settings, data.split.graph, data.split.train_pairs)
            value = auc(trees.logits(pairs), label)
            return Trained(trees, value, 0, time.perf_counter() - start)
        inputs = inputs_of(data.split.graph, self.x)
        scores, metric, epochs = self._network(
            settings,
            inputs,
            data.split.train_pairs,
            self._valid_loader(settings, inputs, data),
            stage,
            checkpoints,
            enough,
        )
        return Trained(scores, metric, epochs, time.perf_counter() - start)

    def final(
        self, settings: LinkSettings, graph: Graph, checkpoints: Path | None, enough: Enough | None = None
    ) -> tuple[LinkScores, int]:
        """Train on all edges of a graph; how many epochs were trained is said as well."""
        pairs = graph.edge_index.astype(np.int64)
        if settings.kind == "instant":
            return self.trees(settings, graph, pairs), 0
        inputs = inputs_of(graph, self.x)
        scores, _, epochs = self._network(settings, inputs, pairs, None, "final", checkpoints, enough)
        return scores, epochs

    def moved(self, scores: LinkScores, graph: Graph) -> LinkScores:
        """The same predictor, asked about another graph on the same nodes."""
        if isinstance(scores, TreeScores):
            return TreeScores(scores.trees, scores.settings, graph, threads=self.threads)
        assert isinstance(scores, NetworkScores)
        inputs = inputs_of(graph, self.x)
        return self._scores(scores.model, scores.settings, inputs)

    def trees(self, settings: LinkSettings, graph: Graph, pairs: Pairs) -> TreeScores:
        """The instant model."""
        random = np.random.default_rng(self.seed)
        if pairs.shape[1] > _MOST_FOR_TREES:
            pairs = pairs[:, np.sort(random.choice(pairs.shape[1], _MOST_FOR_TREES, replace=False))]
        negatives = UniformNegatives(graph).sample(pairs.shape[1], seed=self.seed, distinct=False)
        model = BoostedGeodesics(
            max_dist=settings.max_dist, walks=settings.walks, seed=self.seed, threads=self.threads
        )
        return TreeScores(Trees.of(model.fit(graph, pairs, negatives)), settings, graph, threads=self.threads)

    def seconds_per_epoch(self, settings: LinkSettings, data: LinkData) -> float:
        """How long an epoch takes."""
        inputs = inputs_of(data.split.graph, self.x)
        with seeded(self.seed):
            task = self._task(settings, inputs)
            loader = self._loader(settings, inputs, data.split.train_pairs)
            valid = self._valid_loader(settings, inputs, data)
            return seconds_per_epoch(task, loader, device_of(self.device), valid)

    def _network(
        self,
        settings: LinkSettings,
        inputs: EncoderInputs,
        pairs: Pairs,
        valid: LinkGeodesicLoader | None,
        stage: str,
        checkpoints: Path | None,
        enough: Enough | None,
    ) -> tuple[NetworkScores, float, int]:
        with seeded(self.seed):
            task = self._task(settings, inputs, validated=valid is not None)
            best, epochs = train(
                task,
                self._loader(settings, inputs, pairs),
                valid,
                metric=auc,
                stage=stage,
                checkpoints=checkpoints,
                listener=self.listener,
                device=self.device,
                enough=enough,
            )
        return self._scores(task.model, settings, inputs), best, epochs

    def _task(self, settings: LinkSettings, inputs: EncoderInputs, *, validated: bool = True) -> LinkTask:
        network = settings.network(inputs.in_channels, directed=inputs.graph.directed)
        return LinkTask(network, inputs, settings.recipe(self.seed, validated=validated))

    def _loader(self, settings: LinkSettings, inputs: EncoderInputs, pairs: Pairs) -> LinkGeodesicLoader:
        return LinkGeodesicLoader(
            inputs.graph,
            pairs,
            batch_size=settings.batch_size,
            shuffle=True,
            negatives=UniformNegatives(inputs.graph),
            seed=self.seed,
            **self._searched(settings),
        )

    def _valid_loader(
        self, settings: LinkSettings, inputs: EncoderInputs, data: LinkData
    ) -> LinkGeodesicLoader:
        pairs, label = data.labeled("valid")
        return LinkGeodesicLoader(inputs.graph, pairs, label, batch_size=8192, **self._searched(settings))

    def _scores(self, model: GDGNN, settings: LinkSettings, inputs: EncoderInputs) -> NetworkScores:
        return NetworkScores(
            model,
            settings,
            inputs,
            seed=self.seed,
            threads=self.threads,
            device=device_of(self.device),
        )

    def _searched(self, settings: LinkSettings) -> _Searched:
        parts = link_parts(settings.context)
        return {
            "max_dist": settings.max_dist,
            "vertical": parts.vertical,
            "horizontal": parts.path,
            "degree": parts.degree,
            "walks": settings.walks,
            "threads": self.threads,
        }


def inputs_of(graph: Graph, x: Tensor | None) -> EncoderInputs:
    """What the encoder is run on: degrees, and the features where there are any."""
    if x is None:
        return EncoderInputs.of(graph, "degree")
    return replace(EncoderInputs.of(graph, x), count_degree=True)
