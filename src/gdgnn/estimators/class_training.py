"""Train one classifier by given settings, of nodes or of graphs."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.estimators.class_labels import Labels
from gdgnn.estimators.class_settings import ClassSettings
from gdgnn.estimators.listened import Enough
from gdgnn.estimators.progress import Listener
from gdgnn.estimators.search import Trained
from gdgnn.estimators.training import device_of, seconds_per_epoch, seeded, train
from gdgnn.loader import GeodesicLoader, GraphGeodesicLoader, NodeGeodesicLoader
from gdgnn.nn import GDGNN
from gdgnn.tasks import EncoderInputs, GraphTask, NodeTask
from gdgnn.tasks.base import GeodesicTask
from gdgnn.tasks.metrics import accuracy

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ClassTraining(ABC):
    """Trains with any settings, and asks what was trained.

    Attributes:
        seed: of weights, order and dropout.
        threads, device: to work with.
        listener: hears of each epoch.
    """

    seed: int
    threads: int | None
    device: str
    listener: Listener | None = None

    def trained(
        self,
        settings: ClassSettings,
        labels: Labels,
        learned: Ids,
        valid: Ids | None,
        stage: str,
        checkpoints: Path | None,
        enough: Enough | None = None,
    ) -> Trained[GDGNN]:
        """Train on some targets, and choose the epoch on others if there are any."""
        start = time.perf_counter()
        with seeded(self.seed):
            task = self._task(self._network(settings, labels), settings, validated=valid is not None)
            metric, epochs = train(
                task,
                self._loader(settings, learned, labels.label, shuffle=True),
                None if valid is None else self._loader(settings, valid, labels.label),
                metric=accuracy,
                stage=stage,
                checkpoints=checkpoints,
                listener=self.listener,
                device=self.device,
                enough=enough,
            )
        return Trained(task.model, metric, epochs, time.perf_counter() - start)

    def seconds_per_epoch(self, settings: ClassSettings, labels: Labels, learned: Ids, valid: Ids) -> float:
        """How long an epoch takes."""
        with seeded(self.seed):
            task = self._task(self._network(settings, labels), settings)
            loader = self._loader(settings, learned, labels.label, shuffle=True)
            held_back = self._loader(settings, valid, labels.label)
            return seconds_per_epoch(task, loader, device_of(self.device), held_back)

    def logits(self, model: GDGNN, settings: ClassSettings, targets: Ids) -> npt.NDArray[np.float64]:
        """``(k, classes)``, in the order of the targets."""
        if not targets.size:
            return np.empty((0, int(model.scorer.out_channels)))  # type: ignore[arg-type]
        task = self._task(model, settings).to(device_of(self.device))
        found: npt.NDArray[np.float64] = task.predict(self._loader(settings, targets)).double().numpy()
        return found

    @property
    @abstractmethod
    def in_channels(self) -> int:
        """The width of the node features that encoders see."""

    @abstractmethod
    def _task(
        self, model: GDGNN, settings: ClassSettings, *, validated: bool = False
    ) -> GeodesicTask[Any]: ...

    @abstractmethod
    def _loader(
        self, settings: ClassSettings, targets: Ids, label: Ids | None = None, *, shuffle: bool = False
    ) -> GeodesicLoader[Any]: ...

    def _network(self, settings: ClassSettings, labels: Labels) -> GDGNN:
        return settings.network(self.in_channels, len(labels.classes))


@dataclass(frozen=True, eq=False)
class NodeTraining(ClassTraining):
    """Of the nodes of one graph."""

    inputs: EncoderInputs | None = None

    @property
    def in_channels(self) -> int:
        """The width of the node features that encoders see."""
        return self._given.in_channels

    @property
    def _given(self) -> EncoderInputs:
        assert self.inputs is not None
        return self.inputs

    def _task(self, model: GDGNN, settings: ClassSettings, *, validated: bool = False) -> NodeTask:
        return NodeTask(model, self._given, settings.recipe(self.seed, validated=validated))

    def _loader(
        self, settings: ClassSettings, targets: Ids, label: Ids | None = None, *, shuffle: bool = False
    ) -> NodeGeodesicLoader:
        return NodeGeodesicLoader(
            self._given.graph,
            targets,
            label,
            max_dist=settings.max_dist,
            batch_size=settings.batch_size,
            shuffle=shuffle,
            seed=self.seed,
            # What many nodes see is searched again each time rather than kept.
            keep=targets.size <= 20_000,
            threads=self.threads,
        )


@dataclass(frozen=True, eq=False)
class GraphTraining(ClassTraining):
    """Of whole graphs: PyG `Data` with `x`, `edge_index` and `num_nodes`."""

    graphs: tuple[Any, ...] = ()

    @property
    def in_channels(self) -> int:
        """The width of the node features that encoders see."""
        return int(self.graphs[0].x.shape[1])

    def _task(self, model: GDGNN, settings: ClassSettings, *, validated: bool = False) -> GraphTask:
        return GraphTask(model, settings.recipe(self.seed, validated=validated))

    def _loader(
        self, settings: ClassSettings, targets: Ids, label: Ids | None = None, *, shuffle: bool = False
    ) -> GraphGeodesicLoader:
        return GraphGeodesicLoader(
            [self.graphs[at] for at in targets.tolist()],
            None if label is None else label[targets],
            max_dist=settings.max_dist,
            batch_size=settings.batch_size,
            shuffle=shuffle,
            seed=self.seed,
            threads=self.threads,
        )


def softmax(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """``(k, classes)`` probabilities.

    Example:
        >>> softmax(np.array([[0.0, 0.0]])).tolist()
        [[0.5, 0.5]]
    """
    found: npt.NDArray[np.float64] = torch.from_numpy(logits).softmax(dim=1).numpy()
    return found


def with_degree(x: Tensor | None, num_nodes: int, edge_index: Tensor) -> Tensor:
    """Features, or ones, with log(1 + in-degree) beside them."""
    degree = torch.bincount(edge_index[1], minlength=num_nodes).to(torch.float32).log1p()[:, None]
    return torch.cat([torch.ones(num_nodes, 1) if x is None else x, degree], dim=1)


def in_channels_of(features: int) -> int:
    """The width of what :func:`with_degree` returns for nodes with so many features; 0: none.

    Example:
        >>> in_channels_of(0), in_channels_of(7)
        (2, 8)
    """
    return max(features, 1) + 1
