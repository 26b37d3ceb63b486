"""`Ranking`: where facts stand among all entities."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from gdgnn.data.triples import Triples
from gdgnn.tasks.metrics import Measured, Protocol, Ties, hits_at, mean_reciprocal_rank

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Drawn:
    """A ranking among a few drawn candidates, as older work reports it.

    Attributes:
        count: how many candidates are drawn for each side of each fact, any of them more than once.
        seeds: one for each draw.
    """

    count: int = 50
    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)


@dataclass(frozen=True, eq=False)
class Ranking:
    """How many entities score higher than the true one, for both ends of each fact.

    Row 0 is about (?, r, t), row 1 about (h, r, ?). Entities that make another known fact are no candidates.

    Attributes:
        facts: the ``q`` facts.
        higher: ``(2, q)``, how many candidates score higher than the true entity.
        ties: ``(2, q)``, how many others score just the same.
        candidates: ``(2, q)``, how many others there are.
        distance: ``(q,)`` between head and tail, -1 beyond ``max_dist``.
        drawn: which few candidates were drawn besides, or None.
        drawn_rank: ``(draws, 2, q)``, realistic ranks among these, or None.

    Example:
        >>> facts = Triples.from_ids([[0], [0], [1]])
        >>> one = np.ones((2, 1), dtype=np.int64)
        >>> ranking = Ranking(facts, higher=3 * one, ties=one, candidates=9 * one, distance=np.array([2]))
        >>> ranking.rank().tolist(), ranking.rank("optimistic").tolist()
        ([[4.5], [4.5]], [[4.0], [4.0]])
    """

    facts: Triples
    higher: Ids
    ties: Ids
    candidates: Ids
    distance: npt.NDArray[np.int16]
    drawn: Drawn | None = None
    drawn_rank: Floats | None = None

    def rank(self, ties: Ties = "realistic") -> Floats:
        """``(2, q)``, from 1: others of the same score stand behind, before, or half of them before."""
        share = {"optimistic": 0.0, "pessimistic": 1.0, "realistic": 0.5}
        if ties not in share:
            raise ValueError(f"ties is {ties!r}; choose one of {', '.join(map(repr, share))}")
        return np.asarray(1.0 + self.higher + share[ties] * self.ties, dtype=np.float64)

    def figures(self, split: str, *, ties: Ties = "realistic", seeds: tuple[int, ...] = ()) -> list[Measured]:
        """MRR and Hits@1, 3 and 10 of both sides together, each with its protocol."""
        protocol = Protocol(
            split, negatives="all entities, both sides", filtered=True, ties=ties, seeds=seeds
        )
        return _figures(self.rank(ties), protocol)

    def by_relation(self, *, ties: Ties = "realistic") -> dict[int, tuple[int, float]]:
        """Of each relation that occurs: how many facts, and their MRR."""
        return _grouped(self.facts.ids[1], self.rank(ties))

    def by_distance(self, *, ties: Ties = "realistic") -> dict[int, tuple[int, float]]:
        """Of each distance that occurs (-1: beyond ``max_dist``): how many facts, and their MRR."""
        return _grouped(self.distance.astype(np.int64), self.rank(ties))

    def drawn_hits(self, k: int = 10) -> Floats:
        """``(draws,)`` Hits@k among the few drawn candidates, both sides together.

        Raises:
            ValueError: none were drawn.
        """
        if self.drawn_rank is None:
            raise ValueError("no candidates were drawn; give drawn= to rank_triples")
        return np.array([hits_at(k, rank.flatten()) for rank in self.drawn_rank])

    def drawn_figures(self, split: str) -> list[Measured]:
        """Hits@10 among the few drawn candidates, over the draws, and its exact expectation."""
        hits = self.drawn_hits()
        drawn = self.drawn or Drawn()
        protocol = Protocol(split, negatives=f"{drawn.count} drawn a side", filtered=True, seeds=drawn.seeds)
        exact = Protocol(split, negatives=f"{drawn.count} drawn a side, expected", filtered=True)
        spread = float(hits.std(ddof=1)) if len(hits) > 1 else None
        return [
            Measured("Hits@10", float(hits.mean()), protocol, spread),
            Measured("Hits@10", self.expected_hits(10, drawn.count), exact),
        ]

    def expected_hits(self, k: int = 10, drawn: int = 50) -> float:
        """What :meth:`drawn_hits` is on average over all draws, worked out exactly.

        Each of the `drawn` candidates scores higher than the true entity, or the same, with the shares that
        all candidates have of either; with H higher and E ties the fact is a hit if ``1 + H + E / 2 <= k``.
        """
        everyone = np.maximum(self.candidates.flatten(), 1)
        higher, same = self.higher.flatten() / everyone, self.ties.flatten() / everyone
        lower = np.clip(1 - higher - same, 0, 1)
        chance = np.zeros(len(higher))
        for above in range(min(k - 1, drawn) + 1):
            for level in range(min(2 * (k - 1 - above), drawn - above) + 1):
                below = drawn - above - level
                ways = comb(drawn, above) * comb(drawn - above, level)
                chance += ways * higher**above * same**level * lower**below
        return float(chance.mean())


def _figures(rank: Floats, protocol: Protocol) -> list[Measured]:
    flat = rank.flatten()
    hits = [Measured(f"Hits@{k}", hits_at(k, flat), protocol) for k in (1, 3, 10)]
    return [Measured("MRR", mean_reciprocal_rank(flat), protocol), *hits]


def _grouped(key: Ids, rank: Floats) -> dict[int, tuple[int, float]]:
    groups, place = np.unique(key, return_inverse=True)
    return {
        int(group): (int((place == at).sum()), mean_reciprocal_rank(rank[:, place == at].flatten()))
        for at, group in enumerate(groups)
    }
