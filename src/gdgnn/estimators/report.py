"""`FitReport`: what `fit` chose, and why."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from gdgnn.estimators.fields import read
from gdgnn.tasks.metrics import Measured, Protocol


@dataclass(frozen=True)
class Candidate:
    """Settings that were tried.

    Attributes:
        settings: what was tried, by name.
        metric: on the validation targets.
        epochs: how many were trained; 0 for what is not trained in epochs.
        seconds: how long it took.
    """

    settings: dict[str, Any]
    metric: float
    epochs: int
    seconds: float

    def differences(self, other: Candidate) -> str:
        """What is set otherwise than in another candidate."""
        return ", ".join(
            f"{name}={value!r}" for name, value in self.settings.items() if other.settings.get(name) != value
        )

    @property
    def cut_short(self) -> str:
        """How far it got, if the time budget ended its training.

        Example:
            >>> Candidate({"epochs": 30}, metric=0.9, epochs=12, seconds=60.0).cut_short
            ' (after 12 of 30 epochs the time was up)'
        """
        wanted = self.settings.get("epochs", 0)
        return f" (after {self.epochs} of {wanted} epochs the time was up)" if self.epochs < wanted else ""


@dataclass(frozen=True)
class FitReport:
    """What `fit` chose, and why; `str()` says it in a few lines.

    Attributes:
        predictor: its class.
        data: what was learned from.
        split: how targets were held back.
        leaks: what :func:`gdgnn.data.check_leaks` said of that.
        candidates: what was tried, in order; the first is the default.
        chosen: the position of what was chosen.
        why: the reason, in words.
        valid: the figure it was chosen by. It is a little too good, as the best of several was taken.
        test: the same on targets that nothing was chosen by; None where none were held back.
        final: what became of the chosen settings in the end.
        seconds: how long all of it took.
        notes: what else one should know.
        others: other figures on the test targets.
    """

    predictor: str
    data: str
    split: str
    leaks: str
    candidates: tuple[Candidate, ...]
    chosen: int
    why: str
    valid: Measured
    test: Measured | None
    final: str
    seconds: float
    notes: tuple[str, ...] = ()
    others: tuple[Measured, ...] = ()

    @property
    def settings(self) -> dict[str, Any]:
        """Those that were chosen."""
        return self.candidates[self.chosen].settings

    def __str__(self) -> str:
        first = self.candidates[0]
        lines = [f"{self.predictor} on {self.data}", f"split: {self.split}", f"leaks: {self.leaks}"]
        for at, one in enumerate(self.candidates):
            mark = "*" if at == self.chosen else " "
            what = "default" if at == 0 else one.differences(first)
            figure = f"{self.valid.name} {one.metric:.4f}, {one.seconds:5.1f} s"
            lines.append(f"{mark} {figure}: {what}{one.cut_short}")
        said = ", ".join(f"{name}={value!r}" for name, value in self.settings.items() if name != "of")
        lines += [f"chosen: {said}", f"why: {self.why}", f"validation: {self.valid}"]
        lines += [] if self.test is None else [f"test: {self.test}"]
        lines += [f"test: {other}" for other in self.others]
        lines += [f"final: {self.final}", *(f"note: {note}" for note in self.notes)]
        return "\n".join([*lines, f"took {self.seconds:.1f} s"])

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Any) -> FitReport:
        """What :meth:`as_dict` returned, checked.

        Raises:
            KeyError, TypeError, ValueError: these values are no report.
        """
        given = dict(values)
        candidates = tuple(read(Candidate, one) for one in given.pop("candidates"))
        valid, test = _measured(given.pop("valid")), given.pop("test")
        notes = tuple(str(note) for note in given.pop("notes"))
        # Reports that were saved before there were others have none.
        others = tuple(_measured(one) for one in given.pop("others", ()))
        beside = {
            "candidates": candidates,
            "others": others,
            "valid": valid,
            "test": None if test is None else _measured(test),
            "notes": notes,
        }
        report = read(cls, given, **beside)
        if not 0 <= report.chosen < len(candidates):
            raise ValueError(f"chosen is {report.chosen}, but there are {len(candidates)} candidates")
        return report


def trained_once_more(targets: str, epochs: int, wanted: int) -> str:
    """What became of the chosen settings where they were trained again.

    Example:
        >>> trained_once_more("12 edges", 30, 30)
        'trained once more on all 12 edges'
        >>> trained_once_more("12 edges", 10, 30)
        'trained once more on all 12 edges, for 10 epochs of 30: the time budget allowed no more'
    """
    done = f"trained once more on all {targets}"
    if not 0 < epochs < wanted:
        return done
    return f"{done}, for {epochs} epochs of {wanted}: the time budget allowed no more"


def _measured(values: Any) -> Measured:
    given = dict(values)
    protocol = dict(given.pop("protocol"))
    seeds = tuple(int(seed) for seed in protocol.pop("seeds"))
    return read(Measured, given, protocol=read(Protocol, protocol, seeds=seeds))
