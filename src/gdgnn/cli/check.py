"""`gdgnn check`: are answers given away?"""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.check_facts import check_facts
from gdgnn.cli.flags import EndFlags, FactFlags, TableFlags, flat
from gdgnn.cli.output import Json, print_json
from gdgnn.cli.tables import read_edges

if TYPE_CHECKING:
    from gdgnn.data import LeakReport


@flat
def check(
    ends: EndFlags,
    table: TableFlags,
    edges: Annotated[
        str | None, typer.Argument(help="Table of all edges; it is split as `train` does.")
    ] = None,
    train: Annotated[str | None, typer.Option(help="Table of training edges.")] = None,
    valid: Annotated[str | None, typer.Option(help="Table of validation edges.")] = None,
    test: Annotated[str | None, typer.Option(help="Table of test edges.")] = None,
    valid_negatives: Annotated[
        str | None, typer.Option(help="Table of pairs that are no edges, e.g. no-edges.csv.")
    ] = None,
    test_negatives: Annotated[
        str | None, typer.Option(help="Table of pairs that are no edges, e.g. no-edges.csv.")
    ] = None,
    relation: Annotated[str | None, typer.Option(help="Column of relations, e.g. kind.")] = None,
    facts: Annotated[
        bool,
        typer.Option("--facts", help="Rows are facts: head, relation, tail. The table may be a folder."),
    ] = False,
    directed: Annotated[bool, typer.Option("--directed", help="Arrows lead from the first end.")] = False,
    seed: Annotated[int, typer.Option(help="Of the split of a single table, e.g. 1.")] = 0,
    as_json: Json = False,
) -> None:
    """Look for answers that are given away, say what each means and what to do. Exit code 1 if there are any.

    Example: gdgnn check edges.csv

    Example: gdgnn check --train train.csv --valid valid.csv --test test.csv --test-negatives negatives.csv

    Example: gdgnn check --facts WN18RR_v1
    """
    parts = {
        "train": train,
        "valid": valid,
        "test": test,
        "valid_negatives": valid_negatives,
        "test_negatives": test_negatives,
    }
    given = {name: part for name, part in parts.items() if part is not None}
    if edges is not None and given:
        raise ValueError(f"{edges} is given beside --{', --'.join(given)}; give it as --train")
    if facts:
        columns = FactFlags(head=ends.src, relation=relation, tail=ends.dst)
        report = check_facts(edges, given, columns, table, seed=seed)
    elif edges is not None:
        report = _of_one(edges, ends, table, relation, directed=directed, seed=seed)
    elif train is None or len(given) == 1:
        raise ValueError("give a table of edges, or --train and at least one of --valid and --test")
    else:
        report = _of_parts(given, ends, table, relation, directed=directed)
    if as_json:
        leaks = [
            asdict(leak) | {"finding": leak.finding, "meaning": leak.meaning, "remedy": leak.remedy}
            for leak in report
        ]
        print_json({"ok": report.ok, "checked": report.checked, "leaks": leaks})
    else:
        print(report)
    if not report.ok:
        raise typer.Exit(1)


def _of_one(
    edges: str, ends: EndFlags, table: TableFlags, relation: str | None, *, directed: bool, seed: int
) -> LeakReport:
    from gdgnn.data import check_leaks, split_edges

    graph = read_edges(edges, ends, table, directed=directed, relation=relation).graph
    split = split_edges(graph, valid=0.1, test=0.1, seed=seed)
    print(f"split as gdgnn train does: {split}", file=sys.stderr)
    return check_leaks(split)


def _of_parts(
    given: dict[str, Any], ends: EndFlags, table: TableFlags, relation: str | None, *, directed: bool
) -> LeakReport:
    from gdgnn.data.tables import read_split

    how = asdict(table)
    asked = how.pop("table"), how.pop("query")
    if asked != (None, None):
        raise ValueError("parts of a split are read from files; leave out --table and --query")
    found = read_split(**given, relation=relation, directed=directed, **asdict(ends), **how)
    for report in found.reports.values():
        print(report, file=sys.stderr)
    return found.check_leaks()
