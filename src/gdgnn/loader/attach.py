"""`AttachGeodesics`: geodesics as a PyTorch Geometric transform."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.transforms import BaseTransform

from gdgnn.geodesics import neighborhoods
from gdgnn.geodesics._arguments import step_count, thread_count
from gdgnn.graph import Graph
from gdgnn.loader.arguments import pairs_of
from gdgnn.loader.attached import PAIRS, attach_nodes, attach_pairs
from gdgnn.loader.pair_question import PairQuestion, target_edges

Of: TypeAlias = Literal["nodes", "pairs"]


class AttachGeodesics(BaseTransform):  # type: ignore[misc]
    """Attach geodesics to a `Data`, so that PyTorch Geometric's own `DataLoader` batches them.

    :func:`node_geodesics` and :func:`pair_geodesics` read them from the `Data` or a batch. Use it as
    `pre_transform` of a dataset to search once, or as `transform` to search on each access.

    With ``of="pairs"`` each pair of `edge_label_index` is searched without its own edge, and
    ``data.geodesic_pair_hidden`` tells which columns of `edge_index` are such edges:
    ``data.edge_index[:, ~data.geodesic_pair_hidden]`` is what the encoder may see.

    Args:
        max_dist: how far to search.
        of: "nodes": what each node sees, for node and graph classification; "pairs": what lies between the
            pairs in `edge_label_index`.
        vertical, horizontal: which geodesics of pairs.
        degree: whether to count geodesic degrees.
        num_paths: whether to count shortest paths of pairs; needs `vertical`.
        exclude_targets: whether a pair's own edge is hidden while it is searched.
        seed: of the horizontal geodesics.
        threads: how many threads the engine uses; one by default, as graphs are small and data loaders
            have processes of their own.

    Example:
        >>> from gdgnn.loader import pair_geodesics
        >>> ring = Data(edge_index=torch.tensor([[0, 1, 2, 1, 2, 0], [1, 2, 0, 0, 1, 2]]), num_nodes=3)
        >>> ring.edge_label_index = torch.tensor([[0], [1]])
        >>> ring = AttachGeodesics(max_dist=3, of="pairs")(ring)
        >>> pair_geodesics(ring).distance.tolist(), ring.geodesic_pair_hidden.tolist()
        ([2], [True, False, False, True, False, False])
    """

    def __init__(
        self,
        max_dist: int,
        *,
        of: Of = "nodes",
        vertical: bool = True,
        horizontal: bool = False,
        degree: bool = True,
        num_paths: bool = False,
        exclude_targets: bool = True,
        seed: int = 0,
        threads: int | None = 1,
    ) -> None:
        if of not in get_args(Of):
            raise ValueError(f'of is {of!r}; give "nodes" or "pairs"')
        self.max_dist = step_count("max_dist", max_dist)
        self.of = of
        self.degree = degree
        self.exclude_targets = exclude_targets
        self.seed = seed
        self.threads = thread_count(threads)
        self._question = PairQuestion(max_dist, vertical, horizontal, degree, num_paths, self.threads)

    def forward(self, data: Data) -> Data:
        """The `Data` with geodesics attached."""
        graph = Graph.from_pyg(data)
        if self.of == "nodes":
            found = neighborhoods(graph, max_dist=self.max_dist, degree=self.degree, threads=self.threads)
            attach_nodes(data, found, self.max_dist)
        else:
            self._attach_pairs(data, graph)
        return data

    def __repr__(self) -> str:
        return f"{type(self).__name__}(max_dist={self.max_dist}, of={self.of!r})"

    def _attach_pairs(self, data: Data, graph: Graph) -> None:
        if "edge_label_index" not in data:
            raise ValueError('data has no edge_label_index, the pairs to search; set it, or give of="nodes"')
        pairs = pairs_of(data.edge_label_index, "edge_label_index", graph.num_nodes)
        hidden = target_edges(graph, pairs, self.exclude_targets)
        found = self._question.ask(graph, pairs, hidden, seed=self.seed)
        attach_pairs(data, found, self.max_dist)
        is_target = (graph.row_edge >= 0) & np.isin(graph.row_edge, hidden)
        data[f"{PAIRS}_hidden"] = torch.from_numpy(is_target)
