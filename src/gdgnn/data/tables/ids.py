"""Names become ids inside the database, out of core; the arrays and the names come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from gdgnn.data.arguments import Ids
from gdgnn.graph import Names

_BATCH = 1 << 20


@dataclass(frozen=True, eq=False)
class Numbered:
    """The rows of one or several tables, after one another, as arrays.

    Attributes:
        heads, tails: ``(m,)`` node ids.
        nodes: their names.
        graph_ptr: ``(graphs + 1,)`` where the nodes of each graph begin, or None.
        relation, relations: ids ``(m,)`` and names, or None.
        graphs: the names of the graphs, or None.
        weight, time: ``(m,)``, or None.
    """

    heads: Ids
    tails: Ids
    nodes: Names
    graph_ptr: Ids | None = None
    relation: Ids | None = None
    relations: Names | None = None
    graphs: Names | None = None
    weight: npt.NDArray[np.float64] | None = None
    time: npt.NDArray[Any] | None = None


def number(
    db: duckdb.DuckDBPyConnection, table: str, types: dict[str, str], more_nodes: str | None
) -> Numbered:
    """Number all names of `table` in order of first appearance, row by row, and fetch the rows.

    Nodes of different graphs are different, and all nodes of a graph follow one another. `more_nodes` is a
    table with a column `name` of nodes that may have no edge.
    """
    for role in ("relation", "graph"):
        if role in types:
            db.execute(
                f"""CREATE OR REPLACE TEMP TABLE {role}_ids AS
                SELECT name, row_number() OVER (ORDER BY first) - 1 AS id FROM
                (SELECT "{role}" AS name, min(rowid) AS first FROM {table} GROUP BY name)"""
            )
    _number_nodes(db, table, "graph" in types, more_nodes)
    arrays = _fetch(db, table, types)
    graph_names = _names(db, "graph_ids", types["graph"]) if "graph" in types else None
    nodes, graph_ptr = _nodes(db, types["src"], graph_names)
    return Numbered(
        arrays["src"],
        arrays["dst"],
        nodes,
        graph_ptr,
        arrays.get("relation"),
        _names(db, "relation_ids", types["relation"]) if "relation" in types else None,
        graph_names,
        arrays.get("weight"),
        arrays.get("time"),
    )


def _number_nodes(
    db: duckdb.DuckDBPyConnection, table: str, has_graphs: bool, more_nodes: str | None
) -> None:
    graph, join = (
        ("g.id", f'{table} e JOIN graph_ids g ON e."graph" = g.name') if has_graphs else ("0", table)
    )
    row = "e.rowid" if has_graphs else "rowid"
    ends = " UNION ALL ".join(
        f"SELECT {graph} AS graph, {end} AS name, 2 * {row} + {at} AS first FROM {join}"
        for at, end in enumerate(("src", "dst"))
    )
    if more_nodes is not None:
        ends += f" UNION ALL SELECT 0, name, (1::BIGINT << 60) + rowid FROM {more_nodes}"
    db.execute(
        f"""CREATE OR REPLACE TEMP TABLE node_ids AS
        SELECT graph, name, row_number() OVER (ORDER BY graph, first) - 1 AS id FROM
        (SELECT graph, name, min(first) AS first FROM ({ends}) GROUP BY graph, name)"""
    )


def _fetch(db: duckdb.DuckDBPyConnection, table: str, types: dict[str, str]) -> dict[str, npt.NDArray[Any]]:
    """The columns of all rows; they come in any order and are put where they belong."""
    rows = db.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0]
    cells, joins = {"src": "h.id", "dst": "t.id"}, ""
    same_graph = {"h": "", "t": ""}
    for role in ("graph", "relation"):
        if role in types:
            joins += f' JOIN {role}_ids {role}_of ON e."{role}" = {role}_of.name'
    if "graph" in types:
        same_graph = {side: f" AND {side}.graph = graph_of.id" for side in "ht"}
    if "relation" in types:
        cells["relation"] = "relation_of.id"
    joins += f" JOIN node_ids h ON e.src = h.name{same_graph['h']}"
    joins += f" JOIN node_ids t ON e.dst = t.name{same_graph['t']}"
    cells |= {role: f'e."{role}"' for role in ("weight", "time") if role in types}
    dtypes = {"weight": "f8", "time": {"BIGINT": "i8", "DOUBLE": "f8"}.get(types.get("time", ""), "M8[us]")}
    arrays = {role: np.empty(rows, dtype=dtypes.get(role, "i8")) for role in cells}
    shown = ", ".join(f'{cell} AS "{role}"' for role, cell in cells.items())
    for batch in db.sql(f"SELECT e.rowid AS row, {shown} FROM {table} e {joins}").to_arrow_reader(_BATCH):
        at = batch.column("row").to_numpy(zero_copy_only=False)
        for role, array in arrays.items():
            array[at] = batch.column(role).to_numpy(zero_copy_only=False)
    return arrays


def _nodes(db: duckdb.DuckDBPyConnection, type_: str, graphs: Names | None) -> tuple[Names, Ids | None]:
    """The names of all nodes; with that of their graph before it where one name is in several graphs."""
    if graphs is None:
        return _names(db, "node_ids", type_), None
    sizes = db.execute("SELECT count(*) FROM node_ids GROUP BY graph ORDER BY graph").fetchall()
    graph_ptr = np.concatenate([[0], np.cumsum([size for (size,) in sizes])]).astype(np.int64)
    distinct, all_ = db.execute("SELECT count(DISTINCT name), count(*) FROM node_ids").fetchall()[0]
    if distinct == all_:
        return _names(db, "node_ids", type_), graph_ptr
    db.execute(
        """CREATE OR REPLACE TEMP TABLE full_names AS
        SELECT n.id, g.name || '/' || n.name AS name FROM node_ids n JOIN graph_ids g ON n.graph = g.id"""
    )
    return _names(db, "full_names", "VARCHAR"), graph_ptr


def _names(db: duckdb.DuckDBPyConnection, table: str, type_: str) -> Names:
    """The names of a table in the order of their ids: as JSON texts, decoded when they are looked at."""
    json = "CAST(name AS VARCHAR)" if type_ == "BIGINT" else "CAST(to_json(name) AS VARCHAR)"
    found = db.sql(f"SELECT {json} AS name FROM {table} ORDER BY id").to_arrow_table()
    texts = found.column("name").cast(pa.large_string()).combine_chunks()
    chunks: Sequence[Any] = texts.chunks if isinstance(texts, pa.ChunkedArray) else [texts]
    if not chunks:
        return Names([])
    (text,) = chunks
    _, offsets, data = text.buffers()
    ends = np.frombuffer(offsets, dtype=np.int64)[text.offset : text.offset + len(text) + 1]
    blob = np.frombuffer(data, dtype=np.uint8) if data is not None else np.empty(0, dtype=np.uint8)
    return Names.stored(blob, ends, "names")
