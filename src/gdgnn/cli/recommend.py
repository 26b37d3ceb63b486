"""`gdgnn recommend`: the likeliest missing links."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.answers import check_ending, write
from gdgnn.cli.flags import ModelArgument, OutFile
from gdgnn.cli.models import load_links, node_named
from gdgnn.cli.output import Json, print_json, print_table

if TYPE_CHECKING:
    from gdgnn.estimators import Recommendation


def recommend(
    model: ModelArgument,
    node: Annotated[str | None, typer.Option(help="A node by name: the likeliest links of it.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="The likeliest links of the whole graph.")
    ] = False,
    k: Annotated[int, typer.Option("-k", help="How many links.", min=1)] = 10,
    max_pairs: Annotated[
        int, typer.Option(help="With --all: pairs to score, about, e.g. 1000000.", min=1)
    ] = 5_000_000,
    out: OutFile = None,
    as_json: Json = False,
) -> None:
    """Name the likeliest links that the graph does not have, best first.

    With --all, pairs that are near each other are scored, and a sample of the others tells how many better
    ones may have been passed over.

    Example: gdgnn recommend model --node alice -k 5

    Example: gdgnn recommend model --all -k 1000 --out links.csv
    """
    if (node is not None) == everything:
        raise ValueError("recommend needs one of --node NAME and --all")
    check_ending(out)
    predictor = load_links(model, "recommend")
    if node is not None:
        found = predictor.recommend(node_named(predictor.graph_, node), k)
        _give(found, {"node": node}, [], out, as_json=as_json)
        return
    with _progress() as hear:
        best = predictor.recommend_all(k, max_pairs=max_pairs, on_progress=hear)
    about = {"scored": best.scored, "reach": best.reach, "skipped": asdict(best.skipped)}
    said = [f"scored: {best.scored:,} pairs", str(best.skipped)]
    _give(best, about, said, out, as_json=as_json)


def _give(
    links: Iterable[Recommendation], about: dict[str, Any], said: list[str], out: Any, *, as_json: bool
) -> None:
    rows = [asdict(link) for link in links]
    names = ("head", "tail", "probability", "distance")
    if out is not None:
        write({name: [row[name] for row in rows] for name in names}, out)
        print(f"written: {out}", file=sys.stderr)
    if as_json:
        print_json(about | {"links": rows})
        return
    if out is None:
        print_table(
            names,
            [
                [row["head"], row["tail"], f"{row['probability']:.4f}", row["distance"] or "no path"]
                for row in rows
            ],
        )
    for line in said:
        print(line)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("scoring pairs", total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)
