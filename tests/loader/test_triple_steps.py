from __future__ import annotations

from itertools import pairwise

import numpy as np

from gdgnn import Graph, geodesics
from gdgnn.loader.triple_steps import TypedSteps

RELATIONS = 3


def random_facts(seed: int, num_nodes: int = 14, count: int = 40) -> Graph:
    random = np.random.default_rng(seed)
    return Graph.from_edges(
        random.integers(0, num_nodes, (2, count)),
        num_nodes=num_nodes,
        relation=random.integers(0, RELATIONS, count),
        num_relations=RELATIONS,
        directed=True,
    ).as_undirected()


def steps_between(graph: Graph, start: int, end: int, hidden: int) -> list[tuple[int, int]]:
    """(edge, type) of every way to get from start to end in one step."""
    assert graph.relation is not None
    ways = []
    for edge, (head, tail) in enumerate(graph.edge_index.T.tolist()):
        relation = int(graph.relation[edge])
        if edge != hidden and (head, tail) == (start, end):
            ways.append((edge, relation))
        if edge != hidden and (tail, head) == (start, end):
            ways.append((edge, relation + RELATIONS))
    return ways


def test_paths_tell_the_type_of_every_step() -> None:
    for seed in range(5):
        graph = random_facts(seed)
        pairs = graph.edge_index.astype(np.int64)
        hidden = np.arange(graph.num_edges)
        paths = geodesics.horizontal(graph, pairs, max_dist=5, exclude_targets=hidden).nodes
        types = TypedSteps(graph).of_paths(paths, hidden)
        for row in range(len(paths)):
            nodes, found = paths[row].tolist(), types[paths.offsets[row] : paths.offsets[row + 1]].tolist()
            expected = [min(steps_between(graph, start, end, row))[1] for start, end in pairwise(nodes)]
            assert found == ([2 * RELATIONS, *expected] if nodes else [])


def test_sides_tell_the_type_of_every_edge_of_every_step() -> None:
    for seed in range(5):
        graph = random_facts(seed)
        pairs = graph.edge_index.astype(np.int64)
        hidden = np.arange(graph.num_edges)
        found = geodesics.vertical(graph, pairs, max_dist=5, exclude_targets=hidden)
        for side, ends, outward in ((found.head, pairs[0], True), (found.tail, pairs[1], False)):
            longer, entry, types = TypedSteps(graph).of_sides(ends, side, hidden, outward=outward)
            assert (side.values[entry] == longer.values).all()
            for row in range(len(side)):
                expected = []
                for node in side[row].tolist():
                    step = (int(ends[row]), node) if outward else (node, int(ends[row]))
                    expected += [(node, kind) for _, kind in steps_between(graph, *step, row)]
                part = slice(longer.offsets[row], longer.offsets[row + 1])
                assert sorted(zip(longer[row].tolist(), types[part].tolist(), strict=True)) == sorted(
                    expected
                )


def test_no_pairs_have_no_steps() -> None:
    steps = TypedSteps(random_facts(0))
    nothing = geodesics.Ragged(np.empty(0, dtype=np.int64), np.array([0, 0]))
    assert steps.of_paths(nothing, np.array([-1])).tolist() == []
    longer, _, types = steps.of_sides(np.array([0]), nothing, np.array([-1]), outward=True)
    assert longer.lengths.tolist() == [0]
    assert types.tolist() == []
