"""Bad pairs and exclusions: each error names the argument, the position and the value, and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gdgnn import geodesics
from tests.geodesics.checks import assert_says, pair_array
from tests.strategies import GraphCase, path, plain

GRAPH = plain(10, path(10)).graph
GOOD_PAIRS = pair_array((0, 3), (4, 4), (5, 6), (1, 2))

BY_PAIRS: dict[str, Callable[..., Any]] = {
    "distances": geodesics.distances,
    "vertical": geodesics.vertical,
    "horizontal": geodesics.horizontal,
    "dag": geodesics.dag,
}
by_pairs = pytest.mark.parametrize("name", BY_PAIRS)


# --- pairs -------------------------------------------------------------------------------------------


@by_pairs
@pytest.mark.parametrize("value", [10, 17, -1, -10, 2**31, 2**32, -(2**31), 2**62, -(2**63)])
@pytest.mark.parametrize("position", [(0, 0), (1, 0), (0, 3), (1, 3)])
def test_a_pair_with_a_node_that_is_not_there(name: str, value: int, position: tuple[int, int]) -> None:
    pairs = GOOD_PAIRS.copy()
    pairs[position] = value
    with pytest.raises(IndexError) as raised:
        BY_PAIRS[name](GRAPH, pairs, max_dist=3)
    assert_says(raised, f"pairs[{position[0]}, {position[1]}]", value, "10 nodes", "0..9")


@by_pairs
def test_a_pair_with_a_node_that_no_signed_number_can_hold(name: str) -> None:
    pairs = GOOD_PAIRS.astype(np.uint64)
    pairs[1, 2] = 2**64 - 1
    with pytest.raises((IndexError, OverflowError, ValueError)) as raised:
        BY_PAIRS[name](GRAPH, pairs, max_dist=3)
    assert_says(raised, "pairs[1, 2]", 2**64 - 1)


@by_pairs
@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_pair_late_in_a_large_batch(name: str, threads: int) -> None:
    pairs = np.zeros((2, 300_000), dtype=np.int64)
    pairs[1, 299_999] = 10
    with pytest.raises(IndexError) as raised:
        BY_PAIRS[name](GRAPH, pairs, max_dist=3, threads=threads)
    assert_says(raised, "pairs[1, 299999]", 10)


@by_pairs
def test_any_pair_is_out_of_range_in_an_empty_graph(name: str) -> None:
    with pytest.raises(IndexError) as raised:
        BY_PAIRS[name](plain(0, []).graph, pair_array((0, 0)), max_dist=3)
    assert_says(raised, "pairs[0, 0]", "0 nodes")


@by_pairs
@pytest.mark.parametrize("shape", [(4, 2), (3,), (2,), (1, 4), (3, 4), (2, 2, 2), ()])
def test_pairs_of_another_shape(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="pairs") as raised:
        BY_PAIRS[name](GRAPH, np.zeros(shape, dtype=np.int64), max_dist=3)
    assert_says(raised, "(2, ", str(shape))


@by_pairs
@pytest.mark.parametrize(
    "pairs",
    [
        np.array([[0.0, 1.0], [2.0, 3.0]]),
        np.array([[0.0, np.nan], [2.0, 3.0]]),
        np.array([[True, False], [True, True]]),
        np.array([[0, 1], [2, 3]], dtype=complex),
        np.array([["0", "1"], ["2", "3"]]),
        np.array([[0, 1], [2, None]], dtype=object),
        np.array([["2020-01-01", "2020-01-02"]] * 2, dtype="datetime64[D]"),
        np.array([[0, 1], [2, 3]], dtype="timedelta64[D]"),
    ],
    ids=lambda pairs: str(pairs.dtype),
)
def test_pairs_of_another_dtype(name: str, pairs: np.ndarray) -> None:
    with pytest.raises(TypeError) as raised:
        BY_PAIRS[name](GRAPH, pairs, max_dist=3)
    assert_says(raised, "pairs", "integer", *([] if pairs.dtype == object else [pairs.dtype]))


@by_pairs
@pytest.mark.parametrize("pairs", [[[0, 1, 2], [3]], [[0], []], [[[0], [1, 2]], [[3], [4]]]])
def test_ragged_pairs(name: str, pairs: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        BY_PAIRS[name](GRAPH, pairs, max_dist=3)
    assert_says(raised, "pairs")


@by_pairs
@pytest.mark.parametrize("pairs", [None, "pairs", 3, {0: 1}, object()])
def test_pairs_that_are_no_array(name: str, pairs: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        BY_PAIRS[name](GRAPH, pairs, max_dist=3)
    assert_says(raised, "pairs")


# --- exclude_targets ---------------------------------------------------------------------------------


@by_pairs
@pytest.mark.parametrize("length", [0, 1, 3, 5])
@pytest.mark.parametrize("dtype", [bool, np.int64])
def test_an_exclusion_of_another_length(name: str, length: int, dtype: Any) -> None:
    with pytest.raises(ValueError, match="exclude_targets") as raised:
        BY_PAIRS[name](GRAPH, GOOD_PAIRS, max_dist=3, exclude_targets=np.zeros(length, dtype=dtype))
    assert_says(raised, "exclude_targets", length, 4)


@by_pairs
@pytest.mark.parametrize("shape", [(4, 1), (1, 4), (2, 4), ()])
def test_an_exclusion_of_another_shape(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="exclude_targets"):
        BY_PAIRS[name](GRAPH, GOOD_PAIRS, max_dist=3, exclude_targets=np.full(shape, -1))


@by_pairs
@pytest.mark.parametrize("exclude", [np.zeros(4), np.full(4, np.nan), "all", ["a"] * 4, 1.0, object()])
def test_an_exclusion_of_another_dtype(name: str, exclude: Any) -> None:
    with pytest.raises(TypeError) as raised:
        BY_PAIRS[name](GRAPH, GOOD_PAIRS, max_dist=3, exclude_targets=exclude)
    assert_says(raised, "exclude_targets")


@by_pairs
@pytest.mark.parametrize("edge", [9, 100, -2, 2**40])
def test_an_edge_id_that_is_not_there(name: str, edge: int) -> None:
    with pytest.raises((IndexError, ValueError)) as raised:
        BY_PAIRS[name](GRAPH, GOOD_PAIRS, max_dist=3, exclude_targets=np.array([-1, -1, edge, -1]))
    assert_says(raised, "exclude_targets[2]", edge)


@by_pairs
def test_an_edge_id_that_does_not_join_its_pair(name: str) -> None:
    for pair, edge, kind in (((5, 6), 4, "undirected"), ((0, 3), 0, "undirected"), ((6, 5), 5, "directed")):
        graph = plain(10, path(10), kind).graph  # type: ignore[arg-type]
        pairs = pair_array((0, 1), pair)
        with pytest.raises(ValueError, match="exclude_targets") as raised:
            BY_PAIRS[name](graph, pairs, max_dist=3, exclude_targets=np.array([0, edge]))
        assert_says(raised, "exclude_targets[1]", edge, pair[0], pair[1])


@by_pairs
def test_an_edge_id_may_join_its_pair_backwards_when_arrows_do_not_count(name: str) -> None:
    for kind in ("undirected", "arrows ignored"):
        case = GraphCase(10, [(u, v, 0) for u, v in path(10)], kind)  # type: ignore[arg-type]
        BY_PAIRS[name](case.graph, pair_array((6, 5)), max_dist=3, exclude_targets=np.array([5]))
