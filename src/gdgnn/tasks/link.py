"""`LinkTask`: pairs of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics
from gdgnn.loader import GeodesicLoader, LinkBatch
from gdgnn.nn import GDGNN
from gdgnn.tasks.encoder_inputs import EncoderInputs
from gdgnn.tasks.loss import binary_loss
from gdgnn.tasks.one_graph import Encode, OneGraphTask
from gdgnn.tasks.orders import coins, turned
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.targets import Targets


class LinkTask(OneGraphTask[LinkBatch]):
    """Which pairs of nodes are linked.

    The edges of a batch that are its targets are hidden from the encoder, as they are from the search of
    geodesics. Evaluation encodes once and keeps the embeddings; only batches whose targets are edges of the
    graph are encoded one by one, with these edges hidden.

    Args:
        model: from :meth:`GDGNN.for_links`.
        inputs, recipe: as in :class:`OneGraphTask`.
        positive_weight: how many times as much a positive counts in the loss as a negative.
        both_orders: turn half of the pairs round in training, at random, and evaluate with the mean of both
            orders. By default where order means nothing to the graph, but something to the model.
        encode, fanout, hops: as in :class:`OneGraphTask`.

    Example:
        >>> from gdgnn.loader import LinkGeodesicLoader
        >>> from gdgnn.nn import GIN
        >>> ring = Graph.from_edges([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
        >>> task = LinkTask(GDGNN.for_links(GIN(1, 8, num_layers=2), max_dist=4), ring)
        >>> task.predict(LinkGeodesicLoader(ring, [[0, 1], [2, 4]], max_dist=4)).shape
        torch.Size([2])
    """

    def __init__(
        self,
        model: GDGNN,
        inputs: EncoderInputs | Graph | Data,
        recipe: Recipe | None = None,
        *,
        positive_weight: float = 1.0,
        both_orders: bool | None = None,
        encode: Encode = "full",
        fanout: int | Sequence[int] = 16,
        hops: int | None = None,
    ) -> None:
        super().__init__(model, inputs, recipe, encode=encode, fanout=fanout, hops=hops)
        self.positive_weight = positive_weight
        symmetric = bool(getattr(getattr(model.representation, "readout", None), "symmetric", False))
        undirected = not self.inputs.graph.directed
        self.both_orders = undirected and not symmetric if both_orders is None else both_orders

    def hidden_edges(self, batch: LinkBatch) -> Tensor:
        """The targets that are edges."""
        return batch.hidden_edges

    def check_loader(self, loader: GeodesicLoader[LinkBatch]) -> None:
        """Hidden edges go by their ids: the encoder must be run on the very graph that is searched.

        Raises:
            ValueError: it is another one.
        """
        searched = getattr(loader, "graph", self.inputs.graph)
        if searched is not self.inputs.graph and searched != self.inputs.graph:
            raise ValueError(
                f"the encoder is run on {self.inputs.graph}, but the loader searches {searched}, so that the "
                "wrong edges would be hidden; give both the same graph (of a split: split.graph)"
            )

    def targets_of(self, batch: LinkBatch) -> Targets:
        """The pairs."""
        return Targets(batch.geodesics, batch.label)

    def varied(self, targets: Targets, seed: int) -> Targets:
        """The pairs, half of them turned round."""
        if not self.both_orders or not isinstance(targets.geodesics, PairGeodesics):
            return targets
        pairs = targets.geodesics
        return replace(targets, geodesics=turned(pairs, coins(pairs.pairs, seed)))

    def score(self, h: Tensor, targets: Targets) -> Tensor:
        """Logits, those of both orders averaged where order means nothing."""
        first = super().score(h, targets)
        if not self.both_orders or not isinstance(targets.geodesics, PairGeodesics):
            return first
        second = super().score(h, replace(targets, geodesics=turned(targets.geodesics)))
        return (first + second) / 2

    def loss_of(self, score: Tensor, label: Tensor) -> Tensor:
        """Binary cross-entropy, see :func:`binary_loss`."""
        return binary_loss(score, label, positive_weight=self.positive_weight)
