"""`KnowledgeTask`: facts of a knowledge graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import torch
from torch import Tensor

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.graph import Graph
from gdgnn.loader.triple_batch import TripleBatch
from gdgnn.nn.relational import KnowledgeGDGNN, TypedAdjacency
from gdgnn.tasks.base import GeodesicTask
from gdgnn.tasks.knowledge_loss import TripleLoss, triple_loss
from gdgnn.tasks.metrics import mean_reciprocal_rank
from gdgnn.tasks.ranking import rank_triples
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.seeds import seed_torch
from gdgnn.tasks.step import backward_in_slices
from gdgnn.tasks.targets import Targets


class KnowledgeTask(GeodesicTask[TripleBatch]):
    """Which facts are missing from a knowledge graph.

    A step encodes the graph once, less what its batch must not see; or once for each relation that the batch
    asks about, where embeddings depend on it.

    Args:
        model: what to train.
        graph: of the known facts.
        recipe: how to train; ``micro_batch`` is not used: a fact is scored together with its negatives.
        loss: see :func:`~gdgnn.tasks.knowledge_loss.triple_loss`.
        max_memory: bytes, roughly, that embeddings of a step may take where they depend on the relation; it
            decides how many relations are encoded for at a time. The gradient is the same.

    Example:
        >>> from gdgnn.data.triples_negatives import TripleNegatives
        >>> from gdgnn.loader.triple import TripleLoader
        >>> from gdgnn.nn.relational import RelationalEncoder, TripleScorer
        >>> from gdgnn.tasks.fit import fit
        >>> facts = Triples.from_ids([[0, 1, 2, 3], [0, 0, 1, 1], [1, 2, 3, 0]])
        >>> negatives = TripleNegatives(KnownTriples(facts), heads=2, tails=2)
        >>> loader = TripleLoader(facts.graph(), facts.ids, max_dist=3, negatives=negatives)
        >>> model = KnowledgeGDGNN(RelationalEncoder(2, 8, 2), TripleScorer(8, 2, max_dist=3))
        >>> fit(KnowledgeTask(model, facts.graph(), Recipe(epochs=2)), loader).epochs
        2
    """

    def __init__(
        self,
        model: KnowledgeGDGNN,
        graph: Graph,
        recipe: Recipe | None = None,
        *,
        loss: TripleLoss = "cross-entropy",
        max_memory: int = 2 << 30,
    ) -> None:
        super().__init__(cast("Any", model), recipe)
        self.loss = loss
        self.max_memory = max_memory
        self.adjacency = TypedAdjacency(graph)
        triple_loss(torch.zeros(1), torch.zeros(1, 1), loss)  # an unknown loss is best found out now

    @property
    def network(self) -> KnowledgeGDGNN:
        """The model."""
        return cast("KnowledgeGDGNN", self.model)

    def targets_of(self, batch: TripleBatch) -> Targets:
        """The pairs of heads and tails."""
        return Targets(batch.geodesics)

    def embed(self, batch: TripleBatch, targets: Targets, seed: int) -> tuple[Tensor, Targets]:
        """The embeddings that a batch is scored with, ``(n, uses, channels)``."""
        if self.adjacency.device != batch.relation.device:
            self.adjacency.to(batch.relation.device)
        h = self.network.encode(self.adjacency, edge_mask=batch.edge_mask, relations=_asked(batch))
        return h, targets

    def loss_of(self, score: Tensor, label: Tensor) -> Tensor:
        """Not used: facts are held against their own negatives, see :meth:`backward_of`."""
        raise TypeError("facts have no labels; they are held against negatives")

    def backward_of(self, batch: TripleBatch, seed: int = 0) -> Tensor:
        """Add the gradients of a batch, without those of other processes, and return its loss."""
        seed_torch(seed)

        def loss_of(embeddings: Tensor, part: TripleBatch) -> Tensor:
            score = self.network.score(embeddings, part, _asked(part))
            return triple_loss(*part.by_target(score), self.loss) / part.joint_size

        total = torch.zeros((), device=batch.relation.device)
        for part in self._parts(batch):
            h, _ = self.embed(part, self.targets_of(part), seed)
            total += backward_in_slices(h, [part], loss_of)
        return total

    def _parts(self, batch: TripleBatch) -> Iterator[TripleBatch]:
        """The batch, or its targets relation by relation: negatives have the relation of their target."""
        relations = _asked(batch)
        at_once = len(relations)
        if self.network.is_conditioned:
            of_relation = self.network.encoder.bytes_of_relation(self.adjacency, learning=True)
            at_once = max(1, self.max_memory // of_relation)
        if len(relations) <= at_once:
            yield from [batch] if batch.num_targets else []
            return
        for some in torch.split(relations, at_once):
            yield batch.take(torch.isin(batch.relation, some))

    @torch.no_grad()
    def score_batch(self, batch: TripleBatch) -> Tensor:
        """The scores of one batch, ``(k,)``; the model is used in the mode it is in."""
        h, _ = self.embed(batch, self.targets_of(batch), self.recipe.seed)
        return self.network.score(h, batch, _asked(batch))

    # ------------------------------------------------------------------------------------ validation

    def validation_step(self, batch: RankedFacts, batch_idx: int) -> None:  # type: ignore[override]
        """Rank the facts among all entities; their mean reciprocal rank is :attr:`last_metric`."""
        found = rank_triples(self.network, batch.graph, batch.facts, batch.known, threads=batch.threads)
        self.last_metric = mean_reciprocal_rank(found.rank().flatten())

    def on_validation_epoch_end(self) -> None:
        """Nothing is left to do."""


def filtered_mrr(rank: Tensor, relation: Tensor) -> float:
    """The metric of a :class:`KnowledgeTask`, for :func:`~gdgnn.tasks.fit.fit`; the task itself finds it."""
    return mean_reciprocal_rank(rank)


class RankedFacts:
    """Facts held back, to choose an epoch by their filtered rank: takes the place of a validation loader.

    Args:
        graph: of the known facts.
        facts: the ones held back.
        known: all facts that are left out of the candidates.
        threads: how many the engine uses.

    Example:
        >>> facts = Triples.from_ids([[0], [0], [1]])
        >>> len(RankedFacts(facts.graph(), facts, KnownTriples(facts)))
        1
    """

    def __init__(
        self, graph: Graph, facts: Triples, known: KnownTriples, *, threads: int | None = None
    ) -> None:
        self.graph, self.facts, self.known, self.threads = graph, facts, known, threads

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[RankedFacts]:
        yield self

    def to(self, device: torch.device | str) -> RankedFacts:
        """Itself: it holds no tensors."""
        return self


def _asked(batch: TripleBatch) -> Tensor:
    """The relations of a batch, ascending."""
    asked: Tensor = torch.unique(batch.relation)
    return asked
