from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.estimators.page.axis import axis
from gdgnn.estimators.page.frame import Frame

FINITE = st.floats(-1e6, 1e6, allow_nan=False)


@given(st.lists(FINITE, min_size=1), st.booleans())
def test_an_axis_holds_its_values_between_ticks_that_ascend(values: list[float], whole: bool) -> None:
    made = axis("", values, whole=whole)
    slack = 1e-6 * (made.high - made.low)
    assert made.low - slack <= min(values)
    assert max(values) <= made.high + slack
    at = [value for value, _ in made.ticks]
    assert all(a < b for a, b in pairwise(at))
    assert (at[0], at[-1]) == pytest.approx((made.low, made.high))
    assert 2 <= len(at) <= 13


@given(st.lists(FINITE, min_size=2))
def test_ticks_are_written_as_what_they_are(values: list[float]) -> None:
    made = axis("", values)
    step = made.ticks[1][0] - made.ticks[0][0]
    for value, name in made.ticks:
        assert float(name.replace("−", "-").replace(",", "")) == pytest.approx(value, abs=0.01 * step)


def test_ticks_of_whole_numbers_are_whole() -> None:
    assert [name for _, name in axis("epoch", [1, 2], whole=True).ticks] == ["1", "2"]


def test_equal_values_and_none_at_all_have_an_axis() -> None:
    assert axis("", [3.0, 3.0]).share(3.0) == pytest.approx(0.5)
    assert axis("", []).ticks[0][1] == "0"


def test_ticks_have_as_many_decimals_and_long_ones_have_room() -> None:
    made = axis("AUC", [0.9246, 0.9321])
    assert [name for _, name in made.ticks][:4] == ["0.924", "0.926", "0.928", "0.930"]
    assert Frame(made, made).left > Frame(made, axis("", [0, 1])).left


def test_what_is_never_below_0_has_no_ticks_there() -> None:
    assert axis("AUC", [0.07, 0.07]).low == 0
