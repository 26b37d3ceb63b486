"""Pairs of nodes to vectors."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn


class LinkReadout(nn.Module):
    """``[h_u, h_v, side of u, side of v, between]`` for each pair (u, v).

    Args:
        channels: of node embeddings.
        side_channels: of the vector that each end has of its own, 0 for none.
        between_channels: of all vectors that the pair has in common (distance, path, ...).
        symmetric: replace each two ends by their sum and the absolute value of their difference, so that
            (u, v) and (v, u) yield the same.

    Example:
        >>> readout = LinkReadout(2, between_channels=1, symmetric=True)
        >>> h, pairs = torch.tensor([[1.0, 2.0], [3.0, 5.0]]), torch.tensor([[0, 1], [1, 0]])
        >>> readout(h, pairs, between=[torch.ones(2, 1)]).tolist()
        [[4.0, 7.0, 2.0, 3.0, 1.0], [4.0, 7.0, 2.0, 3.0, 1.0]]
    """

    def __init__(
        self, channels: int, side_channels: int = 0, between_channels: int = 0, *, symmetric: bool = False
    ) -> None:
        super().__init__()
        self.symmetric = symmetric
        self.out_channels = 2 * channels + 2 * side_channels + between_channels

    def forward(
        self,
        h: Tensor,
        pairs: Tensor,
        sides: tuple[Tensor, Tensor] | None = None,
        between: Sequence[Tensor] = (),
    ) -> Tensor:
        """The representation of each pair.

        Args:
            h: ``(n, channels)`` node embeddings.
            pairs: ``(2, k)`` long.
            sides: ``(k, side_channels)`` of heads and of tails.
            between: any number of ``(k, ...)``.

        Returns:
            ``(k, out_channels)``.
        """
        ends = self._both(h.index_select(0, pairs[0]), h.index_select(0, pairs[1]))
        return torch.cat([*ends, *(() if sides is None else self._both(*sides)), *between], dim=1)

    def _both(self, head: Tensor, tail: Tensor) -> tuple[Tensor, Tensor]:
        return (head + tail, (head - tail).abs()) if self.symmetric else (head, tail)
