"""Models of facts: questions in, ranked answers out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdgnn.cli.facts import read_facts
from gdgnn.cli.kinds.asked import Asked, Kind

if TYPE_CHECKING:
    from gdgnn.estimators import Answers, Explanation, KnowledgeGraphCompleter
    from gdgnn.tasks.metrics import Measured

_ANSWER = ("head", "relation", "tail", "score", "distance")


def predict(predictor: KnowledgeGraphCompleter, asked: Asked) -> dict[str, Any]:
    """The best answers to one question, or to each row of a table; the scores of a table of whole facts."""
    what = asked.of_facts
    if asked.rows is None:
        return _one(predictor, asked)
    rows = _rows(predictor, asked)
    if all(None not in row for row in rows):
        heads, relations, tails = zip(*rows, strict=True)
        scores = predictor.decision_function(rows).tolist()
        return {"head": heads, "relation": relations, "tail": tails, "score": scores}
    found = predictor.predict_many(rows, k=what.k, known=what.known)
    numbers = [at for at, answers in enumerate(found, start=1) for _ in answers]
    return {"question": numbers, **_columns(found, known=what.known)}


def evaluate(predictor: KnowledgeGraphCompleter, asked: Asked) -> list[Measured]:
    """Where the facts of a table stand, in the model's own graph or in one of other facts."""
    what, source = asked.of_facts, asked.needed("facts")
    own = predictor.facts_.entities or ()
    if what.graph_facts is not None:
        graph = read_facts(what.graph_facts, asked.facts, asked.table)
        known: Any = graph.entities or ()
        facts = read_facts(source, asked.facts, asked.table, known)
        predictor = predictor.transfer(
            Path(what.graph_facts) if Path(what.graph_facts).is_dir() else graph,
            entities=facts.entities or (),
        )
    else:
        known, facts = own, read_facts(source, asked.facts, asked.table, own)
    others = None
    if what.known_facts is not None:
        others = read_facts(what.known_facts, asked.facts, asked.table, known)
    found = predictor.evaluate(facts, what.protocol, known=others, name=Path(source).name)
    if found.known:
        print(
            f"warning: {found.known:,} of the {found.facts:,} facts are known to the model, which may have "
            "learned from them",
            file=sys.stderr,
        )
    if what.by is None:
        return list(found.figures)
    return _apart(found.by_relation if what.by == "relation" else found.by_distance, source, what.by)


def explain(predictor: KnowledgeGraphCompleter, names: Sequence[str], max_paths: int) -> Explanation:
    """What lies between head and tail, and what each node there adds."""
    head, relation, tail = names
    return predictor.explain(head, relation, tail, max_paths=max_paths)


def _one(predictor: KnowledgeGraphCompleter, asked: Asked) -> dict[str, Any]:
    given = asked.facts
    parts = (given.head, given.relation, given.tail)
    if parts.count(None) != 1:
        raise ValueError(
            "give two of --head, --relation and --tail, e.g. --head alice --relation knows; or a table of "
            "questions"
        )
    found = predictor.predict(*parts, k=asked.of_facts.k, known=asked.of_facts.known)
    print(str(found).splitlines()[0], file=sys.stderr)
    return _columns([found], known=asked.of_facts.known)


def _rows(predictor: KnowledgeGraphCompleter, asked: Asked) -> list[tuple[Any, Any, Any]]:
    from gdgnn.data.tables import read_questions

    known = predictor.facts_.entities or ()
    table = read_questions(asked.rows, known=known, **asdict(asked.facts), **asdict(asked.table))
    print(table.report, file=sys.stderr)
    return table.rows


def _columns(found: Sequence[Answers], *, known: bool) -> dict[str, list[Any]]:
    every = [one for answers in found for one in answers]
    names = (*_ANSWER, "known") if known else _ANSWER
    columns = {name: [getattr(one, name) for one in every] for name in names}
    return {"rank": [at for answers in found for at in range(1, len(answers) + 1)], **columns}


def _apart(groups: Sequence[Any], source: str, by: str) -> list[Measured]:
    from gdgnn.tasks.metrics import Measured, Protocol

    whole = Protocol(Path(source).name, negatives="all entities, both sides", filtered=True)
    return [
        Measured("MRR", one.mrr, replace(whole, split=f"{whole.split}, {by} {one.name}, {one.facts:,} facts"))
        for one in groups
    ]


KIND = Kind(
    command="kg",
    next="gdgnn predict {out} --head NAME --relation NAME",
    predict=predict,
    evaluate=evaluate,
    explain=explain,
    explained=("head", "relation", "tail"),
)
