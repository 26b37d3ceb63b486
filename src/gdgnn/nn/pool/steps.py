"""Where on its path each node is."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from gdgnn.inputs import RaggedNodes


class Steps(NamedTuple):
    """How many nodes of its path come before each node, and how many after it, ``(e,)`` long both."""

    before: Tensor
    after: Tensor


def steps_of(path: RaggedNodes) -> Steps:
    """Count along each row.

    Example:
        >>> steps_of(RaggedNodes(torch.tensor([7, 8, 9]), torch.tensor([0, 0, 2]), num_rows=3))
        Steps(before=tensor([0, 1, 0]), after=tensor([1, 0, 0]))
    """
    length = path.lengths
    first = length.cumsum(0) - length
    before = torch.arange(len(path.row), device=path.row.device) - first.index_select(0, path.row)
    return Steps(before, length.index_select(0, path.row) - 1 - before)


def partial_path(path: RaggedNodes) -> RaggedNodes:
    """The ends of each path and their neighbors along it: what is left of a horizontal geodesic for ablation.

    Example:
        >>> path = RaggedNodes(torch.tensor([4, 5, 6, 7, 8]), torch.zeros(5, dtype=torch.long), num_rows=1)
        >>> partial_path(path).node.tolist()
        [4, 5, 7, 8]
    """
    before, after = steps_of(path)
    keep = (before <= 1) | (after <= 1)
    position = None if path.position is None else path.position[keep]
    degree = None if path.degree is None else path.degree[keep]
    return replace(
        path, node=path.node[keep], row=path.row[keep], position=position, degree=degree, edge_index=None
    )
