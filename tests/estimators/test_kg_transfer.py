"""Facts of other entities, and how good answers about facts are."""

from __future__ import annotations

import numpy as np
import pytest

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.estimators import KnowledgeGraphCompleter
from gdgnn.tasks.ranking import rank_triples
from tests.estimators.kg_small import grid, small

FACTS = grid()
OTHER = grid(4, "z")


def test_the_same_facts_under_other_names_get_the_same_scores() -> None:
    """Whoever used the embeddings of the old entities would be wrong: ids are others here."""
    # Of several paths one is drawn, by the ids of its ends; sides are the same under any.
    fitted = small(context="vertical", epochs=4, refit=False).fit(FACTS)
    turned = [(f"x{head}", relation, f"x{tail}") for head, relation, tail in reversed(FACTS)]
    moved = fitted.transfer(turned)
    np.testing.assert_allclose(
        moved.decision_function(turned), fitted.decision_function(FACTS)[::-1], atol=1e-4
    )
    found, wanted = moved.predict("xb1", "right", None, k=50), fitted.predict("b1", "right", None, k=50)
    np.testing.assert_allclose([one.score for one in found], [one.score for one in wanted], atol=1e-4)
    assert found.names()[0] == f"x{wanted.names()[0]}"


def test_other_facts_are_encoded_anew(completer: KnowledgeGraphCompleter) -> None:
    before = completer.decision_function(FACTS)
    moved = completer.transfer(OTHER)
    less = completer.transfer(OTHER[:-4])
    assert not np.allclose(moved.decision_function(OTHER[:5]), less.decision_function(OTHER[:5]))
    np.testing.assert_array_equal(completer.decision_function(FACTS), before)
    assert moved.facts_.num_entities == 16
    assert moved.get_params() == completer.get_params()
    assert "transferred: answers are about 33 facts, 16 entities, 3 relations" in moved.report_.notes


def test_only_the_relations_are_shared(completer: KnowledgeGraphCompleter) -> None:
    moved = completer.transfer([("x", "down", "y"), ("y", "down", "z")])
    assert moved.facts_.relations == completer.facts_.relations
    with pytest.raises(KeyError, match="no entity is called 'b1'"):
        moved.predict("b1", "right", None)
    with pytest.raises(KeyError, match="no relation is called 'beside'"):
        completer.transfer([("x", "beside", "y")])


def test_vectors_of_entities_cannot_be_transferred() -> None:
    fitted = small(epochs=1, learned_features=True, refit=False).fit(FACTS)
    with pytest.raises(ValueError, match="learned_features=False"):
        fitted.transfer(OTHER)


def test_figures_are_those_of_the_ranking(completer: KnowledgeGraphCompleter) -> None:
    kept, held = OTHER[:-4], OTHER[-4:]
    found = completer.transfer(kept).evaluate(held)
    every = Triples.from_names(*zip(*OTHER, strict=True), relations=completer.facts_.relations)
    graph, facts = every.take(np.arange(len(kept))), every.take(np.arange(len(kept), len(OTHER)))
    ranking = rank_triples(completer._scores.model, graph.graph(), facts, KnownTriples(every))
    assert [one.value for one in found.figures] == pytest.approx(
        [one.value for one in ranking.figures("test")]
    )
    assert {one.name: one.facts for one in found.by_relation} == {"diagonal": 4}
    assert sum(one.facts for one in found.by_distance) == 4
    assert found.known == 0


def test_the_legacy_figures_have_their_protocol(completer: KnowledgeGraphCompleter) -> None:
    moved = completer.transfer(OTHER[:-4])
    drawn, exact = moved.evaluate(OTHER[-4:], "legacy").figures
    assert drawn.name == exact.name == "Hits@10"
    assert "50 drawn a side, filtered" in str(drawn)
    assert "expected" in str(exact)
    assert drawn.protocol.seeds == (0, 1, 2, 3, 4)
    assert drawn.spread is not None
    assert abs(drawn.value - exact.value) < 0.3
    with pytest.raises(ValueError, match="protocol is 'best'"):
        moved.evaluate(OTHER[-4:], "best")  # type: ignore[arg-type]


def test_facts_that_are_known_are_asked_without_and_told_of(completer: KnowledgeGraphCompleter) -> None:
    found = completer.evaluate(FACTS[:3])
    assert found.known == 3
    assert "3 of the 3 facts are known" in str(found)
    # Each alone is asked with the others in place, so that figures differ: all that is asked is left out.
    assert completer.evaluate(FACTS[:1]).known == 1


def test_other_true_facts_are_no_candidates(completer: KnowledgeGraphCompleter) -> None:
    moved = completer.transfer(OTHER[:-4])
    asked = [("za0", "right", "zd3")]
    everything = [("za0", "right", name) for _, _, name in OTHER if name != "zd3"]
    alone = moved.evaluate(asked, known=everything)
    assert alone.figures[0].value > moved.evaluate(asked).figures[0].value


def test_no_facts_and_unknown_names_are_refused(completer: KnowledgeGraphCompleter) -> None:
    with pytest.raises(ValueError, match="no facts"):
        completer.evaluate([])
    with pytest.raises(KeyError, match="no entity is called 'nobody'"):
        completer.evaluate([("nobody", "right", "b1")])
