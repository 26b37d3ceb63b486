from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn import geodesics
from gdgnn.geodesics import Ragged
from gdgnn.graph import Graph
from tests.geodesics.checks import arrays, assert_same
from tests.strategies import MAX_DISTS, THREADS, GraphCase, crowded_cases, graph_cases, grid, plain

FUNCTIONS: dict[str, Any] = {
    "distances": geodesics.distances,
    "vertical": geodesics.vertical,
    "horizontal": geodesics.horizontal,
}
KINDS = tuple(FUNCTIONS)
SIDES = ("head", "tail")


def joined(results: list[Any]) -> dict[str, np.ndarray]:
    """Results of consecutive batches as the result of one."""
    if not results:
        return {}
    parts = [arrays(result) for result in results]
    whole: dict[str, np.ndarray] = {}
    for name in parts[0]:
        if name.endswith("offsets"):
            lengths = np.concatenate([np.diff(part[name]) for part in parts])
            whole[name] = np.concatenate([[0], np.cumsum(lengths)])
        else:
            whole[name] = np.concatenate([part[name] for part in parts])
    return whole


def assert_rank_equals_the_pairs_form(
    case: GraphCase,
    sources: list[int],
    candidates: Any,
    lists: list[list[int]],
    *,
    kind: str,
    source_side: str,
    **asked: Any,
) -> None:
    """``lists`` holds, written out, the candidates of each source."""
    options = {name: value for name, value in asked.items() if name != "max_memory"}
    blocks = list(
        geodesics.rank(
            case.graph,
            np.array(sources, dtype=np.int64),
            candidates,
            kind=kind,
            source_side=source_side,
            **asked,
        )
    )
    query = [i for i, listed in enumerate(lists) for _ in listed]
    candidate = [node for listed in lists for node in listed]
    assert np.concatenate([np.empty(0, int)] + [block.query for block in blocks]).tolist() == query
    assert np.concatenate([np.empty(0, int)] + [block.candidate for block in blocks]).tolist() == candidate

    ends = np.array([[sources[i] for i in query], candidate], dtype=np.int64).reshape(2, -1)
    pairs = ends if source_side == "head" else ends[::-1]
    if blocks:
        expected = arrays(FUNCTIONS[kind](case.graph, pairs, **options))
        found = joined([block.geodesics for block in blocks])
        assert found.keys() == expected.keys()
        for name in found:
            np.testing.assert_array_equal(found[name], expected[name], err_msg=name)


@st.composite
def ranking_questions(draw: st.DrawFn) -> tuple[GraphCase, list[int], dict[str, Any]]:
    case = draw(graph_cases() | crowded_cases())
    everyone = st.integers(0, max(0, case.num_nodes - 1))
    sources = draw(st.lists(everyone, max_size=5)) if case.num_nodes else []
    asked = {
        "kind": draw(st.sampled_from(KINDS)),
        "source_side": draw(st.sampled_from(SIDES)),
        "max_dist": draw(st.sampled_from(MAX_DISTS)),
        "exclude_targets": draw(st.booleans()),
        "max_memory": draw(st.sampled_from((1, 1 << 10, 1 << 14, 1 << 28))),
        "threads": draw(st.sampled_from(THREADS)),
    }
    return case, sources, asked


@given(ranking_questions())
def test_ranking_all_nodes_equals_the_pairs_form(
    question: tuple[GraphCase, list[int], dict[str, Any]],
) -> None:
    case, sources, asked = question
    lists = [list(range(case.num_nodes))] * len(sources)
    assert_rank_equals_the_pairs_form(case, sources, None, lists, **asked)


@given(ranking_questions(), st.data())
def test_ranking_a_shared_list_equals_the_pairs_form(
    question: tuple[GraphCase, list[int], dict[str, Any]], data: st.DataObject
) -> None:
    case, sources, asked = question
    shared = (
        data.draw(st.lists(st.sampled_from(range(case.num_nodes)), max_size=20)) if case.num_nodes else []
    )
    candidates = np.array(shared, dtype=np.int64)
    assert_rank_equals_the_pairs_form(case, sources, candidates, [shared] * len(sources), **asked)


@given(ranking_questions(), st.data())
def test_ranking_a_list_for_each_source_equals_the_pairs_form(
    question: tuple[GraphCase, list[int], dict[str, Any]], data: st.DataObject
) -> None:
    case, sources, asked = question
    one_list = st.lists(st.integers(0, max(0, case.num_nodes - 1)), max_size=9)
    lists = [data.draw(one_list) for _ in sources]
    as_arrays = [np.array(listed, dtype=np.int64) for listed in lists]
    assert_rank_equals_the_pairs_form(case, sources, as_arrays, lists, **asked)
    offsets = np.cumsum([0] + [len(listed) for listed in lists])
    values = np.concatenate([np.empty(0, np.int64), *as_arrays])
    ragged = Ragged(values=values, offsets=offsets.astype(np.int64))
    assert_rank_equals_the_pairs_form(case, sources, ragged, lists, **asked)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source_side", SIDES)
