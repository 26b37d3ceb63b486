"""Atoms of OGB molecules."""

from __future__ import annotations

from gdgnn.nn.encoder.category import CategoryEncoder

ATOM_SIZES = (119, 5, 12, 12, 10, 6, 6, 2, 2)
"""Categories of OGB's nine atom features: atomic number, chirality, degree, formal charge, number of
hydrogens, number of radical electrons, hybridization, is aromatic, is in a ring."""


class AtomEncoder(CategoryEncoder):
    """A vector for each atom, from the nine features that OGB's molecules have.

    Args:
        channels: of the result.

    Example:
        >>> import torch
        >>> AtomEncoder(16)(torch.zeros(3, 9, dtype=torch.long)).shape
        torch.Size([3, 16])
    """

    def __init__(self, channels: int) -> None:
        super().__init__(ATOM_SIZES, channels)
