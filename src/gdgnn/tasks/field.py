"""The part of a graph that an encoder needs for some of its nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from gdgnn.geodesics import receptive_field
from gdgnn.nn import GDGNN
from gdgnn.tasks.encoder_inputs import EncoderInputs


def field_inputs(
    inputs: EncoderInputs,
    nodes: Tensor,
    hops: int,
    *,
    fanout: int | Sequence[int] | None = None,
    seed: int = 0,
) -> EncoderInputs:
    """What an encoder that sees ``hops`` steps far needs for ``nodes``, which become the first nodes of it.

    A node at the rim of the field has its edges too, because an encoder may divide by its degree. Where
    they come from no longer matters: one node, the last, stands for all nodes outside.

    Args:
        inputs: of the whole graph.
        nodes: ``(k,)`` long, each once.
        hops: how far the encoder sees.
        fanout: draw at most so many neighbors of each node, see :func:`gdgnn.geodesics.receptive_field`;
            nodes at the rim have no edges then.
        seed: of the draw.

    Example:
        >>> from gdgnn import Graph
        >>> path = EncoderInputs.of(Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 4]]))
        >>> field_inputs(path, torch.tensor([0]), hops=1).edge_index.tolist()
        [[1, 0, 2], [0, 1, 1]]
    """
    found = receptive_field(inputs.graph, nodes.cpu().numpy(), hops, fanout=fanout, seed=seed)
    device = inputs.edge_index.device
    inside = torch.from_numpy(found.nodes.astype("int64")).to(device)
    near = inside if fanout is None else inside[torch.from_numpy(found.hop < hops).to(device)]
    column, target = _columns_into(near, *inputs.columns_by_target)
    source = _positions(inputs.edge_index[0, column], inside)
    if fanout is not None:
        drawn = torch.from_numpy(found.edge_index).to(device)
        kept = torch.isin(target * len(inside) + source, drawn[1] * len(inside) + drawn[0])
        kept |= source == target
        column, source, target = column[kept], source[kept], target[kept]
    if (source == len(inside)).any():
        inside = torch.cat([inside, inside[:1]])
    return replace(
        inputs,
        x=inputs.x[inside],
        edge_index=torch.stack([source, target]),
        edge_attr=None if inputs.edge_attr is None else inputs.edge_attr[column],
        edge_id=inputs.edge_id[column],
    )


def hops_of(model: GDGNN, given: int | None) -> int:
    """How far a model's embeddings see.

    Raises:
        ValueError: all of the graph, or it cannot be told.

    Example:
        >>> from gdgnn.nn import GIN
        >>> hops_of(GDGNN.for_links(GIN(1, 8, num_layers=3), max_dist=2), None)
        3
    """
    if len(getattr(model.encoder, "virtual_nodes", ())):
        raise ValueError('an encoder with a virtual node sees the whole graph; give encode="full"')
    layers = getattr(model.encoder, "num_layers", None) if given is None else given
    if not isinstance(layers, int):
        raise ValueError(f"{type(model.encoder).__name__} has no num_layers; say how far it sees: hops=")
    nodes = getattr(model.representation, "nodes", model.representation)
    # Pooling full neighborhoods is one step of message passing more.
    return layers + (getattr(nodes, "neighbor_pool", None) is not None)


def _columns_into(nodes: Tensor, pointer: Tensor, order: Tensor) -> tuple[Tensor, Tensor]:
    """The columns whose target is one of the nodes, and which."""
    first = pointer[nodes]
    lengths = pointer[nodes + 1] - first
    which = torch.arange(len(nodes), device=nodes.device).repeat_interleave(lengths)
    start = first - (lengths.cumsum(0) - lengths)
    return order[torch.arange(len(which), device=nodes.device) + start[which]], which


def _positions(values: Tensor, among: Tensor) -> Tensor:
    """Where each value stands among distinct ones; ``len(among)`` if nowhere."""
    ascending, place = among.sort()
    at = torch.searchsorted(ascending, values).clamp(max=max(len(among) - 1, 0))
    if not len(among):
        return at
    return place[at].where(ascending[at] == values, len(among))
