"""A completer fits facts of any form, answers by name, and says how good it is."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from gdgnn.data.triples import Triples
from gdgnn.estimators import KnowledgeGraphCompleter
from gdgnn.estimators.kg_plan import Pace
from gdgnn.estimators.kg_training import KnowledgeTraining
from gdgnn.tasks.ranking import rank_triples
from tests.estimators.kg_small import grid, small

FACTS = grid()


def test_the_rules_of_the_grid_are_learned(completer: KnowledgeGraphCompleter) -> None:
    assert completer.report_.valid.value > 0.4
    right = [one for one in FACTS if one[1] == "right"]
    found = completer.predict_many([(head, relation, None) for head, relation, _ in right], k=2, known=True)
    assert np.mean([tail in answers.names() for answers, (*_, tail) in zip(found, right, strict=True)]) > 0.6


def test_it_has_the_habits_of_scikit_learn(completer: KnowledgeGraphCompleter) -> None:
    copy = clone(completer)
    assert copy.get_params() == completer.get_params()
    assert copy.set_params(seed=3).seed == 3
    with pytest.raises(NotFittedError, match="call fit first"):
        copy.predict("a0", "right", None)
    with pytest.raises(NotFittedError):
        _ = copy.graph_
    with pytest.warns(UserWarning, match="2 of the 2 facts are known"):
        assert 0 < completer.score(FACTS[:2]) <= 1


def test_the_same_seed_yields_the_same_completer(completer: KnowledgeGraphCompleter) -> None:
    again = clone(completer).fit(pd.DataFrame(FACTS, columns=["head", "relation", "tail"]))
    np.testing.assert_array_equal(again.decision_function(FACTS), completer.decision_function(FACTS))
    assert again.report_.test == completer.report_.test


@pytest.mark.parametrize("form", ["tuples", "array", "file", "table", "triples", "graph", "frame"])
def test_facts_come_in_any_form(form: str, tmp_path: Path) -> None:
    heads, relations, tails = zip(*FACTS, strict=True)
    lines = "".join("\t".join(fact) + "\n" for fact in FACTS)
    (tmp_path / "facts.txt").write_text(lines)
    (tmp_path / "facts.csv").write_text("subject,predicate,object\n" + lines.replace("\t", ","))
    triples = Triples.from_names(heads, relations, tails)
    given: dict[str, Any] = {
        "tuples": FACTS,
        "array": np.array(FACTS),
        "file": tmp_path / "facts.txt",
        "table": str(tmp_path / "facts.csv"),
        "triples": triples,
        "graph": triples.graph(),
        "frame": pd.DataFrame(FACTS, columns=["h", "r", "t"]),
    }
    fitted = small(epochs=1, refit=False).fit(given[form])
    assert sorted(fitted.facts_.named()) == sorted(FACTS)


def test_a_folder_has_its_parts(tmp_path: Path) -> None:
    parts = {"train": FACTS[:40], "valid": FACTS[40:48], "test": FACTS[48:]}
    for name, part in parts.items():
        (tmp_path / f"{name}.txt").write_text("".join("\t".join(fact) + "\n" for fact in part))
    fitted = small(epochs=1, refit=False).fit(tmp_path)
    assert fitted.report_.split == "56 facts: 40 train, 8 valid, 8 test"
    assert fitted.facts_.num_triples == 56
    (tmp_path / "train.txt").unlink()
    with pytest.raises(FileNotFoundError, match=r"without train\.txt"):
        small().fit(tmp_path)


def test_held_back_facts_are_neither_learned_from_nor_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the test facts are, what was trained for validation is the same."""
    seen = []

    def ranked(model: Any, graph: Any, facts: Any, known: Any, **options: Any) -> Any:
        seen.append((graph.num_edges, facts.num_triples))
        return rank_triples(model, graph, facts, known, **options)

    monkeypatch.setattr("gdgnn.estimators.kg_evaluation.rank_triples", ranked)
    small(epochs=1, refit=False).fit(FACTS[:40], valid=FACTS[40:48], test=FACTS[48:])
    assert seen == [(40, 8)]


