"""`ClassSettings`: everything that is chosen for a classifier, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from gdgnn.estimators.link_settings import check_shares
from gdgnn.nn import GCN, GDGNN, GIN, NodeContext
from gdgnn.tasks import Recipe

Of = Literal["nodes", "graphs"]

_LARGEST = {"max_dist": 100, "layers": 50, "hidden": 4096, "epochs": 1_000_000, "batch_size": 1 << 30}


@dataclass(frozen=True, kw_only=True)
class ClassSettings:
    """What is chosen.

    Attributes:
        of: what is classified.
        context: what a node sees of those around it, see :data:`gdgnn.nn.NodeContext`.
        max_dist: how far it looks.
        encoder, layers, hidden: the plain GNN, how deep and how wide.
        batch_norm: whether it normalizes after each layer.
        reduce: of graphs, how their nodes become one vector.
        learning_rate: the largest one of the one-cycle schedule.
        dropout: in encoder and scorer.
        epochs: how often all targets are seen.
        batch_size: targets of a step.

    Example:
        >>> ClassSettings(of="nodes", layers=0)
        Traceback (most recent call last):
        ValueError: layers is 0; give 1 to 50
    """

    of: Of
    context: NodeContext = "vertical+degree"
    max_dist: int = 2
    encoder: Literal["gcn", "gin"] = "gcn"
    layers: int = 2
    hidden: int = 64
    batch_norm: bool = True
    reduce: Literal["sum", "mean"] = "mean"
    learning_rate: float = 5e-3
    dropout: float = 0.5
    epochs: int = 60
    batch_size: int = 256

    def __post_init__(self) -> None:
        for name, most in _LARGEST.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise ValueError(f"{name} is {value!r}; give 1 to {most}")
        known = {"context": get_args(NodeContext), "encoder": ("gcn", "gin")}
        for name, values in known.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} is {getattr(self, name)!r}; choose one of {', '.join(values)}")
        check_shares(self.learning_rate, self.dropout)

    def as_dict(self) -> dict[str, Any]:
        """What is set, without what does not concern the kind."""
        return {
            name: value for name, value in asdict(self).items() if self.of == "graphs" or name != "reduce"
        }

    def network(self, in_channels: int, classes: int) -> GDGNN:
        """The network, with weights as torch draws them."""
        kind = {"gcn": GCN, "gin": GIN}[self.encoder]
        encoder = kind(
            in_channels, self.hidden, self.layers, batch_norm=self.batch_norm, dropout=self.dropout
        )
        if self.of == "nodes":
            return GDGNN.for_nodes(
                encoder,
                max_dist=self.max_dist,
                context=self.context,
                hidden_channels=self.hidden,
                out_channels=classes,
                dropout=self.dropout,
            )
        return GDGNN.for_subgraphs(
            encoder,
            max_dist=self.max_dist,
            context=self.context,
            reduce=self.reduce,
            hidden_channels=self.hidden,
            out_channels=classes,
            dropout=self.dropout,
        )

    def recipe(self, seed: int, *, validated: bool) -> Recipe:
        """How the network is trained: the best epoch where there is validation, else the last."""
        return Recipe(
            epochs=self.epochs,
            learning_rate=self.learning_rate,
            select="best" if validated else "last",
            seed=seed,
        )


def choices(default: ClassSettings, given: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What a search varies: everything of influence that was not given."""
    far = default.max_dist
    space: dict[str, tuple[Any, ...]] = {
        "context": ("vertical+degree", "neighbors+distance", "none"),
        "max_dist": tuple(sorted({max(far - 1, 1), far})),
        "encoder": ("gcn", "gin"),
        "layers": (1, 2, 3) if default.of == "nodes" else (2, 3, 4),
        "hidden": (32, 64),
        "batch_norm": (True, False),
        "learning_rate": (2e-3, 5e-3, 1e-2),
    }
    if default.of == "graphs":
        space["reduce"] = ("mean", "sum")
    return {name: values for name, values in space.items() if name not in given}
