"""`gdgnn reproduce`: measure cells of the published tables anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gdgnn.cli.datasets import DataDir


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
) -> None:
    """Measure cells of the published tables anew, and print each beside the published figure.

    Example: gdgnn reproduce links/ns/vertical+degree --seeds 2
    """
    from rich.console import Console

    from gdgnn.experiments.commands import list_cells, run_cells

    if cell:
        run_cells(Console(), *cell, seeds=seeds, out=out, root=data_dir)
    else:
        list_cells(Console(), out=out)
