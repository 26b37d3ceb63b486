"""What to learn from: tables, splits, negatives, and a check that no answer is given away."""

from gdgnn.data.leak_report import Leak, LeakReport
from gdgnn.data.leaks import check_leaks
from gdgnn.data.negatives import CorruptedNegatives, GivenNegatives, UniformNegatives
from gdgnn.data.split import EdgeSplit, split_by_node, split_by_time, split_edges, split_given

__all__ = [
    "CorruptedNegatives",
    "EdgeSplit",
    "GivenNegatives",
    "Leak",
    "LeakReport",
    "UniformNegatives",
    "check_leaks",
    "split_by_node",
    "split_by_time",
    "split_edges",
    "split_given",
]
