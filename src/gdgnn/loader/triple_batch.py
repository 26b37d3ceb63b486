"""`TripleBatch`: triples to score."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import torch
from torch import Tensor

from gdgnn.inputs import PairGeodesics, RaggedNodes
from gdgnn.loader.triple_sequences import RelationSequences


@dataclass(frozen=True, eq=False)
class TripleBatch:
    """``k`` triples with what lies between head and tail: ``p`` targets, then the negatives of each in turn.

    Attributes:
        geodesics: of the pairs (head, tail), each target searched without its own edge.
        relation: ``(k,)`` long.
        path_relation, head_relation, tail_relation: the types of the steps to the nodes of paths and sides,
            or None; see :class:`~gdgnn.loader.triple_steps.TypedSteps`.
        num_targets: p.
        edge_mask: ``(num_edges,)`` bool, by edge id: what the encoder may see. Neither the targets of this
            step, in whichever process, nor facts dropped in this epoch.
        joint_size: targets of this step over all processes; divide summed losses by it.
        sequences: the most frequent sequences of relations between the ends, or None.
    """

    geodesics: PairGeodesics
    relation: Tensor
    path_relation: Tensor | None
    head_relation: Tensor | None
    tail_relation: Tensor | None
    num_targets: int
    edge_mask: Tensor
    joint_size: int
    sequences: RelationSequences | None = None

    @property
    def num_triples(self) -> int:
        """How many triples there are, negatives included."""
        return len(self.relation)

    def by_target(self, score: Tensor) -> tuple[Tensor, Tensor]:
        """``(k,)`` scores as those of the targets, ``(p,)``, and of their negatives, ``(p, n)``."""
        positive = score[: self.num_targets]
        each = (len(score) - self.num_targets) // max(self.num_targets, 1)
        return positive, score[self.num_targets :].view(self.num_targets, each)

    def take(self, kept: Tensor) -> TripleBatch:
        """Some of the triples, by a ``(k,)`` mask that treats a target and its negatives alike."""
        pairs = self.geodesics
        path, path_relation = _taken(pairs.path, self.path_relation, kept)
        head, head_relation = _taken(pairs.head, self.head_relation, kept)
        tail, tail_relation = _taken(pairs.tail, self.tail_relation, kept)
        geodesics = replace(
            pairs,
            pairs=pairs.pairs[:, kept],
            distance=pairs.distance[kept],
            path=path,
            head=head,
            tail=tail,
        )
        return replace(
            self,
            geodesics=geodesics,
            relation=self.relation[kept],
            path_relation=path_relation,
            head_relation=head_relation,
            tail_relation=tail_relation,
            num_targets=int(kept[: self.num_targets].sum()),
            sequences=None if self.sequences is None else self.sequences.take(kept),
        )

    def to(self, device: torch.device | str) -> TripleBatch:
        """The same on another device."""
        moved: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, (Tensor, PairGeodesics, RelationSequences)):
                moved[field.name] = value.to(device)
        return replace(self, **moved)


def _taken(
    nodes: RaggedNodes | None, step: Tensor | None, kept: Tensor
) -> tuple[RaggedNodes | None, Tensor | None]:
    """Some rows of nodes, numbered anew, and the steps to these nodes."""
    if nodes is None:
        return None, None
    entry = kept[nodes.row]
    number = kept.cumsum(0) - 1
    some = RaggedNodes(
        nodes.node[entry],
        number[nodes.row[entry]],
        int(kept.sum()),
        None if nodes.degree is None else nodes.degree[entry],
        None if nodes.position is None else nodes.position[entry],
    )
    return some, None if step is None else step[entry]
