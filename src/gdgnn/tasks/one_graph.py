"""`OneGraphTask`: targets that are all in one graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.nn import GDGNN
from gdgnn.tasks.base import Batch
from gdgnn.tasks.embedding_cache import EmbeddingCache
from gdgnn.tasks.encode_once import EncodeOnceTask
from gdgnn.tasks.encoder_inputs import EncoderInputs
from gdgnn.tasks.field import field_inputs, hops_of
from gdgnn.tasks.inner_edges import needs_inner_edges, with_edges_in_sides
from gdgnn.tasks.recipe import Recipe
from gdgnn.tasks.renumber import named_nodes, renumbered
from gdgnn.tasks.targets import Targets

Encode = Literal["full", "receptive-field", "sampled"]
"""What is encoded in a step: the whole graph, what the embeddings of the nodes in question depend on, or some
of that, drawn at random."""


class OneGraphTask(EncodeOnceTask[Batch]):
    """Targets that are all in one graph: pairs, nodes or subgraphs.

    Args:
        model: encodes and scores.
        inputs: what its encoder is run on; of a `Graph` or `Data`, what :meth:`EncoderInputs.of` makes of it.
        recipe: how to train.
        encode: ``"full"`` encodes the whole graph in each step, and once for all of an evaluation.
            ``"receptive-field"`` encodes what the nodes of a batch and of its geodesics need, for graphs too
            large for that: the same numbers, but for batch normalization, which sees other nodes in training.
            ``"sampled"`` draws at most ``fanout`` neighbors of each node, which is approximate; evaluation
            draws the same ones each time.
        fanout: for ``"sampled"``: one number, or one for each hop from the nodes on.
        hops: how far the encoder sees; read off ``encoder.num_layers`` if left out.
    """

    def __init__(
        self,
        model: GDGNN,
        inputs: EncoderInputs | Graph | Data,
        recipe: Recipe | None = None,
        *,
        encode: Encode = "full",
        fanout: int | Sequence[int] = 16,
        hops: int | None = None,
    ) -> None:
        super().__init__(model, recipe)
        if encode not in get_args(Encode):
            raise ValueError(f"encode is {encode!r}; choose one of {', '.join(map(repr, get_args(Encode)))}")
        self.inputs = inputs if isinstance(inputs, EncoderInputs) else EncoderInputs.of(inputs)
        self.encode: Encode = encode
        self.fanout = fanout
        self.hops = 0 if encode == "full" else hops_of(model, hops)
        self._cache = EmbeddingCache()

    def hidden_edges(self, batch: Batch) -> Tensor | None:
        """Edges of the graph that the encoder must not see in this step."""
        return None

    def embed(self, batch: Batch, targets: Targets, seed: int) -> tuple[Tensor, Targets]:
        """Encode the graph, or the part of it that the targets need."""
        inputs, hidden = self._inputs_here(), self.hidden_edges(batch)
        if needs_inner_edges(self.model):
            targets = with_edges_in_sides(targets, inputs.graph)
        if self.encode == "full":
            if self.training or (hidden is not None and len(hidden)):
                return inputs.encoded(self.model, hidden), targets
            return self._cache.get(self.model, inputs, lambda: inputs.encoded(self.model)), targets
        nodes, places = torch.unique(named_nodes(targets.geodesics), return_inverse=True)
        fanout = self.fanout if self.encode == "sampled" else None
        part = field_inputs(inputs, nodes, self.hops, fanout=fanout, seed=seed)
        return part.encoded(self.model, hidden), renumbered(targets, places)

    def _inputs_here(self) -> EncoderInputs:
        """The inputs, on the device of the model."""
        if self.inputs.x.device != self.device:
            self.inputs = self.inputs.to(self.device)
        return self.inputs
