"""`LinkGeodesicLoader`: pairs of nodes with what lies between them."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.geodesics._arguments import ExcludeTargets
from gdgnn.graph import Graph
from gdgnn.loader.arguments import ArrayOrTensor, attribute, graph_of, labels_of, pairs_of
from gdgnn.loader.base import GeodesicLoader
from gdgnn.loader.link_batch import LinkBatch
from gdgnn.loader.negative_sampler import NegativeSampler
from gdgnn.loader.pair_question import PairQuestion, target_edges
from gdgnn.loader.turn import Turn


class LinkGeodesicLoader(GeodesicLoader[LinkBatch]):
    """Batches of pairs with their geodesics, for link prediction.

    A target that is an edge of the graph is searched as if this edge were absent, and its id is in the
    batch's `hidden_edges`, which the encoder must not see. With `shuffle` or `negatives` each epoch has a
    new order, new negatives and new horizontal geodesics. Without both the loader is static, as suits
    validation and test: its batches are made once and kept.

    Args:
        graph: where to search. Of a `Data` column i of `edge_index` is edge ``loader.graph.row_edge[i]``.
        edge_label_index: ``(2, m)`` the targets; by default those of the `Data`.
        edge_label: ``(m, ...)`` their labels; by default those of the `Data`, or ones.
        max_dist: how far to search.
        vertical, horizontal: which geodesics to extract; distances come in any case.
        degree: whether to count geodesic degrees.
        num_paths: whether to count shortest paths; needs `vertical`.
        walks: up to how many steps to weigh walks of, see :func:`gdgnn.geodesics.walk_weights`.
        batch_size: targets of one batch, for each process; drawn negatives come on top.
        shuffle: draw a new order each epoch.
        negatives: draws negatives for every target whose label is not zero; see `gdgnn.data`.
        exclude_targets: which targets' own edges to hide: all, none, a mask or edge ids, as in
            :func:`gdgnn.geodesics.distances`.
        keep: whether a static loader keeps its batches; False saves memory.
        drop_last: leave out a last batch that is not full.
        seed: of everything that is drawn.
        prefetch: how many batches to prepare ahead on a background thread; 0: without a thread.
        threads: how many threads the engine uses; all cores by default.
        rank, world_size: this process gets every `world_size`-th target of each step, see
            :class:`GeodesicLoader`.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError, TypeError: an argument has the wrong shape, value or type.

    Example:
        >>> from gdgnn import Graph
        >>> from gdgnn.data import UniformNegatives
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> loader = LinkGeodesicLoader(
        ...     ring,
        ...     ring.edge_index,
        ...     max_dist=4,
        ...     batch_size=2,
        ...     negatives=UniformNegatives(ring),
        ... )
        >>> batch = next(iter(loader))
        >>> batch.label.tolist(), batch.geodesics.distance.tolist(), batch.hidden_edges.tolist()
        ([1.0, 1.0, 0.0, 0.0], [4, 4, 2, 2], [0, 1])
    """

    def __init__(
        self,
        graph: Graph | Data,
        edge_label_index: ArrayOrTensor | None = None,
        edge_label: ArrayOrTensor | None = None,
        *,
        max_dist: int,
        vertical: bool = True,
        horizontal: bool = False,
        degree: bool = True,
        num_paths: bool = False,
        walks: int = 0,
        batch_size: int = 1024,
        shuffle: bool = False,
        negatives: NegativeSampler | None = None,
        exclude_targets: ExcludeTargets = True,
        keep: bool = True,
        drop_last: bool = False,
        seed: int = 0,
        prefetch: int = 2,
        threads: int | None = None,
        rank: int = 0,
        world_size: int = 1,
    ) -> None:
        self.graph = graph_of(graph)
        if edge_label_index is None:
            edge_label_index = attribute(graph, "edge_label_index")
            edge_label = attribute(graph, "edge_label") if edge_label is None else edge_label
        if edge_label_index is None:
            raise ValueError("there are no targets; give edge_label_index, or a Data that has it")
        self.pairs = pairs_of(edge_label_index, "edge_label_index", self.graph.num_nodes)
        count = self.pairs.shape[1]
        self.label = (
            torch.ones(count) if edge_label is None else labels_of(edge_label, "edge_label", count, "targets")
        )
        self.target_edge = target_edges(self.graph, self.pairs, exclude_targets)
        self.negatives = negatives
        self._is_positive: npt.NDArray[np.bool_] = _not_zero(self.label)
        self._question = PairQuestion(max_dist, vertical, horizontal, degree, num_paths, threads, walks)
        super().__init__(
            count,
            batch_size=batch_size,
            shuffle=shuffle,
            static=not shuffle and negatives is None,
            keep=keep,
            drop_last=drop_last,
            seed=seed,
            prefetch=prefetch,
            rank=rank,
            world_size=world_size,
        )

    def visible_columns(self, batch: LinkBatch) -> Tensor:
        """Which columns of the `Data`'s `edge_index` the encoder may see, ``(columns,)`` bool.

        For a graph made of something else: which input rows.

        Example:
            >>> data = Data(edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=3)
            >>> loader = LinkGeodesicLoader(data, [[0], [1]], max_dist=2)
            >>> loader.visible_columns(next(iter(loader))).tolist()
            [False, False, True, True]
        """
        # The entry at the end is for loops, which are no edges and whose number is -1.
        visible = torch.ones(self.graph.num_edges + 1, dtype=torch.bool)
        visible[batch.hidden_edges.cpu()] = False
        return visible[self._edge_of_column].to(batch.hidden_edges.device)

    @cached_property
    def _edge_of_column(self) -> Tensor:
        return torch.tensor(self.graph.row_edge)

    def _make(self, turn: Turn) -> LinkBatch:
        drawn, origin, num_drawn = self._draw(turn)
        own = turn.own
        pairs = np.concatenate([self.pairs[:, own], drawn], axis=1)
        hidden = np.concatenate([self.target_edge[own], np.full(origin.size, -1)])
        epoch = 0 if self.static else turn.epoch
        joint_edges = np.unique(self.target_edge[turn.joint])
        label = self.label[torch.from_numpy(own)]
        found = self._question.ask(self.graph, pairs, hidden, seed=self._seed_of(epoch, "horizontal"))
        return LinkBatch(
            geodesics=found.as_torch(pairs, self._question.max_dist),
            label=torch.cat([label, label.new_zeros(origin.size, *label.shape[1:])]),
            target=torch.from_numpy(np.concatenate([own, origin])),
            num_drawn=origin.size,
            hidden_edges=torch.from_numpy(joint_edges[joint_edges >= 0]),
            joint_size=turn.joint.size + num_drawn,
        )

    def _draw(self, turn: Turn) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
        """Negatives of this process, the target each was drawn for, and how many all processes have.

        All processes draw the same for the whole step, so that what is drawn does not depend on how many
        share it.
        """
        positive = np.flatnonzero(self._is_positive[turn.joint])
        if self.negatives is None or positive.size == 0:
            return np.empty((2, 0), dtype=np.int64), np.empty(0, dtype=np.int64), 0
        targets = turn.joint[positive]
        seed = self._seed_of(turn.epoch, "negatives", turn.step)
        drawn = np.asarray(self.negatives.draw(self.pairs[:, targets], seed=seed))
        if drawn.ndim != 2 or len(drawn) != 2 or drawn.shape[1] % targets.size:
            raise ValueError(
                f"negatives drew an array of shape {drawn.shape} for {targets.size} positives; "
                "it must be (2, p * n), as many for each"
            )
        each = drawn.shape[1] // targets.size
        is_own = positive % turn.world_size == turn.rank
        own = drawn.reshape(2, targets.size, each)[:, is_own].reshape(2, -1)
        return own.astype(np.int64), np.repeat(targets[is_own], each), drawn.shape[1]


def _not_zero(label: Tensor) -> npt.NDArray[np.bool_]:
    """Which targets have a label other than zero in any column."""
    found = label != 0
    mask: npt.NDArray[np.bool_] = (found if label.ndim == 1 else found.flatten(1).any(1)).numpy()
    return mask
