"""Vectors to one vector for each target."""

from gdgnn.nn.readout.graph import GraphReadout
from gdgnn.nn.readout.link import LinkReadout
from gdgnn.nn.readout.node import NodeReadout
from gdgnn.nn.readout.subgraph import SubgraphReadout

__all__ = ["GraphReadout", "LinkReadout", "NodeReadout", "SubgraphReadout"]
