"""`EncoderInputs`: what the encoder is run on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, get_args

import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.graph import Graph
from gdgnn.nn import GDGNN

Features = Literal["ones", "degree"]
"""Features of nodes that have none: a one, or a one and log(1 + in-degree)."""


@dataclass(frozen=True, eq=False)
class EncoderInputs:
    """A graph as an encoder takes it, and which of its columns belong to which edge of the `Graph`.

    Attributes:
        x: ``(n, ...)`` node features.
        edge_index: ``(2, m)`` long, sources above targets; both ways for an undirected graph.
        edge_attr: ``(m, ...)`` edge features, or None.
        edge_id: ``(m,)`` long, the edge of the `Graph` that each column is; -1 for loops.
        graph: what is searched for geodesics.
        count_degree: whether log(1 + in-degree) is put beside the features in each run. It is counted without
            the edges that are hidden in this run: otherwise it would give them away.

    Example:
        >>> path = Graph.from_edges([[0, 1], [1, 2]])
        >>> inputs = EncoderInputs.of(path, "degree")
        >>> inputs.edge_index.tolist(), inputs.edge_id.tolist()
        ([[0, 1, 1, 2], [1, 2, 0, 1]], [0, 1, 0, 1])
        >>> inputs.features(inputs.visible(torch.tensor([0]))).exp().mul(0.3679).round().tolist()
        [[1.0, 0.0], [1.0, 1.0], [1.0, 1.0]]
    """

    x: Tensor
    edge_index: Tensor
    edge_attr: Tensor | None
    edge_id: Tensor
    graph: Graph
    count_degree: bool = False

    @classmethod
    def of(
        cls, graph: Graph | Data, x: Tensor | Features | None = None, *, edge_attr: Tensor | None = None
    ) -> EncoderInputs:
        """What to run the encoder on for this graph.

        Args:
            graph: a `Graph`, whose columns are those of ``graph.to_pyg()``, or a PyTorch Geometric `Data`.
            x: node features: a tensor, ``"ones"``, or ``"degree"`` (a one and log(1 + in-degree)). By default
                those of the `Data`, or ones where there are none.
            edge_attr: ``(m, ...)`` edge features, one for each column; by default those of the `Data`.

        Raises:
            ValueError: features of another number of nodes or columns, or an unknown word.
        """
        if isinstance(graph, Graph):
            data, searched = graph.to_pyg(), graph
            edge_id = data.edge_id
        else:
            data, searched = graph, Graph.from_pyg(graph)
            edge_id = torch.tensor(searched.row_edge)
        given = x if x is not None else getattr(data, "x", None)
        attributes = edge_attr if edge_attr is not None else getattr(data, "edge_attr", None)
        _check_rows("x", given, searched.num_nodes, "nodes")
        _check_rows("edge_attr", attributes, len(edge_id), "columns of edge_index")
        if isinstance(given, str):
            check_features(given)  # type: ignore[arg-type]
        features = given if isinstance(given, Tensor) else torch.ones(searched.num_nodes, 1)
        return cls(features, data.edge_index, attributes, edge_id, searched, count_degree=given == "degree")

    @cached_property
    def columns_by_target(self) -> tuple[Tensor, Tensor]:
        """``(n + 1,)`` where the columns into each node begin in the other, ``(m,)``: columns by target."""
        counts = torch.bincount(self.edge_index[1], minlength=self.graph.num_nodes)
        pointer = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
        return pointer, self.edge_index[1].argsort(stable=True)

    @property
    def in_channels(self) -> int:
        """The width of what :meth:`features` returns."""
        return int(self.x.shape[1]) + self.count_degree if self.x.ndim > 1 else 1

    def visible(self, hidden_edges: Tensor) -> Tensor | None:
        """Which columns an encoder may see when these edges are hidden, ``(m,)`` bool; None: all."""
        if not len(hidden_edges):
            return None
        # The entry at the end is for loops, whose number is -1.
        seen = torch.ones(self.graph.num_edges + 1, dtype=torch.bool, device=self.edge_id.device)
        seen[hidden_edges] = False
        return seen[self.edge_id]

    def features(self, visible: Tensor | None) -> Tensor:
        """``(n, in_channels)``, with degrees counted over the visible columns."""
        if not self.count_degree:
            return self.x
        columns = self.edge_index if visible is None else self.edge_index[:, visible]
        return torch.cat([self.x, _log_degree(len(self.x), columns).to(self.x.dtype)], dim=1)

    def encoded(self, model: GDGNN, hidden_edges: Tensor | None = None) -> Tensor:
        """The embedding of every node, with these edges hidden: ``(n, channels)``."""
        visible = None if hidden_edges is None else self.visible(hidden_edges)
        return model.encode(self.features(visible), self.edge_index, self.edge_attr, edge_mask=visible)

    def to(self, device: torch.device | str) -> EncoderInputs:
        """The same on another device; the `Graph` stays where it is."""
        return replace(
            self,
            x=self.x.to(device),
            edge_index=self.edge_index.to(device),
            edge_attr=None if self.edge_attr is None else self.edge_attr.to(device),
            edge_id=self.edge_id.to(device),
        )


def check_features(features: Features) -> Features:
    """The word itself, if it is known.

    Raises:
        ValueError: it is not.

    Example:
        >>> check_features("ones")
        'ones'
    """
    if features not in get_args(Features):
        raise ValueError(
            f"features are {features!r}; give {' or '.join(map(repr, get_args(Features)))}, or a tensor"
        )
    return features


def node_features(num_nodes: int, edge_index: Tensor, features: Features) -> Tensor:
    """``(num_nodes, 1)`` or ``(num_nodes, 2)`` features of nodes that have none.

    Example:
        >>> node_features(2, torch.tensor([[0], [1]]), "degree").exp().round(decimals=3).tolist()
        [[2.7179999351501465, 1.0], [2.7179999351501465, 2.0]]
    """
    ones = torch.ones(num_nodes, 1, device=edge_index.device)
    return ones if features == "ones" else torch.cat([ones, _log_degree(num_nodes, edge_index)], dim=1)


def _log_degree(num_nodes: int, edge_index: Tensor) -> Tensor:
    degree = torch.bincount(edge_index[1], minlength=num_nodes)
    return degree.to(torch.get_default_dtype()).log1p()[:, None]


def _check_rows(name: str, given: Any, count: int, of: str) -> None:
    if isinstance(given, Tensor) and len(given) != count:
        raise ValueError(f"{name} has {len(given)} rows for {count} {of}; give one for each")
