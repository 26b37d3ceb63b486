"""How good scores are: pure functions over arrays or tensors, and values that say how they were measured.

Only the order of scores counts, so that logits serve as well as probabilities. torchmetrics would not do: it
takes scores outside 0 to 1 through a sigmoid in single precision, after which all logits above 17 or so tie;
its retrieval metrics break ties by position and ignore positives that score 0 or less.
"""

from gdgnn.tasks.metrics.accuracy import accuracy
from gdgnn.tasks.metrics.auc import auc
from gdgnn.tasks.metrics.average_precision import average_precision
from gdgnn.tasks.metrics.by_distance import AtDistance, by_distance
from gdgnn.tasks.metrics.hits import global_hits_at, hits_at
from gdgnn.tasks.metrics.measured import Measured, Protocol, over_seeds
from gdgnn.tasks.metrics.multitask import multitask_auc, multitask_average_precision, per_task
from gdgnn.tasks.metrics.ranks import Ties, ranks
from gdgnn.tasks.metrics.reciprocal_rank import mean_reciprocal_rank

__all__ = [
    "AtDistance",
    "Measured",
    "Protocol",
    "Ties",
    "accuracy",
    "auc",
    "average_precision",
    "by_distance",
    "global_hits_at",
    "hits_at",
    "mean_reciprocal_rank",
    "multitask_auc",
    "multitask_average_precision",
    "over_seeds",
    "per_task",
    "ranks",
]
