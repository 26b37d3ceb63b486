"""Vectors for columns of categories."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional


class CategoryEncoder(nn.Module):
    """The sum of one learned vector for each column of category numbers.

    Args:
        sizes: how many categories each column has.
        channels: of the result.

    Example:
        >>> CategoryEncoder([3, 2], 8)(torch.tensor([[2, 1], [0, 0]])).shape
        torch.Size([2, 8])
    """

    first_row: Tensor

    def __init__(self, sizes: Sequence[int], channels: int) -> None:
        super().__init__()
        self.sizes = list(sizes)
        self.out_channels = channels
        first_row = torch.tensor([0, *self.sizes[:-1]]).cumsum(0)
        self.register_buffer("first_row", first_row, persistent=False)
        self.table = nn.Parameter(torch.empty(sum(self.sizes), channels))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all vectors anew, each column on its own scale."""
        for part in torch.split(self.table, self.sizes):
            nn.init.xavier_uniform_(part)

    def forward(self, categories: Tensor) -> Tensor:
        """``(n, columns)`` long to ``(n, channels)``.

        Raises:
            ValueError: a number is no category of its column, or the columns are not as many as the sizes.
        """
        if categories.ndim != 2 or categories.shape[1] != len(self.sizes):
            raise ValueError(f"features have shape {tuple(categories.shape)}; give (n, {len(self.sizes)})")
        sizes = categories.new_tensor(self.sizes)
        wrong = (categories < 0) | (categories >= sizes)
        # One number too large would silently read the vector of another column.
        if bool(wrong.any()):
            row, column = wrong.nonzero()[0].tolist()
            raise ValueError(
                f"features[{row}, {column}] is {int(categories[row, column])}, but the categories of column "
                f"{column} are 0..{self.sizes[column] - 1}"
            )
        return functional.embedding_bag(categories + self.first_row, self.table, mode="sum")
