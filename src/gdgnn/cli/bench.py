"""`gdgnn bench`: how fast the geodesic engine is on this machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.output import Json, print_json, print_table

if TYPE_CHECKING:
    import networkx as nx
    from rich.progress import Progress

    from gdgnn import Graph
    from gdgnn.cli.bench_questions import Question
    from gdgnn.cli.social_graph import Pairs

_BATCH = 20_000


def bench(
    nodes: Annotated[
        int, typer.Option(help="Nodes of the graph that is made up, e.g. --nodes 1000000.", min=10)
    ] = 200_000,
    pairs: Annotated[int, typer.Option(help="Pairs to ask about, e.g. 100000.", min=1)] = 500_000,
    sample: Annotated[
        int, typer.Option(help="Pairs that networkx answers too, to compare, e.g. 200.", min=1)
    ] = 100,
    max_dist: Annotated[int, typer.Option(help="How far to search, e.g. 3.", min=1)] = 4,
    threads: Annotated[
        int | None, typer.Option(help="Threads of the engine, e.g. 2; all cores by default.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another graph, e.g. 1.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """Time the geodesic engine beside networkx on a made-up social graph, and compare their answers.

    Needs networkx. Exit code 1 if the two disagree anywhere.

    Example: gdgnn bench --nodes 50000 --threads 1
    """
    from rich.console import Console

    from gdgnn import Graph
    from gdgnn.cli.social_graph import candidate_pairs, collaborations

    console = Console(stderr=True)
    edges = collaborations(nodes, seed=seed)
    graph = Graph.from_edges(edges, num_nodes=nodes)
    typer.echo(f"{graph!r}; every other pair is an edge, hidden while it is searched", err=True)
    asked = candidate_pairs(edges, pairs, num_nodes=nodes, seed=seed + 1)
    rows = _race(console, graph, asked, sample=min(sample, pairs), max_dist=max_dist, threads=threads)
    if as_json:
        print_json(rows)
    else:
        print_table(
            ["pairs a second", "gdgnn", "networkx", "ratio", "answered alike"],
            [
                [
                    row["question"],
                    f"{row['gdgnn']:,.0f}",
                    f"{row['networkx']:,.0f}",
                    f"{row['gdgnn'] / row['networkx']:,.0f}",
                    f"{row['alike']} of {row['sample']}",
                ]
                for row in rows
            ],
        )
    if any(row["alike"] < row["sample"] for row in rows):
        raise typer.Exit(1)


def _race(
    console: Any, graph: Graph, pairs: Pairs, *, sample: int, max_dist: int, threads: int | None
) -> list[dict[str, Any]]:
    """Ask every question of the engine and, for a sample, of networkx: speeds, and how many answers agree."""
    import networkx as nx
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from gdgnn.cli.bench_questions import QUESTIONS

    slow = nx.Graph()
    slow.add_nodes_from(range(graph.num_nodes))
    slow.add_edges_from(graph.edge_index.T.tolist())
    few = pairs[:, :sample]
    rows = []
    columns = (TextColumn("{task.description:<20}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        for question in QUESTIONS:
            speed = _engine_speed(progress, question, graph, pairs, max_dist, threads)
            slow_speed, expected = _networkx_speed(progress, question, slow, few, max_dist)
            found = question.ask_engine(graph, few, max_dist, threads)
            alike = sum(question.alike(slow, found, at, answer) for at, answer in enumerate(expected))
            rows.append(
                {
                    "question": question.name,
                    "gdgnn": speed,
                    "networkx": slow_speed,
                    "alike": alike,
                    "sample": sample,
                }
            )
    return rows


def _engine_speed(
    progress: Progress, question: Question, graph: Graph, pairs: Pairs, max_dist: int, threads: int | None
) -> float:
    total: int = pairs.shape[1]
    bar = progress.add_task(question.name, total=total)
    start = time.perf_counter()
    for first in range(0, total, _BATCH):
        batch = pairs[:, first : first + _BATCH]
        question.ask_engine(graph, batch, max_dist, threads)
        progress.advance(bar, batch.shape[1])
    return total / (time.perf_counter() - start)


def _networkx_speed(
    progress: Progress, question: Question, slow: nx.Graph[int], sample: Pairs, max_dist: int
) -> tuple[float, list[Any]]:
    """Pairs per second of networkx, and its answers."""
    bar = progress.add_task(f"{question.name}, networkx", total=sample.shape[1])
    answers, seconds = [], 0.0
    for u, v in sample.T.tolist():
        start = time.perf_counter()
        answers.append(question.ask_networkx(slow, u, v, max_dist))
        seconds += time.perf_counter() - start
        progress.advance(bar)
    return sample.shape[1] / seconds, answers
