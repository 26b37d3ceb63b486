"""One round of typed messages."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from gdgnn.nn.relational.adjacency import BLOCK, TypedMessages


class RelationalConv(nn.Module):
    """``W_0 h_v`` plus, for each relation, ``W_r`` times the mean of what v hears along it.

    ``W_r`` is a learned combination of a few bases. Weights are those of PyTorch Geometric's ``RGCNConv``,
    with one dimension more in front: a set of weights for each of ``num_sets`` uses.

    What a node hears along a relation is summed before the weights meet it, and they meet all relations at
    once: the cost does not depend on the number of bases, and nothing as large as edges times bases is made.

    Args:
        in_channels, out_channels: of node states.
        num_relations: distinct types of messages, inverse ones included.
        num_bases: how many matrices all relations share.
        num_sets: how many sets of weights there are.

    Example:
        >>> from gdgnn import Graph
        >>> from gdgnn.nn.relational.adjacency import TypedAdjacency
        >>> graph = Graph.from_edges([[0, 0], [1, 2]], relation=[0, 1])
        >>> conv = RelationalConv(4, 8, num_relations=4, num_bases=2)
        >>> conv(torch.ones(3, 1, 4), TypedAdjacency(graph).messages()).shape
        torch.Size([3, 1, 8])
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        num_relations: int,
        *,
        num_bases: int = 4,
        num_sets: int = 1,
    ) -> None:
        super().__init__()
        self.num_sets = num_sets
        self.bases = nn.Parameter(torch.empty(num_sets, num_bases, in_channels, out_channels))
        self.coefficients = nn.Parameter(torch.empty(num_sets, num_relations, num_bases))
        self.root = nn.Parameter(torch.empty(num_sets, in_channels, out_channels))
        self.bias = nn.Parameter(torch.empty(num_sets, out_channels))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        for of_set in range(self.num_sets):
            for matrix in (*self.bases[of_set], self.coefficients[of_set], self.root[of_set]):
                nn.init.xavier_uniform_(matrix)
        nn.init.zeros_(self.bias)

    def forward(self, x: Tensor, messages: TypedMessages, sets: Tensor | None = None) -> Tensor:
        """One state for each node and use.

        Args:
            x: ``(n, k, in_channels)`` node states for each of k uses.
            messages: along which edges.
            sets: ``(k,)`` long, which weights each use has; the first set for all if left out.

        Returns:
            ``(n, k, out_channels)``.
        """
        heard = messages.heard(x.flatten(1)).view(-1, *x.shape[1:])
        own, weighted = (self._shared if sets is None else self._separate)(x, heard, messages, sets)
        joined: Tensor = own + messages.joined(weighted.flatten(1)).view(-1, *weighted.shape[1:])
        return joined

    def _shared(
        self, x: Tensor, heard: Tensor, messages: TypedMessages, _: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        weight = torch.einsum("rb,bio->rio", self.coefficients[0], self.bases[0])
        in_blocks = heard.view(-1, BLOCK * heard.shape[1], heard.shape[2])
        weighted = torch.bmm(in_blocks, weight.index_select(0, messages.block_relation))
        return x @ self.root[0] + self.bias[0], weighted.view(*heard.shape[:2], weight.shape[2])

    def _separate(
        self, x: Tensor, heard: Tensor, messages: TypedMessages, sets: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        bases, coefficients = self.bases[sets], self.coefficients[sets]
        weight = torch.einsum("krb,kbio->rkio", coefficients, bases).index_select(0, messages.block_relation)
        in_blocks = heard.view(-1, BLOCK, *heard.shape[1:]).transpose(1, 2)
        weighted = (in_blocks @ weight).transpose(1, 2).flatten(0, 1)
        return torch.einsum("nki,kio->nko", x, self.root[sets]) + self.bias[sets], weighted
