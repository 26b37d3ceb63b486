"""`NodeBatch`: nodes to label."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from gdgnn.inputs import NodeGeodesics


@dataclass(frozen=True, eq=False)
class NodeBatch:
    """``k`` nodes of a graph with what they see around themselves.

    Attributes:
        geodesics: of the nodes; ``geodesics.targets`` are their ids.
        label: ``(k, ...)``, or None.
        joint_size: nodes of this step over all processes; divide summed losses by it.
    """

    geodesics: NodeGeodesics
    label: Tensor | None
    joint_size: int

    def to(self, device: torch.device | str) -> NodeBatch:
        """The same on another device."""
        return replace(
            self,
            geodesics=self.geodesics.to(device),
            label=None if self.label is None else self.label.to(device),
        )
