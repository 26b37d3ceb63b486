"""Choose among settings by what they reach on the validation targets, within a time budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import Field, asdict, dataclass, replace
from math import prod
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from gdgnn.estimators.budget import Budget
from gdgnn.estimators.fields import read
from gdgnn.estimators.journal import Journal
from gdgnn.estimators.report import Candidate


class Settings(Protocol):
    """A frozen dataclass of plain values."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def as_dict(self) -> dict[str, Any]:
        """What is set, for JSON; what is left out has its default."""
        ...


S = TypeVar("S", bound=Settings)
M = TypeVar("M")


@dataclass(frozen=True, eq=False)
class Trained(Generic[M]):
    """What came of one training."""

    model: M
    metric: float
    epochs: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Chosen(Generic[M, S]):
    """What a search found.

    Attributes:
        candidates: all that was tried.
        at: the position of the best.
        settings: those of the best.
        model: the best, as it was trained for validation.
        why: what ended the search.
    """

    candidates: tuple[Candidate, ...]
    at: int
    settings: S
    model: M
    why: str


def choose(
    first: Sequence[S],
    space: Mapping[str, Sequence[Any]],
    train: Callable[[S, str], Trained[M]],
    *,
    trials: int,
    budget: Budget,
    journal: Journal,
    seed: int,
) -> Chosen[M, S]:
    """Try the first settings, then what Optuna proposes, and keep the best; of equals, the earlier.

    Args:
        first: tried in any case but the budget's; the very first even then. Optuna varies the first of them,
            and the others are taken to need no time to speak of.
        space: what may be varied, and its values. Empty, or without Optuna: only `first` is tried.
        train: settings, and the name under which the journal keeps checkpoints, to a result.
        trials: how many to try at most.
        budget: how long.
        journal: tells what was tried before an interruption; this is not tried again.
        seed: of what Optuna draws.
    """
    kind = type(first[0])
    tried = [read(Candidate, one) for one in journal.get("tried", [])]
    for one in tried:
        budget.took(one.seconds)
    best: tuple[int, M] | None = None
    ended: str | None = journal.get("ended")
    for at, settings in enumerate(_proposals(first, space, tried, seed, trials)):
        if ended is not None:
            break
        if at < len(tried):
            continue
        if at and not budget.allows(0.0 if at < len(first) else max(one.seconds for one in tried)):
            ended = f"the time budget of {budget.seconds:g} s allows no more"
            break
        done = train(settings, f"candidate-{at}")
        tried.append(Candidate(settings.as_dict(), done.metric, done.epochs, done.seconds))
        budget.took(done.seconds)
        if at == _best(tried):
            best = (at, done.model)
        journal.put(tried=[asdict(one) for one in tried], spent=budget.spent)
        for other in range(len(tried)):
            if other != _best(tried):
                journal.discard(f"candidate-{other}")
    if ended is None:
        ended = f"{trials} were to be tried" if len(tried) == trials else _why_so_few(space, len(tried))
    journal.put(ended=ended)
    winner = _best(tried)
    settings = read(kind, tried[winner].settings)
    if best is None or best[0] != winner:
        best = (winner, train(settings, f"candidate-{winner}").model)
    reason = f"the best of {len(tried)} on the validation targets; {ended}"
    return Chosen(tuple(tried), winner, settings, best[1], reason)


def _best(tried: Sequence[Candidate]) -> int:
    return max(range(len(tried)), key=lambda at: (tried[at].metric, -at))


def _why_so_few(space: Mapping[str, Sequence[Any]], count: int) -> str:
    if not space:
        return "all else was given"
    if not _has_optuna():
        return "more is tried where Optuna is installed: pip install 'gdgnn[tune]'"
    return f"there are no more than {count} that differ"


def _has_optuna() -> bool:
    try:
        import optuna  # noqa: F401
    except ImportError:
        return False
    return True


def _proposals(
    first: Sequence[S], space: Mapping[str, Sequence[Any]], tried: Sequence[Candidate], seed: int, trials: int
) -> Iterator[S]:
    """Settings to try; each is asked for after the one before was put into `tried`."""
    yield from first[:trials]
    varied = {name: values for name, values in space.items() if len(values) > 1}
    if not varied or not _has_optuna():
        return
    import optuna

    with _quiet(optuna):
        sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=4)
        study = optuna.create_study(direction="maximize", sampler=sampler)
    distributions: dict[str, optuna.distributions.BaseDistribution] = {
        name: optuna.distributions.CategoricalDistribution(tuple(values)) for name, values in varied.items()
    }
    seen = list(first)
    # Settings outside the space (the instant model's kind) teach the sampler nothing.
    given = {name: getattr(first[0], name) for name in varied}
    study.add_trial(optuna.create_trial(params=given, distributions=distributions, value=tried[0].metric))
    at = min(len(first), trials)
    combinations = prod(len(values) for values in varied.values())
    while at < trials and at < combinations + len(first) - 1:
        trial = study.ask(distributions)
        settings = replace(first[0], **trial.params)
        if settings in seen:
            study.tell(trial, tried[seen.index(settings)].metric)
            continue
        seen.append(settings)
        yield settings
        study.tell(trial, tried[at].metric)
        at += 1


@contextmanager
def _quiet(optuna: Any) -> Iterator[None]:
    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        yield
    finally:
        optuna.logging.set_verbosity(before)
