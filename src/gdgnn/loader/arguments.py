"""What loaders are given, made into graphs, arrays and tensors."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.geodesics._arguments import node_ids, node_pairs
from gdgnn.graph import Graph
from gdgnn.graph.arrays import check_ids

ArrayOrTensor: TypeAlias = npt.ArrayLike | Tensor


def graph_of(given: Graph | Data) -> Graph:
    """The graph itself, or that of a `Data`."""
    if isinstance(given, Graph):
        return given
    if hasattr(given, "edge_index"):
        return Graph.from_pyg(given)
    raise TypeError(f"graph is a {type(given).__name__}; give a gdgnn.Graph or a PyTorch Geometric Data")


def attribute(given: Graph | Data, name: str) -> Any:
    """What a `Data` has under this name; None if nothing, or for a `Graph`."""
    return None if isinstance(given, Graph) else getattr(given, name, None)


def pairs_of(given: ArrayOrTensor, name: str, num_nodes: int) -> npt.NDArray[np.int64]:
    """``(2, k)`` node ids of this graph."""
    pairs = node_pairs(_array(given))
    for row in (0, 1):
        _check_nodes(pairs[row], f"{name}[{row}, ", num_nodes)
    return pairs


def nodes_of(given: ArrayOrTensor, name: str, num_nodes: int) -> npt.NDArray[np.int64]:
    """``(k,)`` node ids of this graph, from ids or a mask over all nodes."""
    array = _array(given)
    if array.dtype == np.bool_:
        if array.shape != (num_nodes,):
            raise ValueError(
                f"{name} is a mask of shape {array.shape}, but the graph has {num_nodes} nodes; "
                "give one entry for each, or node ids"
            )
        return np.flatnonzero(array)
    # An empty list has no integers to tell that it is one of ids.
    nodes = node_ids(name, array if array.size else array.astype(np.int64))
    _check_nodes(nodes, name, num_nodes)
    return nodes


def labels_of(given: ArrayOrTensor, name: str, count: int, of: str) -> Tensor:
    """``(count, ...)`` labels on the CPU, of whatever dtype they are."""
    labels = torch.as_tensor(given).detach().cpu()
    if labels.ndim == 0 or len(labels) != count:
        raise ValueError(
            f"{name} has shape {tuple(labels.shape)}; give one entry for each of the {count} {of}"
        )
    return labels


def _check_nodes(ids: npt.NDArray[np.int64], name: str, num_nodes: int) -> None:
    check_ids(ids, name, num_nodes, owner=f"the graph has {num_nodes} nodes", remedy="give ids of this graph")


def _array(given: ArrayOrTensor) -> npt.NDArray[Any]:
    return np.asarray(given.detach().cpu() if isinstance(given, Tensor) else given)
