"""Subsets of nodes, whole graphs among them, to vectors."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor

from gdgnn.inputs import NodeGeodesics, RaggedNodes
from gdgnn.nn.readout.graph import GraphReduce
from gdgnn.nn.readout.subgraph import SubgraphReadout
from gdgnn.nn.representation.base import Representation
from gdgnn.nn.representation.node import NodeRepresentation


class SubgraphRepresentation(Representation):
    """A readout over the representations of the nodes of each subset.

    Args:
        nodes: makes the representation of each node.
        reduce: ``"sum"`` or ``"mean"``.

    Example:
        >>> seen = NodeGeodesics(*map(torch.tensor, ([0, 1], [1, 0], [0, 1], [1, 1])), max_dist=1)
        >>> graphs = SubgraphRepresentation(NodeRepresentation(8, max_dist=1, context="neighbors"))
        >>> graphs(torch.ones(2, 8), seen).shape
        torch.Size([1, 73])
    """

    takes_subsets: ClassVar[bool] = True

    def __init__(self, nodes: NodeRepresentation, reduce: GraphReduce = "sum") -> None:
        super().__init__()
        self.nodes = nodes
        self.readout = SubgraphReadout(nodes.out_channels, reduce)
        self.out_channels = self.readout.out_channels

    def prepare(self, h: Tensor, edge_index: Tensor) -> Tensor:
        """As :meth:`NodeRepresentation.prepare`."""
        return self.nodes.prepare(h, edge_index)

    def forward(self, h: Tensor, seen: NodeGeodesics, subsets: RaggedNodes | None = None) -> Tensor:
        """The representation of each subset.

        Args:
            h: ``(n, channels)`` node embeddings.
            seen: ``k`` targets, their neighbors, and sides if the context needs them.
            subsets: rows of positions in ``seen.targets``; all targets in one row if left out.

        Returns:
            ``(subsets.num_rows, out_channels)``.
        """
        if subsets is None:
            subsets = RaggedNodes.from_batch(torch.zeros_like(seen.targets), num_rows=1)
        result: Tensor = self.readout(self.nodes(h, seen), subsets)
        return result
