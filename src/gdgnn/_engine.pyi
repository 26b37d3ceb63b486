"""The compiled engine, called through gdgnn.graph and gdgnn.geodesics, which document it."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

_Int64: TypeAlias = npt.NDArray[np.int64]
_Int32: TypeAlias = npt.NDArray[np.int32]
_Int16: TypeAlias = npt.NDArray[np.int16]
_Ids: TypeAlias = npt.NDArray[np.int32] | npt.NDArray[np.int64]
_AnyIds: TypeAlias = npt.NDArray[np.integer[Any]]
_Floats: TypeAlias = npt.NDArray[np.float32] | npt.NDArray[np.float64]
_Mask: TypeAlias = npt.NDArray[np.bool_] | None
_Rows: TypeAlias = tuple[_Ids, _Int64]
_Side: TypeAlias = tuple[_Ids, _Int64, _Int32 | None]

class Graph:
    def __init__(
        self,
        indptr: _Int64,
        indices: _AnyIds,
        slot_ptr: _Int64 | None,
        slot_edges: _AnyIds,
        in_indptr: _Int64,
        in_indices: _AnyIds,
        in_slot_ptr: _Int64 | None,
        in_slot_edges: _AnyIds,
        num_edges: int,
        directed: bool,
    ) -> None: ...

def merge_edges(
    src: _Int64, dst: _Int64, relation: _Int64 | None, num_nodes: int, directed: bool, threads: int = 1
) -> tuple[_Int64, _Int64]: ...
def build_csr(
    src: _Int64, dst: _Int64, num_nodes: int, symmetric: bool, wide: bool, threads: int = 1
) -> tuple[_Int64, _Ids, _Int64 | None, _Ids]: ...
def distances(
    graph: Graph,
    pairs: _Int64,
    max_dist: int,
    exclude_all: bool,
    exclude_mask: _Mask,
    exclude_edges: _Int64 | None,
    threads: int,
) -> _Int16: ...
def vertical(
    graph: Graph,
    pairs: _Int64,
    max_dist: int,
    exclude_all: bool,
    exclude_mask: _Mask,
    exclude_edges: _Int64 | None,
    degree: bool,
    num_paths: bool,
    threads: int,
) -> tuple[_Int16, _Side, _Side, npt.NDArray[np.float64] | None]: ...
def walk_weights(
    graph: Graph,
    pairs: _Int64,
    length: int,
    exclude_all: bool,
    exclude_mask: _Mask,
    exclude_edges: _Int64 | None,
    threads: int,
) -> npt.NDArray[np.float64]: ...
def horizontal(
    graph: Graph,
    pairs: _Int64,
    max_dist: int,
    exclude_all: bool,
    exclude_mask: _Mask,
    exclude_edges: _Int64 | None,
    seed: int,
    edges: bool,
    threads: int,
) -> tuple[_Int16, _Rows, _Rows | None]: ...
def dag(
    graph: Graph,
    pairs: _Int64,
    max_dist: int,
    exclude_all: bool,
    exclude_mask: _Mask,
    exclude_edges: _Int64 | None,
    threads: int,
) -> tuple[_Int16, _Rows, _Int16, _Rows, _Ids, _Ids]: ...
def distances_to_all(
    graph: Graph, sources: _Int64, max_dist: int, from_tail: bool, threads: int
) -> _Int16: ...
def neighborhoods(
    graph: Graph, nodes: _Int64, max_dist: int, degree: bool, threads: int
) -> tuple[_Rows, _Int16, _Rows, _Int32 | None]: ...
def receptive_field(
    graph: Graph, nodes: _Int64, hops: int, fanout: _Int64 | None, seed: int, threads: int
) -> tuple[_Ids, _Int16, _Int64, _Ids, _Int64]: ...
def random_walks(
    graph: Graph, nodes: _Int64, length: int, p: float, q: float, seed: int, threads: int
) -> _Ids: ...
def relu_sum(
    tables: list[_Floats], indices: list[_Int64], offsets: _Int64, result: _Floats, threads: int
) -> None: ...
def relu_sum_backward(
    tables: list[_Floats],
    indices: list[_Int64],
    offsets: _Int64,
    gradient: _Floats,
    results: list[_Floats],
    threads: int,
) -> None: ...
