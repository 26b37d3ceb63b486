from __future__ import annotations

import numpy as np
import pytest

from gdgnn import geodesics
from gdgnn.data.triples import Triples


def test_entity_0_and_relation_0_are_ids_like_any_other() -> None:
    facts = Triples.from_ids([[0, 0, 2], [0, 1, 0], [1, 1, 0]])
    graph = facts.graph()
    assert (facts.num_entities, facts.num_relations, graph.num_edges) == (3, 2, 3)
    assert graph.relation is not None
    assert graph.relation.tolist() == [0, 1, 0]
    assert graph.edge_index.tolist() == [[0, 0, 2], [1, 1, 0]]


def test_a_fact_and_the_same_relation_the_other_way_round_are_two_edges() -> None:
    graph = Triples.from_ids([[0, 1, 0], [0, 0, 0], [1, 0, 1]]).graph()
    assert graph.num_edges == 2
    assert graph.row_edge.tolist() == [0, 1, 0]


def test_hiding_a_fact_hides_its_inverse_and_no_other_relation_between_the_two() -> None:
    graph = Triples.from_ids([[0, 0, 1, 2], [0, 1, 0, 0], [1, 1, 2, 0]]).graph()
    pairs = [[0, 1, 1], [1, 0, 2]]
    hidden = geodesics.distances(graph, pairs, max_dist=4, exclude_targets=[0, 0, 2])
    assert hidden.tolist() == [1, 1, 2]
    alone = Triples.from_ids([[0, 1, 2], [0, 0, 0], [1, 2, 0]]).graph()
    both_ways = geodesics.distances(alone, [[0, 1], [1, 0]], max_dist=4, exclude_targets=[0, 0])
    assert both_ways.tolist() == [2, 2]


def test_arrows_are_followed_when_asked() -> None:
    facts = Triples.from_ids([[0], [0], [1]])
    back = [[1], [0]]
    assert geodesics.distances(facts.graph(), back, max_dist=1).tolist() == [1]
    assert geodesics.distances(facts.graph(directed=True), back, max_dist=1).tolist() == [-1]


def test_inductive_facts_share_relations_and_nothing_else() -> None:
    trained = Triples.from_names(["a", "b"], ["r", "s"], ["b", "c"])
    other = Triples.from_names(["x"], ["s"], ["a"], relations=trained.relations)
    assert other.relations is trained.relations
    assert other.ids.tolist() == [[0], [1], [1]]
    assert other.num_relations == 2
    assert list(other.entities or ()) == ["x", "a"]


def test_an_unseen_relation_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match=r"relation\[1\] is 'new'"):
        Triples.from_names(["x", "x"], ["r", "new"], ["y", "z"], relations=["r"])


def test_an_unseen_entity_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match=r"tails\[0\] is 'y'"):
        Triples.from_names(["x"], ["r"], ["y"], entities=["x"])


@pytest.mark.parametrize(
    ("ids", "error", "message"),
    [
        ([[0], [0]], ValueError, "give \\(3, m\\)"),
        ([[0], [0], [-1]], IndexError, r"ids\[2, 0\] is -1"),
        ([[0], [7], [0]], IndexError, r"ids\[1, 0\] is 7, but there are 2 relations"),
        ([[0.5], [0], [0]], TypeError, "integers"),
    ],
)
def test_wrong_ids_are_named(ids: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Triples.from_ids(ids, num_entities=3, num_relations=2)  # type: ignore[arg-type]


def test_columns_of_different_lengths_are_an_error() -> None:
    with pytest.raises(ValueError, match="2 heads, 1 relations and 1 tails"):
        Triples.from_names(["a", "b"], ["r"], ["c"])


def test_missing_names_are_an_error() -> None:
    with pytest.raises(ValueError, match="missing value"):
        Triples.from_names(["a"], [None], ["b"])


def test_taking_keeps_the_vocabulary() -> None:
    facts = Triples.from_names(["a", "b"], ["r", "s"], ["b", "c"])
    part = facts.take(np.array([False, True]))
    assert part.named() == [("b", "s", "c")]
    assert part.num_entities == 3


def test_no_facts_are_facts_too() -> None:
    facts = Triples.from_ids(np.empty((3, 0), dtype=np.int64), num_entities=2, num_relations=1)
    assert facts.graph().num_edges == 0
