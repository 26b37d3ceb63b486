"""Graphs side by side, without node features, ready for a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from gdgnn import geodesics
from gdgnn.graph import Graph
from gdgnn.inputs import NodeGeodesics, RaggedNodes
from gdgnn.nn import GDGNN, with_neighbor_edges


@dataclass(frozen=True, eq=False)
class Batch:
    """What networks take.

    Attributes:
        edge_index: of all graphs, one after the other.
        seen: what all nodes see.
        graphs: the nodes of each graph.
    """

    edge_index: Tensor
    seen: NodeGeodesics
    graphs: RaggedNodes

    @staticmethod
    def of(graphs: Sequence[Graph], *, max_dist: int, joined: bool) -> Batch:
        """Search what all nodes see; the edges between that too if ``joined``.

        Example:
            >>> from gdgnn.experiments.expressive.sets import csl_graph
            >>> batch = Batch.of([csl_graph(2), csl_graph(3)], max_dist=2, joined=True)
            >>> batch.graphs.lengths.tolist(), batch.seen.num_targets
            ([41, 41], 82)
        """
        union = Graph.union(graphs)
        found = geodesics.neighborhoods(union, max_dist=max_dist, threads=1)
        seen = NodeGeodesics.from_engine(found, np.arange(union.num_nodes), max_dist)
        row = np.repeat(np.arange(len(graphs)), [graph.num_nodes for graph in graphs])
        return Batch(
            union.to_pyg().edge_index,
            with_neighbor_edges(seen, union) if joined else seen,
            RaggedNodes.from_batch(torch.from_numpy(row), len(graphs)),
        )

    def embeddings(self, model: GDGNN) -> Tensor:
        """``(graphs, channels)``: what the model makes of each graph before its scorer."""
        x = next(model.parameters()).new_ones(self.seen.num_targets, 1)
        return model.represent(model.encode(x, self.edge_index), self.seen, self.graphs)
