"""Embeddings and geodesics to one vector for each target."""

from gdgnn.nn.representation.base import Representation
from gdgnn.nn.representation.link import LinkRepresentation
from gdgnn.nn.representation.node import NodeRepresentation
from gdgnn.nn.representation.subgraph import SubgraphRepresentation

__all__ = ["LinkRepresentation", "NodeRepresentation", "Representation", "SubgraphRepresentation"]
