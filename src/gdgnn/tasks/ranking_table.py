"""`RankTable`: counts of who scores higher, filled in query by query."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.data.triples_negatives import TripleNegatives
from gdgnn.tasks.entity_scores import Query
from gdgnn.tasks.ranking_result import Drawn, Ids, Ranking


class RankTable:
    """The counts that are filled in, query by query.

    Args:
        facts: what is ranked.
        known: what is left out of the candidates.
        drawn: also rank among a few drawn candidates.
    """

    def __init__(self, facts: Triples, known: KnownTriples, drawn: Drawn | None) -> None:
        self.facts, self.drawn, self.done = facts, drawn, 0
        self.higher, self.ties, self.candidates = (
            np.zeros((2, facts.num_triples), dtype=np.int64) for _ in range(3)
        )
        self.known = [known.answers(facts.ids, side=side) for side in ("head", "tail")]
        self.samples: Ids | None = None
        self.drawn_rank = None
        if drawn is not None:
            self.samples = drawn_entities(known, facts, drawn)
            self.drawn_rank = np.ones((len(drawn.seeds), 2, facts.num_triples))

    def enter(self, side: int, query: Query, scores: npt.NDArray[np.float32]) -> None:
        """Where the true entities of a query stand, by the scores of all entities."""
        if not np.isfinite(scores).all():
            at = int(np.argmin(np.isfinite(scores)))
            raise ValueError(
                f"the score of entity {at} for fact {query.facts[0]} is {scores[at]}; look for NaN in the "
                "model's weights"
            )
        for fact in query.facts:
            true = self.facts.ids[2 * side, fact]
            mine = scores[true]
            other = self.known[side][fact]
            left_out = scores[other[other != true]]
            self.higher[side, fact] = np.count_nonzero(scores > mine) - np.count_nonzero(left_out > mine)
            self.ties[side, fact] = np.count_nonzero(scores == mine) - np.count_nonzero(left_out == mine) - 1
            self.candidates[side, fact] = len(scores) - len(left_out) - 1
            if self.samples is not None and self.drawn_rank is not None:
                few = scores[self.samples[:, side, fact]]
                above, level = (few > mine).sum(axis=1), (few == mine).sum(axis=1)
                self.drawn_rank[:, side, fact] = 1 + above + level / 2
            self.done += 1

    def ranking(self, distance: npt.NDArray[np.int16]) -> Ranking:
        """What was counted."""
        return Ranking(
            self.facts, self.higher, self.ties, self.candidates, distance, self.drawn, self.drawn_rank
        )


def drawn_entities(known: KnownTriples, facts: Triples, drawn: Drawn) -> Ids:
    """``(draws, 2, q, count)`` entities that make no known fact."""
    if not facts.num_triples:
        return np.empty((len(drawn.seeds), 2, 0, drawn.count), dtype=np.int64)
    negatives = TripleNegatives(known, heads=drawn.count, tails=drawn.count)
    each = []
    for seed in drawn.seeds:
        found = negatives.draw(facts.ids, seed=seed).reshape(3, facts.num_triples, 2 * drawn.count)
        each.append(np.stack([found[0, :, : drawn.count], found[2, :, drawn.count :]]))
    return np.stack(each)
