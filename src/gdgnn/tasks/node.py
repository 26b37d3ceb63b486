"""`NodeTask`: nodes of one graph."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.loader import NodeBatch
from gdgnn.nn import GDGNN
from gdgnn.tasks.encoder_inputs import EncoderInputs
from gdgnn.tasks.loss import Labels, check_labels, label_loss
from gdgnn.tasks.one_graph import Encode, OneGraphTask
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.targets import Targets, without_single_column


class NodeTask(OneGraphTask[NodeBatch]):
    """Which label each node of a graph has.

    Args:
        model: from :meth:`GDGNN.for_nodes`.
        inputs, recipe: as in :class:`OneGraphTask`.
        labels: ``"classes"``: one id each, -1 where there is none; ``"binary"``: 0 or 1 for each of one or
            more tasks, NaN where there is none.
        encode, fanout, hops: as in :class:`OneGraphTask`.

    Example:
        >>> from gdgnn.loader import NodeGeodesicLoader
        >>> from gdgnn.nn import GIN
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> task = NodeTask(GDGNN.for_nodes(GIN(1, 8, num_layers=2), max_dist=2, out_channels=3), ring)
        >>> task.predict(NodeGeodesicLoader(ring, [0, 3], max_dist=2)).shape
        torch.Size([2, 3])
    """

    def __init__(
        self,
        model: GDGNN,
        inputs: EncoderInputs | Graph | Data,
        recipe: Recipe | None = None,
        *,
        labels: Labels = "classes",
        encode: Encode = "full",
        fanout: int | Sequence[int] = 16,
        hops: int | None = None,
    ) -> None:
        super().__init__(model, inputs, recipe, encode=encode, fanout=fanout, hops=hops)
        self.labels = check_labels(labels)

    def targets_of(self, batch: NodeBatch) -> Targets:
        """The nodes."""
        return Targets(batch.geodesics, without_single_column(batch.label))

    def loss_of(self, score: Tensor, label: Tensor) -> Tensor:
        """Cross-entropy, see :func:`class_loss` and :func:`binary_loss`."""
        return label_loss(score, label, self.labels)
