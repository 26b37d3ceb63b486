"""The edges within sides, for models that pass messages there."""

from __future__ import annotations

from dataclasses import replace

from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics, RaggedNodes, with_inner_edges
from gdgnn.nn import GDGNN, SideLayer
from gdgnn.tasks.targets import Targets


def needs_inner_edges(model: GDGNN) -> bool:
    """Whether the model was made with ``side_layers``.

    Example:
        >>> from gdgnn.nn import GIN
        >>> needs_inner_edges(GDGNN.for_links(GIN(1, 8, num_layers=2), max_dist=2, side_layers=1))
        True
    """
    return any(isinstance(module, SideLayer) for module in model.representation.modules())


def with_edges_in_sides(targets: Targets, graph: Graph) -> Targets:
    """The same targets, whose nodes are the graph's own, with the edges within their sides.

    Example:
        >>> import torch
        >>> square = Graph.from_edges([[0, 0, 1, 2, 1], [1, 2, 3, 3, 2]])
        >>> side = RaggedNodes(torch.tensor([1, 2]), torch.tensor([0, 0]), num_rows=1)
        >>> ends, distance = torch.tensor([[0], [3]]), torch.tensor([2])
        >>> pair = PairGeodesics(ends, distance, max_dist=2, head=side, tail=side)
        >>> with_edges_in_sides(Targets(pair), square).geodesics.head.edge_index.tolist()
        [[0, 1], [1, 0]]
    """
    given = targets.geodesics
    if isinstance(given, PairGeodesics):
        head, tail = _with_edges(given.head, graph), _with_edges(given.tail, graph)
        return replace(targets, geodesics=replace(given, head=head, tail=tail))
    return replace(targets, geodesics=replace(given, side=_with_edges(given.side, graph)))


def _with_edges(side: RaggedNodes | None, graph: Graph) -> RaggedNodes | None:
    return None if side is None else with_inner_edges(side.to("cpu"), graph).to(side.node.device)
