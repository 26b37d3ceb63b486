"""Questions about facts: ranked answers by name, their scores, their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest
import torch

from gdgnn.estimators import KnowledgeGraphCompleter
from tests.estimators.kg_small import grid, small

FACTS = grid()
ENTITIES = sorted({name for head, _, tail in FACTS for name in (head, tail)})


@pytest.fixture(scope="module", params=["vertical", "horizontal", "distance", "film", "sequences"])
def other(request: pytest.FixtureRequest) -> KnowledgeGraphCompleter:
    """Completers that see other things, barely trained."""
    options: dict[str, Any] = {"context": request.param, "relational": False}
    if request.param == "film":
        options = {"condition": "film"}
    if request.param == "sequences":
        options = {"sequences": 3, "context": "vertical"}
    return small(epochs=1, refit=False, **options).fit(FACTS)


def known_of(head: Any, relation: Any, tail: Any) -> set[Any]:
    """What completes the question among the facts."""
    place = (head, relation, tail).index(None)
    same = [
        fact
        for fact in FACTS
        if all(asked is None or asked == one for asked, one in zip((head, relation, tail), fact, strict=True))
    ]
    return {fact[place] for fact in same}


@pytest.mark.parametrize("asked", [("b1", "right", None), (None, "diagonal", "c2"), ("a0", "down", None)])
def test_answers_are_all_that_is_not_known_by_score(
    completer: KnowledgeGraphCompleter, asked: tuple[Any, Any, Any]
) -> None:
    found = completer.predict(*asked, k=100)
    assert sorted([*found.names(), *known_of(*asked)]) == ENTITIES
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    facts = [(one.head, one.relation, one.tail) for one in found]
    np.testing.assert_allclose(completer.decision_function(facts), scores, atol=1e-5)
    assert not any(one.known for one in found)
    assert found.candidates == len(found)


def test_scores_are_those_of_the_facts_whatever_is_seen(other: KnowledgeGraphCompleter) -> None:
    for asked in (("b1", "right", None), (None, "diagonal", "c2"), ("b1", None, "c2")):
        found = other.predict(*asked, k=100, known=True)
        facts = [(one.head, one.relation, one.tail) for one in found]
        np.testing.assert_allclose(
            other.decision_function(facts), [one.score for one in found], atol=1e-5, rtol=1e-5
        )


def test_scores_do_not_depend_on_what_else_is_asked(other: KnowledgeGraphCompleter) -> None:
    together = other.decision_function(FACTS)
    apart = np.concatenate([other.decision_function([fact]) for fact in FACTS])
    np.testing.assert_allclose(together, apart, atol=1e-5)


def test_known_facts_are_scored_without_their_own_edge(completer: KnowledgeGraphCompleter) -> None:
    found = completer.predict("b1", "right", None, k=100, known=True)
    (true,) = [one for one in found if one.known]
    assert (true.tail, true.distance) == ("c1", 2)
    assert sorted(found.names()) == ENTITIES


def test_relations_are_answers_too(completer: KnowledgeGraphCompleter) -> None:
    found = completer.predict("b1", None, "c2")
    assert set(found.names()) == {"right", "down"}
    every = completer.predict("b1", None, "c2", known=True)
    assert set(every.names()) == {"right", "down", "diagonal"}
    assert {one.relation: one.known for one in every}["diagonal"]
    assert "(b1, ?, c2): the best 3 of 3" in str(every)


def test_a_table_of_questions(completer: KnowledgeGraphCompleter) -> None:
    asked = [("b1", "right", None), (None, "down", "c2"), ("b1", None, "c2"), ("b1", "right", None)]
    found = completer.predict_many(asked, k=3)
    assert found == [completer.predict(*one, k=3) for one in asked]
    table = pd.DataFrame(asked, columns=["head", "relation", "tail"])
    assert [one.answers for one in completer.predict_many(table, k=3)] == [one.answers for one in found]
    tails = pd.DataFrame({"head": ["b1"], "relation": ["right"]})
    assert completer.predict_many(tails, k=3)[0].answers == found[0].answers
    assert completer.predict_many([]) == []
    assert found[0].to_frame().columns.tolist() == ["head", "relation", "tail", "score", "distance", "known"]
    assert cast("Sequence[Any]", found[0])[:2] == found[0].answers[:2]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("b11", "right", None), "no entity is called 'b11'; did you mean 'b1'"),
        (("b1", "rihgt", None), "no relation is called 'rihgt'; did you mean 'right'?"),
        ((None, "right", "nowhere"), "no entity is called 'nowhere'; 25 others are known"),
    ],
)
def test_what_is_unknown_is_named_with_what_is_like_it(
    completer: KnowledgeGraphCompleter, asked: tuple[Any, Any, Any], told: str
) -> None:
    with pytest.raises(KeyError, match=told):
        completer.predict(*asked)


@pytest.mark.parametrize("asked", [("b1", None, None), ("b1", "right", "c1"), (None, None, None)])
def test_just_one_part_is_asked_for(completer: KnowledgeGraphCompleter, asked: tuple[Any, Any, Any]) -> None:
    with pytest.raises(ValueError, match="give None for just one"):
        completer.predict(*asked)


def test_questions_that_are_none_are_told(completer: KnowledgeGraphCompleter) -> None:
    with pytest.raises(ValueError, match="k is 0"):
        completer.predict("b1", "right", None, k=0)
    with pytest.raises(ValueError, match=r"questions\[0\]"):
        completer.predict_many([("b1", "right")])
    with pytest.raises(TypeError, match="questions are 'b1'"):
        completer.predict_many("b1")


def test_a_score_that_is_no_number_is_an_error() -> None:
    broken = small(epochs=1, refit=False).fit(FACTS)
    with torch.no_grad():
        next(broken._scores.model.scorer.parameters()).fill_(float("nan"))
    with pytest.raises(ValueError, match="NaN"):
        broken.predict("b1", "right", None)
    with pytest.raises(ValueError, match="is nan"):
        broken.evaluate(FACTS[:2])


def test_entities_that_nobody_tells_apart_are_answered_in_order() -> None:
    """Of candidates with the same score, those that came first."""
    facts = [*FACTS, ("lone1", "right", "lone1"), ("lone2", "right", "lone2"), ("lone3", "down", "lone3")]
    fitted = small(epochs=1, refit=False, valid=0.05, test=0.0).fit(facts)
    answers = fitted.predict("b1", "right", None, k=100)
    lone = {one.tail: one.score for one in answers if str(one.tail).startswith("lone")}
    assert len(set(lone.values())) == 1
    assert list(lone) == ["lone1", "lone2", "lone3"]


# ---------------------------------------------------------------------------------------------- reasons


@pytest.mark.parametrize("fact", [("b1", "diagonal", "c2"), ("a0", "right", "c0"), ("a0", "down", "d4")])
def test_the_parts_of_a_score_add_up(
    completer: KnowledgeGraphCompleter, other: KnowledgeGraphCompleter, fact: tuple[str, str, str]
) -> None:
    for one in (completer, other):
        why = one.explain(*fact)
        parts = why.without_nodes + sum(part.value for part in why.contributions) + why.interaction
        assert parts == pytest.approx(why.score, abs=1e-9)
        assert why.score == pytest.approx(float(one.decision_function([fact])[0]), abs=1e-5)


def test_paths_name_entities_and_relations_with_their_direction(completer: KnowledgeGraphCompleter) -> None:
    why = completer.explain("b1", "diagonal", "c2")
    assert [str(path) for path in why.fact_paths] == [
        "b1 -[down]-> b2 -[right]-> c2",
        "b1 -[right]-> c1 -[down]-> c2",
    ]
    assert {one.node for one in why.contributions} == {"b2", "c1"}
    assert (why.distance, why.num_paths, why.was_edge) == (2, 2, True)
    back = completer.explain("c2", "diagonal", "b1")
    assert str(back.fact_paths[0]) == "c2 <-[diagonal]- b1"
    assert back.distance == 1
    assert "path: b1 -[down]-> b2" in str(why)
    assert why.candidates[1] == len(ENTITIES)


def test_parallel_relations_stay_when_a_fact_is_hidden() -> None:
    facts = [*FACTS, ("b1", "near", "c1"), ("c1", "near", "b1"), ("d1", "near", "d2")]
    fitted = small(epochs=1, refit=False, test=0.0, valid=0.05).fit(facts)
    why = fitted.explain("b1", "right", "c1")
    assert why.distance == 1
    assert [str(step) for step in why.fact_paths[0].steps[0]] == ["-[near]->", "<-[near]-"]


def test_the_rank_is_that_of_the_evaluation(completer: KnowledgeGraphCompleter) -> None:
    fact = ("b1", "right", "d3")
    why, found = completer.explain(*fact), completer.predict(fact[0], fact[1], None, k=100)
    assert why.tail_rank == 1 + found.names().index("d3")
    heads = completer.predict(None, fact[1], fact[2], k=100)
    assert why.head_rank == 1 + heads.names().index("b1")


def test_a_picture_is_drawn(completer: KnowledgeGraphCompleter, tmp_path: Path) -> None:
    axes = completer.explain("b1", "diagonal", "c2").plot(tmp_path / "why.svg")
    texts = [text.get_text() for text in axes.texts]
    assert "-[right]->" in texts
    assert "rank" in axes.get_title()
    assert (tmp_path / "why.svg").stat().st_size > 1000


def test_what_cannot_be_explained_is_told(completer: KnowledgeGraphCompleter) -> None:
    with pytest.raises(ValueError, match="both head and tail"):
        completer.explain("b1", "right", "b1")
    with pytest.raises(KeyError, match="no relation is called"):
        completer.explain("b1", "left", "c1")
    with pytest.raises(ValueError, match="max_paths is -1"):
        completer.explain("b1", "right", "c1", max_paths=-1)
