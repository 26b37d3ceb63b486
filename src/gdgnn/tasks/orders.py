"""Pairs the other way round, with what lies between them."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from gdgnn.inputs import PairGeodesics, RaggedNodes


def turned(pairs: PairGeodesics, which: Tensor | None = None) -> PairGeodesics:
    """(v, u) in place of (u, v): sides change places and paths are walked from the other end.

    Args:
        pairs: ``k`` pairs of an undirected graph.
        which: ``(k,)`` bool, the pairs to turn; all by default.

    Raises:
        ValueError: sides have edges within them; put them in after turning.

    Example:
        >>> given = PairGeodesics(torch.tensor([[0, 1], [2, 3]]), torch.tensor([1, 1]), max_dist=2)
        >>> turned(given, torch.tensor([False, True])).pairs.tolist()
        [[0, 3], [2, 1]]
    """
    head, tail = pairs.head, pairs.tail
    ends = pairs.pairs.flip(0) if which is None else torch.where(which, pairs.pairs.flip(0), pairs.pairs)
    if head is not None and tail is not None:
        head, tail = (tail, head) if which is None else (_mixed(head, tail, which), _mixed(tail, head, which))
    path = None if pairs.path is None else _walked_back(pairs.path, which)
    return replace(pairs, pairs=ends, head=head, tail=tail, path=path)


def coins(pairs: Tensor, seed: int) -> Tensor:
    """A fair coin for each of ``(2, k)`` pairs, ``(k,)`` bool, which depends on the pair and the seed alone.

    So it does not matter how pairs are shared out among processes.

    Example:
        >>> bool(coins(torch.arange(2000).view(2, -1), seed=0).float().mean().sub(0.5).abs() < 0.05)
        True
    """
    state = torch.full_like(pairs[0], seed)
    for ends in pairs:
        # As in splitmix64; products of 64-bit integers wrap around.
        state = state + ends * -7046029254386353131
        for shift, factor in ((30, -4658895280553007687), (27, -7723592293110705685)):
            state = (state ^ (state >> shift)) * factor
    return (state >> 40) & 1 == 1


def _mixed(first: RaggedNodes, second: RaggedNodes, from_second: Tensor) -> RaggedNodes:
    """Row i of ``second`` where asked for, else of ``first``."""
    if first.edge_index is not None or second.edge_index is not None:
        raise ValueError("sides with edge_index cannot be mixed; call with_inner_edges after turning")
    lengths = torch.where(from_second, second.lengths, first.lengths)
    start_first, start_second = (rows.lengths.cumsum(0) - rows.lengths for rows in (first, second))
    start = torch.where(from_second, start_second + len(first.node), start_first)
    row = torch.arange(len(lengths), device=lengths.device).repeat_interleave(lengths)
    source = torch.arange(len(row), device=row.device) + (start - (lengths.cumsum(0) - lengths))[row]
    degree = None
    if first.degree is not None and second.degree is not None:
        degree = torch.cat([first.degree, second.degree])[source]
    return RaggedNodes(torch.cat([first.node, second.node])[source], row, first.num_rows, degree)


def _walked_back(path: RaggedNodes, which: Tensor | None) -> RaggedNodes:
    """Nodes of each row in reverse; how far along the path each place is does not change."""
    lengths = path.lengths
    first = lengths.cumsum(0) - lengths
    here = torch.arange(len(path.row), device=path.row.device)
    mirrored = (2 * first + lengths - 1)[path.row] - here
    source = mirrored if which is None else torch.where(which[path.row], mirrored, here)
    return replace(path, node=path.node[source])
