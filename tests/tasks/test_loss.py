from __future__ import annotations

import math

import pytest
import torch
from torch.nn import functional

from gdgnn.tasks import binary_loss, class_loss


def test_binary_loss_of_one_task_is_the_sum_of_cross_entropies() -> None:
    score, label = torch.randn(9), torch.randint(2, (9,)).float()
    expected = functional.binary_cross_entropy_with_logits(score, label, reduction="sum")
    torch.testing.assert_close(binary_loss(score, label), expected)
    torch.testing.assert_close(binary_loss(score, label.long()), expected)


def test_what_has_no_label_has_no_gradient() -> None:
    score = torch.randn(4, 3, requires_grad=True)
    label = torch.randint(2, (4, 3)).float()
    label[0] = math.nan
    label[2, 1] = math.nan
    binary_loss(score, label).backward()
    assert score.grad is not None
    assert ((score.grad == 0) == label.isnan()).all()


def test_positives_count_as_asked() -> None:
    score = torch.randn(2)
    by_itself = [binary_loss(score[at : at + 1], torch.tensor([1.0 - at])) for at in range(2)]
    weighted = binary_loss(score, torch.tensor([1.0, 0.0]), positive_weight=2.5)
    torch.testing.assert_close(weighted, 2.5 * by_itself[0] + by_itself[1])


def test_class_loss_is_the_sum_of_cross_entropies_of_what_has_a_class() -> None:
    score, label = torch.randn(5, 3), torch.tensor([2, -1, 0, 1, -1])
    expected = functional.cross_entropy(score[label >= 0], label[label >= 0], reduction="sum")
    torch.testing.assert_close(class_loss(score, label), expected)


def test_nothing_costs_nothing() -> None:
    assert binary_loss(torch.empty(0), torch.empty(0)).item() == 0
    assert binary_loss(torch.empty(0, 3), torch.empty(0, 3)).item() == 0
    assert class_loss(torch.empty(0, 3), torch.empty(0).long()).item() == 0


@pytest.mark.parametrize("label", [torch.tensor([3, 0]), torch.tensor([-2, 0])])
def test_a_label_that_is_no_class_is_refused(label: torch.Tensor) -> None:
    with pytest.raises(ValueError, match="number classes from 0"):
        class_loss(torch.zeros(2, 3), label)


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="out_channels"):
        binary_loss(torch.zeros(2), torch.zeros(2, 3))
    with pytest.raises(ValueError, match="one class id"):
        class_loss(torch.zeros(2), torch.zeros(2).long())
