"""Triples and what lies between their ends, to scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from gdgnn.inputs import PairGeodesics, RaggedNodes
from gdgnn.nn.context import LinkContext, link_parts
from gdgnn.nn.distance import DistanceEncoding
from gdgnn.nn.mlp import reset
from gdgnn.nn.pool.horizontal import HorizontalPool
from gdgnn.nn.relational.dropout import byte_dropout
from gdgnn.nn.relational.given import Sequences, TripleGeodesics
from gdgnn.nn.relational.pool import SequencePool, SidePool, TypedPathPool, gathered_sum
from gdgnn.nn.representation.base import check_max_dist


@dataclass(frozen=True, eq=False)
class EntityTerms:
    """What the scorer's first layer makes of each entity, relation and distance on their own.

    Attributes:
        h: ``(n, channels)`` the embeddings.
        head, tail: ``(n, hidden)`` terms of an entity as head and as tail.
        relation: ``(num_relations, hidden)`` with the bias.
        distance: ``(max_dist + 2, hidden)`` or None.
        path: ``(n, hidden)`` term of an entity on a path, or None.
        head_side, tail_side: ``(n, hidden)`` terms of an entity in a side, or None.
    """

    h: Tensor
    head: Tensor
    tail: Tensor
    relation: Tensor
    distance: Tensor | None
    path: Tensor | None
    head_side: Tensor | None
    tail_side: Tensor | None


class TripleScorer(nn.Module):
    """An MLP over ``[h_h, h_t, r, distance, path, head side, tail side]``, with what ``context`` asks for.

    Its first layer is linear in these parts. :meth:`forward` joins the parts as written; :meth:`terms` works
    out once per graph what does not depend on pairs, after which :meth:`between` and :meth:`finish` score a
    source against all entities at the cost of the geodesics alone. Both give the same scores.

    Args:
        channels: of node embeddings.
        num_relations: of facts.
        max_dist: how far geodesics are searched.
        context: what is seen between the ends.
        relational: whether pools see the types of steps: :class:`TypedPathPool` for paths, and typed sides.
        sequences: how many sequences of relations between the ends are seen, the most frequent ones among
            those of `sequence_draws` shortest paths; 0 for none.
        hidden_channels: of the hidden layers.
        pool_channels: of sides, and of typed paths.
        relation_channels: of the learned vector of each relation.
        num_layers: linear layers.
        dropout: share of hidden values dropped in training.
        gate: whether the relation also scales what the first layer makes of the other parts, so that the same
            thing between two entities may speak for one relation and against another.

    Example:
        >>> scorer = TripleScorer(8, num_relations=3, max_dist=4, context="distance")
        >>> pairs = PairGeodesics(torch.tensor([[0], [1]]), distance=torch.tensor([2]), max_dist=4)
        >>> z = scorer.parts(torch.ones(2, 8), pairs, torch.tensor([0]))
        >>> {name: part.shape[1] for name, part in z.items()}
        {'head': 8, 'tail': 8, 'relation': 32, 'distance': 6}
    """

    def __init__(
        self,
        channels: int,
        num_relations: int,
        *,
        max_dist: int,
        context: LinkContext = "vertical",
        relational: bool = False,
        sequences: int = 0,
        sequence_draws: int = 16,
        hidden_channels: int = 64,
        pool_channels: int = 32,
        relation_channels: int = 32,
        num_layers: int = 2,
        dropout: float = 0.0,
        gate: bool = False,
    ) -> None:
        super().__init__()
        if num_layers < 2:
            raise ValueError(f"num_layers is {num_layers}; a triple scorer has at least two")
        seen = link_parts(context)
        if seen.partial:
            raise ValueError("context='partial' is not for triples; choose 'horizontal' or another")
        self.max_dist, self.dropout, self.context, self.relational = max_dist, dropout, context, relational
        self.hidden_channels = hidden_channels
        self.num_sequences, self.sequence_draws = sequences, sequence_draws
        steps = 2 * num_relations if relational else 0
        self.of_relation = nn.Embedding(num_relations, relation_channels)
        self.of_gate = nn.Embedding(num_relations, hidden_channels) if gate else None
        if self.of_gate is not None:
            nn.init.ones_(self.of_gate.weight)
        self.distance = DistanceEncoding(max_dist) if seen.distance else None
        self.side = (
            SidePool(channels, pool_channels, degree=seen.degree, num_steps=steps) if seen.vertical else None
        )
        self.path: HorizontalPool | TypedPathPool | None = None
        if seen.path:
            self.path = TypedPathPool(channels, pool_channels, steps) if steps else HorizontalPool(channels)
        self.sequences = SequencePool(pool_channels, 2 * num_relations) if sequences else None
        widths = {"head": channels, "tail": channels, "relation": relation_channels}
        between = {
            "distance": self.distance,
            "path": self.path,
            "head side": self.side,
            "tail side": self.side,
            "sequences": self.sequences,
        }
        widths |= {name: part.out_channels for name, part in between.items() if part is not None}
        self.widths = widths
        self.layers = nn.ModuleList(
            nn.Linear(wide, narrow)
            for wide, narrow in pairwise([sum(widths.values()), *[hidden_channels] * (num_layers - 1), 1])
        )

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for child in self.children():
            reset(child)
        if self.of_gate is not None:
            nn.init.ones_(self.of_gate.weight)

    # ------------------------------------------------------------------------------------ as written

    def forward(self, h: Tensor, given: TripleGeodesics) -> Tensor:
        """The score of each triple: a logit.

        Args:
            h: ``(n, channels)`` embeddings of the nodes that ``given.geodesics`` speaks of.
            given: ``k`` triples, and what the context needs of their geodesics.

        Returns:
            ``(k,)``.

        Raises:
            ValueError: what the context needs is missing, or was searched with another ``max_dist``.
        """
        steps = given.path_relation, given.head_relation, given.tail_relation
        parts = self.parts(h, given.geodesics, given.relation, steps, given.sequences)
        if self.of_gate is None:
            return self.finish(self.layers[0](torch.cat(list(parts.values()), dim=1)))
        of_relation = functional.linear(parts.pop("relation"), self._weight("relation"), self._first.bias)
        others = torch.cat([self._weight(name) for name in parts], dim=1)
        hidden = functional.linear(torch.cat(list(parts.values()), dim=1), others)
        return self.finish(torch.addcmul(of_relation, hidden, self.of_gate(given.relation)))

    def parts(
        self,
        h: Tensor,
        pairs: PairGeodesics,
        relation: Tensor,
        steps: tuple[Tensor | None, Tensor | None, Tensor | None] = (None, None, None),
        sequences: Sequences | None = None,
    ) -> dict[str, Tensor]:
        """What the first layer sees of each triple, by name, ``(k, widths[name])`` each."""
        check_max_dist(self.max_dist, pairs.max_dist)
        found = {
            "head": h.index_select(0, pairs.pairs[0]),
            "tail": h.index_select(0, pairs.pairs[1]),
            "relation": self.of_relation(relation),
        }
        if self.distance is not None:
            found["distance"] = self.distance(pairs.distance, h.dtype)
        if self.path is not None:
            found["path"] = self._path(h, self._given(pairs.path, "horizontal"), steps[0])
        if self.side is not None:
            found["head side"] = self.side(h, self._given(pairs.head, "vertical"), steps[1])
            found["tail side"] = self.side(h, self._given(pairs.tail, "vertical"), steps[2])
        if self.sequences is not None:
            found["sequences"] = self.sequences(sequences)
        return found

    def finish(self, hidden: Tensor) -> Tensor:
        """The layers after the first: ``(k, hidden_channels)`` before its ReLU to ``(k,)``."""
        for layer in self.layers[1:]:
            hidden = layer(byte_dropout(hidden.relu(), self.dropout, self.training))
        return hidden.squeeze(-1)

    # ------------------------------------------------------------------------------------ factorised

    def terms(self, h: Tensor) -> EntityTerms:
        """All that :meth:`between` gathers, ``h`` being ``(n, channels)``."""
        side = self.side
        per_node = side is not None and side.is_per_node
        states = side.states(h) if side is not None and per_node else None
        return EntityTerms(
            h,
            functional.linear(h, self._weight("head")),
            functional.linear(h, self._weight("tail")),
            functional.linear(self.of_relation.weight, self._weight("relation"), self._first.bias),
            None if self.distance is None else self._weight("distance").t().contiguous(),
            functional.linear(h, self._weight("path")) if isinstance(self.path, HorizontalPool) else None,
            None if states is None else functional.linear(states, self._weight("head side")[:, :-1]),
            None if states is None else functional.linear(states, self._weight("tail side")[:, :-1]),
        )

    def between(
        self,
        terms: EntityTerms,
        pairs: PairGeodesics,
        steps: tuple[Tensor | None, Tensor | None, Tensor | None] = (None, None, None),
        sequences: Sequences | None = None,
    ) -> Tensor:
        """The first layer of all parts but the relation: ``(k, hidden_channels)``, for :meth:`finish`.

        It is the same for all relations: :meth:`asked` makes of it what one of them sees.
        """
        check_max_dist(self.max_dist, pairs.max_dist)
        hidden = terms.head.index_select(0, pairs.pairs[0]) + terms.tail.index_select(0, pairs.pairs[1])
        if terms.distance is not None:
            hidden += terms.distance.index_select(0, pairs.distance)
        if self.path is not None:
            path = self._given(pairs.path, "horizontal")
            if terms.path is None:
                hidden += functional.linear(self._path(terms.h, path, steps[0]), self._weight("path"))
            else:
                hidden += gathered_sum(terms.path, path)
        if self.side is not None:
            head, tail = self._given(pairs.head, "vertical"), self._given(pairs.tail, "vertical")
            hidden = self._with_side(hidden, terms.h, terms.head_side, head, "head side", steps[1])
            hidden = self._with_side(hidden, terms.h, terms.tail_side, tail, "tail side", steps[2])
        if self.sequences is not None:
            hidden += functional.linear(self.sequences(sequences), self._weight("sequences"))
        return hidden

    def asked(self, terms: EntityTerms, between: Tensor, relation: int) -> Tensor:
        """What :meth:`finish` needs for one relation, of what :meth:`between` found."""
        term = terms.relation[relation]
        if self.of_gate is None:
            return between + term
        return torch.addcmul(term, between, self.of_gate.weight[relation])

    def _with_side(
        self,
        hidden: Tensor,
        h: Tensor,
        term: Tensor | None,
        side: RaggedNodes,
        name: str,
        step: Tensor | None,
    ) -> Tensor:
        assert self.side is not None
        weight = self._weight(name)
        if term is None:
            return hidden + functional.linear(self.side(h, side, step), weight)
        # The calm sum of the pool, see `calm_parts`, after the first layer instead of before it.
        count = side.lengths
        filled = count.nonzero().squeeze(1)
        few = 2 * len(filled) < len(count)
        if few:  # most candidates are far away, and empty sides add nothing
            place = (count > 0).cumsum(0) - 1
            side, count = RaggedNodes(side.node, place[side.row], len(filled)), count[filled]
        length = count.to(term.dtype)[:, None]
        total = gathered_sum(term, side, count) / length.sqrt().clamp(min=1)
        total = torch.addmm(total, length.log1p(), weight[:, -1:].t())
        return hidden.index_add(0, filled, total) if few else hidden + total

    def _path(self, h: Tensor, path: RaggedNodes, step: Tensor | None) -> Tensor:
        if isinstance(self.path, TypedPathPool):
            return self.path(h, path, step)  # type: ignore[no-any-return]
        assert self.path is not None
        return self.path(h, path)  # type: ignore[no-any-return]

    @property
    def _first(self) -> nn.Linear:
        return cast("nn.Linear", self.layers[0])

    def _weight(self, name: str) -> Tensor:
        """The columns of the first layer that a part meets."""
        names = list(self.widths)
        first = sum(self.widths[before] for before in names[: names.index(name)])
        weight: Tensor = self._first.weight[:, first : first + self.widths[name]]
        return weight

    def _given(self, nodes: RaggedNodes | None, kind: str) -> RaggedNodes:
        if nodes is None:
            raise ValueError(
                f"context={self.context!r} needs {kind} geodesics; load triples with {kind}=True"
            )
        return nodes
