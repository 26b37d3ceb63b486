"""`TripleQuestion`: what to find out about triples."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.inputs import PairGeodesics
from gdgnn.loader.pair_question import PairAnswer, PairQuestion
from gdgnn.loader.triple_sequences import RelationSequences, SequenceQuestion
from gdgnn.loader.triple_steps import Ids, TypedSteps


class TripleAnswer(NamedTuple):
    """What lies between heads and tails, and the types of the steps there."""

    geodesics: PairGeodesics
    path_relation: Tensor | None
    head_relation: Tensor | None
    tail_relation: Tensor | None
    sequences: RelationSequences | None = None


@dataclass(frozen=True)
class TripleQuestion:
    """Which geodesics to extract for pairs of entities, and whether the types of steps are told.

    Attributes:
        pairs: which geodesics.
        relational: whether types of steps are told; sides have an entry for each edge then.
        sequences: how to look for sequences of relations, None: not at all.
    """

    pairs: PairQuestion
    relational: bool
    sequences: SequenceQuestion | None = None

    def ask(self, steps: TypedSteps, pairs: Ids, hidden: Ids, *, seed: int) -> TripleAnswer:
        """What lies between ``(2, k)`` pairs, each searched without its ``hidden`` edge (-1: none)."""
        return self.answer(
            steps, pairs, hidden, self.pairs.ask(steps.graph, pairs, hidden, seed=seed), seed=seed
        )

    def answer(
        self, steps: TypedSteps, pairs: Ids, hidden: Ids, found: PairAnswer, *, seed: int
    ) -> TripleAnswer:
        """The same, where the engine has been asked about the pairs already."""
        sequences = None if self.sequences is None else self.sequences.ask(steps, pairs, hidden, seed=seed)
        if not self.relational:
            return TripleAnswer(found.as_torch(pairs, self.pairs.max_dist), None, None, None, sequences)
        path = head = tail = None
        if found.horizontal is not None:
            path = torch.from_numpy(steps.of_paths(found.horizontal.nodes, hidden))
        if found.vertical is not None:
            vertical = found.vertical
            heads, entry, head_types = steps.of_sides(pairs[0], vertical.head, hidden, outward=True)
            head_degree = _repeated(vertical.head_degree, entry)
            tails, entry, tail_types = steps.of_sides(pairs[1], vertical.tail, hidden, outward=False)
            tail_degree = _repeated(vertical.tail_degree, entry)
            vertical = replace(
                vertical, head=heads, tail=tails, head_degree=head_degree, tail_degree=tail_degree
            )
            found = found._replace(vertical=vertical)
            head, tail = torch.from_numpy(head_types), torch.from_numpy(tail_types)
        return TripleAnswer(found.as_torch(pairs, self.pairs.max_dist), path, head, tail, sequences)


def _repeated(values: npt.NDArray[np.int32] | None, entry: Ids) -> npt.NDArray[np.int32] | None:
    return None if values is None else values[entry]
