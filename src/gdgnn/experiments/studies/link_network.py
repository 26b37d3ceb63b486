"""Links by a network, with or without geodesics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.link_protocol import LabeledPairs, LinkData, LinkProtocol, link_figures
from gdgnn.experiments.studies.network import EncoderSettings, Training

if TYPE_CHECKING:
    from gdgnn.loader import LinkGeodesicLoader
    from gdgnn.tasks import EncoderInputs, LinkTask

_EVALUATION_BATCH = 8192


class _Searched(TypedDict):
    """What loaders are asked to find."""

    max_dist: int
    vertical: bool
    horizontal: bool
    degree: bool
    num_paths: bool
    walks: int


@dataclass(frozen=True)
class LinkModel(EncoderSettings):
    """A network that scores pairs; what is not of the encoder is as in :meth:`gdgnn.nn.GDGNN.for_links`.

    Attributes:
        kind: of study.
        input: node features: a one; a one and the log of the degree, counted without hidden edges; or those
            of the data set.
    """

    kind: Literal["network", "network+walks"]
    input: Literal["ones", "degree", "features"]
    context: Literal["none", "distance", "partial", "horizontal", "vertical", "vertical+degree", "both"]
    max_dist: int
    distance: Literal["scalar", "one-hot", "learned"]
    pool_channels: int
    path_pool: Literal["sum", "mean", "max", "attention", "recurrent", "positional"]
    num_paths: bool
    symmetric: bool
    scorer_channels: int
    scorer_layers: int
    scorer_dropout: float

    @property
    def walk_length(self) -> int:
        """Up to how many steps the weights of walks are seen."""
        return 0


@dataclass(frozen=True)
class LinkWalkModel(LinkModel):
    """The same, which sees the weights of walks besides.

    Attributes:
        walks: up to how many steps, see :func:`gdgnn.geodesics.walk_weights`.
    """

    walks: int

    @property
    def walk_length(self) -> int:
        """Up to how many steps the weights of walks are seen."""
        return self.walks


@dataclass(frozen=True)
class LinkTraining(Training):
    """How a network for links is trained.

    Attributes:
        negatives_per_positive: drawn anew in each epoch, among the pairs that are no training edge; together
            they weigh as much as the positives.
    """

    negatives_per_positive: int


@dataclass(frozen=True)
class LinkNetwork:
    """Train on the training edges, choose the epoch on validation AUC, measure once on the test pairs."""

    protocol: LinkProtocol
    model: LinkModel
    training: LinkTraining

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One split, one training."""
        from gdgnn.tasks import fit
        from gdgnn.tasks.metrics import auc

        data = self.protocol.data(seed, root)
        inputs = self._inputs(data)
        task = self._task(inputs, seed)
        valid = self._evaluation_loader(inputs, data.valid)
        fit(task, self._train_loader(inputs, data, seed), valid, metric=auc, device="cpu")
        score = task.predict(self._evaluation_loader(inputs, data.test)).numpy()
        return SeedResult(seed, link_figures(self.protocol.metrics, score, data.test.label))

    def _inputs(self, data: LinkData) -> EncoderInputs:
        import torch

        from gdgnn.tasks import EncoderInputs

        if self.model.input != "features":
            return EncoderInputs.of(data.graph, self.model.input)
        if data.x is None:
            raise ValueError(f"{self.protocol.dataset} has no node features; choose input 'ones' or 'degree'")
        return EncoderInputs.of(data.graph, torch.from_numpy(data.x))

    def _task(self, inputs: EncoderInputs, seed: int) -> LinkTask:
        import torch

        from gdgnn.nn import GDGNN
        from gdgnn.tasks import LinkTask

        model = self.model
        torch.manual_seed(seed)
        network = GDGNN.for_links(
            model.build(inputs.in_channels),
            max_dist=model.max_dist,
            context=model.context,
            hidden_channels=model.pool_channels,
            distance=model.distance,
            symmetric=model.symmetric,
            num_paths=model.num_paths,
            walks=model.walk_length,
            path_pool=model.path_pool,
            scorer_channels=model.scorer_channels,
            scorer_layers=model.scorer_layers,
            dropout=model.scorer_dropout,
        )
        weight = float(self.training.negatives_per_positive)
        return LinkTask(network, inputs, self.training.recipe(seed), positive_weight=weight)

    def _train_loader(self, inputs: EncoderInputs, data: LinkData, seed: int) -> LinkGeodesicLoader:
        from gdgnn.data import UniformNegatives
        from gdgnn.loader import LinkGeodesicLoader

        return LinkGeodesicLoader(
            inputs.graph,
            data.train_pairs,
            batch_size=self.training.batch_size,
            shuffle=True,
            negatives=UniformNegatives(data.graph, per_positive=self.training.negatives_per_positive),
            seed=seed,
            **self._searched(),
        )

    def _evaluation_loader(self, inputs: EncoderInputs, pairs: LabeledPairs) -> LinkGeodesicLoader:
        from gdgnn.loader import LinkGeodesicLoader

        # No pair is an edge of the training graph, so that there is nothing to hide.
        return LinkGeodesicLoader(
            inputs.graph, pairs.pairs, pairs.label, batch_size=_EVALUATION_BATCH, **self._searched()
        )

    def _searched(self) -> _Searched:
        from gdgnn.nn.context import link_parts

        parts = link_parts(self.model.context)
        return {
            "max_dist": self.model.max_dist,
            "vertical": parts.vertical or self.model.num_paths,
            "horizontal": parts.path,
            "degree": parts.degree,
            "num_paths": self.model.num_paths,
            "walks": self.model.walk_length,
        }


@dataclass(frozen=True)
class LinkWalkNetwork(LinkNetwork):
    """The same of a model that sees the weights of walks."""

    model: LinkWalkModel
