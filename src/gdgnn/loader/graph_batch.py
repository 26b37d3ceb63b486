"""`GraphBatch`: graphs to label."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch_geometric.data import Batch

from gdgnn.inputs import NodeGeodesics


@dataclass(frozen=True, eq=False)
class GraphBatch:
    """``k`` graphs side by side, with what each of their nodes sees around itself.

    Attributes:
        graph: the PyTorch Geometric `Batch`: `x`, `edge_index`, `batch`, `ptr` and whatever the graphs have.
        geodesics: of all nodes of the batch, numbered as in `graph`.
        label: ``(k, ...)``, or None.
        target: ``(k,)`` long, the position of each graph in what the loader was given.
        joint_size: graphs of this step over all processes; divide summed losses by it.
    """

    graph: Batch
    geodesics: NodeGeodesics
    label: Tensor | None
    target: Tensor
    joint_size: int

    def to(self, device: torch.device | str) -> GraphBatch:
        """The same on another device."""
        return replace(
            self,
            graph=self.graph.clone().to(device),
            geodesics=self.geodesics.to(device),
            label=None if self.label is None else self.label.to(device),
            target=self.target.to(device),
        )
