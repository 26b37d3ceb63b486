"""Any integer array that numpy can hold is taken, however it lies in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gdgnn import geodesics
from tests.geodesics.checks import assert_same
from tests.strategies import grid, plain

GRAPH = plain(36, grid(36, width=6)).graph
PAIRS = np.array([[0, 35, 7, 7, 14, 3, 0], [35, 0, 8, 7, 21, 33, 1]], dtype=np.int64)
NODES = np.array([0, 35, 7, 7], dtype=np.int64)

BY_PAIRS: dict[str, Callable[..., Any]] = {
    "distances": geodesics.distances,
    "vertical": geodesics.vertical,
    "horizontal": geodesics.horizontal,
    "dag": geodesics.dag,
}


def every_other_column(array: np.ndarray) -> np.ndarray:
    wide = np.full((*array.shape[:-1], 2 * array.shape[-1]), 99, dtype=array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def transposed(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array.T).T


def backwards(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array[..., ::-1])[..., ::-1]


def read_only(array: np.ndarray) -> np.ndarray:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def unaligned(array: np.ndarray) -> np.ndarray:
    raw = np.empty(array.nbytes + 1, dtype=np.uint8)[1:].view(array.dtype).reshape(array.shape)
    raw[...] = array
    return raw


LAYOUTS = {f.__name__: f for f in (every_other_column, transposed, backwards, read_only, unaligned)}
DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "intc", "longlong")


@pytest.mark.parametrize("name", BY_PAIRS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_pairs_in_any_layout(name: str, layout: str) -> None:
    pairs = LAYOUTS[layout](PAIRS)
    np.testing.assert_array_equal(pairs, PAIRS)
    asked: dict[str, Any] = {"max_dist": 10, "exclude_targets": True}
    assert_same(BY_PAIRS[name](GRAPH, pairs, **asked), BY_PAIRS[name](GRAPH, PAIRS, **asked))
    np.testing.assert_array_equal(pairs, PAIRS)


@pytest.mark.parametrize("name", BY_PAIRS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_pairs_of_any_integer_dtype(name: str, dtype: str) -> None:
    asked: dict[str, Any] = {"max_dist": 10, "exclude_targets": True}
    assert_same(BY_PAIRS[name](GRAPH, PAIRS.astype(dtype), **asked), BY_PAIRS[name](GRAPH, PAIRS, **asked))


def test_pairs_as_nested_lists() -> None:
    expected = geodesics.distances(GRAPH, PAIRS, max_dist=10)
    np.testing.assert_array_equal(geodesics.distances(GRAPH, PAIRS.tolist(), max_dist=10), expected)


def test_pairs_of_foreign_byte_order_work_or_are_refused_clearly() -> None:
    try:
        found = geodesics.distances(GRAPH, PAIRS.astype(">i8"), max_dist=10)
    except TypeError as error:
        assert "pairs" in str(error)  # noqa: PT017 - both outcomes are allowed
    else:
        np.testing.assert_array_equal(found, geodesics.distances(GRAPH, PAIRS, max_dist=10))


@pytest.mark.parametrize("dtype", DTYPES)
def test_nodes_of_any_integer_dtype(dtype: str) -> None:
    nodes = NODES.astype(dtype)
    assert_same(
        geodesics.neighborhoods(GRAPH, nodes, max_dist=3), geodesics.neighborhoods(GRAPH, NODES, max_dist=3)
    )
    assert_same(geodesics.receptive_field(GRAPH, nodes, 2), geodesics.receptive_field(GRAPH, NODES, 2))
    assert_same(geodesics.random_walks(GRAPH, nodes, 5), geodesics.random_walks(GRAPH, NODES, 5))
    ranked = [list(geodesics.rank(GRAPH, array, array, max_dist=3)) for array in (nodes, NODES)]
    assert_same(ranked[0][0].geodesics, ranked[1][0].geodesics)


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "transposed"])
def test_nodes_in_any_layout(layout: str) -> None:
    nodes = LAYOUTS[layout](NODES)
    assert_same(
        geodesics.neighborhoods(GRAPH, nodes, max_dist=3), geodesics.neighborhoods(GRAPH, NODES, max_dist=3)
    )
    assert_same(geodesics.receptive_field(GRAPH, nodes, 2), geodesics.receptive_field(GRAPH, NODES, 2))
    assert_same(geodesics.random_walks(GRAPH, nodes, 5), geodesics.random_walks(GRAPH, NODES, 5))


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "transposed"])
@pytest.mark.parametrize("dtype", ["bool", "int8", "int32", "int64"])
def test_exclusions_in_any_layout_and_dtype(layout: str, dtype: str) -> None:
    edge_ids = np.array([-1, -1, int(edge_of(7, 8)), -1, -1, -1, int(edge_of(0, 1))])
    plainly = edge_ids >= 0 if dtype == "bool" else edge_ids.astype(dtype)
    given = LAYOUTS[layout](plainly)
    np.testing.assert_array_equal(given, plainly)
    found = geodesics.vertical(GRAPH, PAIRS, max_dist=10, exclude_targets=given)
    assert_same(found, geodesics.vertical(GRAPH, PAIRS, max_dist=10, exclude_targets=edge_ids))
    assert found.distance[[2, 6]].tolist() == [3, 3]


def edge_of(u: int, v: int) -> np.intp:
    return np.flatnonzero((GRAPH.edge_index == [[u], [v]]).all(axis=0))[0]


def test_results_own_their_memory() -> None:
    """Results stay whole after everything they were made from is gone, and writing to one harms no other."""
    graph = plain(36, grid(36, width=6)).graph
    found = geodesics.vertical(graph, PAIRS.copy(), max_dist=10)
    expected = [array.copy() for array in (found.head.values, found.head.offsets, found.distance)]
    del graph
    again = geodesics.vertical(GRAPH, PAIRS, max_dist=10)
    if again.head.values.flags.writeable:
        again.head.values[:] = 0
        again.distance[:] = 0
    for array, kept in zip((found.head.values, found.head.offsets, found.distance), expected, strict=True):
        np.testing.assert_array_equal(array, kept)
    assert geodesics.distances(GRAPH, PAIRS, max_dist=10).tolist() == expected[2].tolist()
