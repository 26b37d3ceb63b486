"""Public data sets by name: `load`, `names` and `info`; found in a folder, or downloaded to there."""

from gdgnn.data.datasets.loading import info, is_there, load, names
from gdgnn.data.datasets.recipe import DatasetInfo
from gdgnn.data.datasets.root import data_root
from gdgnn.data.datasets.values import (
    GraphsDataset,
    IndexSplit,
    InductiveDataset,
    LinkDataset,
    LinkSplit,
    NodeDataset,
    PairsDataset,
    TriplesDataset,
)

__all__ = [
    "DatasetInfo",
    "GraphsDataset",
    "IndexSplit",
    "InductiveDataset",
    "LinkDataset",
    "LinkSplit",
    "NodeDataset",
    "PairsDataset",
    "TriplesDataset",
    "data_root",
    "info",
    "is_there",
    "load",
    "names",
]
