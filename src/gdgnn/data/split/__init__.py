"""Edges held back for validation and test: at random, by time, by node, or as given."""

from gdgnn.data.split.at_random import split_edges
from gdgnn.data.split.by_node import split_by_node
from gdgnn.data.split.by_time import split_by_time
from gdgnn.data.split.edge_split import EdgeSplit
from gdgnn.data.split.given import split_given

__all__ = ["EdgeSplit", "split_by_node", "split_by_time", "split_edges", "split_given"]
