"""Sums over gathered rows: the engine's against torch's, forward and backward."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from gdgnn import _engine
from gdgnn.nn import gathered
from gdgnn.nn.gathered import Gathered, relu_of, relu_sum
from gdgnn.nn.segments import segment_sum

LENGTHS = [3, 0, 1, 40, 0, 2]
ROW = torch.repeat_interleave(torch.arange(len(LENGTHS)), torch.tensor(LENGTHS))


def parts(count: int, channels: int, dtype: torch.dtype, row: Tensor = ROW) -> list[Gathered]:
    random = torch.Generator().manual_seed(count)
    tables = [torch.randn(5 + k, channels, generator=random, dtype=dtype) for k in range(count)]
    return [
        Gathered(table.requires_grad_(), torch.randint(len(table), (len(row),), generator=random))
        for table in tables
    ]


def with_gradients(given: list[Gathered], total: Tensor) -> list[Tensor]:
    slope = torch.arange(total.numel(), dtype=total.dtype).view_as(total).sin()
    return [total, *torch.autograd.grad(total, [part.table for part in given], slope)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [0, 1, 7, 64, 131])
def test_the_engine_agrees_with_torch(count: int, channels: int, dtype: torch.dtype) -> None:
    given = parts(count, channels, dtype)
    found = with_gradients(given, relu_sum(given, ROW, len(LENGTHS)))
    expected = with_gradients(given, segment_sum(relu_of(given), ROW, len(LENGTHS)))
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other)


def test_the_number_of_threads_changes_no_bit() -> None:
    row = torch.arange(20_000) // 7
    given = parts(3, 50, torch.float32, row)
    before = torch.get_num_threads()
    found = []
    for threads in (1, 2, 5):
        torch.set_num_threads(threads)
        found.append(with_gradients(given, relu_sum(given, row, int(row[-1]) + 1)))
    torch.set_num_threads(before)
    for again in found[1:]:
        assert all(torch.equal(one, other) for one, other in zip(found[0], again, strict=True))


def test_no_entries_and_no_rows() -> None:
    nothing = torch.empty(0, dtype=torch.long)
    given = parts(2, 3, torch.float32, nothing)
    assert relu_sum(given, nothing, 4).tolist() == [[0.0] * 3] * 4
    assert relu_sum(given, nothing, 0).shape == (0, 3)
    assert not any(gradient.any() for gradient in with_gradients(given, relu_sum(given, nothing, 4))[1:])


def test_nan_is_not_hidden() -> None:
    part = Gathered(torch.tensor([[1.0, float("nan")]], requires_grad=True), torch.tensor([0]))
    total, gradient = with_gradients([part], relu_sum([part], torch.tensor([0]), 1))
    assert total.isnan().tolist() == [[False, True]]
    assert gradient.tolist() == [[0.0, pytest.approx(np.sin(1.0))]]


def test_other_types_take_the_way_of_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("called")

    monkeypatch.setattr(gathered._engine, "relu_sum", fail)
    given = parts(2, 3, torch.bfloat16)
    assert relu_sum(given, ROW, len(LENGTHS)).dtype == torch.bfloat16


def test_strided_tables_and_gradients() -> None:
    table = torch.randn(4, 6, dtype=torch.float64).T.requires_grad_()
    index = torch.tensor([0, 5, 5])
    row = torch.tensor([0, 1, 1])
    assert torch.autograd.gradcheck(lambda x: relu_sum([Gathered(x, index)], row, 2).sum(), [table])


TABLE, ROWS, OFFSETS = np.ones((2, 3)), np.array([0, 1, 1]), np.array([0, 1, 3])


@pytest.mark.parametrize(
    ("tables", "indices", "offsets", "said"),
    [
        ([TABLE], [np.array([0, 2, 0])], OFFSETS, r"indices\[0\]\[1\] is 2, but the table has 2 rows"),
        ([TABLE], [np.array([0, 0, -1])], OFFSETS, r"indices\[0\]\[2\] is -1"),
        ([TABLE, TABLE], [ROWS, ROWS[:2]], OFFSETS, r"indices\[1\] has 2 entries, not 3"),
        ([TABLE, TABLE[:, :2].copy()], [ROWS, ROWS], OFFSETS, r"tables\[1\] has 2 columns, not 3"),
        ([TABLE], [ROWS], np.array([0, 1, 2]), "end with the number of entries, 3"),
        ([TABLE], [ROWS], np.array([0, 4, 3]), r"offsets\[2\] is less"),
        ([TABLE], [ROWS], np.array([0, 1, 2, 3]), "2 rows, and offsets speak of 3"),
        ([], [], OFFSETS, "1 to 4 tables"),
    ],
)
def test_what_does_not_fit_is_named(
    tables: list[np.ndarray], indices: list[np.ndarray], offsets: np.ndarray, said: str
) -> None:
    with pytest.raises((ValueError, IndexError), match=said):
        _engine.relu_sum(tables, indices, offsets, np.empty((2, 3)), 1)
    with pytest.raises((ValueError, IndexError), match=said):
        _engine.relu_sum_backward(
            tables, indices, offsets, np.empty((2, 3)), [np.zeros_like(table) for table in tables], 1
        )
