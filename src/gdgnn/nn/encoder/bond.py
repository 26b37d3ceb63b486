"""Bonds of OGB molecules."""

from __future__ import annotations

from gdgnn.nn.encoder.category import CategoryEncoder

BOND_SIZES = (5, 6, 2)
"""Categories of OGB's three bond features: type, stereo, is conjugated."""


class BondEncoder(CategoryEncoder):
    """A vector for each bond, from the three features that OGB's molecules have.

    Args:
        channels: of the result.

    Example:
        >>> import torch
        >>> BondEncoder(16)(torch.zeros(4, 3, dtype=torch.long)).shape
        torch.Size([4, 16])
    """

    def __init__(self, channels: int) -> None:
        super().__init__(BOND_SIZES, channels)
