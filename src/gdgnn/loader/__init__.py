"""Targets in batches, with their geodesics, prepared ahead in the background."""

from gdgnn.loader.attach import AttachGeodesics
from gdgnn.loader.attached import node_geodesics, pair_geodesics
from gdgnn.loader.base import GeodesicLoader
from gdgnn.loader.graph import GraphGeodesicLoader
from gdgnn.loader.graph_batch import GraphBatch
from gdgnn.loader.link import LinkGeodesicLoader
from gdgnn.loader.link_batch import LinkBatch
from gdgnn.loader.negative_sampler import NegativeSampler
from gdgnn.loader.node import NodeGeodesicLoader
from gdgnn.loader.node_batch import NodeBatch
from gdgnn.loader.subgraph import SubgraphGeodesicLoader
from gdgnn.loader.subgraph_batch import SubgraphBatch

__all__ = [
    "AttachGeodesics",
    "GeodesicLoader",
    "GraphBatch",
    "GraphGeodesicLoader",
    "LinkBatch",
    "LinkGeodesicLoader",
    "NegativeSampler",
    "NodeBatch",
    "NodeGeodesicLoader",
    "SubgraphBatch",
    "SubgraphGeodesicLoader",
    "node_geodesics",
    "pair_geodesics",
]
