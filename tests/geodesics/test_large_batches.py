"""Batches large enough for shared searches and for several blocks of work."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from gdgnn import geodesics
from gdgnn.graph import Graph
from tests import oracle
from tests.geodesics.checks import assert_same, rows, split
from tests.geodesics.dense import AllPairs, all_pairs, reversed_pairs, sides_of
from tests.strategies import KINDS, GraphCase, batch, cycle, plain

MAX_DISTS = (1, 2, 3, 4, 7, 100)


@dataclass(frozen=True)
class Sample:
    ends: np.ndarray
    num_nodes: int
    directed: bool
    graph: Graph
    answers: AllPairs


@cache
def sample(kind: str, directed: bool) -> Sample:
    """360 nodes: ``sparse`` has distances up to about 20, ``hubs`` has a few nodes of degree near 100."""
    random = np.random.default_rng(7)
    num_nodes = 360
    if kind == "sparse":
        ends = random.integers(0, num_nodes, (2, 520 if not directed else 700))
    else:
        ends = random.integers(0, num_nodes, (2, 900))
        ends[0, ::4] = random.integers(0, 3, ends[0, ::4].size)
        ends[1, 1::4] = random.integers(1, 4, ends[1, 1::4].size)
    graph = Graph.from_edges(ends, num_nodes=num_nodes, directed=directed)
    return Sample(ends, num_nodes, directed, graph, all_pairs(num_nodes, ends, directed=directed))


samples = pytest.mark.parametrize(
    ("kind", "directed"), [("sparse", False), ("sparse", True), ("hubs", False), ("hubs", True)]
)


def every_pair(num_nodes: int) -> np.ndarray:
    return np.stack(np.divmod(np.arange(num_nodes**2), num_nodes))


def within(distance: np.ndarray, max_dist: int) -> np.ndarray:
    return np.where(distance <= max_dist, distance, geodesics.UNREACHABLE)


@samples
@pytest.mark.parametrize("max_dist", MAX_DISTS)
def test_distances_of_all_pairs(kind: str, directed: bool, max_dist: int) -> None:
    """129,600 pairs, in order and shuffled."""
    one = sample(kind, directed)
    pairs = every_pair(one.num_nodes)
    expected = within(one.answers.distance, max_dist).ravel()
    np.testing.assert_array_equal(geodesics.distances(one.graph, pairs, max_dist=max_dist), expected)
    order = np.random.default_rng(1).permutation(pairs.shape[1])
    shuffled = geodesics.distances(one.graph, pairs[:, order], max_dist=max_dist, threads=2)
    np.testing.assert_array_equal(shuffled, expected[order])


@samples
@pytest.mark.parametrize("max_dist", [2, 3, 5, 100])
def test_vertical_of_all_pairs(kind: str, directed: bool, max_dist: int) -> None:
    one = sample(kind, directed)
    pairs = every_pair(one.num_nodes)
    found = geodesics.vertical(one.graph, pairs, max_dist=max_dist, num_paths=True)
    np.testing.assert_array_equal(found.distance, within(one.answers.distance, max_dist).ravel())
    sides_only = geodesics.vertical(one.graph, pairs, max_dist=max_dist)
    for name in ("distance", "head", "tail", "head_degree", "tail_degree"):
        assert_same(getattr(sides_only, name), getattr(found, name))
    reached = (one.answers.distance >= 0) & (one.answers.distance <= max_dist)
    np.testing.assert_array_equal(found.num_paths, np.where(reached, one.answers.num_paths, 0).ravel())

    heads = [sides_of(one.answers, node, max_dist) for node in range(one.num_nodes)]
    np.testing.assert_array_equal(found.head.lengths, np.concatenate([lengths for lengths, _, _ in heads]))
    np.testing.assert_array_equal(found.head.values, np.concatenate([nodes for _, nodes, _ in heads]))
    np.testing.assert_array_equal(found.head_degree, np.concatenate([degree for _, _, degree in heads]))

    by_tail = geodesics.vertical(one.graph, pairs[::-1], max_dist=max_dist, num_paths=True)
    np.testing.assert_array_equal(
        by_tail.num_paths.reshape(reached.shape), found.num_paths.reshape(reached.shape).T
    )
    backwards = reversed_pairs(one.answers)
    tails = [sides_of(backwards, node, max_dist) for node in range(one.num_nodes)]
    np.testing.assert_array_equal(by_tail.tail.lengths, np.concatenate([lengths for lengths, _, _ in tails]))
    np.testing.assert_array_equal(by_tail.tail.values, np.concatenate([nodes for _, nodes, _ in tails]))
    np.testing.assert_array_equal(by_tail.tail_degree, np.concatenate([degree for _, _, degree in tails]))


@samples
@pytest.mark.parametrize("max_dist", [2, 4])
def test_neighborhoods_of_all_nodes(kind: str, directed: bool, max_dist: int) -> None:
    one = sample(kind, directed)
    found = geodesics.neighborhoods(one.graph, max_dist=max_dist)
    pairs = np.stack([np.repeat(np.arange(one.num_nodes), found.neighbors.lengths), found.neighbors.values])
    expected = within(one.answers.distance, max_dist)
    np.testing.assert_array_equal(found.neighbors.lengths, (expected >= 1).sum(axis=1))
    np.testing.assert_array_equal(found.distance, expected[pairs[0], pairs[1]])
    backwards = reversed_pairs(one.answers)
    lengths, nodes, degrees = zip(
        *(sides_of(backwards, node, max_dist) for node in range(one.num_nodes)), strict=True
    )
    offsets = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])
    row = pairs[1] * one.num_nodes + pairs[0]
    taken = np.concatenate([np.arange(offsets[r], offsets[r + 1]) for r in row])
    np.testing.assert_array_equal(found.side.lengths, np.concatenate(lengths)[row])
    np.testing.assert_array_equal(found.side.values, np.concatenate(nodes)[taken])
    np.testing.assert_array_equal(found.side_degree, np.concatenate(degrees)[taken])


@samples
@pytest.mark.parametrize("exclude", [False, True])
def test_horizontal_of_all_pairs(kind: str, directed: bool, exclude: bool) -> None:
    """Each path has the right length and ends, and steps along edges only, never along the hidden one."""
    one = sample(kind, directed)
    pairs = every_pair(one.num_nodes)
    found = geodesics.horizontal(one.graph, pairs, max_dist=6, exclude_targets=exclude, edges=True, seed=5)
    distance = within(one.answers.distance, 6).ravel()
    joined = distance == 1
    if exclude:
        assert (found.distance[joined] != 1).all()
    untouched = ~joined if exclude else np.ones_like(joined)
    np.testing.assert_array_equal(found.distance[untouched], distance[untouched])
    np.testing.assert_array_equal(found.nodes.lengths, found.distance + 1)
    reached = found.distance >= 0
    np.testing.assert_array_equal(found.nodes.values[found.nodes.offsets[:-1][reached]], pairs[0, reached])
    np.testing.assert_array_equal(found.nodes.values[found.nodes.offsets[1:][reached] - 1], pairs[1, reached])

    steps = np.ones(len(found.nodes.values), dtype=bool)
    steps[found.nodes.offsets[1:][reached] - 1] = False
    here = found.nodes.values[steps]
    there = found.nodes.values[np.flatnonzero(steps) + 1]
    assert one.answers.adjacency[here, there].all()
    ends = np.stack([here, there])
    of_edges = one.graph.edge_index[:, found.edges.values]
    forward = (of_edges == ends).all(axis=0)
    assert (forward if directed else forward | (of_edges == ends[::-1]).all(axis=0)).all()
    if exclude:
        owner = np.repeat(pairs, np.maximum(found.distance, 0), axis=1)
        assert not ((ends == owner).all(axis=0)).any()


def crowded_case(kind: oracle.Kind) -> GraphCase:
    """120 nodes, two of them hubs, five in a cycle, with parallel and opposite edges."""
    random = np.random.default_rng(3)
    ends = random.integers(0, 120, (200, 2))
    ends[::5, 0] = 0
    ends[1::7, 1] = 119
    rows_ = [(int(u), int(v), int(r)) for (u, v), r in zip(ends, random.integers(0, 2, 200), strict=True)]
    rows_ += [(u, v, 0) for u, v in cycle(5)]
    rows_ += [(u, v, 1 - r) for u, v, r in rows_[::4]] + [(v, u, r) for u, v, r in rows_[::6]]
    return GraphCase(120, rows_, kind, relations=True)


def shared_end_batches(num_nodes: int) -> dict[str, list[tuple[int, int]]]:
    """Several hundred pairs that share one head, one tail, or few of each."""
    random = np.random.default_rng(5)
    others = random.integers(0, num_nodes, 400).tolist()
    few = random.integers(0, 5, (400, 2)).tolist()
    return {
        "head 0": [(0, other) for other in others],
        "tail 0": [(other, 0) for other in others],
        "head 119": [(119, other) for other in others],
        "tail 119": [(other, 119) for other in others],
        "few heads": [(head, other) for (head, _), other in zip(few, others, strict=True)],
        "few tails": [(other, tail) for (_, tail), other in zip(few, others, strict=True)],
        "few of both": [(head, tail) for head, tail in few],
    }


@pytest.mark.parametrize("shared", list(shared_end_batches(120)))
@pytest.mark.parametrize("kind", KINDS)
def test_pairs_that_share_an_end_with_targets_hidden(kind: oracle.Kind, shared: str) -> None:
    """Each pair hides its own edge from its own search only, although the search is shared."""
    case = crowded_case(kind)
    pairs = shared_end_batches(120)[shared]
    random = np.random.default_rng(8)
    joining = [oracle.edges_from_to(case.edges, u, v) for u, v in pairs]
    edge_ids = np.array([random.choice([-1, *edges]) for edges in joining])
    assert (edge_ids >= 0).any()
    for exclude in (False, True, random.random(len(pairs)) < 0.5, edge_ids):
        asked = batch(case, pairs, exclude)
        for max_dist in (2, 3, 9):
            found = geodesics.vertical(
                case.graph, asked.array, max_dist=max_dist, exclude_targets=exclude, num_paths=True
            )
            one_by_one = [
                (case.edges, u, v, max_dist, hidden)
                for (u, v), hidden in zip(asked.pairs, asked.hidden, strict=True)
            ]
            assert found.distance.tolist() == [oracle.distance(*question) for question in one_by_one]
            assert found.num_paths.tolist() == [oracle.num_paths(*question) for question in one_by_one]
            for name, side in (("head", oracle.head_side), ("tail", oracle.tail_side)):
                expected = [side(*question) for question in one_by_one]
                assert rows(getattr(found, name)) == expected
                degrees = [oracle.geodesic_degrees(case.edges, nodes) for nodes in expected]
                assert split(getattr(found, f"{name}_degree"), getattr(found, name)) == degrees


@pytest.mark.parametrize("function", ["distances", "vertical", "horizontal", "dag"])
@pytest.mark.parametrize("exclude", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_an_answer_does_not_depend_on_the_batch_it_is_in(
    function: str, exclude: bool, directed: bool
) -> None:
    """All pairs at once, on any number of threads, give each pair the answer it gets alone."""
    one = sample("hubs", directed)
    ask: Any = getattr(geodesics, function)
    nodes = np.arange(120)
    pairs = np.stack([np.repeat(nodes, 120), np.tile(nodes, 120)])
    asked = {"max_dist": 5, "exclude_targets": exclude}
    together = ask(one.graph, pairs, threads=1, **asked)
    for threads in (2, 4):
        assert_same(ask(one.graph, pairs, threads=threads, **asked), together)
    joined = np.flatnonzero(one.answers.adjacency[pairs[0], pairs[1]])
    random = np.random.default_rng(2)
    for i in [*random.choice(joined, 60).tolist(), *random.integers(0, pairs.shape[1], 90).tolist()]:
        alone = ask(one.graph, pairs[:, [i]], threads=1, **asked)
        if function == "distances":
            assert together[i] == alone[0]
            continue
        assert together.distance[i] == alone.distance[0]
        for name, part in vars_of_ragged(together).items():
            np.testing.assert_array_equal(part[i], vars_of_ragged(alone)[name][0], err_msg=name)


def vars_of_ragged(result: Any) -> dict[str, Any]:
    fields = {name: getattr(result, name) for name in result.__dataclass_fields__}
    return {name: value for name, value in fields.items() if hasattr(value, "offsets")}


def test_all_pairs_with_every_target_hidden() -> None:
    """Hiding changes joined pairs only; those are compared with the oracle."""
    one = sample("sparse", False)
    pairs = every_pair(one.num_nodes)
    found = geodesics.vertical(one.graph, pairs, max_dist=6, exclude_targets=True, num_paths=True)
    plainly = geodesics.vertical(one.graph, pairs, max_dist=6, num_paths=True)
    joined = plainly.distance == 1
    np.testing.assert_array_equal(found.distance[~joined], plainly.distance[~joined])
    np.testing.assert_array_equal(found.num_paths[~joined], plainly.num_paths[~joined])
    case = GraphCase(one.num_nodes, [(int(u), int(v), 0) for u, v in one.ends.T])
    for i in np.flatnonzero(joined):
        u, v = pairs[:, i].tolist()
        hidden = oracle.target_edge(case.edges, u, v)
        assert hidden is not None
        assert found.distance[i] == oracle.distance(case.edges, u, v, 6, hidden)
        assert found.head[i].tolist() == oracle.head_side(case.edges, u, v, 6, hidden)
        assert found.tail[i].tolist() == oracle.tail_side(case.edges, u, v, 6, hidden)


@pytest.mark.parametrize(
    ("block", "stride"), [(40, 1 << 9), (40, 1 << 15), (40, 1 << 16), (120, 1 << 15), (120, 1 << 21)]
)
@pytest.mark.parametrize(("kind", "directed"), [("sparse", True), ("hubs", False)])
def test_answers_do_not_depend_on_how_far_apart_the_ids_are(
    kind: str, directed: bool, block: int, stride: int
) -> None:
    """The same graph, its nodes spread in blocks among others without edges: many share their lower bits."""
    one = sample(kind, directed)
    spread = np.arange(one.num_nodes) // block * stride + np.arange(one.num_nodes) % block
    wide = Graph.from_edges(spread[one.ends], num_nodes=int(spread[-1]) + 1, directed=directed)
    pairs = every_pair(one.num_nodes)
    pairs = pairs[:, np.random.default_rng(9).integers(0, pairs.shape[1], 20_000)]
    pairs[0, ::2] = 1  # half of them share their search
    vertical, horizontal = geodesics.vertical, geodesics.horizontal
    for exclude in (False, True):
        asked: dict[str, Any] = {"max_dist": 6, "exclude_targets": exclude}
        near, far = vertical(one.graph, pairs, **asked), vertical(wide, spread[pairs], **asked)
        np.testing.assert_array_equal(far.distance, near.distance)
        for side in ("head", "tail"):
            np.testing.assert_array_equal(getattr(far, side).offsets, getattr(near, side).offsets)
            np.testing.assert_array_equal(getattr(far, side).values, spread[getattr(near, side).values])
            np.testing.assert_array_equal(getattr(far, f"{side}_degree"), getattr(near, f"{side}_degree"))
        found = horizontal(wide, spread[pairs], **asked)
        np.testing.assert_array_equal(found.distance, near.distance)
        steps = np.searchsorted(spread, found.nodes.values)
        inside = np.ones(len(steps), dtype=bool)
        inside[found.nodes.offsets[1:][found.nodes.lengths > 0] - 1] = False
        assert one.answers.adjacency[steps[inside], steps[np.flatnonzero(inside) + 1]].all()
    seen = geodesics.neighborhoods(one.graph, max_dist=3)
    seen_far = geodesics.neighborhoods(wide, spread, max_dist=3)
    np.testing.assert_array_equal(seen_far.neighbors.values, spread[seen.neighbors.values])
    np.testing.assert_array_equal(seen_far.side.values, spread[seen.side.values])
    np.testing.assert_array_equal(seen_far.side_degree, seen.side_degree)


def test_a_million_pairs_cross_every_block_border() -> None:
    """The same few thousand pairs again and again: every copy must have the same answer."""
    one = sample("hubs", False)
    random = np.random.default_rng(4)
    once = random.integers(0, one.num_nodes, (2, 4099))
    copies = 250
    pairs = np.tile(once, copies)
    expected = within(one.answers.distance, 3)[once[0], once[1]]
    distance = geodesics.distances(one.graph, pairs, max_dist=3)
    assert (distance.reshape(copies, -1) == expected).all()
    sides = geodesics.vertical(one.graph, pairs, max_dist=2).head
    lengths = sides.lengths.reshape(copies, -1)
    assert (lengths == lengths[0]).all()
    values = sides.values.reshape(copies, -1)
    assert (values == values[0]).all()


def test_results_of_many_megabytes_are_put_together_in_order() -> None:
    """In a complete bipartite graph two nodes of one half have the whole other half between them."""
    half = 300
    ends = np.stack(np.divmod(np.arange(half * half), half)) + np.array([[0], [half]])
    graph = Graph.from_edges(ends, num_nodes=2 * half)
    random = np.random.default_rng(6)
    pairs = random.integers(0, half, (2, 12_000))
    pairs[:, ::3] += half
    apart = pairs[0] != pairs[1]
    for exclude in (False, True):  # together with others of the same end, and each alone
        found = geodesics.vertical(graph, pairs, max_dist=4, exclude_targets=exclude, num_paths=True)
        np.testing.assert_array_equal(found.distance, np.where(apart, 2, 0))
        np.testing.assert_array_equal(found.num_paths, np.where(apart, half, 1))
        for side in (found.head, found.tail):
            np.testing.assert_array_equal(side.lengths, np.where(apart, half, 0))
            first = np.where(pairs[0][apart] < half, half, 0)
            np.testing.assert_array_equal(side.values.reshape(-1, half), first[:, None] + np.arange(half))
        assert not found.head_degree.any()


def test_a_far_cutoff_costs_nothing_when_everything_is_near() -> None:
    """Milliseconds of work; the bound is there to catch an effort that grows with the cutoff itself."""
    count = 40_000
    graph = plain(count, cycle(count)).graph
    heads = np.repeat(np.arange(0, count, 2000), 8)
    pairs = np.stack([heads, heads + np.tile(np.arange(100, 108), 20)])
    pairs[1] %= count
    started = time.monotonic()
    found = geodesics.distances(graph, pairs, max_dist=32_766)
    assert found.tolist() == list(range(100, 108)) * 20
    assert time.monotonic() - started < 5
