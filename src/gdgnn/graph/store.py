"""A graph as facts and arrays, and back; what is read is believed only after it is checked."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gdgnn.graph import folder as folders
from gdgnn.graph.adjacency import Adjacency
from gdgnn.graph.arrays import Int64, first_outside
from gdgnn.graph.build import Cleaning
from gdgnn.graph.names import Names

if TYPE_CHECKING:
    from os import PathLike

    from gdgnn.graph.core import Graph

_Arrays = dict[str, NDArray[Any]]


def save(graph: Graph, folder: str | PathLike[str], *, overwrite: bool) -> None:
    """See `Graph.save`."""
    facts = {
        "num_nodes": graph.num_nodes,
        "directed": graph.directed,
        "num_relations": graph.num_relations,
        "cleaning": list(astuple(graph.cleaning)),
    }
    folders.write(Path(folder), _arrays_of(graph), facts, overwrite=overwrite)


def load(cls: type[Graph], folder: str | PathLike[str], *, verify: bool) -> Graph:
    """See `Graph.load`."""
    path = Path(folder)
    facts, arrays = folders.read(path, verify=verify)
    _check_facts(path / folders.INDEX, facts)
    take = _Taker(path, arrays)
    graph = _graph_of(cls, facts, take)
    take.check_empty()
    if verify:
        _check_contents(path, graph)
    return graph


def _arrays_of(graph: Graph) -> _Arrays:
    arrays: dict[str, NDArray[Any] | None] = {
        "edge_index": graph.edge_index,
        "relation": graph.relation,
        "graph_ptr": graph.graph_ptr,
        **_adjacency_arrays("", graph.out),
    }
    if graph.directed:
        arrays |= _adjacency_arrays("in_", graph.into)
    if graph.merged_rows is not None:
        arrays["row_edge"], arrays["edge_rows"] = graph.merged_rows
    for kind, names in (("node_names", graph.node_names), ("relation_names", graph.relation_names)):
        if names is not None:
            arrays[kind], arrays[f"{kind}_ptr"] = names.encoded(kind)
    return {name: array for name, array in arrays.items() if array is not None}


def _adjacency_arrays(prefix: str, side: Adjacency) -> dict[str, NDArray[Any] | None]:
    return {
        f"{prefix}indptr": side.indptr,
        f"{prefix}indices": side.indices,
        f"{prefix}slot_ptr": side.slot_ptr,
        f"{prefix}slot_edges": side.slot_edges,
    }


class _Taker:
    """Hands out arrays by name, each only if it has the dtype and shape it must have."""

    def __init__(self, folder: Path, arrays: _Arrays) -> None:
        self._folder = folder
        self._arrays = arrays

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def __call__(self, name: str, dtype: Any, *shape: int | None) -> NDArray[Any]:
        """The array; a length that is None may be any."""
        if name not in self._arrays:
            raise folders.damaged(self._folder / folders.INDEX, f"it does not list {name}.npy")
        array = self._arrays.pop(name)
        fits = len(shape) == array.ndim and all(
            wanted in (None, given) for wanted, given in zip(shape, array.shape, strict=True)
        )
        if array.dtype != dtype or not fits:
            raise folders.damaged(self._folder / f"{name}.npy", f"it holds {array.dtype} {array.shape}")
        return array

    def optional(self, name: str, dtype: Any, *shape: int | None) -> NDArray[Any] | None:
        return self(name, dtype, *shape) if name in self else None

    def id_dtype(self) -> np.dtype[Any]:
        """The dtype of `edge_index`, which the other arrays of ids share."""
        wide = "edge_index" in self and self._arrays["edge_index"].dtype == np.int64
        return np.dtype(np.int64 if wide else np.int32)

    def check_empty(self) -> None:
        for name in self._arrays:
            raise folders.damaged(
                self._folder / folders.INDEX, f"it lists {name}.npy, which does not belong here"
            )

    def names(self, kind: str, count: int) -> Names | None:
        if kind not in self:
            return None
        path = self._folder / f"{kind}.npy"
        blob, offsets = self(kind, np.uint8, None), self(f"{kind}_ptr", np.int64, count + 1)
        if offsets[0] != 0 or offsets[-1] != blob.size or bool((np.diff(offsets) < 0).any()):
            raise folders.damaged(
                path.with_name(f"{kind}_ptr.npy"), "its offsets do not rise to the end of the names"
            )
        return Names.stored(blob, offsets, str(path))


def _check_facts(path: Path, facts: dict[str, Any]) -> None:
    cleaning = facts.get("cleaning")
    sizes = [
        facts.get("num_nodes"),
        facts.get("num_relations"),
        *(cleaning if isinstance(cleaning, list) else ()),
    ]
    if (
        type(facts.get("directed")) is not bool
        or len(sizes) != 7
        or not all(_is_size(size) for size in sizes)
    ):
        raise folders.damaged(path, "its facts are not those of a graph")


def _is_size(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _graph_of(cls: type[Graph], facts: dict[str, Any], take: _Taker) -> Graph:
    num_nodes, num_relations, directed = facts["num_nodes"], facts["num_relations"], facts["directed"]
    cleaning = Cleaning(*facts["cleaning"])
    dtype = take.id_dtype()
    edge_index = take("edge_index", dtype, 2, cleaning.edges)
    relation = take.optional("relation", np.int64, cleaning.edges)
    entries = cleaning.edges if directed else 2 * cleaning.edges
    out = _adjacency("", take, dtype, num_nodes, entries)
    merged = "row_edge" in take
    return cls(
        num_nodes=num_nodes,
        directed=directed,
        edge_index=edge_index,
        out=out,
        into=_adjacency("in_", take, dtype, num_nodes, entries) if directed else out,
        cleaning=cleaning,
        relation=relation,
        num_relations=num_relations,
        node_names=take.names("node_names", num_nodes),
        relation_names=take.names("relation_names", num_relations),
        graph_ptr=take.optional("graph_ptr", np.int64, None),
        merged_rows=(
            (take("row_edge", np.int64, cleaning.rows), take("edge_rows", np.int64, cleaning.edges))
            if merged
            else None
        ),
    )


def _adjacency(prefix: str, take: _Taker, dtype: np.dtype[Any], num_nodes: int, entries: int) -> Adjacency:
    indptr = take(f"{prefix}indptr", np.int64, num_nodes + 1)
    parallel = f"{prefix}slot_ptr" in take
    indices = take(f"{prefix}indices", dtype, None if parallel else entries)
    slot_ptr = take.optional(f"{prefix}slot_ptr", np.int64, indices.size + 1)
    return Adjacency(indptr, indices, slot_ptr, take(f"{prefix}slot_edges", dtype, entries))


def _check_contents(folder: Path, graph: Graph) -> None:
    """Prove that no id in any array leads outside the graph."""
    try:
        _ = graph.handle
    except ValueError as error:
        raise ValueError(f"{folder}: {error}") from error
    rows = graph.cleaning.rows
    _check_within(folder, "edge_index", graph.edge_index.ravel(), graph.num_nodes)
    if graph.relation is not None:
        _check_within(folder, "relation", graph.relation, graph.num_relations)
    if graph.merged_rows is not None:
        row_edge, edge_rows = graph.merged_rows
        _check_within(folder, "row_edge", row_edge + 1, graph.num_edges + 1)
        _check_within(folder, "edge_rows", edge_rows, rows)
    if graph.graph_ptr is not None:
        _check_graph_ptr(folder, graph.graph_ptr, graph.num_nodes)


def _check_within(folder: Path, name: str, ids: NDArray[Any], stop: int) -> None:
    at = first_outside(ids, stop)
    if at is not None:
        raise folders.damaged(folder / f"{name}.npy", f"entry {at} leads outside the graph")


def _check_graph_ptr(folder: Path, ptr: Int64, num_nodes: int) -> None:
    if not ptr.size or ptr[0] != 0 or ptr[-1] != num_nodes or bool((np.diff(ptr) < 0).any()):
        raise folders.damaged(folder / "graph_ptr.npy", f"its offsets do not rise from 0 to {num_nodes}")
