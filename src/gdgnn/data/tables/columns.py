"""Which column of a table plays which part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

Column: TypeAlias = str | int

# Pairs of names under which the two ends of an edge are known, the likelier first.
_ENDS = (
    ("src", "dst"),
    ("source", "target"),
    ("head", "tail"),
    ("from", "to"),
    ("u", "v"),
    ("subject", "object"),
    ("node1", "node2"),
    ("node_1", "node_2"),
    ("id1", "id2"),
    ("id_1", "id_2"),
    ("node_a", "node_b"),
)
_SUFFIXES = ("", "_id", "id", "_node", "_name")
_NODES = ("node", "id", "name", "node_id", "key")


def are_known(cells: Sequence[str]) -> bool:
    """Whether cells of a first row are names under which columns are known: of two ends, or of nodes."""
    folded = [cell.strip().casefold() for cell in cells]
    if any(name in folded for name in _NODES):
        return True
    return any(all(end + suffix in folded for end in ends) for ends, suffix in product(_ENDS, _SUFFIXES))


def position(column: Column, columns: Sequence[str], *, source: str, header: bool, argument: str) -> int:
    """Where a column is, given by its name or its number from 0.

    Raises:
        ValueError: there is no such column, or several.
    """
    text = str(column)
    if isinstance(column, str) and columns.count(column) == 1 and header:
        return columns.index(column)
    if isinstance(column, str) and columns.count(column) > 1:
        raise ValueError(f'{source} has {columns.count(column)} columns named "{column}"; rename them')
    if text.isdecimal() and int(text) < len(columns):
        return int(text)
    there = ", ".join(columns) if header else f"no header, but {len(columns)} columns"
    remedy = "one of these, or its number from 0" if header else f"a number from 0 to {len(columns) - 1}"
    raise ValueError(f'{source} has no column "{column}"; it has {there}. Give {remedy} as {argument}')


def choose_ends(
    roles: Mapping[str, Column | None], columns: Sequence[str], source: str, header: bool
) -> tuple[dict[str, int], list[str]]:
    """The position of each role that is played, and what was guessed about it.

    Roles are the arguments of `read_edges`; `src` and `dst` are guessed where they are not given.
    """
    if len(columns) < 2:
        raise ValueError(f"{source} has one column; give a table with a column for each end of an edge")
    chosen = {
        role: position(column, columns, source=source, header=header, argument=role)
        for role, column in roles.items()
        if column is not None
    }
    guesses = []
    if "src" not in chosen or "dst" not in chosen:
        guessed = _ends(columns, chosen) if header else _first_free(columns, chosen)
        chosen = {**dict(zip(("src", "dst"), guessed, strict=True)), **chosen}
        guesses.append(f'edges join "{columns[chosen["src"]]}" and "{columns[chosen["dst"]]}"')
    for role, at in chosen.items():
        twin = next((other for other in chosen if other < role and chosen[other] == at), None)
        if twin:
            raise ValueError(f'{source}: {twin} and {role} are both column "{columns[at]}"; give two columns')
    unused = [name for at, name in enumerate(columns) if at not in chosen.values()]
    if unused:
        guesses.append(f"columns not used: {', '.join(unused)}")
    return {role: chosen[role] for role in roles if role in chosen}, guesses


def choose_node(
    node: Column | None, columns: Sequence[str], source: str, header: bool
) -> tuple[dict[str, int], list[str]]:
    """The column that names the nodes as role "node", guessed unless given; the others "of" their name."""
    folded = [name.casefold() for name in columns]
    if node is not None:
        at, guesses = position(node, columns, source=source, header=header, argument="node"), []
    else:
        at = next((folded.index(name) for name in _NODES if name in folded), 0)
        guesses = [f'nodes are named by "{columns[at]}"']
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f'{source} has {columns.count(twice)} columns named "{twice}"; rename them')
    return {"node": at, **{f"of {name}": other for other, name in enumerate(columns) if other != at}}, guesses


def _ends(columns: Sequence[str], chosen: Mapping[str, int]) -> tuple[int, int]:
    folded = [name.casefold() for name in columns]
    for ends, suffix in product(_ENDS, _SUFFIXES):
        pair = ends[0] + suffix, ends[1] + suffix
        if all(name in folded for name in pair):
            at = folded.index(pair[0]), folded.index(pair[1])
            if not set(at).intersection(chosen.values()):
                return at
    return _first_free(columns, chosen)


def _first_free(columns: Sequence[str], chosen: Mapping[str, int]) -> tuple[int, int]:
    """The first columns that play no other part."""
    taken = {at for role, at in chosen.items() if role not in ("src", "dst")}
    free = iter(at for at in range(len(columns)) if at not in taken and at not in chosen.values())
    src = chosen["src"] if "src" in chosen else next(free, -1)
    dst = chosen["dst"] if "dst" in chosen else next(free, -1)
    if -1 in (src, dst):
        raise ValueError("no two columns are left for the ends of edges; name them as src and dst")
    return src, dst
