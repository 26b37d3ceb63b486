"""Geodesics in a typed graph, to vectors."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor, nn
from torch.nn import functional

from gdgnn.inputs import RaggedNodes
from gdgnn.nn.pool.recurrent import RecurrentPool
from gdgnn.nn.relational.given import Sequences
from gdgnn.nn.segments import calm_parts, segment_sum
from gdgnn.nn.sparse import csr, is_fast_for


class SidePool(nn.Module):
    """One vector for each side of a vertical geodesic: a layer over each node, then a calm sum; 0 without.

    The layer may see the geodesic degree of the node, and the typed step between it and its end of the pair.
    The sum is followed by no layer of its own: the scorer's first one follows, and sums and linear layers may
    be swapped, which is how a :class:`TripleScorer` works out most of it once per node.

    Args:
        channels: of node embeddings.
        hidden_channels: of the layer.
        degree: whether the geodesic degree is seen, as log(1 + degree).
        num_steps: how many types of steps there are; 0 if they are not seen.

    Example:
        >>> side = RaggedNodes(torch.tensor([0, 2]), torch.tensor([0, 0]), num_rows=3)
        >>> SidePool(8, 16)(torch.ones(4, 8), side).shape
        torch.Size([3, 17])
    """

    def __init__(
        self, channels: int, hidden_channels: int, *, degree: bool = False, num_steps: int = 0
    ) -> None:
        super().__init__()
        self.linear = nn.Linear(channels, hidden_channels)
        self.of_degree = nn.Linear(1, hidden_channels, bias=False) if degree else None
        self.of_step = nn.Embedding(num_steps, hidden_channels) if num_steps else None
        self.hidden_channels = hidden_channels
        self.out_channels = hidden_channels + 1

    @property
    def is_per_node(self) -> bool:
        """Whether the state of a node is the same in every side."""
        return self.of_degree is None and self.of_step is None

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for module in (self.linear, self.of_degree, self.of_step):
            if module is not None:
                module.reset_parameters()

    def states(self, h: Tensor) -> Tensor:
        """``(n, channels)`` to ``(n, hidden_channels)``: states where they are the same in every side."""
        return functional.relu(self.linear(h))

    def forward(self, h: Tensor, side: RaggedNodes, step: Tensor | None = None) -> Tensor:
        """The representation of each side.

        Args:
            h: ``(n, channels)`` node embeddings.
            side: ``k`` rows, with ``degree`` if it is seen.
            step: for each entry the type of the step, if it is seen.

        Returns:
            ``(k, hidden_channels + 1)``.

        Raises:
            ValueError: degrees or steps are seen, but not given.
        """
        if len(side.node) > len(h):
            state = self.linear(h).index_select(0, side.node)
        else:
            state = self.linear(h.index_select(0, side.node))
        if self.of_degree is not None:
            if side.degree is None:
                raise ValueError("the sides have no degrees; search with degree=True")
            state = state + self.of_degree(side.degree.to(h.dtype).log1p()[:, None])
        if self.of_step is not None:
            state = state + self.of_step(_needed(step))
        return torch.cat(calm_parts(state.relu(), side.row, side.num_rows), dim=1)


class TypedPathPool(nn.Module):
    """One vector for each horizontal geodesic: a GRU walks along its [node, typed step]; 0 without a path.

    Args:
        channels: of node embeddings.
        out_channels: of the result.
        num_steps: how many types of steps there are; one more stands for the start.
        step_channels: of the learned vector of each type.

    Example:
        >>> path = RaggedNodes(torch.tensor([0, 2, 3]), torch.tensor([0, 0, 0]), num_rows=2)
        >>> TypedPathPool(8, 16, num_steps=4)(torch.ones(4, 8), path, torch.tensor([4, 0, 3])).shape
        torch.Size([2, 16])
    """

    def __init__(self, channels: int, out_channels: int, num_steps: int, *, step_channels: int = 16) -> None:
        super().__init__()
        self.of_step = nn.Embedding(num_steps + 1, step_channels)
        self.walk = RecurrentPool(channels + step_channels, out_channels)
        self.out_channels = out_channels

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.of_step.reset_parameters()
        self.walk.reset_parameters()

    def forward(self, h: Tensor, path: RaggedNodes, step: Tensor | None) -> Tensor:
        """``(n, channels)`` embeddings, ``k`` paths and the step to each node to ``(k, out_channels)``."""
        seen = torch.cat([h.index_select(0, path.node), self.of_step(_needed(step))], dim=1)
        every = torch.arange(len(seen), device=seen.device)
        walked: Tensor = self.walk(seen, replace(path, node=every))
        return walked


class SequencePool(nn.Module):
    """One vector for the relations between two entities: a GRU reads each sequence of them; 0 without.

    Those of a pair are summed by their shares. It sees no entity: distinct sequences are read once, however
    many pairs have them.

    Args:
        out_channels: of the result.
        num_steps: how many types of steps there are.
        step_channels: of the learned vector of each type.
    """

    def __init__(self, out_channels: int, num_steps: int, *, step_channels: int = 16) -> None:
        super().__init__()
        self.of_step = nn.Embedding(num_steps, step_channels)
        self.walk = RecurrentPool(step_channels, out_channels)
        self.num_steps, self.out_channels = num_steps, out_channels

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.of_step.reset_parameters()
        self.walk.reset_parameters()

    def forward(self, given: Sequences | None) -> Tensor:
        """``k`` pairs to ``(k, out_channels)``.

        Raises:
            ValueError: no sequences are given.
        """
        if given is None:
            raise ValueError(
                "sequences of relations are seen, but none are given; load triples with sequences=, as many "
                "as the model was made for"
            )
        row, _ = (given.step != self.num_steps).nonzero(as_tuple=True)
        type_ = given.step[given.step != self.num_steps]
        walked: Tensor = self.walk(self.of_step.weight, RaggedNodes(type_, row, len(given.step)))
        weighted = walked.index_select(0, given.entry.node) * given.share.to(walked.dtype)[:, None]
        return segment_sum(weighted, given.entry.row, given.entry.num_rows)


def gathered_sum(table: Tensor, nodes: RaggedNodes, length: Tensor | None = None) -> Tensor:
    """``(n, channels)`` to ``(k, channels)``: the sum of the table's rows that each row of nodes names.

    `length` is ``nodes.lengths``, where it is known.

    Example:
        >>> rows = RaggedNodes(torch.tensor([0, 1, 1]), torch.tensor([0, 0, 2]), num_rows=3)
        >>> gathered_sum(torch.tensor([[1.0], [5.0]]), rows).tolist()
        [[6.0], [0.0], [5.0]]
    """
    if torch.is_grad_enabled() or not is_fast_for(table):
        return segment_sum(table.index_select(0, nodes.node), nodes.row, nodes.num_rows)
    # As one product: what is gathered, far larger than table and result, is never written down.
    pointer = torch.zeros(nodes.num_rows + 1, dtype=torch.long)
    torch.cumsum(nodes.lengths if length is None else length, 0, out=pointer[1:])
    return csr(pointer, nodes.node, table.new_ones(len(nodes.node)), num_columns=len(table)) @ table


def _needed(step: Tensor | None) -> Tensor:
    if step is None:
        raise ValueError(
            "the pools see types of steps, but none are given; load triples with relational=True"
        )
    return step
