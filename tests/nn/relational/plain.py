"""The relational convolution written plainly: one relation after the other, gather and scatter."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from gdgnn import Graph
from gdgnn.nn.relational import RelationalConv


def random_facts(num_nodes: int, num_relations: int, num_facts: int, seed: int) -> Graph:
    """Facts among all nodes but the last two, parallel and reversed ones among them."""
    random = np.random.default_rng(seed)
    ends = random.integers(0, num_nodes - 2, (2, num_facts))
    return Graph.from_edges(
        ends,
        num_nodes=num_nodes,
        relation=random.integers(0, num_relations, num_facts),
        num_relations=num_relations,
        directed=True,
    ).as_undirected()


def typed_messages(graph: Graph) -> tuple[Tensor, Tensor, Tensor]:
    """Source, target and type of every message."""
    assert graph.relation is not None
    heads, tails = torch.from_numpy(graph.edge_index.astype(np.int64))
    relation = torch.from_numpy(np.array(graph.relation))
    return (
        torch.cat([heads, tails]),
        torch.cat([tails, heads]),
        torch.cat([relation, relation + graph.num_relations]),
    )


def plain_conv(conv: RelationalConv, x: Tensor, graph: Graph, which: int = 0) -> Tensor:
    """``(n, in)`` to ``(n, out)``."""
    source, target, kind = typed_messages(graph)
    weights = torch.einsum("rb,bio->rio", conv.coefficients[which], conv.bases[which])
    out = x @ conv.root[which] + conv.bias[which]
    for relation, weight in enumerate(weights):
        along = kind == relation
        total = torch.zeros_like(x).index_add(0, target[along], x[source[along]])
        count = torch.bincount(target[along], minlength=len(x)).clamp(min=1)
        out = out + total / count[:, None] @ weight
    return out
