"""A plain GNN over typed edges."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import torch
from torch import Tensor, nn

from gdgnn.nn.mlp import reset
from gdgnn.nn.relational.adjacency import TypedAdjacency, TypedMessages
from gdgnn.nn.relational.conv import RelationalConv
from gdgnn.nn.relational.dropout import byte_dropout

Condition: TypeAlias = Literal["none", "film", "separate"]
"""How embeddings depend on the relation asked about: ``"none"``: not at all; ``"film"``: weights are shared,
each layer is scaled and shifted by the relation; ``"separate"``: each relation has its own weights."""


class RelationalEncoder(nn.Module):
    """Relational GCN over facts and their inverses, run once per graph (and target relation, if conditioned).

    A node starts as [1, log(1 + its number of facts)], so that what is learned serves entities never seen.
    `num_entities` adds a learned vector for each entity of one fixed graph.

    Args:
        num_relations: of facts; with their inverses there are twice as many.
        hidden_channels: of every layer, and of the result.
        num_layers: how many rounds of messages. Without any, all nodes are alike, and their embeddings 0:
            what is left to see of facts is what lies between their ends.
        num_bases: as in :class:`RelationalConv`.
        condition: whether embeddings depend on the target relation.
        dropout: share of hidden values dropped in training.
        layer_norm: whether to normalize each node's state after each layer.
        residual: whether each layer but the first adds to the state before it.
        num_entities: learn features of so many entities, 0 for none.

    Example:
        >>> from gdgnn import Graph
        >>> graph = Graph.from_edges([[0, 0], [1, 2]], relation=[0, 1])
        >>> encoder = RelationalEncoder(2, 16, num_layers=2)
        >>> encoder(TypedAdjacency(graph)).shape
        torch.Size([3, 1, 16])
        >>> film = RelationalEncoder(2, 16, num_layers=2, condition="film")
        >>> film(TypedAdjacency(graph), relations=torch.tensor([0, 1])).shape
        torch.Size([3, 2, 16])
    """

    def __init__(
        self,
        num_relations: int,
        hidden_channels: int,
        num_layers: int,
        *,
        num_bases: int = 4,
        condition: Condition = "none",
        dropout: float = 0.0,
        layer_norm: bool = False,
        residual: bool = False,
        num_entities: int = 0,
    ) -> None:
        super().__init__()
        if num_layers < 0:
            raise ValueError(f"num_layers is {num_layers}; give 0 or more")
        if not num_layers and (condition != "none" or num_entities):
            raise ValueError(
                "without layers there is nothing to condition and nothing to learn; give 1 or more"
            )
        if condition not in get_args(Condition):
            raise ValueError(
                f"condition is {condition!r}; choose one of {', '.join(map(repr, get_args(Condition)))}"
            )
        self.num_relations = num_relations
        self.out_channels = hidden_channels
        self.condition = condition
        self.dropout = dropout
        self.residual = residual
        self.features = nn.Embedding(num_entities, hidden_channels) if num_entities else None
        in_channels = 2 + (hidden_channels if num_entities else 0)
        widths = [in_channels, *[hidden_channels] * (num_layers - 1)][:num_layers]
        self.convs = nn.ModuleList(
            RelationalConv(
                width,
                hidden_channels,
                2 * num_relations,
                num_bases=num_bases,
                num_sets=num_relations if condition == "separate" else 1,
            )
            for width in widths
        )
        self.norms = nn.ModuleList(
            nn.LayerNorm(hidden_channels) if layer_norm else nn.Identity() for _ in widths
        )
        self.films = nn.ModuleList(
            nn.Embedding(num_relations, 2 * hidden_channels) for _ in widths if condition == "film"
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for module in (self.features, self.convs, self.norms):
            reset(module)
        for film in self.films:
            nn.init.normal_(film.weight, std=0.1)  # type: ignore[arg-type]

    def forward(
        self, adjacency: TypedAdjacency, *, edge_mask: Tensor | None = None, relations: Tensor | None = None
    ) -> Tensor:
        """The embedding of every node, for every target relation if conditioned.

        Args:
            adjacency: of the graph.
            edge_mask: ``(num_edges,)`` bool, False where an edge is hidden: the result is that without
                these edges, degrees included.
            relations: ``(k,)`` long, the target relations to encode for; needed if conditioned, else ignored.

        Returns:
            ``(n, k, out_channels)``, where k is 1 if embeddings do not depend on the target relation.

        Raises:
            ValueError: the graph has other relations or entities, or no target relation is given.
        """
        self._check(adjacency, relations)
        if not self.convs:
            return torch.zeros(adjacency.num_nodes, 1, self.out_channels, device=adjacency.device)
        messages = adjacency.messages(edge_mask)
        if self.condition == "none":
            relations = None
        uses = 1 if relations is None else len(relations)
        x = self._start(messages)[:, None, :].expand(-1, uses, -1)
        sets = relations if self.condition == "separate" else None
        for depth, (conv, norm) in enumerate(zip(self.convs, self.norms, strict=True)):
            if depth == 0 and sets is None:
                # All uses start alike; what is alike is worked out once.
                h = conv(x[:, :1], messages).expand(-1, uses, -1)
            else:
                h = conv(x, messages, sets)
            h = norm(h)
            if self.films and relations is not None:
                scale, shift = self.films[depth](relations).chunk(2, dim=-1)
                h = h * (1 + scale) + shift
            if self.residual and depth:
                h = h + x
            x = h if depth + 1 == len(self.convs) else byte_dropout(h.relu(), self.dropout, self.training)
        return x

    def bytes_of_relation(self, adjacency: TypedAdjacency, *, learning: bool) -> int:
        """Roughly what encoding for one target relation takes; in training all layers are kept."""
        layers = len(self.convs) if learning else 1
        values = 6 * adjacency.num_nodes + 3 * adjacency.num_rows
        if self.condition == "separate":  # a block of rows has its relation's weights written beside it
            values += len(adjacency.block_relation) * self.out_channels
        return 4 * self.out_channels * layers * values

    def _start(self, messages: TypedMessages) -> Tensor:
        degree = messages.degree.to(next(self.parameters()).dtype)
        start = torch.stack([torch.ones_like(degree), degree.log1p()], dim=1)
        return start if self.features is None else torch.cat([start, self.features.weight], dim=1)

    def _check(self, adjacency: TypedAdjacency, relations: Tensor | None) -> None:
        if adjacency.num_relations != self.num_relations:
            raise ValueError(
                f"the graph has {adjacency.num_relations} relations, but the encoder was made for "
                f"{self.num_relations}; read the graph with the relations of training"
            )
        if self.features is not None and self.features.num_embeddings != adjacency.num_nodes:
            raise ValueError(
                f"features of {self.features.num_embeddings} entities were learned, but the graph has "
                f"{adjacency.num_nodes}; leave num_entities out to answer on other graphs"
            )
        if self.condition != "none" and relations is None:
            raise ValueError(f"condition={self.condition!r} needs the target relations; give relations=")
