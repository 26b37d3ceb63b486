"""Each error names the argument, the position and the value given, and says what to give instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gdgnn import geodesics
from tests.geodesics.checks import assert_says, pair_array
from tests.strategies import path, plain

GRAPH = plain(10, path(10)).graph
GOOD_PAIRS = pair_array((0, 3), (4, 4), (5, 6), (1, 2))
GOOD_NODES = np.array([0, 3, 9])


def ranked(graph: Any, sources: Any, candidates: Any = None, **asked: Any) -> list[Any]:
    return list(geodesics.rank(graph, sources, candidates, **asked))


BY_PAIRS: dict[str, Callable[..., Any]] = {
    "distances": geodesics.distances,
    "vertical": geodesics.vertical,
    "horizontal": geodesics.horizontal,
    "dag": geodesics.dag,
}
CUT_OFF: dict[str, Callable[..., Any]] = {
    **{name: lambda ask=ask, **asked: ask(GRAPH, GOOD_PAIRS, **asked) for name, ask in BY_PAIRS.items()},
    "neighborhoods": lambda **asked: geodesics.neighborhoods(GRAPH, GOOD_NODES, **asked),
    "rank": lambda **asked: ranked(GRAPH, GOOD_NODES, **asked),
}
SEEDED: dict[str, Callable[..., Any]] = {
    "horizontal": lambda **asked: geodesics.horizontal(GRAPH, GOOD_PAIRS, max_dist=3, **asked),
    "receptive_field": lambda **asked: geodesics.receptive_field(GRAPH, GOOD_NODES, 2, fanout=1, **asked),
    "random_walks": lambda **asked: geodesics.random_walks(GRAPH, GOOD_NODES, 3, **asked),
}
THREADED: dict[str, Callable[..., Any]] = {
    **{name: lambda ask=ask, **asked: ask(max_dist=3, **asked) for name, ask in CUT_OFF.items()},
    "receptive_field": lambda **asked: geodesics.receptive_field(GRAPH, GOOD_NODES, 2, **asked),
    "random_walks": lambda **asked: geodesics.random_walks(GRAPH, GOOD_NODES, 3, **asked),
    "walk_weights": lambda **asked: geodesics.walk_weights(GRAPH, GOOD_PAIRS, 3, **asked),
}
BY_NODES: dict[str, tuple[str, Callable[..., Any]]] = {
    "neighborhoods": ("nodes", lambda nodes: geodesics.neighborhoods(GRAPH, nodes, max_dist=3)),
    "receptive_field": ("nodes", lambda nodes: geodesics.receptive_field(GRAPH, nodes, 2)),
    "random_walks": ("nodes", lambda nodes: geodesics.random_walks(GRAPH, nodes, 3)),
    "rank sources": ("sources", lambda nodes: ranked(GRAPH, nodes, max_dist=3)),
    "rank candidates": ("candidates", lambda nodes: ranked(GRAPH, GOOD_NODES, nodes, max_dist=3)),
}

by_nodes = pytest.mark.parametrize("name", BY_NODES)


@pytest.mark.parametrize("graph", [None, 3, np.eye(3), [(0, 1)], {0: [1]}])
@pytest.mark.parametrize("name", [*BY_PAIRS, "neighborhoods", "receptive_field", "random_walks", "rank"])
def test_a_graph_that_is_none(name: str, graph: Any) -> None:
    asks: dict[str, Callable[[], Any]] = {
        **{name: lambda ask=ask: ask(graph, GOOD_PAIRS, max_dist=3) for name, ask in BY_PAIRS.items()},
        "neighborhoods": lambda: geodesics.neighborhoods(graph, max_dist=3),
        "receptive_field": lambda: geodesics.receptive_field(graph, GOOD_NODES, 2),
        "random_walks": lambda: geodesics.random_walks(graph, GOOD_NODES, 2),
        "rank": lambda: ranked(graph, GOOD_NODES, max_dist=2),
    }
    with pytest.raises(TypeError, match="graph"):
        asks[name]()


# --- max_dist, threads, seed -------------------------------------------------------------------------


@pytest.mark.parametrize("name", CUT_OFF)
@pytest.mark.parametrize("max_dist", [-1, -100, 32_767, 2**31, 2**64])
def test_a_cutoff_outside_its_limits(name: str, max_dist: int) -> None:
    with pytest.raises(ValueError, match="max_dist") as raised:
        CUT_OFF[name](max_dist=max_dist)
    assert_says(raised, "max_dist", max_dist, "0", "32766")


@pytest.mark.parametrize("name", CUT_OFF)
@pytest.mark.parametrize("max_dist", [2.0, float("nan"), float("inf"), "3", None, [3]])
def test_a_cutoff_that_is_no_integer(name: str, max_dist: Any) -> None:
    with pytest.raises(TypeError) as raised:
        CUT_OFF[name](max_dist=max_dist)
    assert_says(raised, "max_dist")


@pytest.mark.parametrize("name", CUT_OFF)
def test_a_cutoff_is_always_asked_for(name: str) -> None:
    with pytest.raises(TypeError, match="max_dist"):
        CUT_OFF[name]()


@pytest.mark.parametrize("name", CUT_OFF)
def test_a_cutoff_may_be_a_numpy_integer(name: str) -> None:
    CUT_OFF[name](max_dist=np.int64(3))
    CUT_OFF[name](max_dist=np.uint8(3))


@pytest.mark.parametrize("name", THREADED)
@pytest.mark.parametrize("threads", [0, -1, -(2**40)])
def test_no_threads(name: str, threads: int) -> None:
    with pytest.raises(ValueError, match="threads") as raised:
        THREADED[name](threads=threads)
    assert_says(raised, "threads", threads)


@pytest.mark.parametrize("name", THREADED)
@pytest.mark.parametrize("threads", [1.5, "2", [1]])
def test_threads_that_are_no_integer(name: str, threads: Any) -> None:
    with pytest.raises(TypeError) as raised:
        THREADED[name](threads=threads)
    assert_says(raised, "threads")


@pytest.mark.parametrize("name", THREADED)
def test_more_threads_than_cores_or_work(name: str) -> None:
    THREADED[name](threads=64)


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("seed", [1.5, "1", None, float("nan")])
def test_a_seed_that_is_no_integer(name: str, seed: Any) -> None:
    with pytest.raises(TypeError) as raised:
        SEEDED[name](seed=seed)
    assert_says(raised, "seed")


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("seed", [-1, 2**63, 2**64 - 1, 2**64, -(2**100), np.int32(-5), np.uint64(7)])
def test_any_integer_is_a_seed(name: str, seed: Any) -> None:
    SEEDED[name](seed=seed)


# --- nodes -------------------------------------------------------------------------------------------


@by_nodes
@pytest.mark.parametrize("value", [10, 17, -1, 2**31, 2**32 + 3, -(2**63)])
def test_a_node_that_is_not_there(name: str, value: int) -> None:
    argument, ask = BY_NODES[name]
    with pytest.raises(IndexError) as raised:
        ask(np.array([0, 3, value, 5]))
    assert_says(raised, f"{argument}[2]", value, "10 nodes", "0..9")


@by_nodes
@pytest.mark.parametrize("nodes", [np.zeros((2, 2), np.int64), np.zeros((1, 3), np.int64), np.int64(3)])
def test_nodes_of_another_shape(name: str, nodes: Any) -> None:
    argument, ask = BY_NODES[name]
    with pytest.raises((TypeError, ValueError), match=argument):
        ask(nodes)


@by_nodes
@pytest.mark.parametrize(
    "nodes", [np.array([0.0, 1.0]), np.array([np.nan]), np.array([True, False]), np.array(["0"])]
)
def test_nodes_of_another_dtype(name: str, nodes: np.ndarray) -> None:
    argument, ask = BY_NODES[name]
    with pytest.raises(TypeError) as raised:
        ask(nodes)
    assert_says(raised, argument, nodes.dtype)


# --- what only one function takes --------------------------------------------------------------------


@pytest.mark.parametrize("lists", [1, 2, 4])
def test_rank_wants_one_list_of_candidates_for_each_source(lists: int) -> None:
    with pytest.raises(ValueError, match="candidates") as raised:
        ranked(GRAPH, GOOD_NODES, [np.array([0, 1])] * lists, max_dist=3)
    assert_says(raised, lists, 3)


def test_rank_names_the_bad_candidate_in_the_list_of_its_source() -> None:
    with pytest.raises(IndexError) as raised:
        ranked(GRAPH, GOOD_NODES, [np.array([0]), np.array([1, 12]), np.array([2])], max_dist=3)
    assert_says(raised, "candidates", 12, "10 nodes")


@pytest.mark.parametrize(
    ("argument", "value"),
    [("kind", "diagonal"), ("kind", None), ("source_side", "left"), ("max_memory", 0), ("max_memory", -5)],
)
def test_rank_with_an_unknown_option(argument: str, value: Any) -> None:
    with pytest.raises(ValueError, match=argument) as raised:
        ranked(GRAPH, GOOD_NODES, **{"max_dist": 3, argument: value})
    assert_says(raised, argument, value)


def test_rank_complains_when_it_is_called_not_when_it_is_read() -> None:
    with pytest.raises(IndexError):
        geodesics.rank(GRAPH, np.array([12]), max_dist=3)


@pytest.mark.parametrize("hops", [-1, -7])
def test_a_negative_number_of_hops(hops: int) -> None:
    with pytest.raises(ValueError, match="hops") as raised:
        geodesics.receptive_field(GRAPH, GOOD_NODES, hops)
    assert_says(raised, "hops", hops)


@pytest.mark.parametrize("hops", [32_767, 2**20, 2**31, 2**62])
@pytest.mark.parametrize("fanout", [None, 1])
def test_more_hops_than_a_distance_can_count(hops: int, fanout: int | None) -> None:
    """Said at once: not after making a fanout for each hop."""
    with pytest.raises(ValueError, match="hops") as raised:
        geodesics.receptive_field(GRAPH, GOOD_NODES, hops, fanout=fanout)
    assert_says(raised, "hops", hops)


@pytest.mark.parametrize("fanout", [-1, [2, -1], [1], [1, 2, 3]])
def test_a_fanout_that_is_negative_or_not_one_for_each_hop(fanout: Any) -> None:
    with pytest.raises(ValueError, match="fanout"):
        geodesics.receptive_field(GRAPH, GOOD_NODES, 2, fanout=fanout)


@pytest.mark.parametrize("fanout", [1.5, [1.5, 2], "22", [None, 2], {1: 2, 3: 4}])
def test_a_fanout_that_is_no_integer(fanout: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="fanout"):
        geodesics.receptive_field(GRAPH, GOOD_NODES, 2, fanout=fanout)


@pytest.mark.parametrize("hops", [1.0, "2", None])
def test_hops_that_are_no_integer(hops: Any) -> None:
    with pytest.raises(TypeError, match="hops"):
        geodesics.receptive_field(GRAPH, GOOD_NODES, hops)


def test_a_negative_walk() -> None:
    with pytest.raises(ValueError, match="length") as raised:
        geodesics.random_walks(GRAPH, GOOD_NODES, -1)
    assert_says(raised, "length", -1)


@pytest.mark.parametrize("length", [1.0, "2", None])
def test_a_walk_of_no_integer_length(length: Any) -> None:
    with pytest.raises(TypeError, match="length"):
        geodesics.random_walks(GRAPH, GOOD_NODES, length)


@pytest.mark.parametrize("argument", ["p", "q"])
@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf"), -float("inf")])
def test_a_return_or_outward_parameter_that_is_not_positive(argument: str, value: float) -> None:
    with pytest.raises(ValueError, match=argument) as raised:
        geodesics.random_walks(GRAPH, GOOD_NODES, 3, **{argument: value})
    assert_says(raised, argument, value)


@pytest.mark.parametrize("argument", ["p", "q"])
@pytest.mark.parametrize("value", ["1", None, [1.0]])
def test_a_return_or_outward_parameter_that_is_no_number(argument: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{argument} is"):
        geodesics.random_walks(GRAPH, GOOD_NODES, 3, **{argument: value})


def test_a_walk_too_long_for_memory_is_refused_before_it_starts() -> None:
    with pytest.raises((MemoryError, ValueError)):
        geodesics.random_walks(GRAPH, GOOD_NODES, 2**62)


def test_an_error_leaves_the_engine_usable() -> None:
    for _ in range(3):
        with pytest.raises(IndexError):
            geodesics.vertical(GRAPH, pair_array((0, 10)), max_dist=3)
        assert geodesics.vertical(GRAPH, pair_array((0, 2)), max_dist=3).head.values.tolist() == [1]
