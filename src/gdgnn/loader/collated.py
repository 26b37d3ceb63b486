"""`CollatedGraphs`: many graphs as one, out of which batches are cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch_geometric.data import Batch, Data
from torch_geometric.data.collate import collate

from gdgnn.graph import Graph
from gdgnn.loader.gather import offsets_of, spans

_Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Column:
    """One attribute of all graphs: a tensor, cut along `dim`, or a list with an entry for each graph.

    Attributes:
        first, length: ``(graphs,)`` where each graph's part lies.
        added: ``(graphs,)`` what was added to the values of each graph, as PyG's `__inc__` says, or None.
        step: ``(graphs,)`` what each graph adds to those after it, or None.
    """

    values: Tensor | list[Any]
    dim: int
    first: _Ids
    length: _Ids
    added: Tensor | None
    step: Tensor | None

    def of(self, graphs: _Ids) -> Tensor | list[Any]:
        """The parts of the given graphs, as PyG's `Batch` joins them."""
        if isinstance(self.values, list):
            return [self.values[at] for at in graphs]
        lengths = self.length[graphs]
        part = self.values.index_select(self.dim, torch.from_numpy(spans(self.first[graphs], lengths)))
        if self.added is None or self.step is None:
            return part
        which = torch.from_numpy(graphs)
        steps = self.step[which]
        shift = (steps.cumsum(0) - steps - self.added[which]).repeat_interleave(torch.from_numpy(lengths))
        return part + shift.to(part.dtype)


class CollatedGraphs:
    """Graphs joined once with PyG's own rules, so that cutting out a batch takes one copy an attribute.

    Args:
        graphs: PyTorch Geometric `Data` with the same attributes, or `Graph`.

    Example:
        >>> pair = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2)
        >>> CollatedGraphs([pair, pair, pair]).batch(np.array([2, 0])).edge_index.tolist()
        [[0, 1, 2, 3], [1, 0, 3, 2]]
    """

    def __init__(self, graphs: Sequence[Data | Graph]) -> None:
        if len(graphs) == 0:
            raise ValueError("there are no graphs; give at least one")
        parts = [graph.to_pyg() if isinstance(graph, Graph) else graph for graph in graphs]
        self.num_nodes: _Ids = np.array([part.num_nodes for part in parts], dtype=np.int64)
        self.node_ptr = offsets_of(self.num_nodes)
        joined, slices, added = collate(type(parts[0]), parts, increment=True, add_batch=False)
        edges = Data(edge_index=joined.edge_index, num_nodes=int(self.node_ptr[-1]))
        self.graph = Graph.from_pyg(edges)
        self._kind = type(parts[0])
        self._columns = {
            name: _column(name, joined, slices[name], added.get(name), parts[-1]) for name in slices
        }

    def __len__(self) -> int:
        return self.num_nodes.size

    def batch(self, graphs: _Ids) -> Batch:
        """The given graphs side by side, as ``Batch.from_data_list`` joins them."""
        num_nodes = self.num_nodes[graphs]
        return Batch(
            _base_cls=self._kind,
            batch=torch.from_numpy(np.repeat(np.arange(graphs.size), num_nodes)),
            ptr=torch.from_numpy(offsets_of(num_nodes)),
            num_nodes=int(num_nodes.sum()),
            **{name: column.of(graphs) for name, column in self._columns.items()},
        )


def _column(name: str, joined: Data, slices: Any, added: Tensor | None, last: Data) -> _Column:
    values = joined[name]
    if isinstance(values, list):
        none = np.empty(0, dtype=np.int64)
        return _Column(values, 0, none, none, None, None)
    if not isinstance(values, Tensor) or not isinstance(slices, Tensor) or values.is_sparse:
        raise TypeError(
            f"attribute {name!r} is a {type(values).__name__}, which cannot be cut into batches; "
            f"delete it, or use AttachGeodesics with PyTorch Geometric's DataLoader"
        )
    bounds = slices.numpy().astype(np.int64)
    step = None
    if added is not None and added.ndim == 1:
        step = torch.diff(added, append=(added[-1] + int(last.__inc__(name, last[name])))[None])
    elif added is not None:
        raise TypeError(
            f"attribute {name!r} has an __inc__ of more than one number, which cannot be cut into batches; "
            f"use AttachGeodesics with PyTorch Geometric's DataLoader"
        )
    dim = last.__cat_dim__(name, last[name])
    if step is not None and not step.any():
        step = None
    return _Column(
        values, 0 if dim is None else dim, bounds[:-1], np.diff(bounds), None if step is None else added, step
    )
