"""`read_pairs`: a table of pairs of nodes of a graph that is there already."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from gdgnn.data.arguments import Ids
from gdgnn.data.tables.columns import Column, choose_ends
from gdgnn.data.tables.database import workspace
from gdgnn.data.tables.load import TextOptions
from gdgnn.data.tables.report import ReadReport
from gdgnn.data.tables.rows import Wanted, read_rows
from gdgnn.data.tables.source import find
from gdgnn.graph import Graph


@dataclass(frozen=True, eq=False)
class PairTable:
    """Pairs of nodes, in the order of their rows.

    Attributes:
        pairs: ``(2, rows)`` ids, heads above tails.
        report: what was read, dropped and guessed.
    """

    pairs: Ids
    report: ReadReport


def read_pairs(
    source: Any,
    graph: Graph,
    *,
    src: Column | None = None,
    dst: Column | None = None,
    table: str | None = None,
    query: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    skip_bad: bool = False,
    bad_file: str | PathLike[str] | None = None,
    memory_limit: str = "1GB",
    threads: int | None = None,
) -> PairTable:
    """Read pairs of nodes that are named as in a graph, to ask something about them.

    Args:
        source: as for :func:`read_edges`.
        graph: whose nodes they are; without names its ids are meant.
        src, dst, table, query, delimiter, header, encoding, skip_bad, bad_file, memory_limit, threads: as for
            :func:`read_edges`.

    Raises:
        BadRowError: a row names a node that the graph does not have, or is bad otherwise.

    Example:
        >>> friends = Graph.from_names(["ann", "bob"], ["bob", "eve"])
        >>> read_pairs({"u": ["eve", "bob"], "v": ["ann", "ann"]}, friends).pairs.tolist()
        [[2, 1], [0, 0]]
    """
    roles = {"src": src, "dst": dst}
    wanted = Wanted(
        partial(choose_ends, roles),
        TextOptions(encoding, delimiter, header),
        tuple(str(column) for column in roles.values() if column is not None),
        skip_bad,
        None if bad_file is None else Path(bad_file),
        nodes="known_nodes",
    )
    names = range(graph.num_nodes) if graph.node_names is None else graph.node_names
    known = pa.table({"name": [str(name) for name in names], "id": np.arange(len(names))})
    place = find(source, table=table, query=query)
    with workspace(memory_limit=memory_limit, threads=threads) as work:
        work.db.register("known_nodes", known)
        rows = read_rows(place, work, wanted, table="pairs")
        found = work.db.sql(
            """SELECT h.id AS head, t.id AS tail FROM pairs p JOIN known_nodes h ON p.src::VARCHAR = h.name
            JOIN known_nodes t ON p.dst::VARCHAR = t.name ORDER BY p.rowid"""
        ).to_arrow_table()
    ends = [found.column(end).to_numpy() for end in ("head", "tail")]
    return PairTable(np.stack(ends).astype(np.int64), rows.report)
