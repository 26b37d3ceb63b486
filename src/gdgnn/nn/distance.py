"""Distances as vectors."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional

DistanceKind = Literal["scalar", "one-hot", "learned"]


class DistanceEncoding(nn.Module):
    """A vector for each distance, with one of its own for "no path within max_dist".

    Args:
        max_dist: how far geodesics were searched.
        kind: ``"scalar"``: the distance over ``max_dist``, and a second channel that is 1 where there is no
            path; ``"one-hot"``: a channel for each distance and one for no path; ``"learned"``: an embedding.
        channels: of the learned embedding.

    Example:
        >>> DistanceEncoding(2, "scalar")(torch.tensor([0, 1, 2, 3])).tolist()
        [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [0.0, 1.0]]
        >>> DistanceEncoding(2)(torch.tensor([1, 3])).tolist()
        [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """

    def __init__(self, max_dist: int, kind: DistanceKind = "one-hot", *, channels: int = 16) -> None:
        super().__init__()
        widths = {"scalar": 2, "one-hot": max_dist + 2, "learned": channels}
        if kind not in widths:
            raise ValueError(f"kind is {kind!r}; choose one of {', '.join(map(repr, widths))}")
        self.max_dist = max_dist
        self.kind = kind
        self.out_channels = widths[kind]
        self.embedding = nn.Embedding(max_dist + 2, channels) if kind == "learned" else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the learned embedding anew."""
        if self.embedding is not None:
            self.embedding.reset_parameters()

    def forward(self, distance: Tensor, dtype: torch.dtype | None = None) -> Tensor:
        """``(k,)`` long, 0 to ``max_dist + 1`` (no path), to ``(k, out_channels)``.

        Args:
            distance: the codes.
            dtype: of the result; torch's default if left out. A learned embedding has its own.
        """
        if self.embedding is not None:
            learned: Tensor = self.embedding(distance)
            return learned
        dtype = torch.get_default_dtype() if dtype is None else dtype
        if self.kind == "one-hot":
            return functional.one_hot(distance, self.max_dist + 2).to(dtype)
        no_path = distance > self.max_dist
        steps = distance.to(dtype).masked_fill(no_path, 0) / max(self.max_dist, 1)
        return torch.stack([steps, no_path.to(dtype)], dim=1)
