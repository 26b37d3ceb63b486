"""What studies that train a network have in common: its settings, and how they become a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

# torch takes seconds to import; cells are listed and read without it.
if TYPE_CHECKING:
    from gdgnn.nn import Encoder
    from gdgnn.tasks import Recipe


@dataclass(frozen=True)
class EncoderSettings:
    """The plain GNN.

    Attributes:
        encoder: its convolution.
        layers, hidden: how many, and how wide.
        batch_norm: whether to normalize after each layer.
        jumping_knowledge: which layers make up the embedding.
        encoder_dropout: share of hidden values dropped after each layer but the last.
    """

    encoder: Literal["gcn", "gin", "gine"]
    layers: int
    hidden: int
    batch_norm: bool
    jumping_knowledge: Literal["last", "sum", "cat"]
    encoder_dropout: float

    def build(self, in_channels: int) -> Encoder:
        """The encoder, with weights as torch draws them."""
        from gdgnn.nn import GCN, GIN

        if self.encoder == "gine":
            raise ValueError("encoder is 'gine', which needs edge features; choose 'gin'")
        kind = {"gcn": GCN, "gin": GIN}[self.encoder]
        return kind(
            in_channels,
            self.hidden,
            self.layers,
            batch_norm=self.batch_norm,
            jumping_knowledge=self.jumping_knowledge,
            dropout=self.encoder_dropout,
        )


@dataclass(frozen=True)
class Training:
    """How a network is trained; see :class:`gdgnn.tasks.Recipe`.

    Attributes:
        epochs, learning_rate, weight_decay, schedule: as there.
        batch_size: targets of a step; drawn negatives come on top.
        select: which epoch's weights are tested: the best on the validation set, or the last.
        validate_every: epochs from one validation to the next.
    """

    epochs: int
    learning_rate: float
    weight_decay: float
    schedule: Literal["one-cycle", "constant"]
    batch_size: int
    select: Literal["best", "last"]
    validate_every: int

    def recipe(self, seed: int) -> Recipe:
        """The same for :func:`gdgnn.tasks.fit`."""
        from gdgnn.tasks import Recipe

        return Recipe(
            epochs=self.epochs,
            learning_rate=self.learning_rate,
            weight_decay=self.weight_decay,
            schedule=self.schedule,
            select=self.select,
            validate_every=self.validate_every,
            seed=seed,
        )
