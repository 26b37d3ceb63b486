"""`TripleLoader`: facts with what lies between their ends."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import torch

from gdgnn.graph import Graph
from gdgnn.graph.arrays import check_ids, integers
from gdgnn.loader.base import GeodesicLoader
from gdgnn.loader.pair_question import PairQuestion
from gdgnn.loader.triple_batch import TripleBatch
from gdgnn.loader.triple_edges import Hide, Ids, hidden_edges
from gdgnn.loader.triple_question import TripleQuestion
from gdgnn.loader.triple_sequences import SequenceQuestion
from gdgnn.loader.triple_steps import TypedSteps
from gdgnn.loader.turn import Turn


class TripleNegativeSampler(Protocol):
    """Anything that draws negatives of facts; `gdgnn.data.triples_negatives` has one."""

    def draw(self, positives: Ids, *, seed: int) -> npt.NDArray[np.integer[Any]]:
        """As many negatives for each of the ``(3, p)`` positives: ``(3, p * n)``, those of one together.

        The draw depends on `positives` and `seed` alone. It is called on a background thread.
        """
        ...


class TripleLoader(GeodesicLoader[TripleBatch]):
    """Batches of facts, each with its negatives, and their geodesics in the graph of known facts.

    A target that is a fact of the graph is searched as if it were not there; its inverse goes with it, and
    nothing else. The encoder must not see the targets of a step either: `edge_mask` of its batch says so.

    Args:
        graph: of the known facts, as :meth:`gdgnn.data.triples.Triples.graph` makes it.
        triples: ``(3, m)`` the targets: heads, relations, tails.
        max_dist: how far to search.
        vertical, horizontal: which geodesics to extract; distances come in any case.
        degree: whether to count geodesic degrees.
        relational: whether the types of the steps are told.
        sequences: how many sequences of relations are told of each pair, the most frequent ones among
            `sequence_draws` shortest paths drawn; 0 for none.
        batch_size: targets of one batch, for each process; negatives come on top.
        shuffle: draw a new order each epoch.
        negatives: draws them for every target.
        hide: when a target's own edge is hidden.
        fact_dropout: the least and the greatest share of facts left out of an epoch, for searches and
            messages alike; the share is drawn anew each epoch.
        keep, drop_last, seed, prefetch, threads, rank, world_size: as in
            :class:`~gdgnn.loader.link.LinkGeodesicLoader`.

    Raises:
        IndexError: an id is not of this graph.
        ValueError, TypeError: an argument has the wrong shape, value or type.

    Example:
        >>> graph = Graph.from_edges([[0, 1, 2], [1, 2, 0]], relation=[0, 0, 1], directed=True)
        >>> loader = TripleLoader(graph.as_undirected(), [[0, 0], [0, 1], [1, 2]], max_dist=3)
        >>> batch = next(iter(loader))
        >>> batch.geodesics.distance.tolist(), batch.edge_mask.tolist()
        ([2, 1], [False, True, True])
    """

    def __init__(
        self,
        graph: Graph,
        triples: npt.ArrayLike,
        *,
        max_dist: int,
        vertical: bool = True,
        horizontal: bool = False,
        degree: bool = False,
        relational: bool = False,
        sequences: int = 0,
        sequence_draws: int = 16,
        batch_size: int = 128,
        shuffle: bool = False,
        negatives: TripleNegativeSampler | None = None,
        hide: Hide = "always",
        fact_dropout: tuple[float, float] = (0.0, 0.0),
        keep: bool = True,
        drop_last: bool = False,
        seed: int = 0,
        prefetch: int = 2,
        threads: int | None = None,
        rank: int = 0,
        world_size: int = 1,
    ) -> None:
        self.graph = graph
        self.triples = _checked(triples, graph)
        self.negatives = negatives
        self.hide: Hide = hide
        low, high = fact_dropout
        if not 0 <= low <= high < 1:
            raise ValueError(f"fact_dropout is {fact_dropout}; give two shares, 0 <= least <= greatest < 1")
        self.fact_dropout = low, high
        pairs = PairQuestion(max_dist, vertical, horizontal, degree, False, threads)
        along = SequenceQuestion(sequences, sequence_draws, max_dist, threads) if sequences else None
        self._question = TripleQuestion(pairs, relational, along)
        self._facts: tuple[int, _Facts] | None = None
        self._own_edge = hidden_edges(graph, self.triples)
        super().__init__(
            self.triples.shape[1],
            batch_size=batch_size,
            shuffle=shuffle,
            static=not shuffle and negatives is None and not high,
            keep=keep,
            drop_last=drop_last,
            seed=seed,
            prefetch=prefetch,
            rank=rank,
            world_size=world_size,
        )

    def _make(self, turn: Turn) -> TripleBatch:
        epoch = 0 if self.static else turn.epoch
        facts = self._facts_of(epoch)
        own = turn.own
        negatives = self._draw(turn)
        triples = np.concatenate([self.triples[:, own], negatives], axis=1)
        hidden = np.full(triples.shape[1], -1)
        hidden[: own.size] = facts.hidden[own]
        found = self._question.ask(facts.steps, triples[::2], hidden, seed=self._seed_of(epoch, "horizontal"))
        return TripleBatch(
            found.geodesics,
            torch.from_numpy(triples[1]),
            found.path_relation,
            found.head_relation,
            found.tail_relation,
            num_targets=own.size,
            edge_mask=torch.from_numpy(self._seen(facts, turn.joint)),
            joint_size=turn.joint.size,
            sequences=found.sequences,
        )

    def _seen(self, facts: _Facts, joint: Ids) -> npt.NDArray[np.bool_]:
        """Which edges the encoder may see: those of the epoch, less the hidden targets of the whole step."""
        targets = joint[facts.hidden[joint] >= 0]
        seen: npt.NDArray[np.bool_] = facts.keep.copy()
        seen[self._own_edge[targets]] = False
        return seen

    def _draw(self, turn: Turn) -> Ids:
        """Negatives of this process; all processes draw the same for the whole step."""
        if self.negatives is None or not turn.joint.size:
            return np.empty((3, 0), dtype=np.int64)
        seed = self._seed_of(turn.epoch, "negatives", turn.step)
        drawn = np.asarray(self.negatives.draw(self.triples[:, turn.joint], seed=seed), dtype=np.int64)
        if drawn.ndim != 2 or len(drawn) != 3 or drawn.shape[1] % turn.joint.size:
            raise ValueError(
                f"negatives drew an array of shape {drawn.shape} for {turn.joint.size} targets; it must be "
                "(3, p * n), as many for each"
            )
        each = drawn.reshape(3, turn.joint.size, -1)
        return each[:, turn.rank :: turn.world_size].reshape(3, -1)

    def _facts_of(self, epoch: int) -> _Facts:
        drawn = self._facts
        if drawn is None or (drawn[0] != epoch and self.fact_dropout[1]):
            drawn = self._facts = epoch, self._drawn_facts(epoch)
        return drawn[1]

    def _drawn_facts(self, epoch: int) -> _Facts:
        low, high = self.fact_dropout
        keep = np.ones(self.graph.num_edges, dtype=np.bool_)
        graph = self.graph
        if high:
            random = np.random.default_rng(self._seed_of(epoch, "facts"))
            keep = random.random(len(keep)) >= random.uniform(low, high)
            graph = with_edges(self.graph, np.flatnonzero(keep))
        return _Facts(keep, TypedSteps(graph), hidden_edges(graph, self.triples, self.hide))


class _Facts(NamedTuple):
    """The facts of an epoch: which edges are kept, their graph, and each target's edge in it to be hidden."""

    keep: npt.NDArray[np.bool_]
    steps: TypedSteps
    hidden: Ids


