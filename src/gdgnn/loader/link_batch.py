"""`LinkBatch`: pairs to score."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from gdgnn.inputs import PairGeodesics


@dataclass(frozen=True, eq=False)
class LinkBatch:
    """``k`` pairs with what lies between them: targets first, then the negatives drawn for them.

    Attributes:
        geodesics: of the pairs, each searched without its own edge.
        label: ``(k, ...)``, zero for drawn negatives.
        target: ``(k,)`` long, the column of `edge_label_index` each pair is, or was drawn for.
        num_drawn: how many negatives were drawn: the last so many pairs.
        hidden_edges: ``(h,)`` long, ids of the graph's edges that are targets of this step, in whichever
            process; the encoder must not see them.
        joint_size: pairs of this step over all processes; divide summed losses by it.
    """

    geodesics: PairGeodesics
    label: Tensor
    target: Tensor
    num_drawn: int
    hidden_edges: Tensor
    joint_size: int

    @property
    def num_pairs(self) -> int:
        """How many pairs there are."""
        return self.geodesics.num_pairs

    def to(self, device: torch.device | str) -> LinkBatch:
        """The same on another device."""
        return replace(
            self,
            geodesics=self.geodesics.to(device),
            label=self.label.to(device),
            target=self.target.to(device),
            hidden_edges=self.hidden_edges.to(device),
        )
