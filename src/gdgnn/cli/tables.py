"""Tables that flags name, read; what was merged, dropped and guessed is said on standard error."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gdgnn.cli.flags import EndFlags, NodeFlags, TableFlags

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gdgnn import Graph
    from gdgnn.data.tables import EdgeTable, NodeTable


def read_edges(source: str, ends: EndFlags, table: TableFlags, **more: Any) -> EdgeTable:
    """A table of edges; `more` as for :func:`gdgnn.data.tables.read_edges`."""
    from gdgnn.data import tables

    rows = tables.read_edges(source, **asdict(ends), **asdict(table), **more)
    print(rows.report, file=sys.stderr)
    if more.get("nodes") is not None:
        _check_joined(rows.graph, more["nodes"])
    return rows


def read_nodes(flags: NodeFlags) -> NodeTable | None:
    """The table of nodes, if one was given."""
    from gdgnn.data import tables

    if flags.nodes is None:
        if flags.node is not None:
            raise ValueError("--node names a column of a table of nodes, but none is given; give --nodes")
        return None
    rows = tables.read_nodes(flags.nodes, node=flags.node)
    print(rows.report, file=sys.stderr)
    return rows


def named_pairs(
    source: str, graph: Graph, ends: EndFlags, table: TableFlags | None = None
) -> list[tuple[Any, Any]]:
    """Pairs of a table, by name, as all predictors take them."""
    from gdgnn.data import tables

    rows = tables.read_pairs(source, graph, **asdict(ends), **asdict(table or TableFlags()))
    print(rows.report, file=sys.stderr)
    return names_of(graph, rows.pairs)


def name_of(graph: Graph, node: int) -> Any:
    """A node's name; its id where nodes have no names."""
    return node if graph.node_names is None else graph.node_names[node]


def names_of(graph: Graph, pairs: npt.NDArray[np.int64]) -> list[tuple[Any, Any]]:
    """``(2, k)`` ids as names; as ids where nodes have no names."""
    names = graph.node_names
    if names is None:
        return [(head, tail) for head, tail in pairs.T.tolist()]
    return [(names[head], names[tail]) for head, tail in pairs.T.tolist()]


def _check_joined(graph: Graph, nodes: NodeTable) -> None:
    """Raise ValueError if edges and nodes go by names that have nothing to do with each other."""
    ends = {str(name_of(graph, node)) for node in set(graph.edge_index.ravel().tolist())}
    if ends.isdisjoint(str(name) for name in nodes.names):
        raise ValueError(
            f"{nodes.report.source}: none of its {len(nodes.names):,} nodes has an edge (the first is "
            f"{nodes.names[0]!r}); give the column that names the nodes as --node"
        )
