"""What can be said of pairs, nodes and graphs without a network: the baselines beside every network.

Scores for pairs need numpy and scipy; the models need scikit-learn. All come with the extra `gnn`.
"""

from gdgnn.heuristics.attachment import preferential_attachment
from gdgnn.heuristics.boosted import BoostedGeodesics
from gdgnn.heuristics.graph_scalars import graph_scalars
from gdgnn.heuristics.katz import katz
from gdgnn.heuristics.models import GraphForest, LogDegreeRegression, NodeForest
from gdgnn.heuristics.nearness import nearness
from gdgnn.heuristics.neighbors import adamic_adar, common_neighbors, jaccard, resource_allocation
from gdgnn.heuristics.node_scalars import node_scalars
from gdgnn.heuristics.pair_scalars import pair_scalars
from gdgnn.heuristics.scalars import Scalars

__all__ = [
    "BoostedGeodesics",
    "GraphForest",
    "LogDegreeRegression",
    "NodeForest",
    "Scalars",
    "adamic_adar",
    "common_neighbors",
    "graph_scalars",
    "jaccard",
    "katz",
    "nearness",
    "node_scalars",
    "pair_scalars",
    "preferential_attachment",
    "resource_allocation",
]
