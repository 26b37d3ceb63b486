"""Reductions over rows agree with a loop over the rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from gdgnn.nn import segments

ROW = torch.tensor([0, 0, 0, 2, 5, 5])
NUM_ROWS = 7
Segment = Callable[[Tensor, Tensor, int], Tensor]


def by_row(values: Tensor, reduce: Callable[[Tensor], Tensor]) -> Tensor:
    rows = [values[row == ROW] for row in range(NUM_ROWS)]
    return torch.stack([reduce(row) if len(row) else torch.zeros(values.shape[1]).to(row) for row in rows])


@pytest.mark.parametrize(
    ("segment", "reduce"),
    [
        (segments.segment_sum, lambda row: row.sum(0)),
        (segments.segment_mean, lambda row: row.mean(0)),
        (segments.segment_max, lambda row: row.amax(0)),
    ],
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_each_row_is_reduced_on_its_own(
    segment: Segment, reduce: Callable[[Tensor], Tensor], dtype: torch.dtype
) -> None:
    values = torch.randn(len(ROW), 3).to(dtype)
    torch.testing.assert_close(segment(values, ROW, NUM_ROWS), by_row(values, reduce))


@pytest.mark.parametrize(
    "segment",
    [
        segments.segment_sum,
        segments.segment_mean,
        segments.segment_max,
        segments.segment_softmax,
        segments.calm_sum,
    ],
)
def test_gradients_are_right_and_nothing_at_all_is_fine(segment: Segment) -> None:
    values = torch.randn(len(ROW), 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda given: segment(given, ROW, NUM_ROWS), [values])
    nothing = segment(torch.empty(0, 3), ROW[:0], 2)
    assert nothing.isfinite().all()
    assert segment(torch.empty(0, 3), ROW[:0], 0).shape[0] == 0


def test_weights_of_a_row_sum_to_one_however_large_the_logits() -> None:
    weight = segments.segment_softmax(
        torch.tensor([[1e30], [1e30], [-1e30], [5.0], [-1e4], [1e4]]), ROW, NUM_ROWS
    )
    torch.testing.assert_close(weight[:, 0], torch.tensor([0.5, 0.5, 0.0, 1.0, 0.0, 1.0]))


def test_a_calm_sum_grows_with_the_root_and_tells_lengths_apart() -> None:
    row = torch.zeros(10_000, dtype=torch.long)
    found = segments.calm_sum(torch.ones(10_000, 1), row, 1)
    torch.testing.assert_close(found[0], torch.tensor([100.0, torch.tensor(10_000.0).log1p()]))
    short = segments.calm_sum(torch.ones(3, 1), ROW[:3], 1)
    plain = short[:, 0] * short[:, 1].expm1().sqrt()
    torch.testing.assert_close(plain, torch.tensor([3.0]))
