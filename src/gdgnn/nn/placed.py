"""Matrices most of whose rows are zero, and linear layers over parts that stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True, eq=False)
class Placed:
    """Rows after one more linear layer, at their places among rows of zeros: not worked out yet.

    A linear layer that comes next swallows that one: two in a row are one, of the product of their weights.

    Attributes:
        values: ``(m, in_channels)``.
        place: ``(m,)`` long, distinct: the row of the result each is.
        num_rows: of the result.
        linear: from ``in_channels`` to the channels of the result.

    Example:
        >>> double = nn.Linear(1, 1, bias=False)
        >>> double.weight.data.fill_(2.0).item()
        2.0
        >>> Placed(torch.tensor([[3.0]]), torch.tensor([1]), 3, double).rows().tolist()
        [[0.0], [6.0], [0.0]]
    """

    values: Tensor
    place: Tensor
    num_rows: int
    linear: nn.Linear

    @property
    def channels(self) -> int:
        """Of the result."""
        return self.linear.out_features

    def rows(self) -> Tensor:
        """``(num_rows, channels)``."""
        values: Tensor = self.linear(self.values)
        return values.new_zeros(self.num_rows, self.channels).index_copy(0, self.place, values)

    def split(self, at: int) -> tuple[Placed, Placed]:
        """The first ``at`` rows, and the others, numbered from 0 again."""
        first = int(torch.searchsorted(self.place, at))
        values = torch.split_with_sizes(self.values, [first, len(self.place) - first])
        return (
            Placed(values[0], self.place[:first], at, self.linear),
            Placed(values[1], self.place[first:] - at, self.num_rows - at, self.linear),
        )


Part: TypeAlias = Tensor | Placed
"""Some columns of a matrix, ``(k, channels)``."""


def side_by_side(parts: Sequence[Part]) -> Tensor:
    """``(k, sum of channels)``.

    Example:
        >>> side_by_side([torch.zeros(2, 1), torch.ones(2, 1)]).tolist()
        [[0.0, 1.0], [0.0, 1.0]]
    """
    rows = [part.rows() if isinstance(part, Placed) else part for part in parts]
    return rows[0] if len(rows) == 1 else torch.cat(rows, dim=1)


def linear_of_parts(layer: nn.Linear, parts: Sequence[Part]) -> Tensor:
    """``layer(side_by_side(parts))``, part by part: rows of zeros cost nothing, nothing is copied together.

    Args:
        layer: of as many input channels as the parts have together.
        parts: ``k`` rows each, the first of them a tensor.

    Returns:
        ``(k, out_channels)``.

    Example:
        >>> layer, parts = nn.Linear(3, 2), [torch.ones(4, 2), torch.ones(4, 1)]
        >>> torch.allclose(linear_of_parts(layer, parts), layer(side_by_side(parts)))
        True
    """
    widths = [part.channels if isinstance(part, Placed) else part.shape[1] for part in parts]
    weights = torch.split_with_sizes(layer.weight, widths, dim=1)
    first = parts[0]
    assert isinstance(first, Tensor)
    total = functional.linear(first, weights[0], layer.bias)
    for part, weight in zip(parts[1:], weights[1:], strict=True):
        if isinstance(part, Tensor):
            total = total.addmm_(part, weight.T)
        else:
            total = total.index_add_(0, part.place, _through(part, weight))
    return total


def _through(part: Placed, weight: Tensor) -> Tensor:
    linear = part.linear
    bias: Tensor | None = linear.bias
    if bias is not None:
        bias = torch.mv(weight, bias)
    return functional.linear(part.values, weight @ linear.weight, bias)
