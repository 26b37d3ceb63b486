"""Tables of a few rows, and flags under which a training takes a moment."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

_QUICK = "--trials 1 --epochs 2 --layers 2 --hidden 8 --max-dist 3 --time-budget inf --threads 1 --device cpu"
FAST = _QUICK.split()
NODES = 40
PEOPLE = [f"p{at}" for at in range(NODES)]


def circles() -> list[tuple[int, int]]:
    """Each node knows the next three of its circle of twenty; one edge joins the two circles."""
    rows = [(at + i, at + (i + step) % 20) for at in (0, 20) for i in range(20) for step in (1, 2, 3)]
    return [*rows, (0, 20)]


def team(node: int) -> str:
    return "red" if node < 20 else "blue"


def write_rows(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(header)
        table.writerows(rows)
    return path


def write_tables(folder: Path) -> None:
    """The tables that tests read; the last four people are of unknown teams, the last four graphs of unknown
    kinds."""
    edges = [(PEOPLE[u], PEOPLE[v]) for u, v in circles()]
    write_rows(folder / "edges.csv", ["from", "to"], edges)
    pairs = [("p0", "p4", 1), ("p1", "p30", 0), ("p5", "p9", 1), ("p21", "p2", 0)]
    write_rows(folder / "pairs.csv", ["one", "other", "linked"], pairs)
    write_rows(folder / "teams.csv", ["who", "team"], [(PEOPLE[at], team(at)) for at in range(36)])
    people = [(PEOPLE[at], at % 7 if at % 5 else "", team(at) if at < 36 else "") for at in range(NODES)]
    write_rows(folder / "people.csv", ["name", "age", "team"], people)
    rings = [(f"m{at}", i, (i + 1) % size) for at, size in _sizes(1) for i in range(size)]
    stars = [(f"m{at}", 0, i) for at, size in _sizes(0) for i in range(1, size)]
    write_rows(folder / "many.csv", ["g", "a", "b"], [*rings, *stars])
    kinds = [(f"m{at}", "ring" if at % 2 else "star") for at in range(20)]
    write_rows(folder / "kinds.csv", ["g", "kind"], kinds)


def _sizes(odd: int) -> list[tuple[int, int]]:
    return [(at, 4 + at % 6) for at in range(odd, 24, 2)]
