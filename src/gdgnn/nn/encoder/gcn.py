"""Graph convolutional network."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional
from torch_geometric.nn import GCNConv

from gdgnn.nn.encoder.base import Encoder
from gdgnn.nn.encoder.messages import Messages


class GCN(Encoder):
    """Graph convolutional network: each node takes the mean of its neighbors, weighted by degrees.

    Arguments are those of :class:`Encoder`. Weights are those of PyTorch Geometric's ``GCNConv``.

    Example:
        >>> import torch
        >>> edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
        >>> GCN(4, 16, num_layers=2)(torch.ones(3, 4), edge_index).shape
        torch.Size([3, 16])
    """

    def make_conv(self, in_channels: int, out_channels: int) -> nn.Module:
        """PyG's convolution, which is used as it is on small graphs."""
        conv: nn.Module = GCNConv(in_channels, out_channels)
        return conv

    def convolve(self, conv: nn.Module, x: Tensor, messages: Messages) -> Tensor:
        """``(n, in)`` to ``(n, hidden_channels)``."""
        if not messages.fast(x):
            slow: Tensor = conv(x, messages.edge_index)
            return slow
        matrix = messages.matrix(x.dtype, normalized=True)
        weight, bias = conv.get_parameter("lin.weight"), conv.get_parameter("bias")
        # The product costs by the channel: take it on the narrower side of the linear layer.
        if x.shape[1] < len(weight):
            return functional.linear(matrix @ x, weight, bias)
        return matrix @ functional.linear(x, weight) + bias
