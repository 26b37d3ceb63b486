"""Nodes and what they see around themselves, to vectors."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from gdgnn.inputs import NodeGeodesics
from gdgnn.nn.context import NodeContext, node_parts
from gdgnn.nn.distance import DistanceEncoding, DistanceKind
from gdgnn.nn.gathered import Gathered
from gdgnn.nn.pool.neighbor import NeighborPool
from gdgnn.nn.pool.vertical import VerticalPool
from gdgnn.nn.readout.node import NodeReadout
from gdgnn.nn.representation.base import Representation, check_max_dist


class NodeRepresentation(Representation):
    """``z_v = [h_v, R({[h_s, d(v, s), side near s]})]`` over all ``s`` near ``v``, as ``context`` says.

    Args:
        channels: of node embeddings.
        max_dist: how far geodesics are searched.
        context: what is seen of each neighbor.
        hidden_channels: of each pool's result, and of what all neighbors contribute.
        distance: how distances are encoded.
        side_layers: rounds of message passing between the nodes of a side; needs their ``edge_index``.
        pair_layers: rounds of message passing between the neighbors of a target; needs
            :func:`~gdgnn.nn.with_neighbor_edges`.
        exchange: whether pair layers let (v, s) hear (s, v); needs all nodes of each graph as targets.

    Example:
        >>> seen = NodeGeodesics(*map(torch.tensor, ([0, 1], [1, 2], [0, 0], [1, 2])), max_dist=2)
        >>> NodeRepresentation(8, max_dist=2, context="neighbors")(torch.ones(3, 8), seen).shape
        torch.Size([2, 72])
    """

    def __init__(
        self,
        channels: int,
        *,
        max_dist: int,
        context: NodeContext = "vertical+degree",
        hidden_channels: int = 64,
        distance: DistanceKind = "one-hot",
        side_layers: int = 0,
        pair_layers: int = 0,
        exchange: bool = False,
    ) -> None:
        super().__init__()
        self.channels = channels
        self.context = context
        self.parts = node_parts(context)
        if pair_layers and not self.parts.neighbors:
            raise ValueError(f"context={context!r} sees no neighbors for pair_layers; choose another")
        self.max_dist = max_dist
        self.distance = DistanceEncoding(max_dist, distance) if self.parts.distance else None
        self.distance_layer = (
            None
            if self.distance is None
            else nn.Linear(self.distance.out_channels, hidden_channels, bias=False)
        )
        self.side_pool = (
            # Nodes have many neighbors with small sides: one layer each, as the readout goes on with another.
            VerticalPool(
                channels, hidden_channels, degree=self.parts.degree, num_layers=side_layers, mlp=False
            )
            if self.parts.vertical
            else None
        )
        self.neighbor_pool = NeighborPool(channels, hidden_channels) if self.parts.full_neighbors else None
        # What full neighborhoods add stands in the table of embeddings: see `prepare`.
        prepared = channels + (0 if self.neighbor_pool is None else hidden_channels)
        self.readout = NodeReadout(
            prepared,
            hidden_channels if self.parts.neighbors else 0,
            pair_layers=pair_layers,
            exchange=exchange,
        )
        self.out_channels = self.readout.out_channels

    def prepare(self, h: Tensor, edge_index: Tensor) -> Tensor:
        """Put the pool of its full neighborhood beside each node, if the context asks for it."""
        if self.neighbor_pool is None:
            return h
        return torch.cat([h, self.neighbor_pool(h, edge_index)], dim=1)

    def forward(self, h: Tensor, seen: NodeGeodesics) -> Tensor:
        """The representation of each target.

        Args:
            h: ``(n, channels)`` node embeddings, after :meth:`prepare`.
            seen: ``k`` targets, their neighbors, and sides if the context needs them.

        Returns:
            ``(k, out_channels)``.

        Raises:
            ValueError: what the context needs is missing, or was searched with another ``max_dist``.
        """
        check_max_dist(self.max_dist, seen.max_dist)
        beside = []
        if self.distance is not None and self.distance_layer is not None:
            codes = self.distance(torch.arange(self.max_dist + 2, device=h.device), h.dtype)
            beside.append(Gathered(self.distance_layer(codes), seen.distance))
        if self.side_pool is not None:
            if seen.side is None:
                raise ValueError(f"context={self.context!r} needs sides; make NodeGeodesics with from_engine")
            beside.append(self.side_pool.gathered(h, seen.side))
        return self.readout(h, seen, beside)  # type: ignore[no-any-return]
