"""`KnowledgeData`: facts in parts, looked over for leaks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gdgnn.data import LeakReport, check_leaks
from gdgnn.data.triples import Triples
from gdgnn.estimators.kg_facts import Facts
from gdgnn.graph.arrays import frozen

_FEWEST = 10
# More would tell nothing that these do not.
_MOST_HELD_BACK = 20_000

PARTS = ("train", "valid", "test")


@dataclass(frozen=True, eq=False)
class KnowledgeData:
    """What is learned from, what is chosen by, and what is reported.

    Attributes:
        whole: all facts; those that were given as held back come last.
        part: ``(m,)`` which of :data:`PARTS` each fact is in.
        leaks: what was found wrong; no error.
        notes: what one should know about how they were read.
    """

    whole: Triples
    part: npt.NDArray[np.int8]
    leaks: LeakReport
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, facts: Facts, *, valid: float, test: float, seed: int) -> KnowledgeData:
        """Split and check; a part that was held back already is taken as it is.

        Raises:
            ValueError: too few facts, or a split that gives answers away.
        """
        train = facts.train
        if train.num_triples < _FEWEST:
            raise ValueError(
                f"there are {train.num_triples} facts, too few to learn from; give {_FEWEST} or more"
            )
        given = {"valid": facts.valid, "test": facts.test}
        shares = {"valid": max(valid, 1 / train.num_triples), "test": test}
        part = np.zeros(train.num_triples, dtype=np.int8)
        free = _drawable(train, seed)
        for at, name in enumerate(PARTS[1:], start=1):
            if given[name] is None:
                count = min(round(shares[name] * train.num_triples), _MOST_HELD_BACK, len(free))
                part[free[:count]], free = at, free[count:]
        rows, parts = [train.ids], [part]
        for at, name in enumerate(PARTS[1:], start=1):
            one = given[name]
            if one is not None:
                rows.append(one.ids)
                parts.append(np.full(one.num_triples, at, dtype=np.int8))
        whole = replace(train, ids=frozen(np.concatenate(rows, axis=1)))
        data = cls(whole, np.concatenate(parts), LeakReport((), {}), facts.notes)
        return replace(data, leaks=_checked(data))

    def facts(self, name: str) -> Triples:
        """Those of "train", "valid" or "test"."""
        return self.whole.take(self.part == PARTS.index(name))

    def __str__(self) -> str:
        sizes = [int((self.part == at).sum()) for at in range(len(PARTS))]
        told = ", ".join(f"{size:,} {name}" for size, name in zip(sizes, PARTS, strict=True))
        return f"{self.whole.num_triples:,} facts: {told}"


def about(facts: Triples) -> str:
    """How much there is.

    Example:
        >>> about(Triples.from_names(["ann"], ["knows"], ["bob"]))
        '1 facts, 2 entities, 1 relations'
    """
    return f"{facts.num_triples:,} facts, {facts.num_entities:,} entities, {facts.num_relations:,} relations"


def _drawable(facts: Triples, seed: int) -> npt.NDArray[np.int64]:
    """All facts in random order, but for one of each relation: nobody learns a relation without any."""
    order = np.random.default_rng(seed).permutation(facts.num_triples)
    _, first = np.unique(facts.ids[1, order], return_index=True)
    return np.delete(order, first)


def _checked(data: KnowledgeData) -> LeakReport:
    """Look for leaks.

    Raises:
        ValueError: the split gives answers away.
    """
    parts = {name: data.facts(name) for name in PARTS}
    if not parts["valid"].num_triples:
        raise ValueError("no fact can be held back, as each relation has only one; give more facts")
    graph = parts["train"].graph()
    report = check_leaks(
        graph, train=parts["train"].ids, valid=parts["valid"].ids, test=parts["test"].ids, directed=True
    )
    if not report.ok:
        raise ValueError(f"the split gives answers away:\n{report}")
    return report
