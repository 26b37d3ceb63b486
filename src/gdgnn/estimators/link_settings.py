"""`LinkSettings`: everything that is chosen for a link predictor, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import numpy as np

from gdgnn.data import UniformNegatives
from gdgnn.geodesics import UNREACHABLE, distances
from gdgnn.geodesics._arguments import whole_number
from gdgnn.graph import Graph
from gdgnn.nn import GCN, GDGNN, GIN, LinkContext
from gdgnn.tasks import Recipe

Kind = Literal["network", "instant"]
"""A GNN, or boosted trees on what geodesics say of a pair."""

_LARGEST = {"max_dist": 1000, "layers": 50, "hidden": 4096, "epochs": 1_000_000, "batch_size": 1 << 30}
_SAMPLE = 2000
_FARTHEST, _NEAREST = 12, 3
_WALKS, _STEPS_A_PAIR = (8, 6, 4), 20_000


@dataclass(frozen=True, kw_only=True)
class LinkSettings:
    """What is chosen. All but `kind`, `max_dist` and `walks` concern networks only.

    Attributes:
        kind: ``"network"`` or ``"instant"``.
        context: what is seen between two nodes, see :data:`gdgnn.nn.LinkContext`.
        max_dist: how far geodesics are searched.
        walks: up to how many steps walks are weighed, see :func:`gdgnn.geodesics.walk_weights`; 0: none.
        encoder, layers, hidden: the plain GNN, how deep and how wide.
        learning_rate: the largest one of the one-cycle schedule.
        dropout: in the scorer.
        epochs: how often all edges are seen.
        batch_size: edges of a step; as many negatives come on top.

    Example:
        >>> LinkSettings(max_dist=0)
        Traceback (most recent call last):
        ValueError: max_dist is 0; give 1 to 1000
    """

    kind: Kind = "network"
    context: LinkContext = "vertical+degree"
    max_dist: int = 4
    walks: int = 0
    encoder: Literal["gcn", "gin"] = "gcn"
    layers: int = 3
    hidden: int = 32
    learning_rate: float = 5e-3
    dropout: float = 0.5
    epochs: int = 30
    batch_size: int = 256

    def __post_init__(self) -> None:
        for name, most in _LARGEST.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise ValueError(f"{name} is {value!r}; give 1 to {most}")
        whole_number("walks", self.walks, 0, 64)
        for name, values in (("context", get_args(LinkContext)), ("encoder", ("gcn", "gin"))):
            if getattr(self, name) not in values:
                raise ValueError(f"{name} is {getattr(self, name)!r}; choose one of {', '.join(values)}")
        check_shares(self.learning_rate, self.dropout)

    def as_dict(self) -> dict[str, Any]:
        """What is set, without what does not concern the kind."""
        chosen = asdict(self)
        if self.kind == "network":
            return chosen
        return {name: chosen[name] for name in ("kind", "max_dist", "walks")}

    def network(self, in_channels: int, *, directed: bool) -> GDGNN:
        """The network, with weights as torch draws them."""
        encoder = {"gcn": GCN, "gin": GIN}[self.encoder]
        return GDGNN.for_links(
            encoder(in_channels, self.hidden, self.layers),
            max_dist=self.max_dist,
            context=self.context,
            walks=self.walks,
            hidden_channels=self.hidden,
            # A path is drawn, and differs when it is searched from the other end.
            symmetric=not directed and self.context not in ("partial", "horizontal", "both"),
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


def check_shares(learning_rate: Any, dropout: Any) -> None:
    """Raise ValueError where one of them makes no sense.

    Example:
        >>> check_shares("fast", 0.5)
        Traceback (most recent call last):
        ValueError: learning_rate is 'fast'; give a number above 0 and below 1
    """
    for name, value in (("learning_rate", learning_rate), ("dropout", dropout)):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1:
            raise ValueError(f"{name} is {value!r}; give a number above 0 and below 1")
    if learning_rate == 0:
        raise ValueError("learning_rate is 0; give a number above 0 and below 1")


def default_settings(graph: Graph, given: Mapping[str, Any], seed: int) -> LinkSettings:
    """What suits this graph, with the given values in place of the usual ones."""
    usual = {
        "max_dist": reach_of(graph, seed),
        # A plain GNN sees nothing of what lies between.
        "walks": 0 if given.get("context") == "none" else walks_of(graph),
        # About 32 steps an epoch: enough to learn from on small graphs, and no more than large ones can bear.
        "batch_size": int(np.clip(2 ** round(np.log2(max(graph.num_edges / 32, 1))), 64, 65_536)),
    }
    return LinkSettings(**(usual | dict(given)))


def choices(default: LinkSettings, given: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What a search varies: everything of influence that was not given."""
    far = default.max_dist
    space: dict[str, tuple[Any, ...]] = {
        "context": ("vertical+degree", "both", "horizontal", "distance"),
        "max_dist": tuple(sorted({far, max(2, far - 2), far + 2})),
        "encoder": ("gcn", "gin"),
        "layers": (2, 3, 4),
        "hidden": (32, 64),
        "learning_rate": (3e-3, 5e-3, 1e-2),
    }
    return {name: values for name, values in space.items() if name not in given}


def reach_of(graph: Graph, seed: int = 0) -> int:
    """A `max_dist` that suits a graph: nineteen of twenty joined pairs are nearer than that, within reason.

    How far one must see matters more than what one sees: on sparse graphs most pairs are far apart, on dense
    ones a long search costs much and tells little.

    Example:
        >>> reach_of(Graph.from_edges([range(500), range(1, 501)]))
        12
    """
    free = UniformNegatives(graph)
    pairs = free.sample(min(_SAMPLE, free.count), seed=seed)
    found = distances(graph, pairs, max_dist=_FARTHEST + 1)
    # Beyond what was searched in a graph that holds together is farther than all that was found.
    reached = np.where(found == UNREACHABLE, _FARTHEST + 1, found)[_connected(graph, pairs)]
    return int(np.clip(np.quantile(reached, 0.95), _NEAREST, _FARTHEST)) if reached.size else _NEAREST


def walks_of(graph: Graph) -> int:
    """Walks whose weights suit a graph: the longest of 8, 6 and 4 steps that cost little, or 2.

    They tell how tightly two nodes are joined, at the price of all edges within half as many steps.

    Example:
        >>> walks_of(Graph.from_edges([range(500), range(1, 501)]))
        8
    """
    degree = np.diff(graph.indptr).astype(np.float64)
    edges = degree.sum()
    onward = (degree**2).sum() / max(edges, 1)
    met = np.minimum(edges / max(graph.num_nodes, 1) * onward ** np.arange(max(_WALKS) // 2), edges)
    return next((steps for steps in _WALKS if 2 * met[: steps // 2].sum() <= _STEPS_A_PAIR), 2)


def _connected(graph: Graph, pairs: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    component = graph.components()
    same: np.ndarray[Any, Any] = component[pairs[0]] == component[pairs[1]]
    return same
