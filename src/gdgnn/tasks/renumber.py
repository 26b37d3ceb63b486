"""Nodes that geodesics name, and geodesics with other numbers for them."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from gdgnn.inputs import NodeGeodesics, PairGeodesics, RaggedNodes
from gdgnn.tasks.targets import Targets


def named_nodes(given: PairGeodesics | NodeGeodesics) -> Tensor:
    """All nodes that are named, as often as they are, ``(e,)`` long.

    Example:
        >>> named_nodes(PairGeodesics(torch.tensor([[4], [7]]), torch.tensor([1]), max_dist=2)).tolist()
        [4, 7]
    """
    if isinstance(given, PairGeodesics):
        ragged = [rows.node for rows in (given.head, given.tail, given.path) if rows is not None]
        return torch.cat([given.pairs.flatten(), *ragged])
    sides = [] if given.side is None else [given.side.node]
    return torch.cat([given.targets, given.neighbor, *sides])


def renumbered(targets: Targets, numbers: Tensor) -> Targets:
    """The targets with these numbers in place of those that :func:`named_nodes` lists.

    Example:
        >>> pairs = PairGeodesics(torch.tensor([[4], [7]]), torch.tensor([1]), max_dist=2)
        >>> renumbered(Targets(pairs), torch.tensor([0, 1])).geodesics.pairs.tolist()
        [[0], [1]]
    """
    given, left = targets.geodesics, numbers

    def taken(count: int) -> Tensor:
        nonlocal left
        first, left = left[:count], left[count:]
        return first

    def taken_rows(rows: RaggedNodes | None) -> RaggedNodes | None:
        return None if rows is None else replace(rows, node=taken(len(rows.node)))

    if isinstance(given, PairGeodesics):
        pairs = taken(given.pairs.numel()).view_as(given.pairs)
        head, tail, path = taken_rows(given.head), taken_rows(given.tail), taken_rows(given.path)
        return replace(targets, geodesics=replace(given, pairs=pairs, head=head, tail=tail, path=path))
    nodes, neighbor = taken(len(given.targets)), taken(len(given.neighbor))
    side = taken_rows(given.side)
    return replace(targets, geodesics=replace(given, targets=nodes, neighbor=neighbor, side=side))
