"""`read_edges`: a table of edges becomes a graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.data.tables.columns import Column, choose_ends
from gdgnn.data.tables.database import workspace
from gdgnn.data.tables.ids import Numbered, number
from gdgnn.data.tables.load import TextOptions
from gdgnn.data.tables.nodes import NodeTable, register_names
from gdgnn.data.tables.report import ReadReport
from gdgnn.data.tables.rows import Wanted, read_rows
from gdgnn.data.tables.source import find
from gdgnn.graph import Graph, Names


@dataclass(frozen=True, eq=False)
class EdgeTable:
    """A graph read from a table, and what else its rows say.

    Attributes:
        graph: the graph, with the names of the table; ``graph.row_edge`` leads from rows to edges.
        weight: ``(rows,)``, or None.
        time: ``(rows,)`` whole numbers, numbers or datetime64, or None.
        graph_names: the name of each graph of several, or None.
        report: what was read, dropped and guessed.
    """

    graph: Graph
    weight: npt.NDArray[np.float64] | None
    time: npt.NDArray[Any] | None
    graph_names: Names | None
    report: ReadReport

    def graphs(self) -> list[Graph]:
        """Each graph apart, its nodes numbered from 0; the whole where there is only one.

        Example:
            >>> table = read_edges({"g": [1, 1, 2], "a": ["x", "y", "x"], "b": ["y", "z", "z"]}, graph="g")
            >>> [graph.num_nodes for graph in table.graphs()]
            [3, 2]
        """
        ptr = self.graph.graph_ptr
        if ptr is None:
            return [self.graph]
        return [
            self.graph.subgraph(np.arange(first, last)).graph
            for first, last in zip(ptr[:-1].tolist(), ptr[1:].tolist(), strict=True)
        ]


def read_edges(
    source: Any,
    *,
    src: Column | None = None,
    dst: Column | None = None,
    relation: Column | None = None,
    weight: Column | None = None,
    time: Column | None = None,
    graph: Column | None = None,
    directed: bool = False,
    nodes: NodeTable | None = None,
    table: str | None = None,
    query: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    skip_bad: bool = False,
    bad_file: str | PathLike[str] | None = None,
    memory_limit: str = "1GB",
    threads: int | None = None,
) -> EdgeTable:
    """Read a table of edges, each row an edge, from wherever it is.

    A source is the path of a CSV, TSV, whitespace-separated, JSON, Parquet, DuckDB or SQLite file (text and
    JSON may be gzipped), the address of a Postgres server, or a table in memory: of pandas, polars or
    pyarrow, a dict of columns, or a numpy array, ``(2, m)`` or ``(m, k)``.

    Names are whole numbers where all ends are; otherwise text. In text files blanks around a value do not
    count, and a whole number is one that is written in the usual way: "007" is text. Nodes are numbered in
    order of appearance.

    Args:
        source: see above.
        src, dst: the columns of the ends, by name or number from 0; guessed if left out, as the report says.
        relation: the column of relations.
        weight: a column of finite numbers.
        time: a column of numbers or dates.
        graph: the column that tells several graphs apart; a name is then another node in each of them.
        directed: whether the first end is where an arrow begins.
        nodes: a table of nodes, of which those without edges are to be in the graph too.
        table, query: what to read of a database.
        delimiter: of text: a character, or "whitespace" for any run of blanks; guessed if left out.
        header: of text: whether the first row names the columns; guessed if left out.
        encoding: of text; UTF-8 unless a byte order mark says otherwise.
        skip_bad: leave out bad rows, count them and write them to `bad_file`.
        bad_file: by default the name of the source and ".bad.csv", beside it.
        memory_limit: beyond it the disk is used while names are numbered; the result comes on top.
        threads: how many to use; all cores by default.

    Raises:
        BadRowError: a row is bad; the message has file, line, column and remedy.
        FileNotFoundError, IsADirectoryError, PermissionError: the file cannot be opened.
        ImportError: a database needs a driver that is not installed.
        TypeError: the source is no table.
        ValueError: there is no such column, no row, or the file is damaged.

    Example:
        >>> table = read_edges({"from": ["ann", "bob", "bob"], "to": ["bob", "eve", "ann"]})
        >>> table.graph
        Graph(undirected, 3 named nodes, 2 edges)
        >>> print(table.report)
        table: 3 rows -> 2 edges: 1 reversed row merged
        guessed: edges join "from" and "to"
    """
    place = find(source, table=table, query=query)
    roles = {"src": src, "dst": dst, "relation": relation, "weight": weight, "time": time, "graph": graph}
    text = TextOptions(encoding, delimiter, header)
    wanted = Wanted(
        partial(choose_ends, roles),
        text,
        tuple(str(column) for column in roles.values() if column is not None),
        skip_bad,
        None if bad_file is None else Path(bad_file),
    )
    with workspace(memory_limit=memory_limit, threads=threads) as work:
        rows = read_rows(place, work, wanted, table="edges")
        more = None if nodes is None else register_names(work, nodes.names, rows.types)
        numbered = number(work.db, rows.table, rows.types, more)
    built = graph_of(numbered, directed=directed)
    report = replace(rows.report, cleaning=built.cleaning)
    return EdgeTable(built, numbered.weight, numbered.time, numbered.graphs, report)


def graph_of(numbered: Numbered, *, directed: bool, rows: int | None = None) -> Graph:
    """The graph of numbered rows, or of the first of them, on all nodes."""
    relation = numbered.relation
    return Graph.from_edges(
        np.stack([numbered.heads[:rows], numbered.tails[:rows]]),
        directed=directed,
        relation=None if relation is None else relation[:rows],
        node_names=numbered.nodes,
        relation_names=numbered.relations,
        graph_ptr=numbered.graph_ptr,
    )
