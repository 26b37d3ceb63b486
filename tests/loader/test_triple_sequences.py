from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
import torch

from gdgnn import Graph
from gdgnn.loader import triple_sequences
from gdgnn.loader.triple_sequences import RelationSequences, SequenceQuestion
from gdgnn.loader.triple_steps import TypedSteps
from tests.loader.test_triple_steps import RELATIONS, random_facts, steps_between

MAX_DIST = 4
NOTHING = np.array([-1])


def shares(graph: Graph, start: int, end: int, hidden: int) -> dict[tuple[int, ...], float]:
    """How likely each sequence of types is on a shortest path drawn among all: all paths are written down."""
    neighbors = {
        node: [
            other
            for other in range(graph.num_nodes)
            if other != node and steps_between(graph, node, other, hidden)
        ]
        for node in range(graph.num_nodes)
    }
    paths = [[start]]
    for _ in range(MAX_DIST):
        paths = [[*path, node] for path in paths for node in neighbors[path[-1]]]
        arrived = [path for path in paths if path[-1] == end]
        if arrived:
            break
    else:
        return {}
    found: Counter[tuple[int, ...]] = Counter()
    for path in arrived:
        types = [[type_ for _, type_ in steps_between(graph, *ends, hidden)] for ends in pairwise(path)]
        ways = list(product(*types))
        for way in ways:
            found[way] += 1 / len(arrived) / len(ways)  # type: ignore[assignment]
    return dict(found)


def of_pair(found: RelationSequences, pair: int) -> dict[tuple[int, ...], float]:
    mine = (found.entry.row == pair).nonzero()[:, 0]
    return {
        tuple(step for step in found.step[found.entry.node[at]].tolist() if step != 2 * RELATIONS): float(
            found.share[at]
        )
        for at in mine
    }


@pytest.mark.parametrize("seed", range(3))
def test_shares_come_near_those_of_all_paths_written_down(seed: int) -> None:
    graph = random_facts(seed)
    pairs = graph.edge_index.astype(np.int64)[:, :12]
    hidden = np.arange(12)
    question = SequenceQuestion(most=400, draws=400, max_dist=MAX_DIST)
    found = question.ask(TypedSteps(graph), pairs, hidden, seed=seed)
    several = 0
    for row, (start, end) in enumerate(pairs.T.tolist()):
        expected = {} if start == end else shares(graph, start, end, row)
        mine = of_pair(found, row)
        assert set(mine) <= set(expected)
        assert sum(mine.values()) == pytest.approx(1.0 if expected else 0.0)
        for way, share in expected.items():
            assert mine.get(way, 0.0) == pytest.approx(
                share, abs=5 * (share * (1 - share) / 400) ** 0.5 + 1e-6
            )
        several += len(expected) > 1
    assert several > 3


def test_the_most_frequent_are_kept_most_frequent_first() -> None:
    """From 0 to 3 there are four paths along [0, 0], two along [1, 0] and one along [2, 2]."""
    middle = np.arange(1, 8)
    types = np.array([0, 0, 0, 0, 1, 1, 2])
    heads = np.concatenate([np.zeros(7, int), middle])
    tails = np.concatenate([middle, np.full(7, 8)])
    relation = np.concatenate([types, np.where(types == 2, 2, 0)])
    graph = Graph.from_edges([heads, tails], relation=relation, directed=True).as_undirected()
    question = SequenceQuestion(most=2, draws=2000, max_dist=3)
    found = question.ask(TypedSteps(graph), np.array([[0, 8], [8, 0]]), np.array([-1, -1]), seed=0)
    there, back = of_pair(found, 0), of_pair(found, 1)
    assert list(there) == [(0, 0), (1, 0)]
    assert list(back) == [(3, 3), (3, 4)]
    assert list(there.values()) == pytest.approx([4 / 7, 2 / 7], abs=0.05)


def test_the_hidden_edge_is_in_no_sequence_and_its_parallel_stays() -> None:
    graph = Graph.from_edges([[0, 0], [1, 1]], relation=[0, 1], directed=True).as_undirected()
    question = SequenceQuestion(most=2, draws=8, max_dist=3)
    pairs = np.array([[0, 1], [1, 0]])
    found = question.ask(TypedSteps(graph), pairs, np.array([0, 1]), seed=0)
    assert found.step[found.entry.node][:, 0].tolist() == [1, 2]


def test_pairs_without_a_path_have_no_sequences() -> None:
    graph = Graph.from_edges([[0, 2], [1, 3]], relation=[0, 1], directed=True).as_undirected()
    found = SequenceQuestion(most=1, draws=2, max_dist=3).ask(
        TypedSteps(graph), np.array([[0, 1, 3], [0, 2, 2]]), np.full(3, -1), seed=0
    )
    assert found.entry.row.tolist() == [2]
    assert found.step.tolist() == [[3, 4, 4]]
    none = SequenceQuestion(most=1, draws=2, max_dist=3).ask(
        TypedSteps(graph), np.empty((2, 0), np.int64), np.empty(0, np.int64), seed=0
    )
    assert (none.step.shape, none.entry.num_rows) == ((0, 3), 0)


def test_what_is_drawn_for_a_pair_depends_on_the_seed_and_the_pair_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = TypedSteps(random_facts(1))
    pairs = np.random.default_rng(0).integers(0, 14, (2, 30))
    question = SequenceQuestion(most=2, draws=3, max_dist=MAX_DIST)
    whole = question.ask(steps, pairs, np.full(30, -1), seed=5)
    other = question.ask(steps, pairs, np.full(30, -1), seed=50)
    for row in range(30):
        alone = question.ask(steps, pairs[:, row : row + 1], NOTHING, seed=5)
        assert of_pair(alone, 0) == of_pair(whole, row)
    assert any(of_pair(other, row) != of_pair(whole, row) for row in range(30))
    monkeypatch.setattr(triple_sequences, "_VALUES", 1)
    parts = question.ask(steps, pairs, np.full(30, -1), seed=5)
    assert all(of_pair(parts, row) == of_pair(whole, row) for row in range(30))


def test_slices_and_choices_are_those_of_their_pairs() -> None:
    steps = TypedSteps(random_facts(2))
    pairs = np.random.default_rng(0).integers(0, 14, (2, 30))
    found = SequenceQuestion(most=2, draws=4, max_dist=MAX_DIST).ask(steps, pairs, np.full(30, -1), seed=0)
    part = found.slice(4, 17)
    assert [of_pair(part, row) for row in range(13)] == [of_pair(found, row) for row in range(4, 17)]
    assert len(part.step) <= len(found.step)
    kept = torch.arange(30) % 3 == 1
    some = found.take(kept)
    assert [of_pair(some, row) for row in range(10)] == [of_pair(found, row) for row in range(1, 30, 3)]


def test_many_relations_and_long_paths_are_told_apart() -> None:
    """Numbers of sequences run beyond 64 bits: 2,001 ** 8."""
    count = 8
    line = np.arange(count)
    graph = Graph.from_edges(
        [line, line + 1], relation=999 - line, num_relations=1000, directed=True
    ).as_undirected()
    question = SequenceQuestion(most=1, draws=1, max_dist=count)
    found = question.ask(TypedSteps(graph), np.array([[0, count], [count, 0]]), np.array([-1, -1]), seed=0)
    forth, back = found.step[found.entry.node].tolist()
    assert forth == (999 - line).tolist()
    assert back == (1999 - line[::-1]).tolist()


def test_numbers_must_make_sense() -> None:
    with pytest.raises(ValueError, match="3 sequences of 2 drawn paths"):
        SequenceQuestion(most=3, draws=2, max_dist=2)
