"""What a time budget allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gdgnn.estimators.kg_plan import Pace, Plan
from gdgnn.estimators.kg_settings import KnowledgeSettings

SETTINGS = KnowledgeSettings.preset("best", epochs=16)
SIZES = (10_000, 1_000, 1_000)


def plan(pace: Pace, seconds: float | None, *, fixed: bool = False, refit: bool = True) -> Plan:
    return Plan.of(SETTINGS, SIZES, pace, seconds=seconds, fixed_epochs=fixed, refit=refit)


def cost(found: Plan, pace: Pace, *, refit: bool) -> float:
    """Seconds it takes: learning, validations, the test, and learning from all."""
    learning = found.epochs * pace.epoch * found.targets / SIZES[0]
    validations = found.epochs // found.validate_every
    again = 1.2 * learning if refit else 0.0
    return learning + again + (validations * found.valid + found.test) * pace.ranked


def test_without_a_budget_nothing_is_left_out() -> None:
    assert plan(Pace(100.0, 1.0), None) == Plan(16, 4, *SIZES)
    assert plan(Pace(0.01, 1e-6), 600) == Plan(16, 4, *SIZES)


@pytest.mark.parametrize("refit", [True, False])
@pytest.mark.parametrize("epoch", [0.5, 2.0, 20.0, 300.0])
@pytest.mark.parametrize("ranked", [1e-4, 1e-2, 0.05])
def test_what_is_planned_fits(epoch: float, ranked: float, refit: bool) -> None:
    pace = Pace(epoch, ranked)
    found = plan(pace, 120.0, refit=refit)
    assert cost(found, pace, refit=refit) < 120.0
    assert found.epochs % found.validate_every == 0
    assert found.epochs >= 1


def test_of_a_large_graph_some_facts_are_learned_from() -> None:
    found = plan(Pace(1_000.0, 1e-3), 120.0)
    assert found.epochs == 3
    assert SETTINGS.batch_size <= found.targets < SIZES[0]


def test_epochs_that_were_given_are_kept() -> None:
    assert plan(Pace(100.0, 1e-3), 10.0, fixed=True).epochs == 16


def test_the_last_epoch_is_always_validated() -> None:
    for epochs in range(1, 30):
        found = Plan.of(
            replace(SETTINGS, epochs=epochs), SIZES, None, seconds=None, fixed_epochs=False, refit=True
        )
        assert found.epochs % found.validate_every == 0
        assert found.epochs == epochs
