"""The published tables, measured anew: a file for each cell, one command to reproduce it.

Example:
    >>> from gdgnn.experiments import find_cells
    >>> (cell,) = find_cells("links/cora/vertical+degree")
    >>> cell.published.values["auc"], cell.study.model.max_dist
    (94.47, 10)
"""

from gdgnn.experiments.cell import Cell, Published, find_cells, read_cell
from gdgnn.experiments.ours import Ours
from gdgnn.experiments.record import SeedResult
from gdgnn.experiments.runner import reproduce, write_ours

__all__ = ["Cell", "Ours", "Published", "SeedResult", "find_cells", "read_cell", "reproduce", "write_ours"]
