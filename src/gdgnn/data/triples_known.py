"""`KnownTriples`: which facts are known, asked from either end."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.data.triples import Triples
from gdgnn.geodesics import Ragged

Ids: TypeAlias = npt.NDArray[np.int64]
Side: TypeAlias = Literal["head", "tail"]


class KnownTriples:
    """The union of some facts, to filter negatives and ranks by.

    Args:
        triples: facts over the same entities and relations; repeated ones count once.

    Example:
        >>> known = KnownTriples(Triples.from_ids([[0, 0, 2], [0, 0, 0], [1, 2, 1]]))
        >>> known.answers([[0], [0], [0]], side="tail")[0].tolist()
        [1, 2]
        >>> known.contains([[0, 1], [0, 0], [2, 0]]).tolist()
        [True, False]
    """

    def __init__(self, *triples: Triples) -> None:
        if not triples:
            raise ValueError("no triples; give at least one Triples")
        sizes = {(part.num_entities, part.num_relations) for part in triples}
        if len(sizes) > 1:
            raise ValueError(
                f"triples have (entities, relations) {sorted(sizes)}; give facts over the same ones, read "
                "with the same names"
            )
        self.num_entities, self.num_relations = sizes.pop()
        head, relation, tail = np.concatenate([part.ids for part in triples], axis=1)
        self._tails = _Answers(head * self.num_relations + relation, tail, self.num_entities)
        self._heads = _Answers(tail * self.num_relations + relation, head, self.num_entities)

    @property
    def count(self) -> int:
        """How many distinct facts are known."""
        return len(self._tails.values)

    def contains(self, ids: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether each of ``(3, k)`` triples is known, ``(k,)``."""
        head, relation, tail = np.asarray(ids, dtype=np.int64)
        return self._tails.contain(head * self.num_relations + relation, tail)

    def answers(self, ids: npt.ArrayLike, *, side: Side) -> Ragged:
        """All entities that, put at `side` of each of ``(3, k)`` triples, make it a known one; ascending."""
        keys, table = self._asked(ids, side)
        first, stop = table.bounds(keys)
        lengths = stop - first
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        at = np.arange(offsets[-1]) + np.repeat(first - offsets[:-1], lengths)
        return Ragged(table.values[at], offsets)

    def num_free(self, ids: npt.ArrayLike, *, side: Side) -> Ids:
        """How many entities at `side` of each of ``(3, k)`` triples make it an unknown one, ``(k,)``."""
        keys, table = self._asked(ids, side)
        first, stop = table.bounds(keys)
        return self.num_entities - (stop - first)

    def nth_free(self, ids: npt.ArrayLike, rank: Ids, *, side: Side) -> Ids:
        """The rank-th smallest of those entities, from 0; ``(k,)``.

        Among the known answers a_0 < a_1 < ... there are a_j - j unknown entities below a_j, so that a binary
        search tells how many of them the answer has to step over.
        """
        keys, table = self._asked(ids, side)
        first, high = table.bounds(keys)
        low = first
        while (open_ := low < high).any():
            middle = (low + high) // 2
            value = table.values[np.where(open_, middle, 0)]
            step_over = open_ & (value - (middle - first) <= rank)
            low = np.where(step_over, middle + 1, low)
            high = np.where(open_ & ~step_over, middle, high)
        found: Ids = rank + (low - first)
        return found

    def _asked(self, ids: npt.ArrayLike, side: Side) -> tuple[Ids, _Answers]:
        if side not in ("head", "tail"):
            raise ValueError(f"side is {side!r}; give 'head' or 'tail'")
        head, relation, tail = np.asarray(ids, dtype=np.int64)
        if side == "tail":
            return head * self.num_relations + relation, self._tails
        return tail * self.num_relations + relation, self._heads


class _Answers:
    """Distinct (key, value), sorted by key, then by value."""

    def __init__(self, keys: Ids, values: Ids, stop: int) -> None:
        self._stop = max(stop, 1)
        self._both = np.unique(keys * self._stop + values)
        self.keys, self.values = np.divmod(self._both, self._stop)

    def bounds(self, keys: Ids) -> tuple[Ids, Ids]:
        """Where the values of each key begin and end."""
        return np.searchsorted(self.keys, keys, "left"), np.searchsorted(self.keys, keys, "right")

    def contain(self, keys: Ids, values: Ids) -> npt.NDArray[np.bool_]:
        if not len(self._both):
            return np.zeros(len(keys), dtype=np.bool_)
        asked = keys * self._stop + values
        at = np.minimum(np.searchsorted(self._both, asked), len(self._both) - 1)
        found: npt.NDArray[np.bool_] = self._both[at] == asked
        return found
