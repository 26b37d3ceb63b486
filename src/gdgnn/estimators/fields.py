"""Frozen dataclasses from JSON that may hold anything."""

from __future__ import annotations

import math
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read(cls: type[T], values: object, **beside: Any) -> T:
    """A dataclass from the values of its fields, each of which must be of the field's type.

    Args:
        cls: a dataclass whose fields are numbers, strings, literals, dicts and optional ones of these.
        values: name -> value.
        beside: fields that were read already.

    Raises:
        TypeError: `values` is no mapping, or a value is of another type.
        ValueError: a name is unknown or missing, a number is not finite, a literal is not a known one.

    Example:
        >>> from gdgnn.estimators.report import Candidate
        >>> read(Candidate, {"settings": {}, "metric": "high", "epochs": 1, "seconds": 0.5})
        Traceback (most recent call last):
        TypeError: metric is 'high', expected float
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"{values!r:.60} is given for {cls.__name__}, expected an object of named values")
    known = _types(cls)
    wrong = [name for name in values if name not in known or name in beside]
    if wrong:
        raise ValueError(f"{cls.__name__} has no {wrong[0]!r:.60}; it has {', '.join(known)}")
    checked = {name: _checked(name, value, known[name]) for name, value in values.items()}
    try:
        return cls(**checked, **beside)
    except TypeError as error:
        raise ValueError(f"a value of {cls.__name__} is missing: {error}") from None


def _types(cls: type) -> dict[str, Any]:
    assert is_dataclass(cls)
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def _checked(name: str, value: Any, wanted: Any) -> Any:
    if get_origin(wanted) in (Union, types.UnionType):
        options = get_args(wanted)
        if value is None and type(None) in options:
            return None
        wanted = next(option for option in options if option is not type(None))
    if get_origin(wanted) is Literal:
        if not isinstance(value, str) or value not in get_args(wanted):
            raise ValueError(
                f"{name} is {value!r:.60}; expected one of {', '.join(map(repr, get_args(wanted)))}"
            )
        return value
    plain = get_origin(wanted) or wanted
    if plain is float and type(value) in (int, float):
        if not math.isfinite(value):
            raise ValueError(f"{name} is {value}, expected a finite number")
        return float(value)
    if type(value) is not plain:
        raise TypeError(f"{name} is {value!r:.60}, expected {plain.__name__}")
    return value
