"""Graph isomorphism network."""

from __future__ import annotations

from torch import Tensor, nn
from torch_geometric.nn import GINConv

from gdgnn.nn.encoder.base import Encoder
from gdgnn.nn.encoder.messages import Messages
from gdgnn.nn.mlp import MLP


class GIN(Encoder):
    """Graph isomorphism network: an MLP over each node and the sum of its neighbors, as strong as 1-WL.

    Arguments are those of :class:`Encoder`. Weights are those of PyTorch Geometric's ``GINConv``.

    Example:
        >>> import torch
        >>> edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
        >>> GIN(4, 16, num_layers=2)(torch.ones(3, 4), edge_index).shape
        torch.Size([3, 16])
    """

    def make_conv(self, in_channels: int, out_channels: int) -> nn.Module:
        """PyG's convolution, which is used as it is on small graphs."""
        # One decision holds for both: normalize inside the MLP where it is done after it.
        mlp = MLP([in_channels, out_channels, out_channels], batch_norm=self.batch_norm)
        conv: nn.Module = GINConv(mlp, train_eps=True)
        return conv

    def convolve(self, conv: nn.Module, x: Tensor, messages: Messages) -> Tensor:
        """``(n, in)`` to ``(n, hidden_channels)``."""
        if not messages.fast(x):
            slow: Tensor = conv(x, messages.edge_index)
            return slow
        neighbors = messages.matrix(x.dtype, normalized=False) @ x
        result: Tensor = conv.get_submodule("nn")(neighbors + (1 + conv.get_parameter("eps")) * x)
        return result
