"""`TripleGeodesics`: what is known about triples before they are scored."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from torch import Tensor

from gdgnn.inputs import PairGeodesics, RaggedNodes


class Sequences(Protocol):
    """Sequences of relations between the ends of ``k`` pairs; loaders find them."""

    @property
    def step(self) -> Tensor:
        """``(s, length)`` long, typed steps of each sequence; `2 * num_relations` behind its end."""

    @property
    def entry(self) -> RaggedNodes:
        """A row of sequences for each pair."""

    @property
    def share(self) -> Tensor:
        """For each entry: how much of what joins the pair has this sequence."""


class TripleGeodesics(Protocol):
    """What a batch of triples has to tell; loaders make such batches."""

    @property
    def geodesics(self) -> PairGeodesics:
        """Of the ``k`` pairs of head and tail."""

    @property
    def relation(self) -> Tensor:
        """``(k,)`` long, the relation of each triple."""

    @property
    def path_relation(self) -> Tensor | None:
        """For each entry of ``geodesics.path``: the typed step to it; `2 * num_relations` at the start."""

    @property
    def head_relation(self) -> Tensor | None:
        """For each entry of ``geodesics.head``: the typed step that leads to it from the head."""

    @property
    def tail_relation(self) -> Tensor | None:
        """For each entry of ``geodesics.tail``: the typed step that leads from it to the tail."""

    @property
    def sequences(self) -> Sequences | None:
        """The most frequent sequences of relations between the ends, where they are seen."""


def for_uses(given: PairGeodesics, use: Tensor, num_uses: int) -> PairGeodesics:
    """The same geodesics, about the rows of ``(n * num_uses)`` embeddings, each pair's of its own use.

    Example:
        >>> import torch
        >>> pairs = PairGeodesics(torch.tensor([[0], [3]]), distance=torch.tensor([2]), max_dist=3)
        >>> for_uses(pairs, torch.tensor([1]), num_uses=2).pairs.tolist()
        [[1], [7]]
    """
    if num_uses == 1:
        return given

    def moved(nodes: RaggedNodes | None) -> RaggedNodes | None:
        if nodes is None:
            return None
        return replace(nodes, node=nodes.node * num_uses + use.index_select(0, nodes.row))

    return replace(
        given,
        pairs=given.pairs * num_uses + use,
        head=moved(given.head),
        tail=moved(given.tail),
        path=moved(given.path),
    )
