"""Rows that are gathered from tables, and sums over them that never write them down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from gdgnn import _engine
from gdgnn.nn.segments import segment_lengths, segment_sum


@dataclass(frozen=True, eq=False)
class Gathered:
    """Rows of a table, by their positions: ``table[index]``, not worked out yet.

    Attributes:
        table: ``(n, channels)``.
        index: ``(e,)`` long.

    Example:
        >>> Gathered(torch.tensor([[1.0], [2.0]]), torch.tensor([1, 1, 0])).rows().tolist()
        [[2.0], [2.0], [1.0]]
    """

    table: Tensor
    index: Tensor

    @classmethod
    def of(cls, rows: Tensor) -> Gathered:
        """Rows that are there already, each taken once."""
        return cls(rows, torch.arange(len(rows), device=rows.device))

    def rows(self) -> Tensor:
        """``(e, channels)``."""
        return self.table.index_select(0, self.index)


def relu_of(parts: Sequence[Gathered]) -> Tensor:
    """``relu(sum of all parts)``, ``(e, channels)``.

    Example:
        >>> part = Gathered(torch.tensor([[1.0], [-3.0]]), torch.tensor([0, 1]))
        >>> relu_of([part, part]).tolist()
        [[2.0], [0.0]]
    """
    first, *others = (part.rows() for part in parts)
    for other in others:
        first = first + other
    return first.relu()


def relu_sum(parts: Sequence[Gathered], row: Tensor, num_rows: int) -> Tensor:
    """The sum of :func:`relu_of` over the entries of each row; 0 for an empty one.

    On the CPU what stands under the sum is not kept, and calculated again going back: entries are many more
    than rows, and memory, not arithmetic, is what they cost.

    Args:
        parts: 1 to 4, of ``e`` entries each.
        row: ``(e,)`` long, ascending.
        num_rows: how many rows there are.

    Returns:
        ``(num_rows, channels)``.

    Example:
        >>> part = Gathered(torch.tensor([[1.0], [-3.0]]), torch.tensor([0, 1, 0]))
        >>> relu_sum([part], torch.tensor([0, 0, 2]), 3).tolist()
        [[1.0], [0.0], [1.0]]
    """
    if not _is_for_engine(parts):
        return segment_sum(relu_of(parts), row, num_rows)
    offsets = torch.zeros(num_rows + 1, dtype=torch.long)
    torch.cumsum(segment_lengths(row, num_rows), 0, out=offsets[1:])
    indices = [part.index for part in parts]
    total: Tensor = _ReluSum.apply(offsets, indices, *(part.table for part in parts))  # type: ignore[no-untyped-call]
    return total


def _is_for_engine(parts: Sequence[Gathered]) -> bool:
    dtype = parts[0].table.dtype
    return dtype in (torch.float32, torch.float64) and all(
        part.table.device.type == "cpu" and part.table.dtype == dtype for part in parts
    )


class _ReluSum(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, offsets: Tensor, indices: list[Tensor], *tables: Tensor) -> Tensor:
        tables = tuple(table.contiguous() for table in tables)
        ctx.indices = indices
        ctx.save_for_backward(offsets, *tables)
        result = tables[0].new_empty(len(offsets) - 1, tables[0].shape[1])
        _engine.relu_sum(
            [_array(table) for table in tables],
            [_array(index) for index in indices],
            _array(offsets),
            _array(result),
            torch.get_num_threads(),
        )
        return result

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        offsets, *tables = ctx.saved_tensors
        results = [torch.zeros_like(table) for table in tables]
        _engine.relu_sum_backward(
            [_array(table) for table in tables],
            [_array(index) for index in ctx.indices],
            _array(offsets),
            _array(gradients[0]),
            [_array(result) for result in results],
            torch.get_num_threads(),
        )
        return None, None, *results


def _array(tensor: Tensor) -> Any:
    return tensor.detach().contiguous().numpy()
