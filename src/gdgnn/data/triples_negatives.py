"""Triples that are no known fact, drawn exactly: nothing is drawn and thrown away."""

from __future__ import annotations

import operator
from typing import Literal

import numpy as np
import numpy.typing as npt

from gdgnn.data.triples_known import Ids, KnownTriples


class TripleNegatives:
    """For each fact, triples that differ from it in the head, and others that differ in the tail.

    The new entity is uniform among those that make no known fact; one may be drawn twice.

    Args:
        known: what is never drawn. For training, the training facts alone: no fact of a test set is used.
        heads, tails: how many to draw for each fact with a new head, and with a new tail.

    Example:
        >>> from gdgnn.data.triples import Triples
        >>> facts = Triples.from_ids([[0, 0], [0, 0], [0, 1]], num_entities=3)
        >>> TripleNegatives(KnownTriples(facts), heads=0, tails=2).draw([[0], [0], [1]], seed=0).tolist()
        [[0, 0], [0, 0], [2, 2]]
    """

    def __init__(self, known: KnownTriples, *, heads: int = 8, tails: int = 8) -> None:
        self.known = known
        self.heads, self.tails = operator.index(heads), operator.index(tails)
        if min(self.heads, self.tails) < 0 or self.per_positive == 0:
            raise ValueError(f"heads is {heads} and tails is {tails}; give 0 or more, and not 0 for both")

    @property
    def per_positive(self) -> int:
        """How many negatives each fact gets."""
        return self.heads + self.tails

    def draw(self, positives: npt.ArrayLike, *, seed: int) -> Ids:
        """Negatives of ``(3, p)`` facts, ``(3, p * per_positive)``: those of one together, new heads first.

        Raises:
            ValueError: a positive is no known fact (it could be drawn as a negative), or no negative exists.
        """
        facts = np.asarray(positives, dtype=np.int64)
        unknown = np.flatnonzero(~self.known.contains(facts))
        if unknown.size:
            raise ValueError(
                f"positives[:, {unknown[0]}] is {tuple(facts[:, unknown[0]].tolist())}, which is no known "
                "fact and could be drawn as a negative; give KnownTriples all positives"
            )
        random = np.random.default_rng(operator.index(seed) & 0xFFFF_FFFF_FFFF_FFFF)
        drawn = np.repeat(facts[:, :, None], self.per_positive, axis=2)
        drawn[0, :, : self.heads] = self.corrupted(facts, self.heads, "head", random)
        drawn[2, :, self.heads :] = self.corrupted(facts, self.tails, "tail", random)
        return drawn.reshape(3, -1)

    def corrupted(
        self, facts: Ids, count: int, side: Literal["head", "tail"], random: np.random.Generator
    ) -> Ids:
        """``(p, count)`` entities that make no known fact at `side` of ``(3, p)`` facts."""
        free = self.known.num_free(facts, side=side)
        if count and (free == 0).any():
            at = int(np.argmax(free == 0))
            raise ValueError(
                f"no negative exists for fact {tuple(facts[:, at].tolist())}: every entity as its {side} "
                "makes a known fact; leave this fact out"
            )
        asked = np.repeat(facts, count, axis=1)
        rank = random.integers(np.repeat(free, count))
        return self.known.nth_free(asked, rank, side=side).reshape(facts.shape[1], count)
