"""`Plan`: how much of a training on facts a time budget allows."""

from __future__ import annotations

from dataclasses import dataclass

from gdgnn.estimators.kg_settings import KnowledgeSettings

# Of all seconds: the training that is validated, and the ranking of test facts. Another one on all facts
# takes more, as it learns from more of them.
_VALIDATED, _TESTED = 0.36, 0.1
_ALONE = 0.8
# Of the training that is validated: the validations.
_VALIDATION = 0.2
_FEWEST_EPOCHS, _FEWEST_VALIDATIONS, _FEWEST_RANKED = 3, 4, 30


@dataclass(frozen=True)
class Pace:
    """What was measured.

    Attributes:
        epoch: seconds for all facts, with their negatives.
        ranked: seconds to rank one fact at both ends.
    """

    epoch: float
    ranked: float


@dataclass(frozen=True)
class Plan:
    """What fits into the time.

    Attributes:
        epochs: how many.
        validate_every: epochs from one validation to the next.
        targets: facts to learn from in each epoch; all are seen.
        valid, test: facts to rank.
    """

    epochs: int
    validate_every: int
    targets: int
    valid: int
    test: int

    @classmethod
    def of(
        cls,
        settings: KnowledgeSettings,
        sizes: tuple[int, int, int],
        pace: Pace | None,
        *,
        seconds: float | None,
        fixed_epochs: bool,
        refit: bool,
    ) -> Plan:
        """The whole, where nothing limits it; else what takes about the given seconds.

        Args:
            settings: how it would be without a budget.
            sizes: how many facts train, validate and test.
            pace: how fast it goes; None where nothing limits it.
            seconds: for all of it.
            fixed_epochs: whether all epochs of the settings are wanted, whatever they take.
            refit: whether there will be another training, on all facts.

        Example:
            >>> settings = KnowledgeSettings.preset("best", epochs=16)
            >>> plan = Plan.of(
            ...     settings, (1000, 100, 100), Pace(2.0, 0.01), seconds=50, fixed_epochs=False, refit=True
            ... )
            >>> plan.epochs, plan.validate_every, plan.valid, plan.test
            (7, 1, 51, 100)
        """
        train, valid, test = sizes
        whole = cls(*_dividing(settings.epochs, settings.validate_every), train, valid, test)
        if seconds is None or pace is None:
            return whole
        share = (_VALIDATED if refit else _ALONE) * seconds
        test = _ranked(test, _TESTED * seconds, pace)
        allowed = int((1 - _VALIDATION) * share / max(pace.epoch, 1e-9))
        targets = train
        if fixed_epochs or allowed >= settings.epochs:
            epochs, every = whole.epochs, whole.validate_every
        elif allowed >= _FEWEST_EPOCHS:
            epochs, every = _rhythm(allowed, settings.validate_every)
        else:
            epochs, every = min(settings.epochs, _FEWEST_EPOCHS), 1
            part = (1 - _VALIDATION) * share / (epochs * max(pace.epoch, 1e-9))
            targets = min(train, max(int(part * train), settings.batch_size))
        valid = _ranked(valid, _VALIDATION * share * every / epochs, pace)
        return cls(epochs, every, targets, valid, test)


def _ranked(count: int, seconds: float, pace: Pace) -> int:
    """How many of some facts can be ranked; a few in any case."""
    return min(count, max(_FEWEST_RANKED, int(seconds / max(pace.ranked, 1e-9))))


def _rhythm(epochs: int, validate_every: int) -> tuple[int, int]:
    """Epochs and how many pass between validations, such that the last one is validated."""
    every = min(validate_every, max(1, epochs // _FEWEST_VALIDATIONS))
    return epochs // every * every, every


def _dividing(epochs: int, validate_every: int) -> tuple[int, int]:
    """The same, but just these epochs."""
    most = _rhythm(epochs, validate_every)[1]
    return epochs, next(every for every in range(most, 0, -1) if epochs % every == 0)
