"""What lies between nodes: distances, shortest paths and their surroundings, millions of pairs a second.

Arrays in, arrays out; this package needs numpy and nothing else.
"""

from gdgnn.geodesics.between import dag, distances, horizontal, vertical
from gdgnn.geodesics.neighborhoods import neighborhoods
from gdgnn.geodesics.ranking import rank
from gdgnn.geodesics.receptive_field import receptive_field
from gdgnn.geodesics.results import (
    UNREACHABLE,
    Dag,
    Horizontal,
    Neighborhoods,
    Ragged,
    RankBlock,
    ReceptiveField,
    Vertical,
)
from gdgnn.geodesics.walks import random_walks, walk_weights

__all__ = [
    "UNREACHABLE",
    "Dag",
    "Horizontal",
    "Neighborhoods",
    "Ragged",
    "RankBlock",
    "ReceptiveField",
    "Vertical",
    "dag",
    "distances",
    "horizontal",
    "neighborhoods",
    "random_walks",
    "rank",
    "receptive_field",
    "vertical",
    "walk_weights",
]
