"""`GraphTask`: whole graphs."""

from __future__ import annotations

from torch import Tensor

from gdgnn.graph import Graph
from gdgnn.inputs import RaggedNodes
from gdgnn.loader import GraphBatch
from gdgnn.nn import GDGNN
from gdgnn.tasks.encode_once import EncodeOnceTask
from gdgnn.tasks.encoder_inputs import Features, check_features, node_features
from gdgnn.tasks.inner_edges import needs_inner_edges, with_edges_in_sides
from gdgnn.tasks.loss import Labels, check_labels, label_loss
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.targets import Targets, without_single_column


class GraphTask(EncodeOnceTask[GraphBatch]):
    """Which label each of many graphs has.

    Args:
        model: from :meth:`GDGNN.for_subgraphs`.
        recipe: how to train.
        labels: as in :class:`NodeTask`.
        features: what nodes of graphs without `x` get: ``"ones"``, or ``"degree"``: a one and
            log(1 + in-degree).

    Example:
        >>> from gdgnn.loader import GraphGeodesicLoader
        >>> from gdgnn.nn import GIN
        >>> rings = [Graph.from_edges([range(n), [*range(1, n), 0]]) for n in (3, 4, 5)]
        >>> task = GraphTask(GDGNN.for_subgraphs(GIN(1, 8, num_layers=2), max_dist=2, out_channels=2))
        >>> task.predict(GraphGeodesicLoader(rings, max_dist=2)).shape
        torch.Size([3, 2])
    """

    def __init__(
        self,
        model: GDGNN,
        recipe: Recipe | None = None,
        *,
        labels: Labels = "classes",
        features: Features = "ones",
    ) -> None:
        super().__init__(model, recipe)
        self.labels = check_labels(labels)
        self.features = check_features(features)

    def targets_of(self, batch: GraphBatch) -> Targets:
        """The graphs."""
        subsets = RaggedNodes.from_batch(batch.graph.batch, batch.graph.num_graphs)
        return Targets(batch.geodesics, without_single_column(batch.label), subsets)

    def embed(self, batch: GraphBatch, targets: Targets, seed: int) -> tuple[Tensor, Targets]:
        """Encode the graphs of the batch side by side."""
        graph = batch.graph
        if needs_inner_edges(self.model):
            targets = with_edges_in_sides(targets, Graph.from_pyg(graph))
        x = graph.get("x")
        if x is None:
            x = node_features(graph.num_nodes, graph.edge_index, self.features)
        h = self.model.encode(
            x, graph.edge_index, graph.get("edge_attr"), batch=graph.batch, num_graphs=graph.num_graphs
        )
        return h, targets

    def loss_of(self, score: Tensor, label: Tensor) -> Tensor:
        """Cross-entropy, see :func:`class_loss` and :func:`binary_loss`."""
        return label_loss(score, label, self.labels)
