"""The tables of the guide, from the result files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean
from typing import Any

from gdgnn.experiments.expressive.record import RESULTS, read

Rows = Iterator[list[str]]


def brec_ceilings(found: dict[str, Any]) -> Rows:
    """Parts by rows, distances by columns; the categories at the largest distance."""
    dists = sorted(found, key=int)
    largest = found[dists[-1]]
    categories = [name for name in next(iter(largest.values())) if name != "told"]
    yield ["At best", *(f"max_dist {dist}" for dist in dists), *categories]
    for part, row in largest.items():
        told = [str(found[dist][part]["told"]) for dist in dists]
        yield [part, *told, *(str(row[category]) for category in categories)]


def brec_untrained(found: dict[str, Any]) -> Rows:
    """Networks by rows."""
    yield ["Random network", "max_dist", "told apart", "by each draw", "seconds a draw", "to plain GIN"]
    rows = found["networks"]
    plain = next(row["processor_seconds_a_draw"] for row in rows if row["network"]["context"] == "none")
    for row in rows:
        network = row["network"]
        layers = f", {network['pair_layers']} pair layers" if network["pair_layers"] else ""
        exchange = ", exchange" if network["exchange"] else ""
        yield [
            f"{network['context']}{layers}{exchange}",
            str(network["max_dist"]),
            str(row["told"]),
            ", ".join(map(str, row["told_by_draw"])),
            f"{row['processor_seconds_a_draw']:.1f}",
            f"{row['processor_seconds_a_draw'] / plain:.1f}×",
        ]


def brec_trained(found: dict[str, Any]) -> Rows:
    """Categories by rows, with how many pairs were judged so far."""
    yield ["Trained, BREC's protocol", "judged", "told apart", "unreliable", "seconds a pair"]
    judged = list(found["pairs"].values())
    for category in dict.fromkeys(row["category"] for row in judged):
        rows = [row for row in judged if row["category"] == category]
        yield [
            category,
            str(len(rows)),
            str(sum(row["told"] and row["reliable"] for row in rows)),
            str(sum(not row["reliable"] for row in rows)),
            f"{mean(row['seconds'] for row in rows):.0f}",
        ]


def regular(found: dict[str, Any]) -> Rows:
    """Degrees and sizes by rows."""
    contexts = list(next(iter(found.values()))["share"])
    yield ["degree", "nodes", "max_dist", "pairs", *(f"`{context}`" for context in contexts)]
    for name, row in found.items():
        share = (f"{100 * row['share'][context]:.0f} %" for context in contexts)
        yield [*name.split(), str(row["max_dist"]), str(row["pairs"]), *share]


def ceilings(found: dict[str, Any]) -> Rows:
    """Distances by columns."""
    yield ["", *(f"max_dist {dist}" for dist in found)]
    yield ["at best", *map(str, found.values())]


def trained(found: dict[str, Any]) -> Rows:
    """Depths by rows."""
    yield ["layers and max_dist", "runs", "test accuracy", "lowest", "highest"]
    runs = list(found["runs"].values())
    for layers in sorted({run["layers"] for run in runs}):
        rows = [100 * run["accuracy"] for run in runs if run["layers"] == layers]
        yield [str(layers), str(len(rows)), *(f"{of(rows):.1f} %" for of in (mean, min, max))]


TABLES: dict[str, Callable[[dict[str, Any]], Rows]] = {
    "brec-ceilings": brec_ceilings,
    "brec-untrained": brec_untrained,
    "brec-trained": brec_trained,
    "csl-ceilings": ceilings,
    "csl-trained": trained,
    "exp-ceilings": ceilings,
    "exp-trained": trained,
    "regular": regular,
}


def markdown(rows: Rows) -> str:
    """A table whose first row is its head.

    Example:
        >>> print(markdown(iter([["a", "b"], ["1", "2"]])))
        | a | b |
        |---|--:|
        | 1 | 2 |
    """
    head, *body = rows
    lines = [head, *body]
    text = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([text[0], "|---|" + "--:|" * (len(head) - 1), *text[1:]])


def refreshed(page: str, folder: Path = RESULTS) -> str:
    """The page with what stands between each pair of markers brought up to date."""
    for name, rows in TABLES.items():
        found = read(name, folder)
        table = markdown(rows(found)) if found else "Not measured yet."
        block = re.compile(rf"(?<=<!-- {name}: begin -->\n).*?(?=<!-- {name}: end -->)", re.DOTALL)
        page = block.sub(lambda _, table=table: f"\n{table}\n\n", page)  # type: ignore[misc]
    return page


def write_page(page: Path, folder: Path = RESULTS) -> None:
    """Bring the tables of a page up to date."""
    page.write_text(refreshed(page.read_text(encoding="utf-8"), folder), encoding="utf-8")
