"""Plain GNNs, run once per graph."""

from gdgnn.nn.encoder.atom import AtomEncoder
from gdgnn.nn.encoder.base import Encoder
from gdgnn.nn.encoder.bond import BondEncoder
from gdgnn.nn.encoder.category import CategoryEncoder
from gdgnn.nn.encoder.gcn import GCN
from gdgnn.nn.encoder.gin import GIN
from gdgnn.nn.encoder.gine import GINE

__all__ = ["GCN", "GIN", "GINE", "AtomEncoder", "BondEncoder", "CategoryEncoder", "Encoder"]
