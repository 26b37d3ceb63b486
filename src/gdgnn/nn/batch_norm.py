"""Batch normalization that takes batches of any size."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional


class BatchNorm(nn.BatchNorm1d):
    """Batch normalization that falls back on its running statistics where a batch has fewer than two rows.

    One row has no variance: torch refuses it in training, and with it the last batch of many a loader.

    Example:
        >>> import torch
        >>> BatchNorm(4)(torch.zeros(1, 4)).shape
        torch.Size([1, 4])
    """

    def forward(self, x: Tensor) -> Tensor:
        """``(n, channels)`` to ``(n, channels)``."""
        if self.training and len(x) < 2:
            return functional.batch_norm(
                x, self.running_mean, self.running_var, self.weight, self.bias, eps=self.eps
            )
        return super().forward(x)
