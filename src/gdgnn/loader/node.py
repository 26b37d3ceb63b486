"""`NodeGeodesicLoader`: nodes of one graph with what they see around themselves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch_geometric.data import Data

from gdgnn.geodesics import Neighborhoods, neighborhoods
from gdgnn.geodesics._arguments import step_count, thread_count
from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics
from gdgnn.loader.arguments import ArrayOrTensor, attribute, graph_of, labels_of, nodes_of
from gdgnn.loader.base import GeodesicLoader
from gdgnn.loader.gather import neighborhoods_of
from gdgnn.loader.node_batch import NodeBatch
from gdgnn.loader.turn import Turn


class NodeGeodesicLoader(GeodesicLoader[NodeBatch]):
    """Batches of nodes with their geodesics, for node classification.

    Args:
        graph: where to search.
        nodes: the targets: ids, or a mask over all nodes such as ``data.train_mask``; all by default.
        label: ``(num_nodes, ...)`` labels of all nodes of the graph; by default ``data.y``, or none.
        max_dist: how far to search.
        degree: whether to count geodesic degrees.
        batch_size: targets of one batch, for each process.
        shuffle: draw a new order each epoch.
        keep: extract the geodesics of all targets once, with the first batch, and keep them as compactly as
            the engine returned them; False asks the engine for every batch, for graphs too large for that.
        drop_last: leave out a last batch that is not full.
        seed: of the order.
        prefetch: how many batches to prepare ahead on a background thread; 0: without a thread.
        threads: how many threads the engine uses; all cores by default.
        rank, world_size: this process gets every `world_size`-th target of each step, see
            :class:`GeodesicLoader`.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError, TypeError: an argument has the wrong shape, value or type.

    Example:
        >>> from gdgnn import Graph
        >>> ring = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> loader = NodeGeodesicLoader(ring, [3, 0, 1], label=[5, 6, 7, 8], max_dist=2, batch_size=2)
        >>> [(batch.geodesics.targets.tolist(), batch.label.tolist()) for batch in loader]
        [([3, 0], [8, 5]), ([1], [6])]
    """

    def __init__(
        self,
        graph: Graph | Data,
        nodes: ArrayOrTensor | None = None,
        label: ArrayOrTensor | None = None,
        *,
        max_dist: int,
        degree: bool = True,
        batch_size: int = 1024,
        shuffle: bool = False,
        keep: bool = True,
        drop_last: bool = False,
        seed: int = 0,
        prefetch: int = 2,
        threads: int | None = None,
        rank: int = 0,
        world_size: int = 1,
    ) -> None:
        self.graph = graph_of(graph)
        count = self.graph.num_nodes
        label = attribute(graph, "y") if label is None else label
        self.nodes = np.arange(count) if nodes is None else nodes_of(nodes, "nodes", count)
        self.label = None if label is None else labels_of(label, "label", count, "nodes of the graph")
        self.max_dist = step_count("max_dist", max_dist)
        self.degree = degree
        self.threads = thread_count(threads)
        self.keep = keep
        self._found: Neighborhoods | None = None
        super().__init__(
            self.nodes.size,
            batch_size=batch_size,
            shuffle=shuffle,
            static=False,
            keep=False,
            drop_last=drop_last,
            seed=seed,
            prefetch=prefetch,
            rank=rank,
            world_size=world_size,
        )

    def _make(self, turn: Turn) -> NodeBatch:
        targets = self.nodes[turn.own]
        if self.keep:
            if self._found is None:
                self._found = self._search(self.nodes)
            found = neighborhoods_of(self._found, turn.own, np.ones_like(turn.own))
        else:
            found = self._search(targets)
        return NodeBatch(
            geodesics=NodeGeodesics.from_engine(found, targets, self.max_dist),
            label=None if self.label is None else self.label[torch.from_numpy(targets)],
            joint_size=turn.joint.size,
        )

    def _search(self, nodes: npt.NDArray[np.int64]) -> Neighborhoods:
        return neighborhoods(
            self.graph, nodes, max_dist=self.max_dist, degree=self.degree, threads=self.threads
        )
