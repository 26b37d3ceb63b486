"""The thing that is searched: an immutable graph of numbered nodes and edges, needing numpy only."""

from gdgnn.graph.build import Cleaning
from gdgnn.graph.core import Graph
from gdgnn.graph.derive import Subgraph
from gdgnn.graph.names import Names

__all__ = ["Cleaning", "Graph", "Names", "Subgraph"]
