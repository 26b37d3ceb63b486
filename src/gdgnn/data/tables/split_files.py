"""`read_split`: a split that comes as one table for each part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from gdgnn.data.arguments import Ids
from gdgnn.data.leak_report import LeakReport
from gdgnn.data.leaks import check_leaks
from gdgnn.data.split import EdgeSplit, split_given
from gdgnn.data.tables.columns import Column, choose_ends
from gdgnn.data.tables.database import Workspace, workspace
from gdgnn.data.tables.edges import graph_of
from gdgnn.data.tables.ids import Numbered, number
from gdgnn.data.tables.load import TextOptions
from gdgnn.data.tables.report import ReadReport
from gdgnn.data.tables.rows import Rows, Wanted, read_rows
from gdgnn.data.tables.source import find
from gdgnn.graph import Graph

_TARGETS = ("train", "valid", "test")


@dataclass(frozen=True, eq=False)
class SplitTables:
    """The parts of a split as their tables have them, rows that should not be there included.

    Attributes:
        whole: all edges of all parts, negatives aside, on all nodes.
        rows: part -> ``(2, k)`` ids, or ``(3, k)`` heads, relations and tails; "train", "valid", "test",
            "valid_negatives", "test_negatives", as many as were given.
        reports: how reading each went.
    """

    whole: Graph
    rows: dict[str, Ids]
    reports: dict[str, ReadReport]

    def train_graph(self) -> Graph:
        """The edges of the training table alone, on all nodes: what the encoder sees."""
        rows, whole = self.rows["train"], self.whole
        return Graph.from_edges(
            rows[[0, -1]],
            num_nodes=whole.num_nodes,
            directed=whole.directed,
            relation=rows[1] if len(rows) == 3 else None,
            num_relations=whole.num_relations if len(rows) == 3 else None,
            node_names=whole.node_names,
            relation_names=whole.relation_names,
        )

    def check_leaks(self) -> LeakReport:
        """Look for leaks among the rows as they were given; see :func:`gdgnn.data.check_leaks`."""
        given = self.rows.get
        return check_leaks(
            self.train_graph(),
            train=given("train"),
            valid=given("valid"),
            test=given("test"),
            valid_negatives=given("valid_negatives"),
            test_negatives=given("test_negatives"),
        )

    def split(self, *, disjoint: float = 0.0, seed: int = 0) -> EdgeSplit:
        """The split, if it is one.

        Raises:
            ValueError: an edge is in two parts; `check_leaks` shows them all.
        """
        first = 0
        edges = {}
        for part in _TARGETS:
            count = self.rows[part].shape[1] if part in self.rows else 0
            ids = np.unique(self.whole.row_edge[first : first + count])
            edges[part] = ids[ids >= 0]
            first += count
        return split_given(self.whole, **edges, disjoint=disjoint, seed=seed)


def read_split(
    *,
    train: Any,
    valid: Any = None,
    test: Any = None,
    valid_negatives: Any = None,
    test_negatives: Any = None,
    src: Column | None = None,
    dst: Column | None = None,
    relation: Column | None = None,
    directed: bool = False,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    skip_bad: bool = False,
    memory_limit: str = "1GB",
    threads: int | None = None,
) -> SplitTables:
    """Read a split that comes as one table for each part, all with the same columns.

    Args:
        train, valid, test: sources of edges, as for :func:`read_edges`.
        valid_negatives, test_negatives: sources of pairs that are no edges.
        src, dst, relation, directed, delimiter, header, encoding, skip_bad, memory_limit, threads: as for
            :func:`read_edges`.

    Raises:
        BadRowError, ValueError: as :func:`read_edges`.

    Example:
        >>> tables = read_split(
        ...     train={"src": ["ann", "bob"], "dst": ["bob", "eve"]},
        ...     test={"src": ["ann", "bob"], "dst": ["eve", "ann"]},
        ... )
        >>> tables.rows["test"].tolist()
        [[0, 1], [2, 0]]
        >>> print(tables.check_leaks().errors[0].finding)
        test: 1 of 2 targets are edges, the other way round, of the graph that the encoder sees
    """
    sources = {
        "train": train,
        "valid": valid,
        "test": test,
        "valid_negatives": valid_negatives,
        "test_negatives": test_negatives,
    }
    roles = {"src": src, "dst": dst, "relation": relation}
    wanted = Wanted(
        partial(choose_ends, roles),
        TextOptions(encoding, delimiter, header),
        tuple(str(column) for column in roles.values() if column is not None),
        skip_bad,
    )
    with workspace(memory_limit=memory_limit, threads=threads) as work:
        parts = {
            part: read_rows(find(source), work, wanted, table=part)
            for part, source in sources.items()
            if source is not None
        }
        numbered = number(work.db, "all_rows", together(work, parts), None)
    return _tables(numbered, parts, directed)


def together(work: Workspace, parts: Mapping[str, Rows]) -> dict[str, str]:
    """All rows in one table, part after part; the types of its columns."""
    types: dict[str, str] = {}
    for rows in parts.values():
        for role, type_ in rows.types.items():
            types[role] = type_ if types.get(role, type_) == type_ else "VARCHAR"
    cells = ", ".join(f"{role}::{type_} AS {role}" for role, type_ in types.items())
    selected = " UNION ALL ".join(f"SELECT {cells} FROM {part}" for part in parts)
    work.db.execute(f"CREATE TEMP TABLE all_rows AS {selected}")
    return types


def _tables(numbered: Numbered, parts: Mapping[str, Rows], directed: bool) -> SplitTables:
    columns = [numbered.heads, numbered.tails]
    if numbered.relation is not None:
        columns.insert(1, numbered.relation)
    sizes = [rows.report.rows for rows in parts.values()]
    cuts = np.split(np.stack(columns), np.cumsum(sizes)[:-1], axis=1)
    rows = dict(zip(parts, cuts, strict=True))
    positive = sum(rows[part].shape[1] for part in _TARGETS if part in rows)
    return SplitTables(
        graph_of(numbered, directed=directed, rows=positive),
        rows,
        {part: read.report for part, read in parts.items()},
    )
