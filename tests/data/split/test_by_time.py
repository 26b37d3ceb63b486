from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gdgnn.data import split_by_time
from gdgnn.graph import Graph
from tests.data.split.checks import check_honest, joined
from tests.strategies import GraphCase, clique, graph_cases, path, plain


@given(graph_cases(), st.data())
def test_the_past_is_learned_and_the_future_held_back(case: GraphCase, data: st.DataObject) -> None:
    graph = case.graph
    years = data.draw(st.lists(st.integers(2000, 2005), min_size=len(case.rows), max_size=len(case.rows)))
    split = split_by_time(graph, years, valid_from=2002, test_from=2004)
    first: dict[tuple[int, int], int] = {}
    for (u, v, _), year in zip(case.rows, years, strict=True):
        pair = (min(u, v), max(u, v))
        first[pair] = min(year, first.get(pair, year))
    parts = {"train": (0, 2002), "valid": (2002, 2004), "test": (2004, 3000)}
    for part, (begin, end) in parts.items():
        expected = {pair for pair, year in first.items() if begin <= year < end and pair[0] != pair[1]}
        assert joined(getattr(split, f"{part}_pairs")) == expected
    check_honest(split, graph)


@given(st.lists(st.floats(-5, 5, width=16), min_size=10, max_size=60))
def test_shares_are_cut_between_moments_and_met_as_nearly_as_they_allow(times: list[float]) -> None:
    graph = plain(len(times) + 1, path(len(times) + 1)).graph
    time = np.array(times)
    assume(len(set(times)) > 1)
    split = split_by_time(graph, time, valid=0.2, test=0.2)
    earlier = [time[split.train], time[split.valid], time[split.test]]
    assert max(earlier[0], default=-9) < min([*earlier[1], *earlier[2]])
    assert max(earlier[1], default=-9) < min(earlier[2])
    wanted = round(0.2 * time.size)
    possible = [int((time >= moment).sum()) for moment in time]
    assert abs(split.test.size - wanted) == min(abs(count - wanted) for count in possible)


def test_a_time_for_each_row_counts_from_the_earliest_row_of_an_edge() -> None:
    graph = Graph.from_edges([[0, 1, 1, 2, 3], [1, 0, 2, 2, 2]])
    split = split_by_time(graph, [9, 1, 5, 0, 7], valid_from=5, test_from=6)
    assert (split.train.tolist(), split.valid.tolist(), split.test.tolist()) == ([0], [1], [2])


def test_dates_are_times() -> None:
    days = np.array(["2020-01-05", "2020-03-01", "2020-02-01"], dtype="datetime64[s]")
    split = split_by_time(plain(4, path(4)).graph, days, valid_from="2020-02", test_from="2020-02-02")
    assert (split.train.tolist(), split.valid.tolist(), split.test.tolist()) == ([0], [2], [1])


@pytest.mark.parametrize(
    ("time", "more", "error", "message"),
    [
        (["a", "b", "c"], {}, TypeError, "time has dtype <U1; give numbers or dates"),
        ([1, 2], {}, ValueError, r"time has shape \(2,\), but the graph has 3 edges made of 3 rows"),
        ([1, float("nan"), 2], {}, ValueError, r"time\[1\] is missing \(1 in all\)"),
        ([1, 2, 3], {"test_from": 2}, ValueError, "give both or neither"),
        ([1, 2, 3], {"valid_from": 3, "test_from": 2}, ValueError, "valid_from is 3, after test_from, 2"),
        ([7, 7, 7], {"test": 0.4}, ValueError, "3 of 3 pairs are of one moment, 7"),
        ([1, 2, 3], {"valid": 0.8, "test": 0.8}, ValueError, "together they can be at most 1"),
    ],
)
def test_impossible_times_are_refused(
    time: list[Any], more: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        split_by_time(plain(4, path(4)).graph, time, **more)


def test_disjoint_edges_come_from_the_past() -> None:
    graph = plain(10, clique(10)).graph
    split = split_by_time(graph, np.arange(45), valid=0.2, test=0.2, disjoint=0.5)
    assert (split.train.size, split.message.size) == (14, 13)
    assert max(*split.train, *split.message) < min(split.valid) <= max(split.valid) < min(split.test)
