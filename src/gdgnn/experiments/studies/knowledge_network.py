"""Missing facts by a network, with or without geodesics."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.studies.knowledge_protocol import KnowledgeProtocol
from gdgnn.experiments.studies.network import Training

if TYPE_CHECKING:
    from gdgnn.data.triples_file import TripleSplit
    from gdgnn.nn.relational import KnowledgeGDGNN
    from gdgnn.tasks.knowledge_config import KnowledgeConfig
    from gdgnn.tasks.ranking_result import Ranking

CHECKPOINTS = Path("build") / "experiments" / "checkpoints"


@dataclass(frozen=True)
class KnowledgeModel:
    """A network that scores facts; all as in :class:`gdgnn.tasks.knowledge_config.KnowledgeConfig`.

    Attributes:
        kind: of study.
    """

    kind: Literal["network"]
    context: Literal["none", "distance", "horizontal", "vertical", "vertical+degree", "both"]
    relational: bool
    condition: Literal["none", "film", "separate"]
    max_dist: int
    num_layers: int
    num_bases: int
    hidden_channels: int
    layer_norm: bool
    residual: bool
    learned_features: bool
    scorer_channels: int
    scorer_layers: int
    pool_channels: int
    relation_channels: int
    gate: bool
    dropout: float


@dataclass(frozen=True)
class KnowledgeTraining(Training):
    """How a network for facts is trained.

    Attributes:
        heads, tails: negatives of each fact, drawn anew in each epoch.
        loss: what facts are held against negatives by.
        fact_dropout: least and greatest share of facts left out of an epoch.
        hide: when a fact's own edge is hidden.
    """

    heads: int
    tails: int
    loss: Literal["cross-entropy", "binary", "self-adversarial"]
    fact_dropout: tuple[float, ...]
    hide: Literal["always", "unless-parallel", "never"]


@dataclass(frozen=True)
class KnowledgeNetwork:
    """Train on one graph, choose the epoch on its validation facts, rank the test facts once."""

    protocol: KnowledgeProtocol
    model: KnowledgeModel
    training: KnowledgeTraining

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the figures."""
        return self.protocol.metrics

    def config(self, seed: int) -> KnowledgeConfig:
        """All choices as tasks know them."""
        from gdgnn.tasks.knowledge_config import KnowledgeConfig

        training = self.training
        least, greatest = training.fact_dropout
        model = {name: value for name, value in asdict(self.model).items() if name != "kind"}
        return KnowledgeConfig(
            **model,
            heads=training.heads,
            tails=training.tails,
            loss=training.loss,
            batch_size=training.batch_size,
            fact_dropout=(least, greatest),
            hide=training.hide,
            recipe=training.recipe(seed),
        )

    def run(self, seed: int, root: Path | None) -> SeedResult:
        """One training; one that was interrupted goes on after its last epoch."""
        from gdgnn.data.triples_known import KnownTriples
        from gdgnn.tasks.knowledge_fit import fit_knowledge

        data = self.protocol.data(root)
        folder = CHECKPOINTS / self._fingerprint(seed)
        folder.mkdir(parents=True, exist_ok=True)
        model, _ = fit_knowledge(
            self.config(seed),
            data.learn.train,
            data.valid,
            known=KnownTriples(data.learn.train, data.learn.valid),
            checkpoint_dir=folder,
            resume=True,
        )
        figures = self.protocol.figures(self._ranking(model, data.answer))
        shutil.rmtree(folder)
        return SeedResult(seed, figures)

    def _ranking(self, model: KnowledgeGDGNN, answer: TripleSplit) -> Ranking:
        from gdgnn.data.triples_known import KnownTriples
        from gdgnn.tasks.ranking import rank_triples

        known = KnownTriples(answer.train, answer.valid, answer.test)
        drawn = self.protocol.drawn
        return rank_triples(model, answer.train.graph(), answer.test, known, drawn=drawn)

    def _fingerprint(self, seed: int) -> str:
        text = json.dumps([asdict(self), seed], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
