"""Products of a sparse matrix and a dense one that cost no more backward than forward."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

with warnings.catch_warnings():
    # torch says once per process that its CSR tensors are in beta; what we use of them is tested.
    warnings.simplefilter("ignore", UserWarning)
    torch.sparse_csr_tensor(torch.tensor([0, 0]), torch.tensor([]).long(), torch.tensor([]), size=(1, 1))


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """A constant sparse matrix that dense ones are multiplied with.

    Attributes:
        matrix: ``(n, m)`` in torch's CSR layout.
        transposed: ``(m, n)`` likewise; ``matrix`` itself where it is symmetric: nothing is kept twice.

    Example:
        >>> swap = csr(torch.tensor([0, 1, 2]), torch.tensor([1, 0]), torch.ones(2), num_columns=2)
        >>> (SparseMatrix(swap, swap) @ torch.tensor([[1.0], [2.0]])).tolist()
        [[2.0], [1.0]]
    """

    matrix: Tensor
    transposed: Tensor

    def __matmul__(self, dense: Tensor) -> Tensor:
        """``(n, m) @ (m, channels)``, differentiable as often as wanted by the dense factor."""
        product: Tensor = _Product.apply(dense, self.matrix, self.transposed)  # type: ignore[no-untyped-call]
        return product


def csr(row_pointer: Tensor, column: Tensor, value: Tensor, *, num_columns: int) -> Tensor:
    """A CSR tensor of ``len(row_pointer) - 1`` rows, with 32-bit indices where they suffice.

    Example:
        >>> csr(torch.tensor([0, 1, 1]), torch.tensor([2]), torch.ones(1), num_columns=3).to_dense().tolist()
        [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    fits = max(len(row_pointer), num_columns, len(column)) <= torch.iinfo(torch.int32).max
    dtype = torch.int32 if fits else torch.int64
    return torch.sparse_csr_tensor(
        row_pointer.to(dtype),
        column.to(dtype),
        value,
        size=(len(row_pointer) - 1, num_columns),
        check_invariants=False,
    )


def is_fast_for(dense: Tensor) -> bool:
    """Whether torch has a fast product of a CSR matrix with this one: on the CPU, through MKL."""
    return (
        dense.device.type == "cpu"
        and dense.dtype in (torch.float32, torch.float64)
        and torch.backends.mkl.is_available()  # type: ignore[no-untyped-call]
    )


class _Product(torch.autograd.Function):
    """torch would transpose the matrix anew in each backward pass; here that is done once, or never."""

    @staticmethod
    def forward(ctx: Any, dense: Tensor, matrix: Tensor, transposed: Tensor) -> Tensor:
        ctx.matrices = matrix, transposed
        return torch.mm(matrix, dense)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        matrix, transposed = ctx.matrices
        gradient: Tensor = _Product.apply(gradients[0].contiguous(), transposed, matrix)  # type: ignore[no-untyped-call]
        return gradient, None, None
