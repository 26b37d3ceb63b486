"""The peer that ranks by message passing from each query: a small NBFNet in plain PyTorch Geometric.

Every query (source, relation) starts a message at its source and passes it on for a few rounds, along facts
and their inverses; messages are multiplied with what each relation makes of the query (DistMult), and summed.
What arrives at an entity is its score after a small MLP. All entities are scored by one run, but each query
needs a run of its own: nothing is shared between queries.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch_geometric.nn import MessagePassing

from gdgnn.graph import Graph


class BellmanFordLayer(MessagePassing):
    """One round: what neighbors send, times relations, joined with the state, through a linear layer."""

    def __init__(self, channels: int, num_steps: int) -> None:
        super().__init__(aggr="sum", node_dim=-2)
        self.of_relation = nn.Linear(channels, num_steps * channels)
        self.linear = nn.Linear(2 * channels, channels)
        self.norm = nn.LayerNorm(channels)

    def forward(self, x: Tensor, start: Tensor, query: Tensor, edge_index: Tensor, kind: Tensor) -> Tensor:
        """``(queries, n, channels)`` to the same shape."""
        relation = self.of_relation(query).view(len(query), -1, query.shape[1])
        heard = self.propagate(edge_index, x=x, relation=relation, kind=kind) + start
        return x + self.norm(self.linear(torch.cat([x, heard], dim=-1))).relu()

    def message(self, x_j: Tensor, relation: Tensor, kind: Tensor) -> Tensor:
        return x_j * relation[:, kind]


class BellmanFord(nn.Module):
    """Scores of all entities for each query.

    Args:
        graph: of the known facts.
        channels: of all states.
        num_layers: rounds of messages.
    """

    def __init__(self, graph: Graph, *, channels: int = 32, num_layers: int = 6) -> None:
        super().__init__()
        steps = 2 * graph.num_relations
        self.of_query = nn.Embedding(steps, channels)
        self.layers = nn.ModuleList(BellmanFordLayer(channels, steps) for _ in range(num_layers))
        self.score = nn.Sequential(nn.Linear(2 * channels, channels), nn.ReLU(), nn.Linear(channels, 1))
        heads, tails = (torch.from_numpy(ends.astype(np.int64)) for ends in graph.edge_index)
        relation = torch.from_numpy(np.array(graph.relation, dtype=np.int64))
        self.edge_index = torch.stack([torch.cat([heads, tails]), torch.cat([tails, heads])])
        self.kind = torch.cat([relation, relation + graph.num_relations])
        self.num_nodes = graph.num_nodes

    def forward(self, source: Tensor, step: Tensor) -> Tensor:
        """``(q,)`` sources and relations (of inverses, where heads are asked for) to ``(q, n)`` scores."""
        query = self.of_query(step)
        start = query.new_zeros(len(source), self.num_nodes, query.shape[1])
        start[torch.arange(len(source)), source] = query
        x = start
        for layer in self.layers:
            x = layer(x, start, query, self.edge_index, self.kind)
        every = query[:, None].expand(-1, self.num_nodes, -1)
        scores: Tensor = self.score(torch.cat([x, every], dim=-1)).squeeze(-1)
        return scores
