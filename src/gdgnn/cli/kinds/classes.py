"""Answers of models of classes, whatever they classify."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gdgnn.tasks.metrics import Measured


def columns_of(
    what: str,
    names: Sequence[Any],
    chances: npt.NDArray[np.float64],
    classes: Sequence[Any],
    *,
    every_class: bool,
) -> dict[str, Any]:
    """The likeliest class of each target with its probability; those of all classes on demand.

    Example:
        >>> import numpy as np
        >>> columns_of("node", ["ann"], np.array([[0.25, 0.75]]), ["blue", "red"], every_class=False)
        {'node': ['ann'], 'class': ['red'], 'probability': [0.75]}
    """
    columns: dict[str, Any] = {
        what: list(names),
        "class": [classes[at] for at in chances.argmax(axis=1).tolist()],
        "probability": chances.max(axis=1).tolist(),
    }
    if every_class:
        columns |= {f"probability of {one}": chances[:, at].tolist() for at, one in enumerate(classes)}
    return columns


def accuracy_of(
    chances: npt.NDArray[np.float64], classes: Sequence[Any], answer: Sequence[str], source: str, things: str
) -> list[Measured]:
    """The accuracy; a class that the model does not know is a mistake."""
    import numpy as np

    from gdgnn.tasks.metrics import Measured, Protocol, accuracy

    number = {str(one): at for at, one in enumerate(classes)}
    expected = np.array([number.get(one, -1) for one in answer])
    strange = [one for one, at in zip(answer, expected.tolist(), strict=True) if at < 0]
    if strange:
        told = (
            f"{source}: {len(strange):,} of {len(answer):,} {things} have a class that the model does not "
            f"know (the first is {strange[0]!r:.60}; it knows {', '.join(number)[:200]})"
        )
        if len(strange) == len(answer):
            raise ValueError(f"{told}; give the column that holds the classes as --label")
        print(f"warning: {told}; they count as mistakes", file=sys.stderr)
    right = (chances.argmax(axis=1) == expected).astype(int)
    protocol = Protocol(f"{Path(source).name}, {len(answer):,} {things}", ties=None)
    return [Measured("accuracy", accuracy(right, np.ones(right.size, dtype=int)), protocol)]
