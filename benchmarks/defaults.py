"""Are the defaults good enough? ``python -m benchmarks.defaults`` compares them with settings tuned by hand.

Each of six public graphs is split as the cells of its published table are, and `LinkPredictor` is fitted with
no argument but the seed. Its test AUC stands beside that of the best network that was tuned by hand, whose
figures come from those cells (``src/gdgnn/experiments/cells/links``): the same seeds, the same test edges.

What is measured already is not measured again unless ``--again`` says so: a run may be ended and resumed.
Results go to ``results/defaults.json``; `less` is how many points the defaults lose. The last line says on
how many graphs they come within one point; the exit code is 1 where on one they do not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import machine
from benchmarks.native import HERE
from gdgnn import Graph
from gdgnn.estimators import LinkPredictor
from gdgnn.experiments import Cell, find_cells
from gdgnn.experiments.record import replace_file
from gdgnn.experiments.studies.link_network import LinkNetwork

SETS = ("ns", "celegans", "pb", "cora", "citeseer", "pubmed")
FILE = HERE / "results" / "defaults.json"
CLOSE = 1.0


def measured(name: str, seed: int, *, time_budget: float | None) -> dict[str, Any]:
    """Fit with default settings on the split of the cells, and say what came of it."""
    (cell,) = find_cells(f"links/{name}/vertical+degree")
    assert isinstance(cell.study, LinkNetwork)
    data = cell.study.protocol.data(seed, None)
    edges = Graph.from_edges(
        data.graph.edge_index, num_nodes=data.graph.num_nodes, directed=data.graph.directed
    )
    valid, test = (part.pairs[:, part.label == 1] for part in (data.valid, data.test))
    predictor = LinkPredictor(seed=seed, time_budget=time_budget).fit(edges, valid=valid, test=test)
    report = predictor.report_
    assert report.test is not None
    return {
        "auc": round(100 * report.test.value, 2),
        "valid": round(100 * report.valid.value, 2),
        "default_valid": round(100 * report.candidates[0].metric, 2),
        "tried": len(report.candidates),
        "chosen": report.settings,
        "seconds": round(report.seconds, 1),
    }


def tuned(name: str, seeds: Sequence[int]) -> dict[str, Any] | None:
    """The best network that was tuned by hand, on the same seeds; None before there is one."""
    cells = [cell for cell in find_cells(f"links/{name}") if isinstance(cell.study, LinkNetwork)]
    figures = {cell.method: figure for cell in cells if (figure := _mean(cell, seeds)) is not None}
    if not figures:
        return None
    best = max(figures, key=lambda method: figures[method])
    return {"method": best, "auc": round(figures[best], 2)}


def _mean(cell: Cell, seeds: Sequence[int]) -> float | None:
    if cell.ours is None or cell.stale or not set(seeds) <= set(cell.ours.seeds):
        return None
    by_seed = dict(zip(cell.ours.seeds, cell.ours.values["auc"], strict=True))
    return fmean(by_seed[seed] for seed in seeds)


def summary(name: str, by_seed: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The figures of one graph beside the tuned one."""
    seeds = sorted(map(int, by_seed))
    mean = fmean(by_seed[str(seed)]["auc"] for seed in seeds)
    beside = tuned(name, seeds)
    return {
        "auc": round(mean, 2),
        "tuned": beside,
        "less": None if beside is None else round(beside["auc"] - mean, 2),
        "seeds": {str(seed): by_seed[str(seed)] for seed in seeds},
    }


def row(name: str, found: Mapping[str, Any]) -> str:
    """A line of the table."""
    seconds = fmean(one["seconds"] for one in found["seeds"].values())
    beside = found["tuned"]
    other = "not measured yet" if beside is None else f"{beside['auc']:6.2f} ({beside['method']})"
    less = "" if beside is None else f"{found['less']:+6.2f}"
    count = f"{len(found['seeds'])} seeds, {seconds:4.0f} s each"
    return f"{name:10} {found['auc']:6.2f}   {other:26} {less:8} {count}"


def verdict(graphs: Mapping[str, Any]) -> str:
    """Whether the defaults are close enough, graph by graph."""
    less = {name: found["less"] for name, found in graphs.items()}
    measured = {name: by for name, by in less.items() if by is not None}
    far = [f"{name} ({by:+.2f})" for name, by in measured.items() if by > CLOSE]
    open_ = [name for name in SETS if less.get(name) is None]
    said = f"within {CLOSE:g} point of the tuned figure: {len(measured) - len(far)} of {len(SETS)} graphs"
    said += f"; farther: {', '.join(far)}" if far else ""
    return said + (f"; nothing to compare with yet: {', '.join(open_)}" if open_ else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"some of {', '.join(SETS)}; all by default")
    parser.add_argument("--seeds", type=int, default=3, help="how many splits of each")
    parser.add_argument("--time-budget", type=float, default=120.0, help="seconds of a fit; usually 120")
    parser.add_argument("--again", action="store_true", help="measure anew what was measured already")
    parser.add_argument("--out", type=Path, default=FILE, help="the file of results")
    options = parser.parse_args()
    unknown = [name for name in options.sets if name not in SETS]
    if unknown:
        parser.error(f"there is no set {unknown[0]!r}; choose among {', '.join(SETS)}")
    results: dict[str, Any] = json.loads(options.out.read_text()) if options.out.exists() else {}
    graphs = results.setdefault("graphs", {})
    for seed in range(options.seeds):
        for name in options.sets or SETS:
            by_seed = {} if name not in graphs else graphs[name]["seeds"]
            if options.again or str(seed) not in by_seed:
                by_seed[str(seed)] = measured(name, seed, time_budget=options.time_budget)
                graphs[name] = summary(name, by_seed)
                results["machine"] = machine.description()
                replace_file(options.out, json.dumps(results, indent=1) + "\n")
                print(row(name, graphs[name]), flush=True)
    print(f"\n{'':10} defaults   tuned by hand              loses")
    for name in options.sets or SETS:
        graphs[name] = summary(name, graphs[name]["seeds"])
        print(row(name, graphs[name]))
    replace_file(options.out, json.dumps(results, indent=1) + "\n")
    print(verdict(graphs))
    return int(any((found["less"] or 0.0) > CLOSE for found in graphs.values()))


if __name__ == "__main__":
    sys.exit(main())
