from __future__ import annotations

import math

import pytest
import torch

from gdgnn.tasks.knowledge_loss import triple_loss
from tests.nn.graphs import assert_close

POSITIVE = torch.tensor([0.5, -1.0])
NEGATIVE = torch.tensor([[0.2, 1.0, -2.0], [0.0, 0.0, 3.0]])


def log_sigmoid(x: float) -> float:
    return -math.log1p(math.exp(-x))


def test_cross_entropy_is_that_of_the_fact_among_its_candidates() -> None:
    expected = 0.0
    for positive, negative in zip(POSITIVE.tolist(), NEGATIVE.tolist(), strict=True):
        every = [math.exp(score) for score in (positive, *negative)]
        expected -= math.log(every[0] / sum(every))
    assert triple_loss(POSITIVE, NEGATIVE).item() == pytest.approx(expected, abs=1e-5)


def test_binary_is_the_fact_and_the_mean_of_its_negatives() -> None:
    expected = 0.0
    for positive, negative in zip(POSITIVE.tolist(), NEGATIVE.tolist(), strict=True):
        expected -= log_sigmoid(positive) + sum(log_sigmoid(-score) for score in negative) / 3
    assert triple_loss(POSITIVE, NEGATIVE, "binary").item() == pytest.approx(expected, abs=1e-5)


def test_self_adversarial_weighs_negatives_by_their_scores_without_a_gradient() -> None:
    negative = NEGATIVE.clone().requires_grad_()
    loss = triple_loss(POSITIVE, negative, "self-adversarial", temperature=0.5)
    expected = 0.0
    gradient = []
    for positive, scores in zip(POSITIVE.tolist(), NEGATIVE.tolist(), strict=True):
        weights = [math.exp(0.5 * score) for score in scores]
        weights = [weight / sum(weights) for weight in weights]
        expected -= log_sigmoid(positive)
        expected -= sum(weight * log_sigmoid(-score) for weight, score in zip(weights, scores, strict=True))
        gradient.append([w / (1 + math.exp(-s)) for w, s in zip(weights, scores, strict=True)])
    assert loss.item() == pytest.approx(expected, abs=1e-5)
    loss.backward()
    assert negative.grad is not None
    assert_close(negative.grad, torch.tensor(gradient))


def test_self_adversarial_at_temperature_0_is_binary() -> None:
    adversarial = triple_loss(POSITIVE, NEGATIVE, "self-adversarial", temperature=0.0)
    assert_close(adversarial, triple_loss(POSITIVE, NEGATIVE, "binary"))


@pytest.mark.parametrize("kind", ["cross-entropy", "binary", "self-adversarial"])
def test_large_scores_stay_finite(kind: str) -> None:
    positive = torch.tensor([-1e4], requires_grad=True)
    loss = triple_loss(positive, torch.tensor([[1e4]]), kind)  # type: ignore[arg-type]
    loss.backward()
    assert loss.isfinite()
    assert positive.grad is not None
    assert positive.grad.isfinite().all()


def test_wrong_shapes_and_names_are_errors() -> None:
    with pytest.raises(ValueError, match="'hinge'"):
        triple_loss(POSITIVE, NEGATIVE, "hinge")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one negative"):
        triple_loss(POSITIVE, torch.empty(2, 0))
    with pytest.raises(ValueError, match="give \\(p,\\)"):
        triple_loss(POSITIVE, NEGATIVE[:1])
