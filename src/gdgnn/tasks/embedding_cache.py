"""`EmbeddingCache`: embeddings that are kept as long as they are true."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn


class EmbeddingCache:
    """What a module in evaluation mode returned last, until its weights or its inputs are others.

    Weights are compared value by value. To compare how often torch says that they were written to would be
    quicker, but fused optimizers do not say so.

    Example:
        >>> layer, cache = nn.Linear(1, 1).eval(), EmbeddingCache()
        >>> inputs = torch.ones(1, 1)
        >>> first = cache.get(layer, inputs, lambda: layer(inputs))
        >>> cache.get(layer, inputs, lambda: layer(inputs)) is first
        True
        >>> _ = layer.weight.data.add_(1)
        >>> cache.get(layer, inputs, lambda: layer(inputs)) is first
        False
    """

    def __init__(self) -> None:
        self._inputs: object = None
        self._weights: list[Tensor] = []
        self._value: Tensor | None = None

    def get(self, module: nn.Module, inputs: object, compute: Callable[[], Tensor]) -> Tensor:
        """What was kept for these weights and this very object, or what is computed now."""
        weights = [tensor.detach() for tensor in (*module.parameters(), *module.buffers())]
        if self._value is None or inputs is not self._inputs or not _same(weights, self._weights):
            self._value = compute()
            self._inputs = inputs
            self._weights = [tensor.clone() for tensor in weights]
        return self._value


def _same(left: list[Tensor], right: list[Tensor]) -> bool:
    return len(left) == len(right) and all(
        first.device == second.device and first.dtype == second.dtype and torch.equal(first, second)
        for first, second in zip(left, right, strict=True)
    )
