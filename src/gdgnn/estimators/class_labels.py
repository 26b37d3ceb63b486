"""`Labels`: classes by name, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Labels:
    """The class of each of `n` targets.

    Attributes:
        label: ``(n,)`` positions in `classes`; -1 where the class is not known.
        classes: sorted.

    Example:
        >>> labels = Labels.of(["red", None, "blue", "red"])
        >>> labels.label.tolist(), labels.classes
        ([1, -1, 0, 1], ('blue', 'red'))
    """

    label: Ids
    classes: tuple[Any, ...]

    @classmethod
    def of(cls, given: Any) -> Labels:
        """Labels in the order of the targets; None, NaN and (among whole numbers) -1 are missing.

        Raises:
            ValueError: fewer than two classes occur.
        """
        values = [None if _is_missing(value) else value for value in _listed(given)]
        try:
            classes = tuple(sorted({value for value in values if value is not None}))
        except TypeError:
            raise TypeError("labels are of several types that have no order; give all as text") from None
        if len(classes) < 2:
            raise ValueError(f"labels are of {len(classes)} class(es): {classes!r:.80}; give two or more")
        number = {value: at for at, value in enumerate(classes)}
        label = [-1 if value is None else number[value] for value in values]
        return cls(np.array(label, dtype=np.int64), classes)


def aligned(
    given: Any, count: int, ids_of: Callable[[list[Any]], Ids], things: str, *, by_name: bool = False
) -> list[Any]:
    """A label for each of `count` targets, of labels in their order or by name.

    Args:
        given: ``(count,)``; or a dict, a pandas Series with names for its index, or a DataFrame of two
            columns, names and labels.
        count: how many targets there are.
        ids_of: leads from names to targets.
        things: what they are, for messages.
        by_name: whether nobody knows their order, so that labels must come by name.

    Raises:
        KeyError: a name is unknown.
        ValueError: another number of labels, or labels in an order that nobody knows.
    """
    named = _by_name(given)
    if named is not None:
        values: list[Any] = [None] * count
        for at, value in zip(ids_of(list(named)).tolist(), named.values(), strict=True):
            values[at] = value
        return values
    if by_name:
        raise ValueError(
            f"{things} go by name here, and y does not say whose its labels are; give a dict or a pandas "
            "Series by name"
        )
    values = _listed(given)
    if len(values) != count:
        raise ValueError(
            f"y has {len(values)} labels for {count} {things}; give one for each, or a dict by name"
        )
    return values


def share_of_hits(found: npt.NDArray[Any], y: Any) -> float:
    """The accuracy of classes that were predicted.

    Example:
        >>> share_of_hits(np.array(["red", "blue"]), ["red", "red"])
        0.5
    """
    expected = _listed(y)
    if not len(expected) == len(found) > 0:
        raise ValueError(f"y has {len(expected)} labels for {len(found)} predictions; give one for each")
    hits = sum(bool(one == other) for one, other in zip(found.tolist(), expected, strict=True))
    return hits / len(expected)


@dataclass(frozen=True, eq=False)
class LabeledParts:
    """Targets whose class is known, in three parts that have each class in about the same share."""

    train: Ids
    valid: Ids
    test: Ids

    @classmethod
    def of(cls, labels: Labels, *, valid: float, test: float, seed: int) -> LabeledParts:
        """Draw shares of each class.

        Raises:
            ValueError: too few labels to hold any back.
        """
        random = np.random.default_rng(seed)
        known = np.flatnonzero(labels.label >= 0)
        # In random order, then class by class: every k-th of them is a fair share of every class.
        known = random.permutation(known)
        known = known[np.argsort(labels.label[known], kind="stable")]
        place = (np.arange(known.size) * _GOLDEN + random.random()) % 1.0
        at_least = 1 / max(known.size, 1)
        rank = np.argsort(place, kind="stable")
        num_valid = max(1, round(max(valid, at_least) * known.size))
        num_test = 0 if test == 0 else max(1, round(test * known.size))
        if known.size < num_valid + num_test + 2:
            raise ValueError(f"only {known.size} targets have labels; give more, or smaller valid and test")
        parts = rank[:num_valid], rank[num_valid : num_valid + num_test], rank[num_valid + num_test :]
        held, tested, learned = (np.sort(known[part]) for part in parts)
        return cls(learned, held, tested)

    def __str__(self) -> str:
        return f"{self.train.size:,} train, {self.valid.size:,} valid, {self.test.size:,} test"


# Multiples of the golden ratio are spread evenly over the unit interval, wherever one begins and ends.
_GOLDEN = (5**0.5 - 1) / 2


def _listed(given: Any) -> list[Any]:
    if isinstance(given, Tensor):
        given = given.detach().cpu().numpy()
    values = given.tolist() if hasattr(given, "tolist") else list(given)
    return [value[0] if isinstance(value, list) and len(value) == 1 else value for value in values]


def _by_name(given: Any) -> dict[Any, Any] | None:
    if isinstance(given, Mapping):
        return dict(given)
    if not hasattr(given, "iloc"):
        return None
    if given.ndim == 1:
        return dict(zip(given.index.tolist(), given.tolist(), strict=True))
    if given.shape[1] != 2:
        raise ValueError(f"y has {given.shape[1]} columns; give two: names and labels")
    return dict(zip(given.iloc[:, 0].tolist(), given.iloc[:, 1].tolist(), strict=True))


def _is_missing(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        raise TypeError(f"a label is {value!r:.60}; give one class for each, as text or a number")
    whole = isinstance(value, int) and not isinstance(value, bool)
    try:
        return value is None or bool(value != value) or (whole and value == -1)
    except TypeError:  # pandas.NA refuses to say whether it differs from itself
        return True
