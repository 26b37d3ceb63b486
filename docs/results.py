"""The page of results, from the cells' files: `python docs/results.py` writes it anew."""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from gdgnn.experiments import Cell, find_cells
from gdgnn.experiments.commands import our_figure, published_figure

PAGE = Path(__file__).resolve().parent / "guide" / "results.md"

INTRODUCTION = """\
# Results

The tables of the paper, measured anew, beside what stands in it. Each row is a file in
`src/gdgnn/experiments/cells` that names every choice and holds the figure of every seed; one command measures
it again, from public data and with nothing but this repository:

```bash
python -m gdgnn.experiments run links/cora/vertical+degree
```

Figures are percentages, ours are mean ± standard deviation over seeds (or folds). Where the paper prints
±, it is a 95 % confidence range in its tables 8 and 11, and a standard deviation elsewhere. Seconds are
processor time for one seed, search and training included. "Not run" is what nobody has measured yet with the
configuration that the file holds today. This page is made from the files by `python docs/results.py`; a
test holds it to them."""

BLOCKS = {
    "links": "Links, without node features",
    "links-features": "Links, with node features",
    "ablation": "What of a geodesic helps: links of Cora",
    "partial": "Parts of paths: links of Cora",
    "cutoff": "How far to search: links of Cora",
    "nodes": "Nodes: the traffic of airports",
    "graphs": "Graphs: the TU sets",
    "molecules": "Graphs: molecules that stop HIV",
    "knowledge": "Knowledge graphs",
}
DATASETS = {
    "celegans": "C. elegans", "ns": "NS", "pb": "PB",
    "cora": "Cora", "citeseer": "CiteSeer", "pubmed": "PubMed",
    "brazil": "Brazil", "europe": "Europe", "usa": "USA",
    "mutag": "MUTAG", "ptc-mr": "PTC_MR", "proteins": "PROTEINS", "dd": "D&D", "ogbg-molhiv": "ogbg-molhiv",
    **{f"wn18rr-v{number}": f"WN18RR v{number}, entities never seen" for number in (1, 2, 3, 4)},
    **{f"fb237-v{number}": f"FB15k-237 v{number}, entities never seen" for number in (1, 2, 3, 4)},
    "wn18rr": "WN18RR", "fb15k-237": "FB15k-237",
}  # fmt: skip
METRICS = {
    "auc": "AUC",
    "ap": "AP",
    "accuracy": "accuracy",
    "best_epoch_accuracy": "accuracy, best epoch of the mean test curve (optimistic)",
    "hits10_of_50": "Hits@10 of 50",
    "hits10_of_50_expected": "the same, expected",
    "mrr": "MRR",
    "hits1": "Hits@1",
    "hits3": "Hits@3",
    "hits10": "Hits@10",
}
METHODS = {
    "common-neighbors": "common neighbors",
    "adamic-adar": "Adamic–Adar",
    "resource-allocation": "resource allocation",
    "katz": "Katz, walks up to 4 steps",
    "boosted-trees": "boosted trees on geodesic scalars",
    "boosted-trees+walks": "boosted trees on geodesic scalars and weights of walks",
    "log-degree-regression": "logistic regression on log-degree",
    "forest": "random forest on geodesic scalars",
    "rgcn": "RGCN alone",
    "distance-only": "distance only",
    "none": "plain GNN",
    "distance": "+ distance",
    "partial": "GDGNN, partial paths",
    "horizontal": "GDGNN, horizontal",
    "vertical": "GDGNN, vertical",
    "vertical+degree": "GDGNN, vertical + degree",
    "vertical+degree+walks": "GDGNN, vertical + degree, weights of walks",
    "both": "GDGNN, both",
    "paper-vertical": "preset `paper-vertical`",
    "paper-horizontal": "preset `paper-horizontal`",
    "gcn": "GCN",
    "gdgcn": "GDGCN, vertical + degree",
    "gin": "GIN",
    "gdgin": "GDGIN, vertical + degree",
    "relational": "GDGNN, relational geodesics",
    "conditioned": "GDGNN, vertical, relation-conditioned",
    "best": "preset `best`",
}


def page(cells: Iterable[Cell]) -> str:
    """The whole page."""
    blocks = {name: list(part) for name, part in groupby(cells, lambda cell: cell.block)}
    lines = [INTRODUCTION]
    for block in sorted(blocks, key=list(BLOCKS).index):
        lines += ["", f"## {BLOCKS[block]}", "", *_block(blocks[block])]
    return "\n".join(lines) + "\n"


def _block(cells: list[Cell]) -> Iterator[str]:
    by_dataset = {name: list(part) for name, part in groupby(cells, lambda cell: cell.dataset)}
    told = ""
    for dataset in sorted(by_dataset, key=list(DATASETS).index):
        rows = sorted(by_dataset[dataset], key=_place)
        protocol = rows[0].study.protocol.in_words()
        if protocol != told:
            yield from (protocol, "")
            told = protocol
        if len(by_dataset) > 1:
            yield from (f"### {DATASETS[dataset]}", "")
        yield from table(rows)
        yield ""
        yield from _notes(rows)


def table(rows: list[Cell]) -> Iterator[str]:
    """One table: a row for each method."""
    parts = {"paper": published_figure, "ours": our_figure}
    published = {metric for cell in rows if cell.published for metric in cell.published.values}
    columns = [
        (metric, whose)
        for metric in rows[0].study.metrics
        for whose in parts
        if whose == "ours" or metric in published
    ]
    titles = [f"{METRICS[metric]}, {whose}" for metric, whose in columns]
    yield f"| Method | {' | '.join(titles)} | seeds | seconds |"
    yield "|---|" + "--:|" * (len(titles) + 2)
    for cell in rows:
        figures = [parts[whose](cell, metric) for metric, whose in columns]
        known = cell.ours is not None and not cell.stale
        seeds = f"{len(cell.ours.seeds)} of {cell.seeds}" if known else f"0 of {cell.seeds}"
        yield f"| {title(cell)} | {' | '.join(figures)} | {seeds} | {cell.ours.seconds if known else ''} |"


def title(cell: Cell) -> str:
    """What a method is called in a table."""
    word, _, number = cell.method.rpartition("-")
    if word in METHODS and number.isdigit():
        return f"{METHODS[word]}, `max_dist={int(number)}`"
    return METHODS[cell.method] if cell.method in METHODS else f"`{word}={int(number)}`"


def _place(cell: Cell) -> tuple[int, str]:
    known = list(METHODS)
    return known.index(cell.method) if cell.method in METHODS else len(known), cell.method


def _notes(rows: list[Cell]) -> Iterator[str]:
    for cell in rows:
        if cell.note:
            yield from (f"*{title(cell)}.* {cell.note}", "")
        elif short := ", ".join(
            METRICS[metric] for metric in cell.study.metrics if falls_short(cell, metric)
        ):
            yield from (f"*{title(cell)}.* Below the published {short}; nobody has looked into why.", "")


def falls_short(cell: Cell, metric: str) -> bool:
    """Whether our figure is below the published one by more than its standard deviation."""
    if cell.ours is None or cell.stale or cell.published is None or metric not in cell.published.values:
        return False
    return cell.ours.mean[metric] + cell.ours.std[metric] < cell.published.values[metric]


if __name__ == "__main__":
    PAGE.write_text(page(find_cells()), encoding="utf-8")
    # The README shows some of these figures.
    runpy.run_path(str(Path(__file__).with_name("figures.py")), run_name="__main__")
