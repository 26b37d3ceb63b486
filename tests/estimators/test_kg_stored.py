"""Completers that are saved, refused where they are not what they say, and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gdgnn.estimators import KnowledgeGraphCompleter, LinkPredictor, load
from gdgnn.estimators import folder as folders
from tests.estimators.kg_small import grid, small
from tests.estimators.small import StoppedError, stop_after
from tests.estimators.test_folder import edit, retensor

FACTS = grid()
DATA = Path(__file__).parent / "data"


@pytest.fixture
def saved(completer: KnowledgeGraphCompleter, tmp_path: Path) -> Path:
    completer.save(tmp_path / "model")
    return tmp_path / "model"


def test_what_is_loaded_answers_as_what_was_saved(completer: KnowledgeGraphCompleter, saved: Path) -> None:
    back = load(saved)
    assert isinstance(back, KnowledgeGraphCompleter)
    assert back.get_params() == completer.get_params()
    assert str(back.report_) == str(completer.report_)
    assert back.graph_ == completer.graph_
    assert back.facts_.named() == completer.facts_.named()
    np.testing.assert_array_equal(back.decision_function(FACTS), completer.decision_function(FACTS))
    assert back.predict("b1", "right", None) == completer.predict("b1", "right", None)
    assert back.explain("b1", "right", "c1") == completer.explain("b1", "right", "c1")
    assert back._trace == completer._trace
    with pytest.raises(ValueError, match="holds a KnowledgeGraphCompleter"):
        LinkPredictor.load(saved)


def test_a_completer_of_an_earlier_version_loads_for_ever() -> None:
    """This folder is never written again: it is what a released version wrote."""
    expected = json.loads((DATA / "knowledge-1.json").read_text())
    back = KnowledgeGraphCompleter.load(DATA / "knowledge-1")
    scores = back.decision_function([tuple(fact) for fact in expected["facts"]])
    np.testing.assert_allclose(scores, expected["scores"], atol=1e-4)
    assert list(back.predict("b1", "right", None, k=3).names()) == expected["answers"]
    assert back.report_.test is not None


def test_what_was_transferred_is_saved_with_its_own_facts(
    completer: KnowledgeGraphCompleter, tmp_path: Path
) -> None:
    moved = completer.transfer(grid(3, "z"))
    moved.save(tmp_path / "moved")
    back = KnowledgeGraphCompleter.load(tmp_path / "moved")
    assert back.predict("za0", "right", None) == moved.predict("za0", "right", None)
    assert back.report_.notes[-1].startswith("transferred")


def test_loops_and_repeated_relations_survive(tmp_path: Path) -> None:
    facts = [*FACTS, ("b1", "near", "b1"), ("b1", "near", "c1"), ("c1", "near", "b1")]
    fitted = small(epochs=1, refit=False).fit(facts)
    fitted.save(tmp_path / "model")
    back = KnowledgeGraphCompleter.load(tmp_path / "model")
    assert sorted(back.facts_.named()) == sorted(facts)
    assert "b1" not in back.predict("b1", "near", None, k=100).names()


BAD_INDEX: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("no settings", lambda c: c["config"].pop("settings"), "'settings' is missing"),
    ("unknown setting", lambda c: c["config"]["settings"].update(code="x"), "has no 'code'"),
    ("a setting less", lambda c: c["config"]["settings"].pop("hidden"), "hidden"),
    ("setting of a wrong type", lambda c: c["config"]["settings"].update(gate=1), "gate is 1"),
    ("a billion layers", lambda c: c["config"]["settings"].update(layers=10**9), "layers is 1000000000"),
    ("huge width", lambda c: c["config"]["settings"].update(hidden=4096), "expected torch.float32"),
    ("unknown loss", lambda c: c["config"]["settings"].update(loss="x"), "loss is 'x'"),
    ("share is infinite", lambda c: c["config"]["settings"].update(dropout=1e999), "finite|not JSON|holds"),
    ("no trace", lambda c: c["config"].update(trace=None), "damaged"),
    ("trace of text", lambda c: c["config"]["trace"].update(loss=["x"]), "no finite number"),
    ("epoch that was not", lambda c: c["config"]["trace"].update(metric=[[99, 0.5]]), "an epoch"),
    ("groups are an object", lambda c: c["config"]["trace"].update(by_relation={}), "expected a list"),
    (
        "impossible group",
        lambda c: c["config"]["trace"].update(by_distance=[{"name": "2", "facts": 0, "mrr": 7.0}]),
        "0 facts",
    ),
    ("unknown param", lambda c: c["params"].update(code="x"), "no parameter 'code'"),
    ("param makes no sense", lambda c: c["params"].update(preset="worst"), "preset is 'worst'"),
    ("no graph", lambda c: c.update(graph=False), "are missing"),
    ("others are text", lambda c: c["report"].update(others=["x"]), "damaged"),
]


@pytest.mark.parametrize(
    ("change", "problem"), [case[1:] for case in BAD_INDEX], ids=[c[0] for c in BAD_INDEX]
)
def test_a_malformed_index_is_refused(
    saved: Path, change: Callable[[dict[str, Any]], None], problem: str
) -> None:
    edit(saved, change)
    with pytest.raises(ValueError, match=problem):
        load(saved)


def put(name: str, value: Any) -> Callable[[dict[str, torch.Tensor]], None]:
    def change(tensors: dict[str, torch.Tensor]) -> None:
        tensors[name] = value(tensors[name])

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (put("facts", lambda facts: facts + 1_000), "ids"),
        (put("facts", lambda facts: -facts - 1), "ids"),
        (put("facts", lambda facts: facts[:2].contiguous()), "shape"),
        (put("facts", lambda facts: facts.double()), "float64"),
        (put("facts", lambda facts: facts.flip(0).contiguous()), "ids|not that of the facts"),
        (put("facts", lambda facts: facts[:, 1:].contiguous()), "facts are"),
        (put("part", lambda part: part + 3), "a part that there is not"),
        (put("part", lambda part: part.long()), "parts torch.int64"),
        (lambda tensors: tensors.pop("facts"), "'facts' is missing"),
        (lambda tensors: tensors.update(code=torch.zeros(1)), "does not belong here"),
    ],
)
def test_tensors_that_do_not_fit_are_refused(
    saved: Path, change: Callable[[dict[str, torch.Tensor]], Any], problem: str
) -> None:
    retensor(saved, change)
    with pytest.raises(ValueError, match=problem):
        load(saved)


def test_the_graph_of_other_facts_is_noticed(
    saved: Path, completer: KnowledgeGraphCompleter, tmp_path: Path
) -> None:
    other = completer.transfer([*FACTS[1:], ("a0", "down", "b0")])
    other.graph_.save(saved / folders.GRAPH, overwrite=True)
    with pytest.raises(ValueError, match="not that of the facts"):
        load(saved)


# ---------------------------------------------------------------------------------------------- resuming


@pytest.mark.parametrize("epochs", [1, 4, 6])
def test_a_fit_that_is_stopped_resumes_to_the_same_completer(tmp_path: Path, epochs: int) -> None:
    options = {"epochs": 4, "fact_dropout": 0.3, "dropout": 0.2}
    whole = small(**options).fit(FACTS)
    with pytest.raises(StoppedError):
        small(**options).fit(FACTS, checkpoint_dir=tmp_path, on_progress=stop_after(epochs))
    resumed = small(**options).fit(FACTS, checkpoint_dir=tmp_path, resume=True)
    np.testing.assert_array_equal(resumed.decision_function(FACTS), whole.decision_function(FACTS))
    assert (resumed.report_.valid, resumed.report_.test) == (whole.report_.valid, whole.report_.test)
    assert resumed._trace == whole._trace


def test_the_state_of_other_facts_is_not_taken(tmp_path: Path) -> None:
    small(refit=False).fit(FACTS, checkpoint_dir=tmp_path)
    with pytest.raises(FileExistsError, match="resume=True"):
        small(refit=False).fit(FACTS, checkpoint_dir=tmp_path)
    renamed = [(f"x{head}", relation, f"x{tail}") for head, relation, tail in FACTS]
    for other, facts in ((small(refit=False, seed=1), FACTS), (small(refit=False), renamed)):
        with pytest.raises(ValueError, match="other data or parameters"):
            other.fit(facts, checkpoint_dir=tmp_path, resume=True)
