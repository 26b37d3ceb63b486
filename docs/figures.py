"""The README's tables, from files of measurements: `python docs/figures.py` writes them anew."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gdgnn.experiments import Cell, find_cells
from gdgnn.experiments.commands import our_figure, published_figure

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
RESULTS = ROOT / "benchmarks" / "results" / "engine.json"
WORDS = runpy.run_path(str(ROOT / "docs" / "results.py"))

# What each measured step is, in words that need no table of workloads.
STEPS = {
    "W1-vertical-2": ("236,000 nodes, 1.1 million edges", "vertical, `max_dist=2`"),
    "W1-vertical-3": ("the same", "vertical, `max_dist=3`"),
    "W1-vertical-4": ("the same", "vertical, `max_dist=4`"),
    "W2-vertical-2": ("576,000 nodes, 20 million edges", "vertical, `max_dist=2`"),
    "W2-vertical-3": ("the same", "vertical, `max_dist=3`"),
    "W3-FB15k-237-distances": ("FB15k-237, one entity against all", "distances, `max_dist=3`"),
    "W4-neighborhoods-4": ("41,127 molecules, all atoms", "neighborhoods, `max_dist=4`"),
}
PEERS = ("naive C++", "research style")

# All sets of links, nodes and graphs, and the first of each family of knowledge graphs. A cell that has not
# been run with its configuration is left out.
CELLS = (
    *(f"links/{name}/vertical+degree" for name in ("celegans", "ns", "pb", "cora", "citeseer", "pubmed")),
    *(f"nodes/{name}/gdgin" for name in ("brazil", "europe", "usa")),
    *(f"graphs/{name}/gdgin" for name in ("mutag", "ptc-mr", "proteins", "dd")),
    "molecules/ogbg-molhiv/gdgin",
    "knowledge/wn18rr-v1/best",
    "knowledge/fb237-v1/best",
)
TASKS = {
    "links": "links",
    "nodes": "nodes",
    "graphs": "graphs",
    "molecules": "molecules",
    "knowledge": "facts, new entities",
}
PLAIN = ("none", "gin", "rgcn")


def block(name: str) -> re.Pattern[str]:
    """What stands between the markers of a table."""
    return re.compile(rf"(?<=<!-- {name}: begin -->\n).*?(?=<!-- {name}: end -->)", re.DOTALL)


def speed(results: dict[str, Any]) -> str:
    """The table of speeds, from the content of engine.json."""
    lines = [
        "| Graph | Question | A second, one thread | To naive C++ | To Python as in research code |",
        "|---|---|--:|--:|--:|",
    ]
    for name, (graph, question) in STEPS.items():
        step = results["steps"].get(name)
        if step is None:
            continue
        rate = step["rates"]["engine, 1 thread"]["per_processor_second"]
        ratios = [f"{step['ratios'][peer]:,.1f}×" if peer in step["ratios"] else "" for peer in PEERS]
        lines.append(f"| {graph} | {question} | {rate:,.0f} | {' | '.join(ratios)} |")
    machine = results["machine"]
    note = (
        f"By `make bench` on {machine['cpu']}: seconds of processor time, ratios to peers of the same run.\n"
        "What bounds each, its memory, and what else the machine did meanwhile: "
        "[benchmarks/results/engine.md](benchmarks/results/engine.md)."
    )
    return "\n".join(["", *lines, "", note, "", ""])


def accuracy(cells: Iterable[Cell]) -> str:
    """The table of accuracy, from the files of all cells."""
    known = {cell.name: cell for cell in cells}
    rows = [_row(known[name], known.values()) for name in CELLS if name in known and _is_run(known[name])]
    if not rows:
        return "\nNone has been measured with its present configuration.\n\n"
    lines = [
        "| Predicts | Data | Metric | GDGNN, published | GDGNN, ours | with walks, ours | plain GNN, ours "
        "| no network, ours |",
        "|---|---|---|--:|--:|--:|--:|--:|",
        *rows,
    ]
    note = (
        "Percentages, mean ± standard deviation over splits or seeds; without ± it is a single one. *With\n"
        "walks*: the network sees the weights of walks besides, which is not in the paper. *No network* is\n"
        "the best of the simple baselines, where there are some. Empty: not measured. All rows, protocols,\n"
        "and the command that measures each again: [docs/guide/results.md](docs/guide/results.md)."
    )
    return "\n".join(["", *lines, "", note, "", ""])


def _row(cell: Cell, others: Iterable[Cell]) -> str:
    metric = cell.study.metrics[0]
    beside = [other for other in others if (other.block, other.dataset) == (cell.block, cell.dataset)]
    walks = next(
        (other for other in beside if other.method == f"{cell.method}+walks" and _is_run(other)), None
    )
    plain = next((other for other in beside if other.method in PLAIN and _is_run(other)), None)
    simple = max(_without_network(beside), key=lambda other: _mean(other, metric), default=None)
    figures = ["" if other is None else our_figure(other, metric) for other in (walks, plain, simple)]
    return (
        " | ".join(
            [
                f"| {TASKS[cell.block]}",
                WORDS["DATASETS"][cell.dataset],
                WORDS["METRICS"][metric],
                published_figure(cell, metric),
                our_figure(cell, metric),
                *figures,
            ]
        )
        + " |"
    )


def _without_network(cells: Iterable[Cell]) -> Iterator[Cell]:
    for cell in cells:
        if _is_run(cell) and not cell.configuration["model"]["kind"].startswith("network"):
            yield cell


def _is_run(cell: Cell) -> bool:
    return cell.ours is not None and not cell.stale


def _mean(cell: Cell, metric: str) -> float:
    assert cell.ours is not None
    return cell.ours.mean[metric]


def refreshed(readme: str) -> str:
    """The README with its figures brought up to date; without a measurement it has none."""
    speeds = speed(json.loads(RESULTS.read_text(encoding="utf-8"))) if RESULTS.exists() else ""
    tables = {"engine figures": speeds, "accuracy figures": accuracy(find_cells())}
    for name, table in tables.items():
        readme = block(name).sub(lambda _, table=table: table, readme)
    return readme


if __name__ == "__main__":
    README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
