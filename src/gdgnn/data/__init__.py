"""What to learn from: splits and negatives."""

from gdgnn.data.negatives import CorruptedNegatives, GivenNegatives, UniformNegatives
from gdgnn.data.splits import EdgeSplit, split_edges

__all__ = ["CorruptedNegatives", "EdgeSplit", "GivenNegatives", "UniformNegatives", "split_edges"]
