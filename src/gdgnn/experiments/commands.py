"""What `list`, `run` and `update` do."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from gdgnn.experiments.cell import Cell, find_cells
from gdgnn.experiments.ours import Ours
from gdgnn.experiments.runner import OUT, finished, reproduce, restore, write_ours


def list_cells(console: Console, *patterns: str, out: Path = OUT) -> None:
    """Print the cells that match: published figure, ours, and how many seeds are done."""
    table = Table("cell", "metric", "published", "ours", "seeds done")
    for cell in find_cells(*patterns):
        metric = cell.study.metrics[0]
        done = len(finished(cell, out))
        table.add_row(
            cell.name,
            metric,
            published_figure(cell, metric),
            our_figure(cell, metric),
            f"{done} of {cell.seeds}",
        )
    console.print(table)


def run_cells(
    console: Console,
    *patterns: str,
    seeds: int | None = None,
    out: Path = OUT,
    root: Path | None = None,
) -> None:
    """Measure the cells that match, one after another, and print each beside the published figure.

    Args:
        console: where to print.
        patterns: as in :func:`find_cells`.
        seeds: the first so many only; by default all that a cell asks for.
        out, root: as in :func:`reproduce`.
    """
    told = ""
    for cell in find_cells(*patterns):
        protocol = cell.study.protocol.in_words()
        if protocol != told:
            console.print(f"[dim]{protocol}[/dim]")
            told = protocol
        count = cell.seeds if seeds is None else min(seeds, cell.seeds)
        print_result(console, cell, _with_bar(cell, count, out, root))


def _with_bar(cell: Cell, count: int, out: Path, root: Path | None) -> Ours:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # Standard output is for results.
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(cell.name, total=count)
        return reproduce(
            cell, seeds=range(count), out=out, root=root, on_result=lambda _: progress.advance(bar)
        )


def update_cells(console: Console, *patterns: str, out: Path = OUT) -> None:
    """Write what is in `out` into the files of the cells that match, unless they have as much already."""
    for cell in find_cells(*patterns):
        results = finished(cell, out)
        known = 0 if cell.ours is None or cell.stale else len(cell.ours.seeds)
        if len(results) > known:
            write_ours(cell, Ours.of(results, cell.study.metrics, cell.fingerprint))
            console.print(f"{cell.name}: {len(results)} of {cell.seeds} seeds")


def restore_cells(console: Console, *patterns: str, out: Path = OUT) -> None:
    """Put the figures of the files of the cells that match into `out`, so that only others are measured."""
    for cell in find_cells(*patterns):
        if seeds := restore(cell, out):
            console.print(f"{cell.name}: {len(seeds)} of {cell.seeds} seeds")


def print_result(console: Console, cell: Cell, ours: Ours) -> None:
    """Print a result beside the published figure."""
    done = f"{len(ours.seeds)} of {cell.seeds} seeds, {ours.seconds} processor seconds each"
    console.print(f"[bold]{cell.name}[/bold]: {done}")
    for metric in cell.study.metrics:
        figure = f"{ours.mean[metric]:.2f} ± {ours.std[metric]:.2f}"
        console.print(f"  {metric}: {figure}, published {published_figure(cell, metric)}")


def published_figure(cell: Cell, metric: str) -> str:
    """The paper's figure as it prints it; a dash where it has none."""
    published = cell.published
    if published is None or metric not in published.values:
        return "–"
    spread = f" ± {published.spreads[metric]:.2f}" if metric in published.spreads else ""
    return f"{published.values[metric]:.2f}{spread}"


def our_figure(cell: Cell, metric: str) -> str:
    """Our figure, without ± for a single seed; "not run" where there is none of this configuration."""
    if cell.ours is None or cell.stale:
        return "not run"
    mean = f"{cell.ours.mean[metric]:.2f}"
    return mean if len(cell.ours.seeds) == 1 else f"{mean} ± {cell.ours.std[metric]:.2f}"
