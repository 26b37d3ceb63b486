"""Tables of a file to frozen dataclasses, without a word too many or too few."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def strict(kind: type[T], table: Mapping[str, Any], where: str) -> T:
    """Make a dataclass of a table that has a value of the right type for each field, and nothing else.

    Args:
        kind: the dataclass. Literals, tuples of one type, and unions of these are understood.
        table: what was read.
        where: what the table is called in errors.

    Raises:
        ValueError: a field is missing, unknown, or of the wrong type.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Split:
        ...     valid: float
        ...     kind: Literal["edges", "nodes"]
        >>> strict(Split, {"valid": 0.1, "kind": "edges"}, "protocol").valid
        0.1
    """
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    missing = [name for name in names if name not in table]
    unknown = [name for name in table if name not in names]
    if missing:
        raise ValueError(f"{where} lacks {', '.join(missing)}; every choice is named in the file")
    if unknown:
        raise ValueError(f"{where} has {', '.join(unknown)}, which nobody reads; it knows {', '.join(names)}")
    return kind(**{name: _value(hints[name], table[name], f"{where}.{name}") for name in names})


def _value(hint: Any, given: Any, where: str) -> Any:
    if get_origin(hint) is tuple and isinstance(given, list):
        return tuple(_value(get_args(hint)[0], item, where) for item in given)
    if hint is float and type(given) is int:
        return float(given)
    if not _fits(hint, given):
        raise ValueError(f"{where} is {given!r}; expected {_name(hint)}")
    return given


def _fits(hint: Any, given: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return given in get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(part, given) for part in get_args(hint))
    if origin is dict:
        return isinstance(given, dict) and all(_fits(get_args(hint)[1], value) for value in given.values())
    if origin is list:
        return isinstance(given, list) and all(_fits(get_args(hint)[0], value) for value in given)
    # True is an int to Python, and 1 is no float; only the latter is meant as what it stands for.
    return hint is Any or type(given) is hint or (hint is float and type(given) is int)


def _name(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(map(repr, get_args(hint)))
    return getattr(hint, "__name__", str(hint))
