"""`reproduce`: measure a cell, seed by seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import tomlkit

from gdgnn.experiments.cell import Cell
from gdgnn.experiments.ours import Ours
from gdgnn.experiments.record import SeedFolder, SeedResult, replace_file

OUT = Path("build") / "experiments"


def reproduce(
    cell: Cell,
    *,
    seeds: Sequence[int] | None = None,
    out: Path = OUT,
    root: Path | None = None,
    on_result: Callable[[SeedResult], None] = lambda result: None,
) -> Ours:
    """Measure a cell; seeds that are done are not done again.

    Each seed's result is saved at once, so that whatever ends a run costs no more than the seed it was at.
    Cells of the same configuration share their results.

    Args:
        cell: what to measure.
        seeds: which seeds or folds; by default all that the cell asks for.
        out: where results are saved, a folder for each configuration.
        root: where data sets are, as in :func:`gdgnn.data.datasets.load`.
        on_result: is told each result, old or new.

    Returns:
        The figures over these seeds.
    """
    wanted = range(cell.seeds) if seeds is None else seeds
    folder = seed_folder(cell, out)
    results = []
    for seed in wanted:
        result = folder.load(seed)
        if result is None:
            start = time.process_time()
            measured = cell.study.run(seed, root)
            result = measured.signed(time.process_time() - start)
            folder.save(result)
        on_result(result)
        results.append(result)
    return Ours.of(results, cell.study.metrics, cell.fingerprint)


def seed_folder(cell: Cell, out: Path = OUT) -> SeedFolder:
    """Where the results of the cell's configuration are."""
    return SeedFolder(out / cell.dataset / cell.fingerprint, cell.configuration)


def finished(cell: Cell, out: Path = OUT) -> list[SeedResult]:
    """The results there are of the seeds that the cell asks for."""
    folder = seed_folder(cell, out)
    return [found for seed in range(cell.seeds) if (found := folder.load(seed)) is not None]


def restore(cell: Cell, out: Path = OUT) -> list[int]:
    """Put the figures of the cell's file back where `reproduce` looks, and return their seeds.

    Whoever has lost the folder, or never had it, measures only what the file lacks then. Stale figures are
    left alone, and so are those that are worked out from curves over all seeds together.
    """
    if cell.ours is None or cell.stale or any(metric.startswith("best_epoch") for metric in cell.ours.values):
        return []
    folder = seed_folder(cell, out)
    missing = [result for result in cell.ours.by_seed() if folder.load(result.seed) is None]
    for result in missing:
        folder.save(result)
    return [result.seed for result in missing]


def write_ours(cell: Cell, ours: Ours) -> None:
    """Put our figures into the cell's file; all else in it stays as it is, to the letter."""
    document = tomlkit.parse(cell.path.read_text(encoding="utf-8"))
    document.pop("ours", None)
    text = tomlkit.dumps(document).rstrip() + "\n\n" + tomlkit.dumps({"ours": ours.as_table()})
    replace_file(cell.path, text)
