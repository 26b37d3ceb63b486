"""`SubgraphBatch`: subsets of nodes to label."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from gdgnn.inputs import NodeGeodesics, RaggedNodes


@dataclass(frozen=True, eq=False)
class SubgraphBatch:
    """``k`` subsets of the nodes of a graph, with what each of these nodes sees around itself.

    Attributes:
        geodesics: of the nodes, subset after subset; a node of two subsets is there twice.
        subsets: a row for each subset, of positions in ``geodesics.targets``: 0, 1, 2, ...
        label: ``(k, ...)``, or None.
        joint_size: subsets of this step over all processes; divide summed losses by it.
    """

    geodesics: NodeGeodesics
    subsets: RaggedNodes
    label: Tensor | None
    joint_size: int

    def to(self, device: torch.device | str) -> SubgraphBatch:
        """The same on another device."""
        return replace(
            self,
            geodesics=self.geodesics.to(device),
            subsets=self.subsets.to(device),
            label=None if self.label is None else self.label.to(device),
        )