def test_entity_and_relation_zero_are_as_others(completer: KnowledgeGraphCompleter) -> None:
    numbers: dict[str, int] = {}
    ids = [[numbers.setdefault(name, len(numbers)) for name in (h, t)] for h, _, t in FACTS]
    kinds = {"right": 0, "down": 1, "diagonal": 2}
    facts = [(h, kinds[r], t) for (h, t), (_, r, _) in zip(ids, FACTS, strict=True)]
    fitted = clone(completer).fit(facts)
    np.testing.assert_array_equal(fitted.decision_function(facts), completer.decision_function(FACTS))
    named = completer.predict(FACTS[0][0], "right", None, k=50)
    assert [numbers[name] for name in named.names()] == list(fitted.predict(0, 0, None, k=50).names())
    assert fitted.predict("0", "0", None).names() == fitted.predict(0, 0, None).names()


def test_the_report_has_each_figure_with_its_protocol(completer: KnowledgeGraphCompleter) -> None:
    report = completer.report_
    assert report.data == "56 facts, 25 entities, 3 relations"
    assert [one.name for one in (report.test, *report.others) if one] == [
        "MRR",
        "Hits@1",
        "Hits@3",
        "Hits@10",
    ]
    assert report.test is not None
    assert "test, 6 held-back facts" in str(report.test)
    assert "all entities, both sides, filtered" in str(report)
    assert report.candidates[0].epochs == 16


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ([], "no facts"),
        (FACTS[:3], "too few"),
        ([("a", "b")], r"facts\[0\]"),
        ([*FACTS, ("a", None, "b")], "missing value"),
        ([(f"a{at}", f"r{at}", "b") for at in range(12)], "each relation has only one"),
        (np.zeros((4, 5)), "shape"),
    ],
)
def test_facts_that_cannot_be_learned_from_are_refused(facts: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        small().fit(facts)


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(TypeError, match="give a path"):
        small().fit(7)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"preset": "worst"}, "preset is 'worst'"),
        ({"hidden": 0}, "hidden is 0"),
        ({"context": "partial"}, "not for facts"),
        ({"loss": "none"}, "loss is 'none'"),
        ({"fact_dropout": 1.0}, "fact_dropout is 1.0"),
        ({"valid": 2.0}, "valid is 2.0"),
        ({"time_budget": 0.0}, "time_budget is 0.0"),
        ({"refit": "yes"}, "refit is 'yes'"),
        ({"relational": 1}, "relational is 1"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_parameters_that_make_no_sense_are_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        small(**options).fit(FACTS)


def test_a_fact_that_is_learned_and_held_back_is_a_leak() -> None:
    with pytest.raises(ValueError, match="gives answers away"):
        small().fit(FACTS, test=FACTS[:3])


def test_repeated_facts_count_once() -> None:
    fitted = small(epochs=1, refit=False).fit([*FACTS, *FACTS[:5]])
    assert fitted.facts_.num_triples == 56
    assert "5 repeated facts of train dropped" in fitted.report_.notes


def test_a_time_budget_is_respected() -> None:
    fitted = small(epochs=None, preset="paper-vertical", time_budget=4.0).fit(FACTS)
    assert fitted.report_.candidates[0].epochs <= 50
    assert fitted.report_.seconds < 12
    fixed = small(epochs=3, time_budget=0.5).fit(FACTS)
    assert fixed.report_.candidates[0].epochs == 3


def test_facts_that_time_did_not_suffice_for_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnowledgeTraining, "_pace", lambda *_: Pace(60.0, 1e-6))
    fitted = small(epochs=None, time_budget=20.0, batch_size=4).fit(FACTS)
    assert fitted.report_.candidates[0].epochs == 3
    assert fitted.report_.notes[0].startswith("only 4 of 44 facts were learned from")


@pytest.mark.parametrize("refit", [True, False])
def test_a_training_that_is_slower_than_was_thought_is_ended(
    refit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KnowledgeTraining, "_pace", lambda *_: Pace(1e-6, 1e-6))
    slow = small(epochs=None, preset="paper-vertical", time_budget=3.0, refit=refit)
    slow.fit(FACTS, on_progress=lambda _: time.sleep(0.15))
    assert "of 50 epochs the time was up" in str(slow.report_)
    assert slow.report_.seconds < 9
    assert len(slow._trace.metric) >= 1
