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
    "node_geodesics",
    "pair_geodesics",
]
