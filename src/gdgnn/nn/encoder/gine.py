"""Graph isomorphism network with edge features."""

from __future__ import annotations

from torch import Tensor, nn
from torch_geometric.nn import GINEConv

from gdgnn.nn.encoder.base import Encoder, JumpingKnowledge
from gdgnn.nn.encoder.messages import Messages
from gdgnn.nn.mlp import MLP, reset


class GINE(Encoder):
    """Graph isomorphism network whose messages carry edge features.

    Args:
        in_channels, hidden_channels, num_layers: as in :class:`Encoder`.
        edge_channels: of the edge features, or of what ``edge_encoder`` makes of them.
        edge_encoder: applied to the edge features first, e.g. :class:`BondEncoder`.
        batch_norm, dropout, jumping_knowledge, virtual_node, input_encoder: as in :class:`Encoder`.

    Example:
        >>> import torch
        >>> edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
        >>> GINE(4, 16, num_layers=2, edge_channels=3)(torch.ones(3, 4), edge_index, torch.ones(4, 3)).shape
        torch.Size([3, 16])
    """

    def __init__(
        self,
        in_channels: int,
        hidden_channels: int,
        num_layers: int,
        *,
        edge_channels: int,
        edge_encoder: nn.Module | None = None,
        batch_norm: bool = True,
        dropout: float = 0.0,
        jumping_knowledge: JumpingKnowledge = "last",
        virtual_node: bool = False,
        input_encoder: nn.Module | None = None,
    ) -> None:
        # make_conv needs it, and torch takes plain numbers before its own constructor has run.
        self.edge_channels = edge_channels
        super().__init__(
            in_channels,
            hidden_channels,
            num_layers,
            batch_norm=batch_norm,
            dropout=dropout,
            jumping_knowledge=jumping_knowledge,
            virtual_node=virtual_node,
            input_encoder=input_encoder,
        )
        self.edge_encoder = edge_encoder

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        super().reset_parameters()
        reset(self.edge_encoder)

    def make_conv(self, in_channels: int, out_channels: int) -> nn.Module:
        """PyG's convolution, with a linear layer over edge features of its own."""
        mlp = MLP([in_channels, out_channels, out_channels], batch_norm=self.batch_norm)
        conv: nn.Module = GINEConv(mlp, train_eps=True, edge_dim=self.edge_channels)
        return conv

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
        """As in :class:`Encoder`; ``edge_attr`` of shape ``(m, edge_channels)`` must be given."""
        if edge_attr is None:
            raise ValueError("GINE needs edge_attr; without edge features use GIN")
        if self.edge_encoder is not None:
            edge_attr = self.edge_encoder(edge_attr)
        return super().forward(
            x, edge_index, edge_attr, edge_mask=edge_mask, batch=batch, num_graphs=num_graphs
        )

    def convolve(self, conv: nn.Module, x: Tensor, messages: Messages) -> Tensor:
        """``(n, in)`` to ``(n, hidden_channels)``."""
        result: Tensor = conv(x, messages.edge_index, messages.edge_attr)
        return result
