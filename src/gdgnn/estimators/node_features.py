"""Node features from whatever users have, a row for each node of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.graph import Graph, Names

if TYPE_CHECKING:
    from gdgnn.data.tables.features import NodeFeatures


def features(x: Any, graph: Graph) -> Tensor:
    """``(n, features)`` finite floats.

    Args:
        x: an array in the order of ids; of nodes with names also a DataFrame with names for its index, or a
            :class:`gdgnn.data.tables.NodeTable`.
        graph: whose nodes they are.

    Raises:
        KeyError: a DataFrame lacks a node.
        ValueError: another number of rows than nodes, or a value that is not finite.

    Example:
        >>> import pandas as pd
        >>> graph = Graph.from_names(["ann"], ["bob"])
        >>> features(pd.DataFrame({"age": [40, 20]}, index=["bob", "ann"]), graph).tolist()
        [[20.0], [40.0]]
    """
    if hasattr(x, "numeric") and hasattr(x, "rows_of"):
        x = _encoded(x, graph)
    elif hasattr(x, "iloc"):
        x = _by_name(x, graph.node_names)
    num_nodes = graph.num_nodes
    values = x.detach().cpu() if isinstance(x, Tensor) else torch.from_numpy(np.array(x, dtype=np.float32))
    values = values.to(torch.float32)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2 or len(values) != num_nodes:
        raise ValueError(f"x has shape {tuple(values.shape)} for {num_nodes} nodes; give one row for each")
    wrong = (~values.isfinite()).nonzero()
    if len(wrong):
        row, column = wrong[0].tolist()
        raise ValueError(f"x[{row}, {column}] is {values[row, column]}; fill in missing values first")
    return values


def goes_by_name(x: Any) -> bool:
    """Whether features say themselves whose they are."""
    return hasattr(x, "rows_of") or hasattr(x, "iloc")


def _by_name(x: Any, names: Names | None) -> npt.NDArray[np.float32]:
    """The rows of a DataFrame or Series in the order of the nodes."""
    if names is not None:
        missing = next((name for name in names if name not in x.index), None)
        if missing is not None:
            raise KeyError(f"x has no row for {missing!r}; give a DataFrame with the names for its index")
        x = x.loc[list(names)]
    try:
        return np.array(x.to_numpy(dtype=np.float32))
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"x holds what is no number ({error!s:.60}); read categories by gdgnn.data.tables.read_nodes"
        ) from None


def told_of_features(x: Any, graph: Graph) -> tuple[str, ...]:
    """What becomes of each column of a table of nodes, and how many nodes lack a value.

    Example:
        >>> from gdgnn.data.tables import read_nodes
        >>> table = read_nodes({"name": ["ann", "bob"], "age": [31, None], "team": ["red", "blue"]})
        >>> for line in told_of_features(table, Graph.from_names(["ann", "eve"], ["bob", "ann"])):
        ...     print(line)
        feature age: standardised, 1 missing and marked
        feature team: 2 values, each with weights of its own
        1 of 3 nodes have no row in the table of nodes: all their features are missing
    """
    if not hasattr(x, "rows_of"):
        return ()
    found = _features_of(x, graph)
    lines = []
    for kind, columns in (("standardised", x.numeric), ("", x.categorical)):
        for name, column in columns.items():
            what = kind or f"{len(column.values):,} values, each with weights of its own"
            count = found.missing.get(name, 0)
            lines.append(f"feature {name}: {what}" + (f", {count:,} missing and marked" if count else ""))
    absent = found.missing.get("", 0)
    if absent:
        lines.append(
            f"{absent:,} of {graph.num_nodes:,} nodes have no row in the table of nodes: all their features "
            "are missing"
        )
    return tuple(lines)


def _features_of(table: Any, graph: Graph) -> NodeFeatures:
    from gdgnn.data.tables import FeatureEncoding

    names = Names(range(graph.num_nodes)) if graph.node_names is None else graph.node_names
    return FeatureEncoding.fit(table, names).apply(table, names)


def _encoded(table: Any, graph: Graph) -> npt.NDArray[np.float32]:
    """Numbers standardised, categories one-hot, missing values marked."""
    found = _features_of(table, graph)
    columns = zip(found.category.T, found.num_categories, strict=True)
    one_hot = [np.eye(count, dtype=np.float32)[column] for column, count in columns]
    return np.concatenate([found.numeric, *one_hot], axis=1)