def test_the_memory_limit_cuts_blocks_but_not_answers(kind: str, source_side: str) -> None:
    graph = plain(400, grid(400, width=20)).graph
    sources = np.array([0, 399, 7, 7, 210])
    asked: dict[str, Any] = {"kind": kind, "source_side": source_side, "max_dist": 8, "exclude_targets": True}
    whole = list(geodesics.rank(graph, sources, **asked))
    limit = 16 << 10
    small = list(geodesics.rank(graph, sources, max_memory=limit, **asked))
    assert len(small) > len(whole)
    for block in small:
        held = sum(array.nbytes for array in arrays(block).values())
        assert held <= limit or len(np.unique(block.query)) == len(block.query) == 1
    for field in ("query", "candidate"):
        np.testing.assert_array_equal(
            np.concatenate([getattr(block, field) for block in small]),
            np.concatenate([getattr(block, field) for block in whole]),
        )
    left = joined([block.geodesics for block in small])
    right = joined([block.geodesics for block in whole])
    for name in left:
        np.testing.assert_array_equal(left[name], right[name], err_msg=name)


def test_blocks_come_one_by_one() -> None:
    """The first answer is there before the last is computed: a loop may stop early."""
    graph = plain(400, grid(400, width=20)).graph
    blocks = geodesics.rank(graph, np.arange(400), max_dist=6, max_memory=1 << 14)
    first = next(iter(blocks))
    assert first.query[0] == 0
    assert first.query[-1] < 399


def test_options_of_the_kind_are_passed_on() -> None:
    graph = plain(64, grid(64, width=8)).graph
    sources, everyone = np.array([0, 9]), np.arange(64)
    pairs = np.stack([np.repeat(sources, 64), np.tile(everyone, 2)])
    (block,) = geodesics.rank(graph, sources, kind="vertical", max_dist=5, degree=False)
    assert_same(block.geodesics, geodesics.vertical(graph, pairs, max_dist=5, degree=False))
    (block,) = geodesics.rank(graph, sources, kind="horizontal", max_dist=5, seed=7)
    assert_same(block.geodesics, geodesics.horizontal(graph, pairs, max_dist=5, seed=7))


@pytest.mark.parametrize("kind", ["distances", "vertical"])
def test_memory_stays_bounded_when_large_answers_follow_small_ones(kind: str) -> None:
    """20,000 nodes that nothing reaches, then 100 hubs with 2,000 nodes between any two of them."""
    alone, hubs, leaves = 20_000, 100, 2_000
    ends = np.stack(np.divmod(np.arange(hubs * leaves), leaves)) + np.array([[alone], [alone + hubs]])
    graph = Graph.from_edges(ends, num_nodes=alone + hubs + leaves)
    limit = 256 << 10
    for block in geodesics.rank(
        graph, np.array([alone, alone + 1]), kind=kind, max_dist=2, max_memory=limit, exclude_targets=True
    ):
        held = sum(array.nbytes for array in arrays(block).values())
        assert held <= 2 * limit


@given(crowded_cases(), st.data(), st.sampled_from(KINDS), st.sampled_from(SIDES), st.sampled_from(MAX_DISTS))
def test_an_edge_for_each_source_is_hidden_from_the_pair_it_joins(
    case: GraphCase, data: st.DataObject, kind: str, source_side: str, max_dist: int
) -> None:
    edge_ids = data.draw(st.lists(st.integers(0, len(case.edges.edges) - 1), min_size=1, max_size=5))
    end = 0 if source_side == "head" else 1
    sources = [case.edges.edges[edge][end] for edge in edge_ids]
    others = [case.edges.edges[edge][1 - end] for edge in edge_ids]
    hidden = [edge if data.draw(st.booleans()) else -1 for edge in edge_ids]
    everyone = np.arange(case.num_nodes)
    ends = np.stack([np.repeat(sources, case.num_nodes), np.tile(everyone, len(sources))])
    joins = ends[1] == np.repeat(others, case.num_nodes)
    expected = FUNCTIONS[kind](
        case.graph,
        ends if source_side == "head" else ends[::-1],
        max_dist=max_dist,
        exclude_targets=np.where(joins, np.repeat(hidden, case.num_nodes), -1),
    )
    blocks = geodesics.rank(
        case.graph, sources, kind=kind, source_side=source_side, max_dist=max_dist, exclude_targets=hidden
    )
    found = joined([block.geodesics for block in blocks])
    for name, array in arrays(expected).items():
        np.testing.assert_array_equal(found[name], array, err_msg=name)
