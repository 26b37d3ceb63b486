"""From models and loaders to trained models: what a step is, and how many of them there are.

Example:
    >>> from gdgnn.tasks import Recipe
    >>> Recipe(epochs=20).learning_rate
    0.005
"""

from gdgnn.tasks.base import GeodesicTask, Metric
from gdgnn.tasks.encode_once import EncodeOnceTask
from gdgnn.tasks.encoder_inputs import EncoderInputs
from gdgnn.tasks.fit import fit
from gdgnn.tasks.graph import GraphTask
from gdgnn.tasks.history import History
from gdgnn.tasks.link import LinkTask
from gdgnn.tasks.loss import binary_loss, class_loss
from gdgnn.tasks.memory import keep_freed_memory
from gdgnn.tasks.node import NodeTask
from gdgnn.tasks.one_graph import OneGraphTask
from gdgnn.tasks.processes import this_process
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.step import backward_in_slices
from gdgnn.tasks.subgraph import SubgraphTask

__all__ = [
    "EncodeOnceTask",
    "EncoderInputs",
    "GeodesicTask",
    "GraphTask",
    "History",
    "LinkTask",
    "Metric",
    "NodeTask",
    "OneGraphTask",
    "Recipe",
    "SubgraphTask",
    "backward_in_slices",
    "binary_loss",
    "class_loss",
    "fit",
    "keep_freed_memory",
    "this_process",
]
