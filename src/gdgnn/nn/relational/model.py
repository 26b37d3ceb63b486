"""The whole network for knowledge graphs."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from gdgnn.nn.relational.adjacency import TypedAdjacency
from gdgnn.nn.relational.encoder import RelationalEncoder
from gdgnn.nn.relational.given import TripleGeodesics, for_uses
from gdgnn.nn.relational.scorer import TripleScorer


class KnowledgeGDGNN(nn.Module):
    """Encode a knowledge graph once (or once per target relation), then score as many triples as there are.

    Args:
        encoder: typed edges to embeddings.
        scorer: embeddings and geodesics to scores.

    Example:
        >>> from gdgnn import Graph
        >>> graph = Graph.from_edges([[0, 0], [1, 2]], relation=[0, 1])
        >>> scorer = TripleScorer(16, 2, max_dist=4, context="distance")
        >>> model = KnowledgeGDGNN(RelationalEncoder(2, 16, num_layers=2), scorer)
        >>> model.encode(TypedAdjacency(graph)).shape
        torch.Size([3, 1, 16])
    """

    def __init__(self, encoder: RelationalEncoder, scorer: TripleScorer) -> None:
        super().__init__()
        self.encoder = encoder
        self.scorer = scorer

    @property
    def is_conditioned(self) -> bool:
        """Whether embeddings depend on the target relation."""
        return self.encoder.condition != "none"

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.encoder.reset_parameters()
        self.scorer.reset_parameters()

    def encode(
        self, adjacency: TypedAdjacency, *, edge_mask: Tensor | None = None, relations: Tensor | None = None
    ) -> Tensor:
        """``(n, uses, channels)``; arguments as in :meth:`RelationalEncoder.forward`."""
        h: Tensor = self.encoder(adjacency, edge_mask=edge_mask, relations=relations)
        return h

    def score(self, h: Tensor, given: TripleGeodesics, relations: Tensor | None = None) -> Tensor:
        """The score of each triple.

        Args:
            h: what :meth:`encode` returned.
            given: ``k`` triples, and what the context needs of their geodesics.
            relations: those that were encoded for, ascending; needed if embeddings depend on them.

        Returns:
            ``(k,)`` logits.
        """
        uses = h.shape[1]
        if self.is_conditioned:
            if relations is None:
                raise ValueError("embeddings depend on the target relation; give the relations encoded for")
            use = torch.searchsorted(relations, given.relation)
        else:
            use = torch.zeros_like(given.relation)
        return self.scorer(h.flatten(0, 1), _Moved(given, use, uses))  # type: ignore[no-any-return]


class _Moved:
    """The same triples about other rows of embeddings."""

    def __init__(self, given: TripleGeodesics, use: Tensor, num_uses: int) -> None:
        self.geodesics = for_uses(given.geodesics, use, num_uses)
        self.relation = given.relation
        self.path_relation = given.path_relation
        self.head_relation, self.tail_relation = given.head_relation, given.tail_relation
        self.sequences = given.sequences
