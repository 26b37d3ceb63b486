"""The engine at work: `python -m gdgnn.cli.demo`, or `make demo`.

Makes a graph of 200,000 nodes, asks for the geodesics of half a million pairs, answers a sample of them a
second time with networkx, and draws one geodesic of each kind. Needs `pip install gdgnn[demo]`.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import networkx as nx
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from gdgnn import Graph
from gdgnn.cli.demo_graph import Pairs, candidate_pairs, collaborations
from gdgnn.cli.demo_questions import QUESTIONS, Question
from gdgnn.cli.pair_picture import choose_pair, save_pair

_BATCH = 20_000
_PAIRS_FOR_THE_PICTURE = 20_000


class PairsPerSecond(ProgressColumn):
    """How fast a progress bar moves, in pairs per second."""

    def render(self, task: Task) -> Text:
        """Write the speed so far, or nothing before the first batch."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:>11,.0f} pairs/s" if speed else "", style="cyan")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo; the exit code is 1 when the engine and networkx disagree."""
    options = _parse(arguments)
    console = Console()
    start = time.perf_counter()
    edges = collaborations(options.nodes, seed=options.seed)
    graph = Graph.from_edges(edges, num_nodes=options.nodes)
    console.print(f"[bold]{graph!r}[/bold], made and indexed in {time.perf_counter() - start:.1f} s")
    pairs = candidate_pairs(edges, options.pairs, num_nodes=options.nodes, seed=options.seed + 1)
    console.print(
        f"{options.pairs:,} pairs, every other one an edge, hidden while its own geodesic is searched; "
        f"max_dist {options.max_dist}"
    )
    agreed = _race(console, graph, pairs, options)
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "geodesics.png"
    pair = choose_pair(graph, pairs[:, :_PAIRS_FOR_THE_PICTURE], max_dist=options.max_dist)
    save_pair(graph, pair, file, max_dist=options.max_dist, seed=options.seed)
    console.print(f"One geodesic of each kind: [bold]{file}[/bold]")
    return 0 if agreed else 1


def _race(console: Console, graph: Graph, pairs: Pairs, options: argparse.Namespace) -> bool:
    """Ask every question of the engine and, for a sample, of networkx; print the speeds; do all agree?"""
    slow = nx.Graph()
    slow.add_nodes_from(range(graph.num_nodes))
    slow.add_edges_from(graph.edge_index.T.tolist())
    table = Table("pairs a second", "gdgnn", "networkx", "ratio", "answered alike")
    for column in table.columns[1:]:
        column.justify = "right"
    agreed = True
    columns = (TextColumn("{task.description:<20}"), BarColumn(), PairsPerSecond(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        for question in QUESTIONS:
            fast_speed = _engine_speed(progress, question, graph, pairs, options)
            slow_speed, alike = _networkx_speed(
                progress, question, graph, slow, pairs[:, : options.sample], options
            )
            agreed &= alike == options.sample
            table.add_row(
                question.name,
                f"{fast_speed:,.0f}",
                f"{slow_speed:,.0f}",
                f"{fast_speed / slow_speed:,.0f}×",
                f"{alike} of {options.sample}",
            )
    console.print(table)
    return agreed


def _engine_speed(
    progress: Progress, question: Question, graph: Graph, pairs: Pairs, options: argparse.Namespace
) -> float:
    total: int = pairs.shape[1]
    bar = progress.add_task(question.name, total=total)
    start = time.perf_counter()
    for first in range(0, total, _BATCH):
        batch = pairs[:, first : first + _BATCH]
        question.ask_engine(graph, batch, options.max_dist, options.threads)
        progress.advance(bar, batch.shape[1])
    return total / (time.perf_counter() - start)


def _networkx_speed(
    progress: Progress,
    question: Question,
    graph: Graph,
    slow: "nx.Graph[int]",
    sample: Pairs,
    options: argparse.Namespace,
) -> tuple[float, int]:
    """Pairs per second of networkx on the sample, and how many of its answers are the engine's."""
    total: int = sample.shape[1]
    bar = progress.add_task(f"{question.name}, networkx", total=total)
    expected, seconds = [], 0.0
    for u, v in sample.T.tolist():
        start = time.perf_counter()
        expected.append(question.ask_networkx(slow, u, v, options.max_dist))
        seconds += time.perf_counter() - start
        progress.advance(bar)
    found = question.ask_engine(graph, sample, options.max_dist, options.threads)
    alike = sum(question.alike(slow, found, at, answer) for at, answer in enumerate(expected))
    return total / seconds, alike


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m gdgnn.cli.demo", description="Show the engine at work.")
    parser.add_argument(
        "--nodes", type=int, default=200_000, help="nodes of the graph (default: %(default)s)"
    )
    parser.add_argument("--pairs", type=int, default=500_000, help="pairs to ask for (default: %(default)s)")
    parser.add_argument(
        "--sample", type=int, default=100, help="pairs networkx answers too (default: %(default)s)"
    )
    parser.add_argument("--max-dist", type=int, default=4, help="how far to search (default: %(default)s)")
    parser.add_argument(
        "--threads", type=int, default=None, help="threads of the engine (default: all cores)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of graph, pairs and paths (default: %(default)s)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("demo-output"), help="folder of the picture (default: %(default)s)"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
