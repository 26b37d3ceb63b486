"""`read_facts`: tables of facts, each row a head, a relation and a tail."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from gdgnn.data.tables.columns import Column, position
from gdgnn.data.tables.database import workspace
from gdgnn.data.tables.ids import number
from gdgnn.data.tables.load import TextOptions
from gdgnn.data.tables.report import ReadReport
from gdgnn.data.tables.rows import Wanted, read_rows
from gdgnn.data.tables.source import find
from gdgnn.data.tables.split_files import together
from gdgnn.data.triples import Triples
from gdgnn.graph import Names
from gdgnn.graph.arrays import frozen

PARTS = ("head", "relation", "tail")
# Triples of names under which the columns of facts are known, the likelier first.
KNOWN_COLUMNS = (
    ("head", "relation", "tail"),
    ("subject", "predicate", "object"),
    ("source", "relation", "target"),
    ("src", "relation", "dst"),
    ("from", "relation", "to"),
    ("h", "r", "t"),
    ("s", "p", "o"),
)
_SUFFIXES = ("", "_id", "_name")
_ROLES = {"src": "head", "relation": "relation", "dst": "tail"}


@dataclass(frozen=True, eq=False)
class FactTables:
    """Facts of one or several tables, over the same entities and relations.

    Attributes:
        facts: those of each table, in the order of their rows.
        reports: how reading each went.
    """

    facts: dict[str, Triples]
    reports: dict[str, ReadReport]

    @property
    def report(self) -> str:
        """What was read, dropped and guessed."""
        return "\n".join(map(str, self.reports.values()))


def read_facts(
    sources: Mapping[str, Any],
    *,
    head: Column | None = None,
    relation: Column | None = None,
    tail: Column | None = None,
    table: str | None = None,
    query: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str | None = None,
    skip_bad: bool = False,
    known: Container[object] = (),
    memory_limit: str = "1GB",
    threads: int | None = None,
) -> FactTables:
    r"""Read tables of facts; entities and relations are numbered in order of appearance in all of them.

    Args:
        sources: by any names, e.g. "train": as for :func:`~gdgnn.data.tables.read_edges`.
        head, relation, tail: columns, by name or number from 0. Those that are left out are known by their
            names, or are the first ones: a file without a header is read as head, relation, tail.
        table, query: what to read of databases.
        delimiter, header, encoding, skip_bad, memory_limit, threads: as for
            :func:`~gdgnn.data.tables.read_edges`.
        known: entities, which head no column: a first row of such is a fact, whatever it looks like.

    Raises:
        BadRowError, ValueError: as :func:`~gdgnn.data.tables.read_edges`.

    Example:
        >>> rows = {"who": ["ann", "bob"], "does": ["knows", "likes"], "what": ["bob", "tea"]}
        >>> read_facts({"all": rows}).facts["all"].named()
        [('ann', 'knows', 'bob'), ('bob', 'likes', 'tea')]
        >>> print(read_facts({"all": rows}).report)
        table: 2 rows
        guessed: facts are "who", "does", "what"
    """
    if not sources:
        raise ValueError("no table is given; give one or several by name, e.g. {'train': 'facts.tsv'}")
    roles = {"src": head, "relation": relation, "dst": tail}
    names = (*PARTS, *(str(column) for column in roles.values() if column is not None))

    def wanted(header: bool | None) -> Wanted:
        choose = partial(_choose, roles, () if header is not None else known)
        return Wanted(choose, TextOptions(encoding, delimiter, header), names, skip_bad)

    with workspace(memory_limit=memory_limit, threads=threads) as work:
        parts = {}
        for at, source in enumerate(sources.values()):
            place, name = find(source, table=table, query=query), f"part_{at}"
            try:
                parts[name] = read_rows(place, work, wanted(header), table=name)
            except _NoHeaderError:
                parts[name] = read_rows(place, work, wanted(False), table=name)
        numbered = number(work.db, "all_rows", together(work, parts), None)
    assert numbered.relation is not None
    assert numbered.relations is not None
    ids = np.stack([numbered.heads, numbered.relation, numbered.tails])
    sizes = [rows.report.rows for rows in parts.values()]
    return FactTables(
        {
            name: _triples(part, numbered.nodes, numbered.relations)
            for name, part in zip(sources, np.split(ids, np.cumsum(sizes)[:-1], axis=1), strict=True)
        },
        {name: rows.report for name, rows in zip(sources, parts.values(), strict=True)},
    )


def _triples(ids: Any, entities: Names, relations: Names) -> Triples:
    return Triples(frozen(np.ascontiguousarray(ids)), len(entities), len(relations), entities, relations)


class _NoHeaderError(Exception):
    """What was taken for a header is a fact."""


def _choose(
    given: Mapping[str, Column | None],
    known: Container[object],
    columns: Sequence[str],
    source: str,
    header: bool,
) -> tuple[dict[str, int], list[str]]:
    """The position of each role, and what was guessed about it."""
    if len(columns) < 3:
        raise ValueError(f"{source} has {len(columns)} columns; give one each for head, relation and tail")
    chosen = {
        role: position(column, columns, source=source, header=header, argument=_ROLES[role])
        for role, column in given.items()
        if column is not None
    }
    guesses = []
    if len(chosen) < 3:
        chosen = _guessed(chosen, columns, header)
        shown = ", ".join(f'"{columns[chosen[role]]}"' for role in _ROLES)
        guesses.append(f"facts are {shown}")
    if len(set(chosen.values())) < 3:
        raise ValueError(f"{source}: head, relation and tail must be three different columns; {chosen}")
    ends = [columns[chosen[role]] for role in ("src", "dst")]
    if header and all(end in known or (end.isdecimal() and int(end) in known) for end in ends):
        raise _NoHeaderError
    unused = [name for at, name in enumerate(columns) if at not in chosen.values()]
    if unused:
        guesses.append(f"columns not used: {', '.join(unused)}")
    return {role: chosen[role] for role in _ROLES}, guesses


def _guessed(chosen: Mapping[str, int], columns: Sequence[str], header: bool) -> dict[str, int]:
    """All roles: by names that are known, otherwise the first columns that play no other part."""
    folded = [name.casefold() for name in columns]
    for names, suffix in product(KNOWN_COLUMNS, _SUFFIXES if header else ()):
        known = {role: name + suffix for role, name in zip(_ROLES, names, strict=True) if role not in chosen}
        if all(name in folded for name in known.values()):
            found = {role: folded.index(name) for role, name in known.items()}
            if not set(found.values()) & set(chosen.values()):
                return {**chosen, **found}
    free = iter(at for at in range(len(columns)) if at not in chosen.values())
    return {role: chosen[role] if role in chosen else next(free) for role in _ROLES}
