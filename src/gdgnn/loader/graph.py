"""`GraphGeodesicLoader`: many graphs with what their nodes see around themselves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch_geometric.data import Data

from gdgnn.geodesics import Neighborhoods, neighborhoods
from gdgnn.geodesics._arguments import step_count, thread_count
from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics
from gdgnn.loader.arguments import ArrayOrTensor, labels_of
from gdgnn.loader.base import GeodesicLoader
from gdgnn.loader.collated import CollatedGraphs
from gdgnn.loader.gather import neighborhoods_of
from gdgnn.loader.graph_batch import GraphBatch
from gdgnn.loader.turn import Turn


class GraphGeodesicLoader(GeodesicLoader[GraphBatch]):
    """Batches of graphs with the geodesics of all their nodes, for graph classification.

    All graphs are joined once and searched once, with the first batch; what was found is kept as compactly
    as the engine returned it, and batches are copied out of it.

    Args:
        graphs: a PyTorch Geometric dataset or list of `Data` with the same attributes, or of `Graph`.
        label: ``(graphs, ...)``; by default the `y` of each graph, or none.
        max_dist: how far to search.
        degree: whether to count geodesic degrees.
        batch_size: graphs of one batch, for each process.
        shuffle: draw a new order each epoch.
        drop_last: leave out a last batch that is not full.
        seed: of the order.
        prefetch: how many batches to prepare ahead on a background thread; 0: without a thread.
        threads: how many threads the engine uses; all cores by default.
        rank, world_size: this process gets every `world_size`-th graph of each step, see
            :class:`GeodesicLoader`.

    Raises:
        ValueError, TypeError: an argument has the wrong shape, value or type.

    Example:
        >>> edge = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2, y=1)
        >>> line = Data(edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=3, y=0)
        >>> (batch,) = GraphGeodesicLoader([edge, line], max_dist=2, batch_size=2)
        >>> batch.label.tolist(), batch.graph.batch.tolist(), batch.geodesics.neighbor.tolist()
        ([1, 0], [0, 0, 1, 1, 1], [1, 0, 3, 4, 2, 4, 3, 2])
    """

    def __init__(
        self,
        graphs: Sequence[Data | Graph],
        label: ArrayOrTensor | None = None,
        *,
        max_dist: int,
        degree: bool = True,
        batch_size: int = 128,
        shuffle: bool = False,
        drop_last: bool = False,
        seed: int = 0,
        prefetch: int = 2,
        threads: int | None = None,
        rank: int = 0,
        world_size: int = 1,
    ) -> None:
        self.graphs = CollatedGraphs(graphs)
        self.label = None if label is None else labels_of(label, "label", len(self.graphs), "graphs")
        self.max_dist = step_count("max_dist", max_dist)
        self.degree = degree
        self.threads = thread_count(threads)
        self._found: Neighborhoods | None = None
        super().__init__(
            len(self.graphs),
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

    def _make(self, turn: Turn) -> GraphBatch:
        if self._found is None:
            self._found = neighborhoods(
                self.graphs.graph, max_dist=self.max_dist, degree=self.degree, threads=self.threads
            )
        own = turn.own
        graph = self.graphs.batch(own)
        first, count = self.graphs.node_ptr[own], self.graphs.num_nodes[own]
        shift = np.cumsum(count) - count - first
        found = neighborhoods_of(self._found, first, count, shift)
        label = graph.get("y") if self.label is None else self.label[torch.from_numpy(own)]
        return GraphBatch(
            graph=graph,
            geodesics=NodeGeodesics.from_engine(found, np.arange(graph.num_nodes), self.max_dist),
            label=label,
            target=torch.from_numpy(own),
            joint_size=turn.joint.size,
        )
