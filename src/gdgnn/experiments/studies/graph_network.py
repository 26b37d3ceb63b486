"""Graphs by a network, with or without geodesics, in ten folds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.network import EncoderSettings, Training

if TYPE_CHECKING:
    from torch import Tensor

    from gdgnn.data.datasets import GraphsDataset
    from gdgnn.loader import GraphGeodesicLoader
    from gdgnn.nn import GDGNN, Encoder

_EVALUATION_BATCH = 256


@dataclass(frozen=True)
class FoldProtocol:
    """Ten folds with equal shares of each class, always the same; a seed is the fold that is tested.

    Attributes:
        dataset: what :func:`gdgnn.data.datasets.load` loads.
        folds: how many.
        selection: the epoch is chosen by this on the fold after the one that is tested.
        metrics: ``accuracy`` of the chosen epoch; ``best_epoch_accuracy`` of that epoch, the same for all
            folds, at which their mean test accuracy is largest. It has seen the test sets: it is optimistic.
    """

    dataset: str
    folds: int
    selection: Literal["valid loss", "valid accuracy"]
    metrics: tuple[Literal["accuracy", "best_epoch_accuracy"], ...]

    def in_words(self) -> str:
        """A sentence or two for readers of the table."""
        return (
            f"{self.folds} folds with equal shares of each class: one is tested, the next chooses the "
            f"epoch (by {self.selection.removeprefix('valid ')}), the others are trained on. Beside it, of "
            "the same trainings, the best epoch of the mean test curve, which is what many papers print: it "
            "has seen the test sets."
        )

    def load(self, root: Path | None) -> GraphsDataset:
        """The graphs."""
        from gdgnn.data.datasets import GraphsDataset, load

        whole = load(self.dataset, root=root)
        if not isinstance(whole, GraphsDataset):
            raise ValueError(f"{self.dataset} is a {type(whole).__name__}; give a set of graphs")
        return whole

    def parts(self, y: npt.NDArray[np.int64], fold: int) -> tuple[npt.NDArray[np.int64], ...]:
        """Ids of the training, validation and test graphs of a fold."""
        from sklearn.model_selection import StratifiedKFold

        folds = StratifiedKFold(self.folds, shuffle=True, random_state=0)
        tested = [test for _, test in folds.split(np.zeros(len(y)), y)]
        valid, test = tested[(fold + 1) % self.folds], tested[fold]
        return np.setdiff1d(np.arange(len(y)), np.concatenate([valid, test])), valid, test


@dataclass(frozen=True)
class GraphModel(EncoderSettings):
    """A network that scores graphs; what is not of the encoder is as in :meth:`gdgnn.nn.GDGNN.for_subgraphs`.

    Attributes:
        kind: of study.
    """

    kind: Literal["network"]
    context: Literal[
        "none", "neighbors", "neighbors+distance", "full-neighbors+distance", "vertical", "vertical+degree"
    ]
    max_dist: int
    distance: Literal["scalar", "one-hot", "learned"]
    reduce: Literal["sum", "mean"]
    pool_channels: int
    scorer_channels: int
    scorer_layers: int
    scorer_dropout: float

    def network(self, encoder: Encoder, out_channels: int) -> GDGNN:
        """The whole model."""
        from gdgnn.nn import GDGNN

        return GDGNN.for_subgraphs(
            encoder,
            max_dist=self.max_dist,
            context=self.context,
            reduce=self.reduce,
            hidden_channels=self.pool_channels,
            out_channels=out_channels,
            distance=self.distance,
            scorer_channels=self.scorer_channels,
            scorer_layers=self.scorer_layers,
            dropout=self.scorer_dropout,
        )

    def loader(
        self,
        graphs: GraphsDataset,
        ids: npt.NDArray[np.int64],
        *,
        batch_size: int = _EVALUATION_BATCH,
        shuffle: bool = False,
        seed: int = 0,
    ) -> GraphGeodesicLoader:
        """Batches of the given graphs."""
        from gdgnn.loader import GraphGeodesicLoader

        return GraphGeodesicLoader(
            [graphs[int(at)] for at in ids],
            max_dist=self.max_dist,
            degree=self.context == "vertical+degree",
            batch_size=batch_size,
            shuffle=shuffle,
            seed=seed,
        )


@dataclass(frozen=True)
class GraphNetwork:
    """Train on eight folds; the test fold is scored after each epoch, for the curve, and chooses nothing."""

    protocol: FoldProtocol
    model: GraphModel
    training: Training

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One fold."""
        import torch

        from gdgnn.tasks import GraphTask, fit

        graphs = self.protocol.load(root)
        train, valid, test = self.protocol.parts(graphs.y, seed)
        torch.manual_seed(seed)
        width = 1 if graphs.x is None else graphs.x.shape[1]
        network = self.model.network(self.model.build(width), int(graphs.y.max()) + 1)
        task = GraphTask(network, self.training.recipe(seed))
        watch = _Watch(len(valid), _CHOICES[self.protocol.selection])
        history = fit(
            task,
            self.model.loader(graphs, train, batch_size=self.training.batch_size, shuffle=True, seed=seed),
            self.model.loader(graphs, np.concatenate([valid, test])),
            metric=watch,
            device="cpu",
        )
        validated = list(history.metric)
        at = -1
        if self.training.select == "best" and history.best_epoch is not None:
            at = validated.index(history.best_epoch)
        found = watch.test_accuracy[at]
        return SeedResult(seed, {"accuracy": found}, {"best_epoch_accuracy": watch.test_accuracy})


class _Watch:
    """A metric of the validation graphs, which come first; writes down the accuracy of those behind them."""

    def __init__(self, num_valid: int, choice: Callable[[Tensor, Tensor], float]) -> None:
        self.num_valid = num_valid
        self.choice = choice
        self.test_accuracy: list[float] = []

    def __call__(self, score: Tensor, label: Tensor) -> float:
        from gdgnn.tasks.metrics import accuracy

        self.test_accuracy.append(100 * accuracy(score[self.num_valid :], label[self.num_valid :]))
        return self.choice(score[: self.num_valid], label[: self.num_valid])


def _accuracy(score: Tensor, label: Tensor) -> float:
    from gdgnn.tasks.metrics import accuracy

    return accuracy(score, label)


def _minus_loss(score: Tensor, label: Tensor) -> float:
    from gdgnn.tasks import class_loss

    return -float(class_loss(score, label)) / max(len(label), 1)


_CHOICES: dict[str, Callable[[Tensor, Tensor], float]] = {
    "valid loss": _minus_loss,
    "valid accuracy": _accuracy,
}
