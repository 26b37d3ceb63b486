"""The whole network."""

from __future__ import annotations

import inspect

from torch import Tensor, nn

from gdgnn.inputs import NodeGeodesics, PairGeodesics, RaggedNodes
from gdgnn.nn.context import LinkContext, NodeContext
from gdgnn.nn.distance import DistanceKind
from gdgnn.nn.encoder.base import Encoder
from gdgnn.nn.mlp import reset
from gdgnn.nn.readout.graph import GraphReduce
from gdgnn.nn.representation import (
    LinkRepresentation,
    NodeRepresentation,
    Representation,
    SubgraphRepresentation,
)
from gdgnn.nn.representation.link import PathPool
from gdgnn.nn.scorer import Scorer


class GDGNN(nn.Module):
    """Encode a graph once, then score as many targets as there are from their geodesics.

    :meth:`for_links`, :meth:`for_nodes` and :meth:`for_subgraphs` (whole graphs among them) put the parts
    together; ``context=`` says what is seen between nodes. Any parts that fit may be put together by hand.

    Args:
        encoder: an :class:`Encoder`, or any module with ``forward(x, edge_index, ...)``.
        representation: embeddings and geodesics to one vector for each target.
        scorer: vectors to scores.

    Example:
        >>> import torch
        >>> from gdgnn import Graph, geodesics
        >>> from gdgnn.inputs import PairGeodesics
        >>> from gdgnn.nn import GIN
        >>> graph = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> model = GDGNN.for_links(GIN(1, 16, num_layers=2), max_dist=4, context="vertical+degree")
        >>> h = model.encode(torch.ones(4, 1), graph.to_pyg().edge_index)
        >>> pairs = [[0, 0], [1, 2]]
        >>> found = geodesics.vertical(graph, pairs, max_dist=4)
        >>> model.score(h, PairGeodesics.from_engine(pairs, vertical=found, max_dist=4)).shape
        torch.Size([2])
    """

    def __init__(self, encoder: nn.Module, representation: Representation, scorer: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        self.representation = representation
        self.scorer = scorer

    @classmethod
    def for_links(
        cls,
        encoder: nn.Module,
        *,
        max_dist: int,
        context: LinkContext = "vertical+degree",
        channels: int | None = None,
        hidden_channels: int = 64,
        out_channels: int = 1,
        distance: DistanceKind = "one-hot",
        symmetric: bool = False,
        shared_sides: bool = True,
        num_paths: bool = False,
        walks: int = 0,
        path_pool: PathPool = "sum",
        side_layers: int = 0,
        scorer_channels: int = 128,
        scorer_layers: int = 2,
        dropout: float = 0.0,
    ) -> GDGNN:
        """A model that scores pairs of nodes.

        Args:
            encoder: an :class:`Encoder`, or any module with ``forward(x, edge_index, ...)``.
            max_dist, context, hidden_channels, distance, symmetric: as in :class:`LinkRepresentation`.
            channels: of the embeddings; read off ``encoder.out_channels`` if left out.
            out_channels: how many scores each pair gets.
            shared_sides, num_paths, walks, path_pool, side_layers: as in :class:`LinkRepresentation`.
            scorer_channels, scorer_layers, dropout: as in :class:`Scorer`.
        """
        representation = LinkRepresentation(
            _channels(encoder, channels),
            max_dist=max_dist,
            context=context,
            hidden_channels=hidden_channels,
            distance=distance,
            symmetric=symmetric,
            shared_sides=shared_sides,
            num_paths=num_paths,
            walks=walks,
            path_pool=path_pool,
            side_layers=side_layers,
        )
        return cls._scored(encoder, representation, scorer_channels, out_channels, scorer_layers, dropout)

    @classmethod
    def for_nodes(
        cls,
        encoder: nn.Module,
        *,
        max_dist: int,
        context: NodeContext = "vertical+degree",
        channels: int | None = None,
        hidden_channels: int = 64,
        out_channels: int = 1,
        distance: DistanceKind = "one-hot",
        side_layers: int = 0,
        pair_layers: int = 0,
        exchange: bool = False,
        scorer_channels: int = 128,
        scorer_layers: int = 2,
        dropout: float = 0.0,
    ) -> GDGNN:
        """A model that scores nodes.

        Args:
            encoder, channels, out_channels: as in :meth:`for_links`.
            max_dist, context, hidden_channels, distance, side_layers, pair_layers, exchange: as in
                :class:`NodeRepresentation`.
            scorer_channels, scorer_layers, dropout: as in :class:`Scorer`.
        """
        representation = NodeRepresentation(
            _channels(encoder, channels),
            max_dist=max_dist,
            context=context,
            hidden_channels=hidden_channels,
            distance=distance,
            side_layers=side_layers,
            pair_layers=pair_layers,
            exchange=exchange,
        )
        return cls._scored(encoder, representation, scorer_channels, out_channels, scorer_layers, dropout)

    @classmethod
    def for_subgraphs(
        cls,
        encoder: nn.Module,
        *,
        max_dist: int,
        context: NodeContext = "vertical+degree",
        reduce: GraphReduce = "sum",
        channels: int | None = None,
        hidden_channels: int = 64,
        out_channels: int = 1,
        distance: DistanceKind = "one-hot",
        side_layers: int = 0,
        pair_layers: int = 0,
        exchange: bool = False,
        scorer_channels: int = 128,
        scorer_layers: int = 2,
        dropout: float = 0.0,
    ) -> GDGNN:
        """A model that scores subsets of nodes: whole graphs, or parts of one.

        Args:
            encoder, channels, out_channels: as in :meth:`for_links`.
            max_dist, context, hidden_channels, distance, side_layers, pair_layers, exchange: as in
                :class:`NodeRepresentation`.
            reduce: as in :class:`GraphReadout`.
            scorer_channels, scorer_layers, dropout: as in :class:`Scorer`.
        """
        nodes = NodeRepresentation(
            _channels(encoder, channels),
            max_dist=max_dist,
            context=context,
            hidden_channels=hidden_channels,
            distance=distance,
            side_layers=side_layers,
            pair_layers=pair_layers,
            exchange=exchange,
        )
        representation = SubgraphRepresentation(nodes, reduce)
        return cls._scored(encoder, representation, scorer_channels, out_channels, scorer_layers, dropout)

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for module in (self.encoder, self.representation, self.scorer):
            reset(module)

    def encode(
        self,
        x: Tensor,
        edge_index: Tensor,
        edge_attr: Tensor | None = None,
        *,
        edge_mask: Tensor | None = None,
        batch: Tensor | None = None,
        num_graphs: int | None = None,
    ) -> Tensor:
        """All that is worked out once per graph: the embedding of every node, for :meth:`score`.

        Arguments are those of :meth:`Encoder.forward`. From a module that is no :class:`Encoder`, hidden
        edges are cut out beforehand; it is given ``edge_attr`` if there is any, and ``batch`` if it takes it.

        Returns:
            ``(n, channels)``, or more where the context adds something to each node.
        """
        if isinstance(self.encoder, Encoder):
            h: Tensor = self.encoder(
                x, edge_index, edge_attr, edge_mask=edge_mask, batch=batch, num_graphs=num_graphs
            )
        else:
            h = self._encode_foreign(x, edge_index, edge_attr, edge_mask, batch)
        return self.representation.prepare(h, edge_index if edge_mask is None else edge_index[:, edge_mask])

    def represent(
        self, h: Tensor, given: PairGeodesics | NodeGeodesics, subsets: RaggedNodes | None = None
    ) -> Tensor:
        """Embeddings and geodesics to ``(k, channels)``; arguments as in :meth:`score`."""
        if subsets is not None and not self.representation.takes_subsets:
            raise TypeError("subsets are for models made by GDGNN.for_subgraphs; slice the geodesics instead")
        z: Tensor = self.representation(h, given, *([] if subsets is None else [subsets]))
        return z

    def score(
        self, h: Tensor, given: PairGeodesics | NodeGeodesics, subsets: RaggedNodes | None = None
    ) -> Tensor:
        """The score of each target; call it for one slice of targets after another where memory is short.

        Args:
            h: what :meth:`encode` returned.
            given: ``k`` pairs or nodes, and what the context needs of their geodesics.
            subsets: for subsets and graphs: rows of positions in ``given.targets``; without, all are one.

        Returns:
            ``(k,)``, or ``(k, out_channels)`` where there is more than one score.
        """
        if subsets is None and isinstance(self.scorer, Scorer):
            return self.scorer.of_parts(self.representation.columns(h, given))
        score: Tensor = self.scorer(self.represent(h, given, subsets))
        return score

    def forward(
        self,
        x: Tensor,
        edge_index: Tensor,
        given: PairGeodesics | NodeGeodesics,
        edge_attr: Tensor | None = None,
        *,
        edge_mask: Tensor | None = None,
        batch: Tensor | None = None,
        subsets: RaggedNodes | None = None,
    ) -> Tensor:
        """:meth:`encode`, then :meth:`score`."""
        return self.score(
            self.encode(x, edge_index, edge_attr, edge_mask=edge_mask, batch=batch), given, subsets
        )

    def _encode_foreign(
        self,
        x: Tensor,
        edge_index: Tensor,
        edge_attr: Tensor | None,
        edge_mask: Tensor | None,
        batch: Tensor | None,
    ) -> Tensor:
        if edge_mask is not None:
            edge_index = edge_index[:, edge_mask]
            edge_attr = None if edge_attr is None else edge_attr[edge_mask]
        beside: dict[str, Tensor] = {}
        if edge_attr is not None:
            beside["edge_attr"] = edge_attr
        if batch is not None and "batch" in inspect.signature(self.encoder.forward).parameters:
            beside["batch"] = batch
        h: Tensor = self.encoder(x, edge_index, **beside)
        return h

    @classmethod
    def _scored(
        cls,
        encoder: nn.Module,
        representation: Representation,
        scorer_channels: int,
        out_channels: int,
        scorer_layers: int,
        dropout: float,
    ) -> GDGNN:
        scorer = Scorer(
            representation.out_channels,
            scorer_channels,
            out_channels,
            num_layers=scorer_layers,
            dropout=dropout,
        )
        return cls(encoder, representation, scorer)


def _channels(encoder: nn.Module, given: int | None) -> int:
    if given is not None:
        return given
    found = getattr(encoder, "out_channels", None)
    if not isinstance(found, int):
        raise ValueError(
            f"{type(encoder).__name__} has no out_channels; say how wide its output is: channels="
        )
    return found
