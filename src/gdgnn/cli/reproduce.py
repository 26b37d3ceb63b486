"""`gdgnn reproduce`: measure cells of the published tables anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.datasets import DataDir
from gdgnn.cli.output import Json, print_json

if TYPE_CHECKING:
    from gdgnn.experiments import Cell
    from gdgnn.experiments.ours import Ours


def reproduce(
    cell: Annotated[
        list[str] | None, typer.Argument(help='Names, such as "links/cora/*"; lists all cells if left out.')
    ] = None,
    seeds: Annotated[int | None, typer.Option(help="Run only the first so many seeds.", min=1)] = None,
    out: Annotated[
        Path,
        typer.Option(help="Where each seed's result is kept, e.g. results; what is there is not run again."),
    ] = Path("build/experiments"),
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """Measure cells of the published tables anew, and print each beside the published figure.

    Example: gdgnn reproduce links/ns/vertical+degree --seeds 2
    """
    if as_json:
        print_json(_results(cell, seeds, out, data_dir))
        return
    from rich.console import Console

    from gdgnn.experiments.commands import list_cells, run_cells

    if cell:
        run_cells(Console(), *cell, seeds=seeds, out=out, root=data_dir)
    else:
        list_cells(Console(), out=out)


def _results(
    patterns: list[str] | None, seeds: int | None, out: Path, root: Path | None
) -> list[dict[str, Any]]:
    """What the tables say, for programs; without patterns nothing is run."""
    from gdgnn.experiments import find_cells
    from gdgnn.experiments.runner import reproduce as run

    if not patterns:
        return [_row(one, None if one.stale else one.ours) for one in find_cells()]
    rows = []
    for one in find_cells(*patterns):
        count = one.seeds if seeds is None else min(seeds, one.seeds)
        rows.append(_row(one, run(one, seeds=range(count), out=out, root=root)))
    return rows


def _row(cell: Cell, ours: Ours | None) -> dict[str, Any]:
    published = cell.published
    return {
        "cell": cell.name,
        "protocol": cell.study.protocol.in_words(),
        "published": None
        if published is None
        else {"values": dict(published.values), "spreads": dict(published.spreads)},
        "ours": None if ours is None else ours.as_table(),
    }
