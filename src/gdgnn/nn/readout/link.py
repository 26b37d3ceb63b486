"""Pairs of nodes to vectors."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor, nn

from gdgnn.nn.placed import Part, Placed, side_by_side


class LinkReadout(nn.Module):
    """``[h_u, h_v, side of u, side of v, between]`` for each pair (u, v).

    Args:
        channels: of node embeddings.
        side_channels: of the vector that each end has of its own, 0 for none.
        between_channels: of all vectors that the pair has in common (distance, path, ...).
        symmetric: replace each two ends by their sum and the absolute value of their difference, so that
            (u, v) and (v, u) yield the same.

    Example:
        >>> import torch
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
        return side_by_side(self.columns(h, pairs, sides, between))

    def columns(
        self,
        h: Tensor,
        pairs: Tensor,
        sides: tuple[Part, Part] | None = None,
        between: Sequence[Tensor] = (),
    ) -> list[Part]:
        """The same, not put side by side yet; arguments as in :meth:`forward`."""
        # Both ends of a pair one after the other: gathered so, they stand side by side already.
        ends = h.index_select(0, pairs.T.reshape(-1)).view(pairs.shape[1], 2 * h.shape[1])
        if not self.symmetric:
            return [ends, *(() if sides is None else sides), *between]
        both = [_orderless(*ends.chunk(2, dim=1))]
        if sides is not None:
            head, tail = (side.rows() if isinstance(side, Placed) else side for side in sides)
            both.append(_orderless(head, tail))
        return [*(part for pair in both for part in pair), *between]


def _orderless(head: Tensor, tail: Tensor) -> tuple[Tensor, Tensor]:
    return head + tail, (head - tail).abs()
