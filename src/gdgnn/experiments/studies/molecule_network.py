"""Molecules by a network, with or without geodesics, in the official scaffold split."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.graph_network import GraphModel
from gdgnn.experiments.studies.network import Training

if TYPE_CHECKING:
    from gdgnn.data.datasets import GraphsDataset
    from gdgnn.nn import Encoder


@dataclass(frozen=True)
class ScaffoldProtocol:
    """The official split; a seed draws initial weights and the order of training.

    Attributes:
        dataset: what :func:`gdgnn.data.datasets.load` loads.
        split: by scaffold, as the publishers have it.
        selection: what is chosen on validation AUC.
        metrics: what is worked out on the test molecules.
    """

    dataset: str
    split: Literal["scaffold"]
    selection: Literal["epoch"]
    metrics: tuple[Literal["auc"], ...]

    def in_words(self) -> str:
        """A sentence or two for readers of the table."""
        return (
            "The official scaffold split; test AUC at the epoch with the best validation AUC. Seeds differ "
            "in initial weights and the order of training."
        )

    def load(self, root: Path | None) -> GraphsDataset:
        """The molecules."""
        from gdgnn.data.datasets import GraphsDataset, load

        whole = load(self.dataset, root=root)
        if not isinstance(whole, GraphsDataset) or whole.split is None:
            raise ValueError(f"{self.dataset} has no official split of graphs; choose a set of molecules")
        return whole


@dataclass(frozen=True)
class MoleculeModel(GraphModel):
    """A network for molecules: atoms and bonds are embedded first.

    Attributes:
        virtual_node: whether a node that is joined to every atom passes messages too.
    """

    virtual_node: bool

    def build(self, in_channels: int) -> Encoder:
        """GIN with bonds, on atoms."""
        from gdgnn.nn import GINE, AtomEncoder, BondEncoder

        if self.encoder != "gine":
            raise ValueError(f"encoder is {self.encoder!r}; molecules have bonds, which 'gine' looks at")
        return GINE(
            in_channels,
            self.hidden,
            self.layers,
            edge_channels=self.hidden,
            edge_encoder=BondEncoder(self.hidden),
            input_encoder=AtomEncoder(in_channels),
            batch_norm=self.batch_norm,
            dropout=self.encoder_dropout,
            jumping_knowledge=self.jumping_knowledge,
            virtual_node=self.virtual_node,
        )


@dataclass(frozen=True)
class MoleculeNetwork:
    """Train on the training molecules, choose the epoch on validation AUC, measure the test AUC once."""

    protocol: ScaffoldProtocol
    model: MoleculeModel
    training: Training

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One training."""
        import torch

        from gdgnn.tasks import GraphTask, fit
        from gdgnn.tasks.metrics import auc

        graphs = self.protocol.load(root)
        assert graphs.split is not None  # load has looked
        torch.manual_seed(seed)
        network = self.model.network(self.model.build(self.model.hidden), 1)
        task = GraphTask(network, self.training.recipe(seed), labels="binary")
        size = self.training.batch_size
        train = self.model.loader(graphs, graphs.split.train, batch_size=size, shuffle=True, seed=seed)
        fit(task, train, self.model.loader(graphs, graphs.split.valid), metric=auc, device="cpu")
        score = task.predict(self.model.loader(graphs, graphs.split.test))
        return SeedResult(seed, {"auc": 100 * auc(score, graphs.y[graphs.split.test].reshape(-1))})
