"""`SubgraphTask`: subsets of the nodes of one graph."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.loader import SubgraphBatch
from gdgnn.nn import GDGNN
from gdgnn.tasks.encoder_inputs import EncoderInputs
from gdgnn.tasks.loss import Labels, check_labels, label_loss
from gdgnn.tasks.one_graph import Encode, OneGraphTask
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.targets import Targets, without_single_column


class SubgraphTask(OneGraphTask[SubgraphBatch]):
    """Which label each of many subsets of the nodes of a graph has.

    Args:
        model: from :meth:`GDGNN.for_subgraphs`.
        inputs, recipe: as in :class:`OneGraphTask`.
        labels: as in :class:`NodeTask`.
        encode, fanout, hops: as in :class:`OneGraphTask`.

    Example:
        >>> from gdgnn.nn import GIN
        >>> from gdgnn.loader import SubgraphGeodesicLoader
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> task = SubgraphTask(GDGNN.for_subgraphs(GIN(1, 8, num_layers=2), max_dist=2), ring)
        >>> task.predict(SubgraphGeodesicLoader(ring, [[0, 1, 2], [4]], max_dist=2)).shape
        torch.Size([2])
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

    def targets_of(self, batch: SubgraphBatch) -> Targets:
        """The subsets."""
        return Targets(batch.geodesics, without_single_column(batch.label), batch.subsets)

    def loss_of(self, score: Tensor, label: Tensor) -> Tensor:
        """Cross-entropy, see :func:`class_loss` and :func:`binary_loss`."""
        return label_loss(score, label, self.labels)
