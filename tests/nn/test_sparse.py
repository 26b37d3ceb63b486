"""Sparse products agree with dense ones, backward too."""

from __future__ import annotations

import torch

from gdgnn.nn.sparse import SparseMatrix, csr


def sparse(dense: torch.Tensor) -> torch.Tensor:
    found = dense.to_sparse_csr(dense_dim=0)
    return csr(found.crow_indices(), found.col_indices(), found.values(), num_columns=dense.shape[1])


def test_gradients_of_a_product_are_right_twice_over() -> None:
    matrix = torch.randn(5, 4, dtype=torch.float64).relu()
    product = SparseMatrix(sparse(matrix), sparse(matrix.T.contiguous()))
    x = torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda given: product @ given, [x])
    assert torch.autograd.gradgradcheck(lambda given: (product @ given).square(), [x])


def test_a_symmetric_matrix_serves_as_its_own_transpose() -> None:
    matrix = torch.randn(4, 4, dtype=torch.float64)
    own = sparse(matrix + matrix.T)
    x = torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda given: SparseMatrix(own, own) @ given, [x])


def test_entries_given_twice_are_added() -> None:
    matrix = csr(torch.tensor([0, 2]), torch.tensor([1, 1]), torch.ones(2), num_columns=2)
    assert (SparseMatrix(matrix, matrix) @ torch.tensor([[1.0], [3.0]])).tolist() == [[6.0]]


def test_a_product_with_an_empty_matrix_is_zero() -> None:
    matrix = csr(
        torch.zeros(4, dtype=torch.long), torch.empty(0, dtype=torch.long), torch.empty(0), num_columns=3
    )
    assert (SparseMatrix(matrix, matrix) @ torch.ones(3, 2)).tolist() == [[0.0, 0.0]] * 3


def test_indices_are_narrow_where_they_fit() -> None:
    assert sparse(torch.eye(3)).crow_indices().dtype == torch.int32
