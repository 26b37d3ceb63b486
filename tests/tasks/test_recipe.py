from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn

from gdgnn.tasks import Recipe
from gdgnn.tasks.optimizer import make_optimizer
from gdgnn.tasks.seeds import step_seed


@pytest.mark.parametrize(
    "wrong",
    [
        {"epochs": 0},
        {"micro_batch": 0},
        {"patience": -1},
        {"learning_rate": 0.0},
        {"learning_rate": float("nan")},
        {"clip_norm": -1.0},
        {"weight_decay": -1e-4},
        {"schedule": "cosine"},
        {"select": "worst"},
    ],
)
def test_a_wrong_choice_is_refused_by_name(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=name):
        Recipe(**wrong)


def rates(recipe: Recipe, steps: int) -> list[float]:
    optimizer, schedule = make_optimizer([nn.Parameter(torch.ones(1))], recipe, steps)
    found = []
    for _ in range(steps):
        found.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return found


def test_one_cycle_goes_up_to_the_learning_rate_and_down_again() -> None:
    found = rates(Recipe(learning_rate=0.1), 100)
    assert max(found) == pytest.approx(0.1, rel=1e-2)
    assert found[0] == pytest.approx(0.004)
    assert found[-1] < 1e-3
    assert found.index(max(found)) == pytest.approx(30, abs=2)


def test_a_constant_rate_stays() -> None:
    assert rates(Recipe(learning_rate=0.1, schedule="constant"), 5) == [0.1] * 5


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_even_the_shortest_training_has_a_schedule(steps: int) -> None:
    assert all(0 < rate <= 0.1 for rate in rates(Recipe(learning_rate=0.1), steps))


def test_frozen_weights_are_left_out() -> None:
    weights = [nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(1), requires_grad=False)]
    optimizer, _ = make_optimizer(weights, Recipe(), 1)
    assert optimizer.param_groups[0]["params"] == weights[:1]


def test_each_step_has_a_seed_of_its_own() -> None:
    seeds = {step_seed(seed, epoch, step) for seed in (0, -1) for epoch in range(9) for step in range(9)}
    assert len(seeds) == 2 * 81
    assert all(0 <= seed < 2**62 for seed in seeds)
