"""Embeddings and geodesics to representations and scores.

Example:
    >>> import torch
    >>> from gdgnn.nn import GCN, GDGNN
    >>> model = GDGNN.for_links(GCN(8, 32, num_layers=2), max_dist=4, context="distance")
    >>> model.encode(torch.ones(3, 8), torch.tensor([[0, 1], [1, 0]])).shape
    torch.Size([3, 32])
"""

from gdgnn.nn.batch_norm import BatchNorm
from gdgnn.nn.context import LinkContext, NodeContext, link_parts, node_parts
from gdgnn.nn.distance import DistanceEncoding
from gdgnn.nn.encoder import GCN, GIN, GINE, AtomEncoder, BondEncoder, CategoryEncoder, Encoder
from gdgnn.nn.gathered_linear import GatheredLinear
from gdgnn.nn.mlp import MLP
from gdgnn.nn.model import GDGNN
from gdgnn.nn.neighbor_edges import JoinedNeighbors, with_neighbor_edges
from gdgnn.nn.pool import (
    HorizontalPool,
    NeighborPool,
    PairLayer,
    PositionalPool,
    RecurrentPool,
    SideLayer,
    VerticalPool,
    partial_path,
)
from gdgnn.nn.readout import GraphReadout, LinkReadout, NodeReadout, SubgraphReadout
from gdgnn.nn.representation import (
    LinkRepresentation,
    NodeRepresentation,
    Representation,
    SubgraphRepresentation,
)
from gdgnn.nn.scorer import Scorer

__all__ = [
    "GCN",
    "GDGNN",
    "GIN",
    "GINE",
    "MLP",
    "AtomEncoder",
    "BatchNorm",
    "BondEncoder",
    "CategoryEncoder",
    "DistanceEncoding",
    "Encoder",
    "GatheredLinear",
    "GraphReadout",
    "HorizontalPool",
    "JoinedNeighbors",
    "LinkContext",
    "LinkReadout",
    "LinkRepresentation",
    "NeighborPool",
    "NodeContext",
    "NodeReadout",
    "NodeRepresentation",
    "PairLayer",
    "PositionalPool",
    "RecurrentPool",
    "Representation",
    "Scorer",
    "SideLayer",
    "SubgraphReadout",
    "SubgraphRepresentation",
    "VerticalPool",
    "link_parts",
    "node_parts",
    "partial_path",
    "with_neighbor_edges",
]
