"""Reading results in plain lists, and comparing them whole."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest


def rows(ragged: Any) -> list[list[int]]:
    """The rows of a ragged array, after checking that it is well formed."""
    offsets, values = ragged.offsets, ragged.values
    assert offsets.dtype == np.int64
    assert offsets[0] == 0
    assert offsets[-1] == len(values)
    assert (np.diff(offsets) >= 0).all()
    assert len(ragged) == len(offsets) - 1
    return split(values, ragged)


def split(flat: np.ndarray, ragged: Any) -> list[list[int]]:
    """An array aligned with ``ragged.values``, cut into the same rows."""
    assert flat.shape == ragged.values.shape
    bounds = ragged.offsets.tolist()
    listed = flat.tolist()
    return [listed[a:b] for a, b in itertools.pairwise(bounds)]


def arrays(result: Any) -> dict[str, np.ndarray]:
    """Every array inside a result, by its dotted name."""
    if isinstance(result, np.ndarray):
        return {"": result}
    found: dict[str, np.ndarray] = {}
    for name in result.__dataclass_fields__:
        part = getattr(result, name)
        if isinstance(part, np.ndarray):
            found[name] = part
        elif hasattr(part, "__dataclass_fields__"):
            found |= {f"{name}.{inner}".rstrip("."): array for inner, array in arrays(part).items()}
    return found


def assert_same(result: Any, expected: Any) -> None:
    """Equal in every array, dtype included."""
    left, right = arrays(result), arrays(expected)
    assert left.keys() == right.keys()
    for name in left:
        np.testing.assert_array_equal(left[name], right[name], err_msg=name, strict=True)


def pair_array(*pairs: tuple[int, int]) -> np.ndarray:
    """Pairs written one by one, as the (2, k) array the package takes."""
    return np.array(pairs, dtype=np.int64).reshape(-1, 2).T


def assert_says(raised: pytest.ExceptionInfo[Exception], *expected: object) -> None:
    """The message holds every expected word, and is more than a list of them."""
    message = str(raised.value)
    for words in expected:
        assert str(words) in message, f"{message!r} does not say {words!r}"
    assert len(message) > len("".join(map(str, expected))) + 10
