"""`Answers`: what may complete a fact, best first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from gdgnn.data.triples import Triples
from gdgnn.estimators.kg_facts import names_of
from gdgnn.estimators.kg_scores import FactScores, Ids
from gdgnn.estimators.near_names import ids_of
from gdgnn.geodesics import distances
from gdgnn.graph import Names
from gdgnn.loader.triple_edges import hidden_edges

Missing = Literal["head", "relation", "tail"]
_COLUMNS: tuple[Missing, ...] = ("head", "relation", "tail")


@dataclass(frozen=True)
class Answer:
    """A fact that may be true.

    Attributes:
        head, relation, tail: by name.
        score: a logit; it compares answers to one question.
        distance: between head and tail; None: no path within `max_dist`.
        known: whether the fact is known already; its own edge was hidden then.
    """

    head: Any
    relation: Any
    tail: Any
    score: float
    distance: int | None
    known: bool = False


@dataclass(frozen=True)
class Answers(Sequence[Answer]):
    """The best answers to one question, best first.

    Attributes:
        head, relation, tail: the question; None is what was asked for.
        answers: the best.
        candidates: among how many.
    """

    head: Any
    relation: Any
    tail: Any
    answers: tuple[Answer, ...]
    candidates: int

    @overload
    def __getitem__(self, at: int, /) -> Answer: ...
    @overload
    def __getitem__(self, at: slice, /) -> tuple[Answer, ...]: ...
    def __getitem__(self, at: int | slice, /) -> Answer | tuple[Answer, ...]:
        """One of them, or some."""
        return self.answers[at]

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def missing(self) -> Missing:
        """What was asked for."""
        return next(name for name in _COLUMNS if getattr(self, name) is None)

    def names(self) -> tuple[Any, ...]:
        """What was asked for, best first."""
        return tuple(getattr(one, self.missing) for one in self.answers)

    def to_frame(self) -> Any:
        """A pandas DataFrame, a row for each answer."""
        import pandas as pd

        columns = ("head", "relation", "tail", "score", "distance", "known")
        return pd.DataFrame([asdict(one) for one in self.answers], columns=list(columns))

    def __str__(self) -> str:
        asked = ", ".join(
            "?" if getattr(self, name) is None else str(getattr(self, name)) for name in _COLUMNS
        )
        lines = [f"({asked}): the best {len(self)} of {self.candidates:,}"]
        for one in self.answers:
            far = "no path" if one.distance is None else f"distance {one.distance}"
            told = ", known" if one.known else ""
            lines.append(f"  {one.score:+8.3f}  {getattr(one, self.missing)} ({far}{told})")
        return "\n".join(lines)


@dataclass(frozen=True)
class Question:
    """A fact with one part missing, which is None."""

    head: Hashable
    relation: Hashable
    tail: Hashable

    @property
    def missing(self) -> Missing:
        """What is asked for.

        Raises:
            ValueError: not just one part is missing.
        """
        absent = [name for name in _COLUMNS if getattr(self, name) is None]
        if len(absent) != 1:
            raise ValueError(
                f"({self.head!r}, {self.relation!r}, {self.tail!r}) lacks {len(absent)} parts; give None for "
                "just one of head, relation and tail"
            )
        return absent[0]


def answer(scores: FactScores, asked: Sequence[Question], k: int, *, known: bool) -> list[Answers]:
    """The `k` best answers to each question, in their order.

    Args:
        scores: what answers.
        asked: questions by name.
        k: how many answers to each, at most.
        known: whether facts that are known already are among the answers.

    Raises:
        KeyError: an entity or relation that is not known; it is named, and so are names like it.
        ValueError: a question does not lack just one part.
    """
    if k < 1:
        raise ValueError(f"k is {k!r}; give 1 or more")
    found: dict[int, Answers] = {}
    missing = [one.missing for one in asked]
    triples = _numbered(asked, scores.facts)
    for side in ("head", "tail"):
        at = np.array([place for place, one in enumerate(missing) if one == side], dtype=np.int64)
        for same, row in scores.of_entities(triples[:, at], side) if at.size else ():
            # As they ask the same, but for what is missing, they get the same answers.
            first = at[same[0]]
            best = _of_entities(scores, asked[first], triples[:, first], row, k, known)
            found |= dict.fromkeys(at[same].tolist(), best)
    for place in (place for place, one in enumerate(missing) if one == "relation"):
        found[place] = _of_relations(scores, asked[place], triples[:, place], k, known)
    return [found[place] for place in range(len(asked))]


def _numbered(asked: Sequence[Question], facts: Triples) -> Ids:
    """``(3, k)``; what is missing is 0."""
    triples = np.zeros((3, len(asked)), dtype=np.int64)
    entities, relations = names_of(facts)
    columns = (
        ("head", entities, "entity"),
        ("relation", relations, "relation"),
        ("tail", entities, "entity"),
    )
    for row, (column, names, kind) in enumerate(columns):
        given = [place for place, one in enumerate(asked) if getattr(one, column) is not None]
        triples[row, given] = ids_of([getattr(asked[place], column) for place in given], names, kind)
    return triples


def _of_entities(
    scores: FactScores,
    asked: Question,
    triple: Ids,
    found: npt.NDArray[np.float32],
    k: int,
    known: bool,
) -> Answers:
    place = 0 if asked.missing == "head" else 2
    side: Literal["head", "tail"] = "head" if place == 0 else "tail"
    true = scores.known.answers(triple[:, None], side=side)[0].astype(np.int64)
    row = found.astype(np.float64)
    if known:
        # Their own edges gave them away; without these they are scored as all others are.
        row[true] = scores.logits(_with(triple, place, true))
    else:
        row[true] = -np.inf
    best = _best(row, k)
    return _answers(scores, asked, _with(triple, place, best), row[best], int(np.isfinite(row).sum()))


def _of_relations(scores: FactScores, asked: Question, triple: Ids, k: int, known: bool) -> Answers:
    triples = _with(triple, 1, np.arange(scores.facts.num_relations))
    row = scores.logits(triples)
    if not known:
        row[scores.known.contains(triples)] = -np.inf
    best = _best(row, k)
    return _answers(scores, asked, triples[:, best], row[best], int(np.isfinite(row).sum()))


def _best(row: npt.NDArray[np.float64], k: int) -> Ids:
    """The highest finite scores; of equals, the smaller ids first.

    Raises:
        ValueError: a score is NaN.
    """
    if np.isnan(row).any():
        raise ValueError(
            f"the score of candidate {int(np.argmax(np.isnan(row)))} is NaN; look for it in weights"
        )
    order = np.argsort(-row, kind="stable")[:k]
    best: Ids = order[np.isfinite(row[order])]
    return best


def _with(triple: Ids, place: int, values: Ids) -> Ids:
    triples = np.repeat(triple[:, None], len(values), axis=1)
    triples[place] = values
    return triples


def _answers(
    scores: FactScores, asked: Question, triples: Ids, row: npt.NDArray[np.float64], candidates: int
) -> Answers:
    far = distances(
        scores.graph,
        triples[::2],
        max_dist=scores.settings.max_dist,
        exclude_targets=hidden_edges(scores.graph, triples),
    )
    is_known = scores.known.contains(triples)
    best = tuple(_rows(*names_of(scores.facts), triples, row, far, is_known))
    return Answers(asked.head, asked.relation, asked.tail, best, candidates)


def _rows(
    entities: Names,
    relations: Names,
    triples: Ids,
    row: npt.NDArray[np.float64],
    far: npt.NDArray[np.int16],
    known: npt.NDArray[np.bool_],
) -> Iterator[Answer]:
    for at, (head, relation, tail) in enumerate(triples.T.tolist()):
        distance = None if far[at] < 0 else int(far[at])
        yield Answer(
            entities[head], relations[relation], entities[tail], float(row[at]), distance, bool(known[at])
        )
