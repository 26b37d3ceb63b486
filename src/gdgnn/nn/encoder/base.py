"""What all encoders share: layers, normalization, virtual node, jumping knowledge."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional

from gdgnn.nn.batch_norm import BatchNorm
from gdgnn.nn.encoder.messages import Messages
from gdgnn.nn.encoder.virtual_node import VirtualNode
from gdgnn.nn.mlp import reset

JumpingKnowledge = Literal["last", "sum", "cat"]


class Encoder(nn.Module, ABC):
    """A plain GNN that is run once per graph, whatever is asked about it afterwards.

    Args:
        in_channels: of the node features, or of what ``input_encoder`` makes of them.
        hidden_channels: of every layer, and of the result.
        num_layers: how many convolutions.
        batch_norm: whether to normalize after each. Leave it out where all nodes are alike (regular graphs
            without features): their variance is zero.
        dropout: share of hidden values dropped in training, after all layers but the last.
        jumping_knowledge: return the ``"last"`` layer, the ``"sum"`` of all, or a linear layer over all side
            by side (``"cat"``).
        virtual_node: whether a node of its own that is joined to every other passes messages too.
        input_encoder: applied to the node features first, e.g. :class:`AtomEncoder`.
    """

    def __init__(
        self,
        in_channels: int,
        hidden_channels: int,
        num_layers: int,
        *,
        batch_norm: bool = True,
        dropout: float = 0.0,
        jumping_knowledge: JumpingKnowledge = "last",
        virtual_node: bool = False,
        input_encoder: nn.Module | None = None,
    ) -> None:
        super().__init__()
        if num_layers < 1:
            raise ValueError(f"num_layers is {num_layers}; an encoder has at least one")
        if jumping_knowledge not in ("last", "sum", "cat"):
            raise ValueError(f"jumping_knowledge is {jumping_knowledge!r}; choose 'last', 'sum' or 'cat'")
        self.in_channels = in_channels
        self.out_channels = hidden_channels
        self.num_layers = num_layers
        self.batch_norm = batch_norm
        self.dropout = dropout
        self.jumping_knowledge = jumping_knowledge
        self.input_encoder = input_encoder
        widths = [in_channels, *[hidden_channels] * (num_layers - 1)]
        self.convs = nn.ModuleList(self.make_conv(width, hidden_channels) for width in widths)
        self.norms = nn.ModuleList(
            BatchNorm(hidden_channels) if batch_norm else nn.Identity() for _ in range(num_layers)
        )
        self.virtual_nodes = nn.ModuleList(
            VirtualNode(hidden_channels, batch_norm=batch_norm)
            for _ in range(num_layers - 1 if virtual_node else 0)
        )
        self.join = (
            nn.Linear(num_layers * hidden_channels, hidden_channels) if jumping_knowledge == "cat" else None
        )

    @abstractmethod
    def make_conv(self, in_channels: int, out_channels: int) -> nn.Module:
        """The convolution of one layer."""

    @abstractmethod
    def convolve(self, conv: nn.Module, x: Tensor, messages: Messages) -> Tensor:
        """Apply one layer's convolution, ``(n, in)`` to ``(n, hidden_channels)``."""

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for module in (self.input_encoder, self.convs, self.norms, self.virtual_nodes, self.join):
            reset(module)

    def forward(
        self,
        x: Tensor,
        edge_index: Tensor,
        edge_attr: Tensor | None = None,
        *,
        edge_mask: Tensor | None = None,
        batch: Tensor | None = None,
        num_graphs: int | None = None,
    ) -> Tensor:
        """The embedding of every node.

        Args:
            x: ``(n, in_channels)``, or whatever ``input_encoder`` takes.
            edge_index: ``(2, m)`` long, sources above targets; both ways for an undirected graph.
            edge_attr: ``(m, ...)`` edge features, for encoders that use them.
            edge_mask: ``(m,)`` bool, False where an edge is hidden: the result is that without these edges.
            batch: ``(n,)`` long, ascending: the graph of each node; one graph if left out.
            num_graphs: how many graphs there are; read off ``batch`` if left out.

        Returns:
            ``(n, out_channels)``.

        Raises:
            ValueError: a shape is wrong.
        """
        h = x if self.input_encoder is None else self.input_encoder(x)
        messages = Messages(edge_index, edge_attr, edge_mask, len(h))
        if self.virtual_nodes:
            batch = torch.zeros(len(h), dtype=torch.long, device=h.device) if batch is None else batch
            num_graphs = _count(batch) if num_graphs is None else num_graphs
        virtual: Tensor | None = None
        layers = []
        for depth, (conv, norm) in enumerate(zip(self.convs, self.norms, strict=True)):
            h = norm(self.convolve(conv, h, messages))
            layers.append(h)
            if depth + 1 == self.num_layers:
                break
            h = functional.dropout(h.relu(), self.dropout, self.training)
            layers[-1] = h
            if self.virtual_nodes and batch is not None:
                virtual = self.virtual_nodes[depth](h, batch, num_graphs, virtual)
                h = h + virtual.index_select(0, batch)
        if self.join is not None:
            joined: Tensor = self.join(torch.cat(layers, dim=1))
            return joined
        chosen: Tensor = sum(layers[1:], layers[0]) if self.jumping_knowledge == "sum" else layers[-1]
        return chosen


def _count(batch: Tensor) -> int:
    return int(batch.max()) + 1 if len(batch) else 0
