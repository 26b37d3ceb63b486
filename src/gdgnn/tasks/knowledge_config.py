"""`KnowledgeConfig`: every choice of a model for knowledge graphs and of its training, and the presets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.data.triples_negatives import TripleNegatives
from gdgnn.graph import Graph
from gdgnn.loader.triple import TripleLoader
from gdgnn.loader.triple_edges import Hide
from gdgnn.nn.context import LinkContext, link_parts
from gdgnn.nn.relational import Condition, KnowledgeGDGNN, RelationalEncoder, TripleScorer
from gdgnn.tasks.knowledge_loss import TripleLoss
from gdgnn.tasks.recipe import Recipe

Preset: TypeAlias = Literal["paper-vertical", "paper-horizontal", "best"]


@dataclass(frozen=True, kw_only=True)
class KnowledgeConfig:
    """What a model sees, how large it is, and how it is trained.

    Attributes:
        context: what is seen between head and tail.
        relational: whether the types of the steps there are seen.
        sequences: how many sequences of relations between the two are seen, the most frequent ones; 0 for
            none.
        sequence_draws: among how many shortest paths they are looked for.
        condition: whether embeddings depend on the target relation.
        max_dist: how far to search.
        num_layers, num_bases, hidden_channels, layer_norm, residual: of the encoder.
        learned_features: whether each entity has a learned vector; no answers on other graphs then.
        scorer_channels, scorer_layers, pool_channels, relation_channels: of the scorer.
        gate: whether the relation scales the scorer's first layer.
        dropout: in encoder and scorer.
        heads, tails: negatives of each fact.
        loss: what facts are held against negatives by.
        batch_size: facts of one step.
        fact_dropout: least and greatest share of facts left out of an epoch.
        hide: when a fact's own edge is hidden.
        recipe: how to train.

    Example:
        >>> KnowledgeConfig(context="horizontal").model(num_relations=9).scorer.context
        'horizontal'
    """

    context: LinkContext = "vertical"
    relational: bool = False
    condition: Condition = "none"
    max_dist: int = 6
    num_layers: int = 4
    num_bases: int = 4
    hidden_channels: int = 48
    layer_norm: bool = False
    residual: bool = False
    learned_features: bool = False
    scorer_channels: int = 64
    scorer_layers: int = 2
    pool_channels: int = 32
    relation_channels: int = 32
    gate: bool = False
    dropout: float = 0.3
    heads: int = 8
    tails: int = 8
    loss: TripleLoss = "cross-entropy"
    batch_size: int = 128
    fact_dropout: tuple[float, float] = (0.0, 0.4)
    hide: Hide = "unless-parallel"
    sequences: int = 0
    sequence_draws: int = 16
    recipe: Recipe = field(default_factory=lambda: Recipe(epochs=16, learning_rate=5e-3, validate_every=4))

    @classmethod
    def preset(cls, name: Preset) -> KnowledgeConfig:
        """A choice by name.

        ``"paper-vertical"`` and ``"paper-horizontal"``: as published, shared encoding, width 64, as many
        layers as `max_dist`. ``"best"``: what did best on the inductive sets so far.

        Raises:
            ValueError: there is no such preset.

        Example:
            >>> KnowledgeConfig.preset("paper-vertical").hidden_channels
            64
        """
        if name not in get_args(Preset):
            raise ValueError(f"preset is {name!r}; choose one of {', '.join(map(repr, get_args(Preset)))}")
        if name == "best":
            return cls()
        return cls(
            context="vertical" if name == "paper-vertical" else "horizontal",
            max_dist=4,
            hidden_channels=64,
            dropout=0.2,
            pool_channels=64,
            relation_channels=64,
            batch_size=64,
            fact_dropout=(0.0, 0.0),
            hide="always",
            recipe=Recipe(epochs=50, learning_rate=5e-3, validate_every=5),
        )

    def model(self, num_relations: int, num_entities: int = 0) -> KnowledgeGDGNN:
        """A new model; `num_entities` is needed for learned features only."""
        if self.learned_features and not num_entities:
            raise ValueError("learned_features=True needs to know how many entities there are: num_entities=")
        encoder = RelationalEncoder(
            num_relations,
            self.hidden_channels,
            self.num_layers,
            num_bases=self.num_bases,
            condition=self.condition,
            dropout=self.dropout,
            layer_norm=self.layer_norm,
            residual=self.residual,
            num_entities=num_entities if self.learned_features else 0,
        )
        scorer = TripleScorer(
            self.hidden_channels,
            num_relations,
            max_dist=self.max_dist,
            context=self.context,
            relational=self.relational,
            hidden_channels=self.scorer_channels,
            pool_channels=self.pool_channels,
            relation_channels=self.relation_channels,
            num_layers=self.scorer_layers,
            dropout=self.dropout,
            gate=self.gate,
            sequences=self.sequences,
            sequence_draws=self.sequence_draws,
        )
        return KnowledgeGDGNN(encoder, scorer)

    def loader(
        self,
        facts: Triples,
        graph: Graph | None = None,
        *,
        known: KnownTriples | None = None,
        threads: int | None = None,
    ) -> TripleLoader:
        """Batches of the facts to learn from, each with its negatives, searched for in the graph of all.

        Args:
            facts: what to learn from.
            graph: of all facts that are searched; of these by default.
            known: what is never drawn as a negative; these facts by default.
            threads: how many the engine uses.
        """
        seen = link_parts(self.context)
        return TripleLoader(
            facts.graph() if graph is None else graph,
            facts.ids,
            max_dist=self.max_dist,
            vertical=seen.vertical,
            horizontal=seen.path,
            degree=seen.degree,
            relational=self.relational,
            sequences=self.sequences,
            sequence_draws=self.sequence_draws,
            batch_size=self.batch_size,
            shuffle=True,
            negatives=TripleNegatives(
                KnownTriples(facts) if known is None else known, heads=self.heads, tails=self.tails
            ),
            hide=self.hide,
            fact_dropout=self.fact_dropout,
            seed=self.recipe.seed,
            threads=threads,
        )
