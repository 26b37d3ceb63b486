"""The search: what it tries, when it stops, and how it goes on after an interruption."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from gdgnn.estimators import search as searching
from gdgnn.estimators.budget import Budget
from gdgnn.estimators.journal import Journal
from gdgnn.estimators.search import Chosen, Trained, choose

SPACE = {"depth": (1, 2, 3, 4), "width": (8, 16, 32), "fixed": (0,)}


@dataclass(frozen=True)
class Setting:
    depth: int = 1
    width: int = 8
    fixed: int = 0

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Bench:
    """Trains nothing: the metric is a function of the settings."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.trained: list[Setting] = []
        self.stop_after = stop_after

    def __call__(self, settings: Setting, stage: str) -> Trained[str]:
        if self.stop_after is not None and len(self.trained) == self.stop_after:
            raise KeyboardInterrupt
        self.trained.append(settings)
        metric = settings.depth / 10 + settings.width / 1000
        return Trained(f"{stage} model", metric, 1, 1.0)


def run(bench: Bench, folder: Path | None = None, **options: Any) -> Chosen[str, Setting]:
    settings: dict[str, Any] = {"trials": 6, "seed": 3, "budget": Budget(None)}
    journal = Journal(folder, resume=folder is not None, identity="x")
    return choose([Setting()], SPACE, bench, journal=journal, **(settings | options))


def test_the_default_comes_first_and_nothing_twice() -> None:
    bench = Bench()
    found = run(bench)
    assert bench.trained[0] == Setting()
    assert len(set(bench.trained)) == len(bench.trained) == 6
    assert all(one.fixed == 0 for one in bench.trained)
    assert found.settings == max(bench.trained, key=lambda one: one.depth / 10 + one.width / 1000)
    assert found.model == f"candidate-{found.at} model"


def test_the_same_seed_tries_the_same_and_another_seed_others() -> None:
    one, two, other = Bench(), Bench(), Bench()
    run(one)
    run(two)
    run(other, seed=4)
    assert one.trained == two.trained != other.trained


def test_a_small_space_is_tried_out_and_no_more() -> None:
    bench = Bench()
    found = choose(
        [Setting()],
        {"depth": (1, 2)},
        bench,
        trials=20,
        seed=0,
        budget=Budget(None),
        journal=Journal(None, resume=False, identity="x"),
    )
    assert {one.depth for one in bench.trained} == {1, 2}
    assert "no more than 2 that differ" in found.why


def test_without_optuna_only_the_first_settings_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_has_optuna", lambda: False)
    bench = Bench()
    found = run(bench)
    assert bench.trained == [Setting()]
    assert "gdgnn[tune]" in found.why


@pytest.mark.parametrize("done", range(7))
def test_an_interrupted_search_goes_on_as_if_nothing_had_happened(tmp_path: Path, done: int) -> None:
    whole = Bench()
    expected = run(whole)
    first, second = Bench(stop_after=done), Bench()
    if done < 6:
        with pytest.raises(KeyboardInterrupt):
            run(first, tmp_path)
    else:
        run(first, tmp_path)
    found = run(second, tmp_path)
    assert first.trained + second.trained[: 6 - done] == whole.trained
    assert (found.settings, found.at, found.why) == (expected.settings, expected.at, expected.why)
    assert [one.metric for one in found.candidates] == [one.metric for one in expected.candidates]
    assert found.model == expected.model


def test_of_equals_the_earlier_is_chosen() -> None:
    found = choose(
        [Setting(width=8), Setting(width=16)],
        {},
        lambda settings, stage: Trained(stage, 0.5, 1, 1.0),
        trials=5,
        seed=0,
        budget=Budget(None),
        journal=Journal(None, resume=False, identity="x"),
    )
    assert found.at == 0
    assert "all else was given" in found.why


def test_a_budget_that_is_used_up_ends_the_search_but_not_before_the_first() -> None:
    bench = Bench()
    found = run(bench, budget=Budget(10.0, spent=50.0))
    assert bench.trained == [Setting()]
    assert "time budget of 10 s" in found.why


def test_a_slow_first_candidate_leaves_time_for_the_other_first_ones() -> None:
    bench = Bench()
    journal = Journal(None, resume=False, identity="x")
    budget = Budget(100.0, spent=40.0)

    def slow(settings: Setting, stage: str) -> Trained[str]:
        return Trained(bench(settings, stage).model, 0.5, 30, 40.0)

    firsts = [Setting(), Setting(fixed=1)]
    choose(firsts, SPACE, slow, trials=6, seed=3, budget=budget, journal=journal)
    assert bench.trained == firsts


def test_a_candidate_must_end_in_time_for_the_final_training() -> None:
    assert not Budget(100.0, spent=45.0).late()
    assert Budget(100.0, spent=55.0).late()
    known = Budget(100.0, spent=55.0)
    known.took(10.0)
    assert not known.late()
    known.took(40.0)
    assert known.late()


def test_the_final_training_gets_what_is_left_and_a_little_more() -> None:
    budget = Budget(100.0, spent=50.0)
    assert budget.final_epochs(4.0, 30) == 9
    assert budget.final_epochs(0.1, 30) == 30
    assert Budget(100.0, spent=500.0).final_epochs(4.0, 30) == 3
    assert not Budget(100.0, spent=110.0).over()
    assert Budget(100.0, spent=120.0).over()


@pytest.mark.parametrize(("per_epoch", "expected"), [(0.001, 30), (2.0, 20), (1000.0, 3), (0.0, 30)])
def test_epochs_fit_into_the_share_of_one_training(per_epoch: float, expected: int) -> None:
    assert Budget(100.0).epochs(per_epoch, 30) == expected


def test_without_a_budget_all_is_allowed() -> None:
    free = Budget(None, spent=1e9)
    assert free.epochs(1e9, 30) == free.final_epochs(1e9, 30) == 30
    assert not free.late()
    assert not free.over()
    with pytest.raises(ValueError, match="time_budget is -1"):
        Budget(-1)