def with_edges(graph: Graph, edges: Ids) -> Graph:
    """Some of the edges on all nodes, numbered anew in their order.

    Example:
        >>> graph = Graph.from_edges([[0, 1], [1, 2]], relation=[0, 1])
        >>> with_edges(graph, np.array([1])).edge_index.tolist()
        [[1], [2]]
    """
    part = Graph.from_edges(
        graph.edge_index[:, edges],
        num_nodes=graph.num_nodes,
        directed=True,
        relation=None if graph.relation is None else graph.relation[edges],
        num_relations=None if graph.relation is None else graph.num_relations,
        id_dtype=graph.id_dtype,
    )
    return part if graph.directed else part.as_undirected()


def _checked(triples: npt.ArrayLike, graph: Graph) -> Ids:
    ids = integers(triples, "triples")
    if ids.ndim != 2 or ids.shape[0] != 3:
        raise ValueError(f"triples has shape {ids.shape}; give (3, m): heads, relations, tails")
    sizes = graph.num_nodes, graph.num_relations, graph.num_nodes
    for row, (stop, kind) in enumerate(zip(sizes, ("nodes", "relations", "nodes"), strict=True)):
        check_ids(
            ids[row],
            f"triples[{row}, ",
            stop,
            owner=f"the graph has {stop} {kind}",
            remedy=f"give ids of {kind} of this graph",
        )
    return ids.astype(np.int64)
