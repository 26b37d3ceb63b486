"""How many pairs of a set each part of the model can tell apart at best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.progress import track

from gdgnn.experiments.expressive.hashing import Colored, Ids
from gdgnn.experiments.expressive.record import RESULTS, read, write
from gdgnn.experiments.expressive.sets import CSL_SKIPS, GraphPair, brec, csl_graph, exp

DEPTH = 4
"""Rounds of 1-WL that stand for the encoder; more tell nothing more apart in these sets."""

MAX_DISTS = (2, 4, 6, 10)

PLAIN, DISTANCE, VERTICAL, DEGREE = "plain", "distance", "vertical", "vertical+degree"


def graph_colors(seen: Colored) -> Iterator[tuple[str, Ids]]:
    """The colors of graphs by one part of the model after the other.

    Names with ``+`` add to the part before, those below them to ``vertical+degree``.
    """
    yield PLAIN, seen.graphs()
    yield DISTANCE, seen.graphs(seen.pairs("distance"))
    yield VERTICAL, seen.graphs(seen.pairs("vertical"))
    base = seen.pairs("vertical+degree")
    yield DEGREE, seen.graphs(base)
    counted = seen.with_paths(base)
    yield "+ path counts", seen.graphs(counted)
    counted = seen.with_same_layer(counted)
    yield "+ same-layer edge counts", seen.graphs(counted)
    yield "+ 4 layers after the injection", seen.graphs(counted, rounds_after=4)
    yield "network of 3 layers over W", seen.graphs(seen.with_between(base, 3))
    yield from _layers(seen, base, exchange=False)
    yield from _layers(seen, base, exchange=True)


def _layers(seen: Colored, color: Ids, *, exchange: bool) -> Iterator[tuple[str, Ids]]:
    for done, layers in pairwise((0, 1, 2, 4, 8)):
        color = seen.with_pair_layers(color, layers - done, exchange=exchange)
        yield f"{layers} pair layer{'s' * (layers > 1)}{', exchange' * exchange}", seen.graphs(color)


def told_apart(pair: GraphPair, max_dist: int) -> dict[str, bool]:
    """Which parts can tell a pair apart.

    Example:
        >>> from gdgnn.experiments.expressive.sets import from_graph6
        >>> hexagon, triangles = from_graph6("EhEG"), from_graph6("EwCW")
        >>> found = told_apart(GraphPair("two", hexagon, triangles), max_dist=2)
        >>> found["plain"], found["distance"]
        (False, True)
    """
    seen = Colored([pair.first, pair.second], max_dist, DEPTH)
    return {part: bool(color[0] != color[1]) for part, color in graph_colors(seen)}


def brec_ceilings(data_dir: Path, max_dists: Sequence[int] = MAX_DISTS, folder: Path = RESULTS) -> None:
    """Count the pairs of BREC that each part tells apart, for every distance that is not in the file yet."""
    pairs = brec(data_dir)
    for max_dist in max_dists:
        if str(max_dist) in read("brec-ceilings", folder):
            continue
        counts: dict[str, Counter[str]] = {}
        for pair in track(pairs, f"BREC, max_dist {max_dist}"):
            for part, told in told_apart(pair, max_dist).items():
                count = counts.setdefault(part, Counter({each.category: 0 for each in pairs}))
                count[pair.category] += told
        for part, count in counts.items():
            print(f"  {part:42s} {count.total():4d} of {len(pairs)}")
        found = {part: {"told": count.total(), **count} for part, count in counts.items()}
        write("brec-ceilings", {**read("brec-ceilings", folder), str(max_dist): found}, folder)


def csl_ceilings(folder: Path = RESULTS) -> None:
    """Count the classes of CSL that ``vertical+degree`` tells from all others, at distances 2, 3, 4."""
    graphs = [csl_graph(skip) for skip in CSL_SKIPS]
    found = {}
    for max_dist in (2, 3, 4):
        seen = Colored(graphs, max_dist, DEPTH)
        found[str(max_dist)] = len(np.unique(seen.graphs(seen.pairs("vertical+degree"))))
        print(f"  max_dist {max_dist}: {found[str(max_dist)]} of {len(graphs)} classes")
    write("csl-ceilings", found, folder)


def exp_ceilings(data_dir: Path, folder: Path = RESULTS) -> None:
    """Count the pairs of EXP that ``vertical+degree`` tells apart, at distances 2, 3, 4."""
    graphs, features, _ = exp(data_dir)
    found = {str(max_dist): 0 for max_dist in (2, 3, 4)}
    for at in track(range(0, len(graphs), 2), "EXP"):
        for max_dist in found:
            seen = Colored(graphs[at : at + 2], int(max_dist), DEPTH, features[at : at + 2])
            first, second = seen.graphs(seen.pairs("vertical+degree"))
            found[max_dist] += int(first != second)
    for max_dist, told in found.items():
        print(f"  max_dist {max_dist}: {told} of {len(graphs) // 2} pairs")
    write("exp-ceilings", found, folder)
