from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from gdgnn.experiments.strict import strict


@dataclass(frozen=True)
class Choices:
    count: int
    rate: float
    kind: Literal["a", "b"]
    names: tuple[Literal["x", "y"], ...]
    limit: int | None
    figures: dict[str, list[float]]


GOOD: dict[str, Any] = {
    "count": 3,
    "rate": 0.5,
    "kind": "a",
    "names": ["x", "y"],
    "limit": None,
    "figures": {"auc": [1.0, 2.0]},
}


def test_a_complete_table_becomes_the_dataclass() -> None:
    assert strict(Choices, GOOD, "table") == Choices(3, 0.5, "a", ("x", "y"), None, {"auc": [1.0, 2.0]})


def test_a_whole_number_serves_where_a_fraction_is_meant() -> None:
    found = strict(Choices, {**GOOD, "rate": 1}, "table").rate
    assert found == 1.0
    assert isinstance(found, float)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count": 3.0}, "table.count is 3.0; expected int"),
        ({"count": True}, "table.count is True"),
        ({"rate": "fast"}, "table.rate is 'fast'; expected float"),
        ({"kind": "c"}, "table.kind is 'c'; expected one of 'a', 'b'"),
        ({"names": ["x", "z"]}, "table.names is 'z'"),
        ({"limit": "none"}, "table.limit is 'none'"),
        ({"figures": {"auc": ["much"]}}, "table.figures"),
        ({"more": 1}, "table has more, which nobody reads"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        strict(Choices, {**GOOD, **change}, "table")


@pytest.mark.parametrize("name", GOOD)
def test_each_choice_must_be_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"table lacks {name}"):
        strict(Choices, {key: value for key, value in GOOD.items() if key != name}, "table")
