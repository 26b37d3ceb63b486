"""What all representations share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from torch import Tensor, nn

from gdgnn.nn.mlp import reset
from gdgnn.nn.placed import Part


class Representation(nn.Module):
    """Embeddings and geodesics to one vector for each target.

    Attributes:
        out_channels: of these vectors.
    """

    out_channels: int
    takes_subsets: ClassVar[bool] = False

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for child in self.children():
            reset(child)

    def prepare(self, h: Tensor, edge_index: Tensor) -> Tensor:
        """What is worked out once per node, after encoding: ``(n, channels)`` to ``(n, as many or more)``."""
        return h

    def columns(self, h: Tensor, given: Any) -> Sequence[Part]:
        """The columns of the representation in parts, for a scorer that can do with less than all of it."""
        return [self(h, given)]


def check_max_dist(expected: int, given: int) -> None:
    """Distance codes of another search would be misread, that of "no path" first of all.

    Raises:
        ValueError: the two differ.
    """
    if given != expected:
        raise ValueError(f"geodesics searched with max_dist={given}, but the model has max_dist={expected}")
