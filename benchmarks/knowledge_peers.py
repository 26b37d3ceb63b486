"""The relational encoder with other layers: same weights, same embeddings, other ways to work them out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn
from torch_geometric.nn import RGCNConv

from gdgnn.graph import Graph
from gdgnn.nn.relational import RelationalConv, RelationalEncoder


class GatherScatterConv(nn.Module):
    """As written by hand: bases are applied to nodes, gathered for each message, weighted, and scattered."""

    def __init__(self, conv: RelationalConv) -> None:
        super().__init__()
        self.bases, self.coefficients = nn.Parameter(conv.bases[0]), nn.Parameter(conv.coefficients[0])
        self.root, self.bias = nn.Parameter(conv.root[0]), nn.Parameter(conv.bias[0])

    def forward(self, x: Tensor, edge_index: Tensor, kind: Tensor, share: Tensor) -> Tensor:
        source, target = edge_index
        of_bases = torch.einsum("ni,bio->nbo", x, self.bases)
        sent = torch.einsum("eb,ebo->eo", self.coefficients[kind] * share[:, None], of_bases[source])
        own = x @ self.root + self.bias
        return own.index_add(0, target, sent)


def of_geometric(conv: RelationalConv) -> nn.Module:
    """PyTorch Geometric's layer, relation after relation, with the weights of ours."""
    bases, coefficients = conv.bases[0], conv.coefficients[0]
    peer = RGCNConv(bases.shape[1], bases.shape[2], len(coefficients), num_bases=len(bases))
    with torch.no_grad():
        for mine, theirs in (
            (bases, peer.weight),
            (coefficients, peer.comp),
            (conv.root[0], peer.root),
            (conv.bias[0], peer.bias),
        ):
            theirs.copy_(mine)
    return peer


PEERS: dict[str, Callable[[RelationalConv], nn.Module]] = {
    "gather and scatter": GatherScatterConv,
    "RGCNConv": of_geometric,
}


class PeerEncoder(nn.Module):
    """The weights of a relational encoder in a peer's layers."""

    def __init__(self, encoder: RelationalEncoder, peer: str, graph: Graph) -> None:
        super().__init__()
        self.out_channels, self.condition = encoder.out_channels, "none"
        self.num_relations = encoder.num_relations
        self.convs = nn.ModuleList(PEERS[peer](conv) for conv in encoder.convs)  # type: ignore[arg-type]
        heads, tails = (torch.from_numpy(ends.astype(np.int64)) for ends in graph.edge_index)
        relation = torch.from_numpy(np.array(graph.relation))
        self.edge_index = torch.stack([torch.cat([heads, tails]), torch.cat([tails, heads])])
        self.kind = torch.cat([relation, relation + graph.num_relations])
        self.num_nodes = graph.num_nodes

    def forward(self, _: object, *, edge_mask: Tensor | None = None, relations: object = None) -> Tensor:
        edge_index, kind = self.edge_index, self.kind
        if edge_mask is not None:
            both = torch.cat([edge_mask, edge_mask])
            edge_index, kind = edge_index[:, both], kind[both]
        degree = torch.bincount(edge_index[1], minlength=self.num_nodes).float()
        x = torch.stack([torch.ones_like(degree), degree.log1p()], dim=1)
        share = []
        if isinstance(self.convs[0], GatherScatterConv):
            _, row = torch.unique(edge_index[1] * 2 * self.num_relations + kind, return_inverse=True)
            share = [1 / torch.bincount(row)[row].to(x.dtype)]  # once for all layers
        for depth, conv in enumerate(self.convs):
            x = conv(x, edge_index, kind, *share)
            x = x if depth + 1 == len(self.convs) else x.relu()
        return x[:, None]
