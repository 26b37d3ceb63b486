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

Ids = npt.NDArray[np.int64]

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
        pairs = _drawable(train, seed)
        for at, name in enumerate(PARTS[1:], start=1):
            if given[name] is None:
                count = min(round(shares[name] * train.num_triples), _MOST_HELD_BACK)
                some, pairs = _first(pairs, count)
                part[np.concatenate([np.empty(0, np.int64), *some])] = at
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


def _drawable(facts: Triples, seed: int) -> list[Ids]:
    """The facts of each pair of entities, pairs in random order.

    They stay together, as (u, r, v) tells much of (v, r, u), and of other relations between the two. One fact
    of each relation is not drawn: nobody learns a relation without any.
    """
    ends = np.sort(facts.ids[::2], axis=0)
    _, pair = np.unique(ends[0] * facts.num_entities + ends[1], return_inverse=True)
    drawn = np.random.default_rng(seed).permutation(pair.max() + 1)[pair]
    order = np.argsort(drawn, kind="stable")
    _, first = np.unique(facts.ids[1, order], return_index=True)
    groups = np.split(order, np.flatnonzero(np.diff(drawn[order])) + 1)
    kept = set(drawn[order[first]].tolist())
    return [group for group in groups if int(drawn[group[0]]) not in kept]


def _first(pairs: list[Ids], count: int) -> tuple[list[Ids], list[Ids]]:
    """As many pairs as it takes for so many facts, and the others."""
    total = np.cumsum([0, *(len(group) for group in pairs)])
    stop = int(np.searchsorted(total, count))
    return pairs[:stop], pairs[stop:]


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
