"""Geodesics to vectors."""

from gdgnn.nn.pool.horizontal import HorizontalPool
from gdgnn.nn.pool.neighbor import NeighborPool
from gdgnn.nn.pool.pair_layer import PairLayer
from gdgnn.nn.pool.positional import PositionalPool
from gdgnn.nn.pool.recurrent import RecurrentPool
from gdgnn.nn.pool.side_layer import SideLayer
from gdgnn.nn.pool.steps import partial_path
from gdgnn.nn.pool.vertical import VerticalPool

__all__ = [
    "HorizontalPool",
    "NeighborPool",
    "PairLayer",
    "PositionalPool",
    "RecurrentPool",
    "SideLayer",
    "VerticalPool",
    "partial_path",
]
