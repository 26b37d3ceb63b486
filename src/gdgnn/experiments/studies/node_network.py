"""Nodes by a network, with or without geodesics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.network import EncoderSettings, Training
from gdgnn.experiments.studies.node_protocol import Ids, NodeData, NodeProtocol

if TYPE_CHECKING:
    from gdgnn.loader import NodeGeodesicLoader
    from gdgnn.nn import GDGNN


@dataclass(frozen=True)
class NodeModel(EncoderSettings):
    """A network that scores nodes; what is not of the encoder is as in :meth:`gdgnn.nn.GDGNN.for_nodes`.

    Attributes:
        kind: of study.
        input: node features: a one; or a one and the log of the degree.
    """

    kind: Literal["network"]
    input: Literal["ones", "degree"]
    context: Literal[
        "none", "neighbors", "neighbors+distance", "full-neighbors+distance", "vertical", "vertical+degree"
    ]
    max_dist: int
    distance: Literal["scalar", "one-hot", "learned"]
    pool_channels: int
    scorer_channels: int
    scorer_layers: int
    scorer_dropout: float

    def network(self, in_channels: int, classes: int, seed: int) -> GDGNN:
        """The whole model, with weights drawn by the seed."""
        import torch

        from gdgnn.nn import GDGNN

        torch.manual_seed(seed)
        return GDGNN.for_nodes(
            self.build(in_channels),
            max_dist=self.max_dist,
            context=self.context,
            hidden_channels=self.pool_channels,
            out_channels=classes,
            distance=self.distance,
            scorer_channels=self.scorer_channels,
            scorer_layers=self.scorer_layers,
            dropout=self.scorer_dropout,
        )


@dataclass(frozen=True)
class NodeNetwork:
    """Train on the training nodes, and measure once on the test nodes."""

    protocol: NodeProtocol
    model: NodeModel
    training: Training

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One split, one training."""
        from gdgnn.tasks import EncoderInputs, NodeTask, fit
        from gdgnn.tasks.metrics import accuracy

        data = self.protocol.data(seed, root)
        inputs = EncoderInputs.of(data.graph, self.model.input)
        network = self.model.network(inputs.in_channels, int(data.y.max()) + 1, seed)
        task = NodeTask(network, inputs, self.training.recipe(seed))
        train = self._loader(data, data.train, batch_size=self.training.batch_size, shuffle=True, seed=seed)
        fit(task, train, self._loader(data, data.valid), metric=accuracy, device="cpu")
        found = accuracy(task.predict(self._loader(data, data.test)), data.y[data.test])
        return SeedResult(seed, {"accuracy": 100 * found})

    def _loader(
        self, data: NodeData, nodes: Ids, *, batch_size: int = 1024, shuffle: bool = False, seed: int = 0
    ) -> NodeGeodesicLoader:
        from gdgnn.loader import NodeGeodesicLoader

        return NodeGeodesicLoader(
            data.graph,
            nodes,
            data.y,
            max_dist=self.model.max_dist,
            degree=self.model.context == "vertical+degree",
            batch_size=batch_size,
            shuffle=shuffle,
            seed=seed,
        )
