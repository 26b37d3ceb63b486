"""Geodesics as attributes of a `Data`, and back.

The names make PyTorch Geometric batch them: a name with "index" in it holds node ids, which grow with the
graphs before; everything else is joined as it is. Rows are told by their lengths, which need not grow.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch_geometric.data import Data

from gdgnn.geodesics import Horizontal, Neighborhoods, Ragged, Vertical
from gdgnn.inputs import NodeGeodesics, PairGeodesics
from gdgnn.loader.gather import offsets_of
from gdgnn.loader.pair_question import PairAnswer

NODES = "geodesic_node"
PAIRS = "geodesic_pair"


def attach_nodes(data: Data, found: Neighborhoods, max_dist: int) -> None:
    """Set what all nodes of a `Data` see, in the engine's own dtypes."""
    columns = {
        "distance": found.distance,
        **_rows_as_columns("neighbor", found.neighbors),
        **_rows_as_columns("side", found.side),
        "side_degree": found.side_degree,
    }
    _replace(data, NODES, max_dist, columns)


def attach_pairs(data: Data, found: PairAnswer, max_dist: int) -> None:
    """Set what lies between the pairs of a `Data`'s `edge_label_index`."""
    columns: dict[str, npt.NDArray[Any] | None] = {"distance": found.distance}
    if found.vertical is not None:
        columns |= _rows_as_columns("head", found.vertical.head)
        columns |= _rows_as_columns("tail", found.vertical.tail)
        columns |= {"head_degree": found.vertical.head_degree, "tail_degree": found.vertical.tail_degree}
        columns |= {"num_paths": found.vertical.num_paths}
    if found.horizontal is not None:
        columns |= _rows_as_columns("path", found.horizontal.nodes)
    _replace(data, PAIRS, max_dist, columns)


def node_geodesics(data: Data) -> NodeGeodesics:
    """What :class:`AttachGeodesics` attached to the nodes of a `Data`, or of a batch of them.

    Raises:
        ValueError: nothing is attached, or graphs of one batch were searched with different `max_dist`.

    Example:
        >>> from torch_geometric.loader import DataLoader
        >>> from gdgnn.loader import AttachGeodesics
        >>> line = Data(edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=3)
        >>> attach = AttachGeodesics(max_dist=2)
        >>> (batch,) = DataLoader([attach(line), attach(line)], batch_size=2)
        >>> node_geodesics(batch).neighbor.tolist()
        [1, 2, 0, 2, 1, 0, 4, 5, 3, 5, 4, 3]
    """
    max_dist, device = _max_dist(data, NODES)
    neighbors = _rows(data, f"{NODES}_neighbor")
    found = Neighborhoods(
        neighbors,
        _array(data, f"{NODES}_distance"),
        _rows(data, f"{NODES}_side"),
        _optional(data, f"{NODES}_side_degree"),
    )
    return NodeGeodesics.from_engine(found, np.arange(len(neighbors)), max_dist).to(device)


def pair_geodesics(data: Data) -> PairGeodesics:
    """What :class:`AttachGeodesics` attached to the pairs in `edge_label_index`, of a `Data` or a batch.

    Raises:
        ValueError: nothing is attached, or graphs of one batch were searched with different `max_dist`.
    """
    max_dist, device = _max_dist(data, PAIRS)
    distance = _array(data, f"{PAIRS}_distance")
    vertical = horizontal = None
    if f"{PAIRS}_head_index" in data:
        vertical = Vertical(
            distance,
            _rows(data, f"{PAIRS}_head"),
            _rows(data, f"{PAIRS}_tail"),
            _optional(data, f"{PAIRS}_head_degree"),
            _optional(data, f"{PAIRS}_tail_degree"),
            _optional(data, f"{PAIRS}_num_paths"),
        )
    if f"{PAIRS}_path_index" in data:
        horizontal = Horizontal(distance, _rows(data, f"{PAIRS}_path"), None)
    found = PairAnswer(distance, vertical, horizontal)
    return found.as_torch(_array(data, "edge_label_index"), max_dist).to(device)


def _replace(data: Data, prefix: str, max_dist: int, columns: dict[str, npt.NDArray[Any] | None]) -> None:
    """Set attributes; nothing of an earlier search stays."""
    for key in [key for key in data.keys() if key.startswith(prefix)]:  # noqa: SIM118
        del data[key]
    data[f"{prefix}_max_dist"] = max_dist
    for name, column in columns.items():
        if column is not None:
            data[f"{prefix}_{name}"] = torch.from_numpy(column)


def _rows_as_columns(name: str, rows: Ragged) -> dict[str, npt.NDArray[Any] | None]:
    return {f"{name}_index": rows.values, f"{name}_count": rows.lengths.astype(np.int32)}


def _max_dist(data: Data, prefix: str) -> tuple[int, torch.device]:
    """How far was searched, one number for each graph of a batch; and where the tensors are."""
    if f"{prefix}_max_dist" not in data:
        of = "nodes" if prefix == NODES else "pairs"
        raise ValueError(
            f'no geodesics of {of} are attached; apply AttachGeodesics(max_dist, of="{of}") first'
        )
    different = np.unique(np.asarray(torch.as_tensor(data[f"{prefix}_max_dist"]).cpu()))
    if different.size != 1:
        raise ValueError(
            f"graphs of this batch were searched with max_dist {different.tolist()}; attach with the same one"
        )
    return int(different[0]), data[f"{prefix}_distance"].device


def _rows(data: Data, prefix: str) -> Ragged:
    return Ragged(_array(data, f"{prefix}_index"), offsets_of(_array(data, f"{prefix}_count")))


def _array(data: Data, key: str) -> npt.NDArray[Any]:
    value: Tensor = data[key]
    array: npt.NDArray[Any] = value.cpu().numpy()
    return array


def _optional(data: Data, key: str) -> npt.NDArray[Any] | None:
    return _array(data, key) if key in data else None
