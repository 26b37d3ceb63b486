"""`SubgraphGeodesicLoader`: subsets of nodes, with what these see around themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.geodesics import Neighborhoods, neighborhoods
from gdgnn.geodesics._arguments import step_count, thread_count
from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics, RaggedNodes
from gdgnn.loader.arguments import ArrayOrTensor, graph_of, labels_of, nodes_of
from gdgnn.loader.base import GeodesicLoader
from gdgnn.loader.gather import neighborhoods_of, offsets_of, spans
from gdgnn.loader.subgraph_batch import SubgraphBatch
from gdgnn.loader.turn import Turn


class SubgraphGeodesicLoader(GeodesicLoader[SubgraphBatch]):
    """Batches of subsets of nodes with their geodesics, for subgraph classification.

    The nodes of all subsets are searched once, with the first batch, and kept.

    Args:
        graph: where to search.
        subsets: the nodes of each, as ids or as a mask over all nodes.
        label: ``(subsets, ...)``, or None.
        max_dist, degree, batch_size, shuffle, drop_last, seed, prefetch, threads, rank, world_size: as in
            :class:`NodeGeodesicLoader`.

    Raises:
        IndexError: a node id is not of this graph.
        ValueError, TypeError: an argument has the wrong shape, value or type.

    Example:
        >>> ring = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 0]])
        >>> (batch,) = SubgraphGeodesicLoader(ring, [[0, 1], [1, 2, 3]], [0, 1], max_dist=2)
        >>> batch.geodesics.targets.tolist(), batch.subsets.row.tolist()
        ([0, 1, 1, 2, 3], [0, 0, 1, 1, 1])
    """

    def __init__(
        self,
        graph: Graph | Data,
        subsets: Sequence[Sequence[int] | npt.NDArray[Any] | Tensor],
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
        self.graph = graph_of(graph)
        count = self.graph.num_nodes
        nodes = [
            # An empty list would be an array of floats.
            nodes_of(given if len(given) else np.empty(0, np.int64), f"subsets[{at}]", count)
            for at, given in enumerate(subsets)
        ]
        self.node_ptr = offsets_of(np.array([part.size for part in nodes], dtype=np.int64))
        everything = np.concatenate([np.empty(0, dtype=np.int64), *nodes])
        # Each node is searched once, in however many subsets it is.
        self.nodes, self._place = np.unique(everything, return_inverse=True)
        self.label = None if label is None else labels_of(label, "label", len(nodes), "subsets")
        self.max_dist = step_count("max_dist", max_dist)
        self.degree = degree
        self.threads = thread_count(threads)
        self._found: Neighborhoods | None = None
        super().__init__(
            len(nodes),
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

    def _make(self, turn: Turn) -> SubgraphBatch:
        if self._found is None:
            self._found = neighborhoods(
                self.graph, self.nodes, max_dist=self.max_dist, degree=self.degree, threads=self.threads
            )
        own = turn.own
        lengths = self.node_ptr[own + 1] - self.node_ptr[own]
        places = self._place[spans(self.node_ptr[own], lengths)]
        found = neighborhoods_of(self._found, places, np.ones_like(places))
        row = torch.from_numpy(np.repeat(np.arange(own.size), lengths))
        return SubgraphBatch(
            geodesics=NodeGeodesics.from_engine(found, self.nodes[places], self.max_dist),
            subsets=RaggedNodes.from_batch(row, own.size),
            label=None if self.label is None else self.label[torch.from_numpy(own)],
            joint_size=turn.joint.size,
        )
