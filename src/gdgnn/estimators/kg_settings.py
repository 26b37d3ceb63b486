"""`KnowledgeSettings`: all choices for a knowledge graph as plain values, checked."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, get_args

from gdgnn.estimators.link_settings import check_shares
from gdgnn.loader.triple_edges import Hide
from gdgnn.nn.context import LinkContext
from gdgnn.nn.relational import Condition
from gdgnn.tasks.knowledge_config import KnowledgeConfig, Preset
from gdgnn.tasks.knowledge_loss import TripleLoss
from gdgnn.tasks.recipe import Recipe

_LARGEST = {
    "max_dist": 1000,
    "sequences": 4096,
    "sequence_draws": 1 << 20,
    "layers": 50,
    "bases": 4096,
    "hidden": 4096,
    "scorer_hidden": 4096,
    "scorer_layers": 50,
    "pool_hidden": 4096,
    "relation_hidden": 4096,
    "negatives": 1 << 20,
    "epochs": 1_000_000,
    "validate_every": 1_000_000,
    "batch_size": 1 << 30,
}
_MAY_BE_NONE = ("layers", "sequences")
_CONFIG_NAMES = {
    "layers": "num_layers",
    "bases": "num_bases",
    "hidden": "hidden_channels",
    "scorer_hidden": "scorer_channels",
    "pool_hidden": "pool_channels",
    "relation_hidden": "relation_channels",
}
_SAME = (
    "context",
    "relational",
    "sequences",
    "sequence_draws",
    "condition",
    "max_dist",
    "layer_norm",
    "residual",
    "learned_features",
    "scorer_layers",
    "gate",
    "dropout",
    "loss",
    "batch_size",
    "hide",
)
_OF_RECIPE = ("epochs", "learning_rate", "weight_decay", "validate_every")


@dataclass(frozen=True, kw_only=True)
class KnowledgeSettings:
    """What is chosen; see :class:`~gdgnn.tasks.knowledge_config.KnowledgeConfig`, which this becomes.

    Attributes:
        context, relational: what is seen between head and tail, and whether with the relations there.
        sequences, sequence_draws: how many sequences of relations are seen, among those of how many paths.
        condition: whether embeddings depend on the relation asked about.
        max_dist: how far to search.
        layers, bases, hidden, layer_norm, residual, learned_features: of the encoder.
        scorer_hidden, scorer_layers, pool_hidden, relation_hidden, gate: of the scorer.
        dropout: in both.
        negatives: of each fact, for each of its ends.
        loss: what facts are held against these by.
        batch_size, epochs, learning_rate, weight_decay, validate_every: of the training.
        least_fact_dropout, fact_dropout: least and greatest share of facts left out of an epoch.
        hide: when a fact's own edge is hidden in training.

    Example:
        >>> KnowledgeSettings.preset("best", epochs=3).config(seed=0, validated=True).recipe.epochs
        3
        >>> KnowledgeSettings.preset("best", hidden=0)
        Traceback (most recent call last):
        ValueError: hidden is 0; give 1 to 4096
    """

    context: LinkContext
    relational: bool
    sequences: int
    sequence_draws: int
    condition: Condition
    max_dist: int
    layers: int
    bases: int
    hidden: int
    layer_norm: bool
    residual: bool
    learned_features: bool
    scorer_hidden: int
    scorer_layers: int
    pool_hidden: int
    relation_hidden: int
    gate: bool
    dropout: float
    negatives: int
    loss: TripleLoss
    batch_size: int
    least_fact_dropout: float
    fact_dropout: float
    hide: Hide
    epochs: int
    learning_rate: float
    weight_decay: float
    validate_every: int

    def __post_init__(self) -> None:
        for name, most in _LARGEST.items():
            value, least = getattr(self, name), 0 if name in _MAY_BE_NONE else 1
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise ValueError(f"{name} is {value!r}; give {least} to {most}")
        kinds: dict[str, Any] = {
            "context": LinkContext,
            "condition": Condition,
            "loss": TripleLoss,
            "hide": Hide,
        }
        for name, kind in kinds.items():
            if getattr(self, name) not in get_args(kind):
                raise ValueError(
                    f"{name} is {getattr(self, name)!r}; choose one of {', '.join(get_args(kind))}"
                )
        for name in ("relational", "layer_norm", "residual", "learned_features", "gate"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is {getattr(self, name)!r}; give True or False")
        check_shares(self.learning_rate, self.dropout)
        for name in ("fact_dropout", "least_fact_dropout", "weight_decay"):
            check_share(name, getattr(self, name))
        if self.least_fact_dropout > self.fact_dropout:
            raise ValueError("least_fact_dropout is greater than fact_dropout; give it 0")
        if self.context == "partial":
            raise ValueError("context is 'partial', which is not for facts; choose 'horizontal' or another")

    @classmethod
    def preset(cls, name: Preset, **given: Any) -> KnowledgeSettings:
        """A choice by name, with the given values in place of its own."""
        config = KnowledgeConfig.preset(name)
        usual = {one: getattr(config, one) for one in _SAME}
        usual |= {ours: getattr(config, theirs) for ours, theirs in _CONFIG_NAMES.items()}
        usual |= {one: getattr(config.recipe, one) for one in _OF_RECIPE}
        least, most = config.fact_dropout
        usual |= {"negatives": config.heads, "least_fact_dropout": least, "fact_dropout": most}
        if "fact_dropout" in given:
            usual["least_fact_dropout"] = 0.0
        return cls(**(usual | given))

    def config(self, *, seed: int, validated: bool) -> KnowledgeConfig:
        """The same for a task: the best epoch is kept where there is validation, else the last."""
        return KnowledgeConfig(
            **{one: getattr(self, one) for one in _SAME},
            **{theirs: getattr(self, ours) for ours, theirs in _CONFIG_NAMES.items()},
            heads=self.negatives,
            tails=self.negatives,
            fact_dropout=(self.least_fact_dropout, self.fact_dropout),
            recipe=Recipe(
                **{one: getattr(self, one) for one in _OF_RECIPE},
                select="best" if validated else "last",
                seed=seed,
            ),
        )

    def as_dict(self) -> dict[str, Any]:
        """What is set, for JSON."""
        return asdict(self)


def check_share(name: str, value: Any) -> None:
    """Raise ValueError unless it is a share below 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1:
        raise ValueError(f"{name} is {value!r}; give a share from 0 to 1")
