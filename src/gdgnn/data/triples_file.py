"""Facts from text files: one `head TAB relation TAB tail` a line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from gdgnn.data.triples import Triples
from gdgnn.graph import Names


@dataclass(frozen=True, eq=False)
class TripleSplit:
    """Facts to learn from and facts to predict, over the same entities and relations.

    Attributes:
        train: the facts of the graph.
        valid, test: facts held back.
    """

    train: Triples
    valid: Triples
    test: Triples


def read_triples(
    path: str | PathLike[str],
    *,
    entities: Iterable[Hashable] | None = None,
    relations: Iterable[Hashable] | None = None,
) -> Triples:
    r"""The facts of a TSV file without header line; empty lines are skipped.

    Args:
        path: of the file, in UTF-8.
        entities, relations: as in :meth:`Triples.from_names`.

    Raises:
        KeyError: a name is not among those given; file, line and name are told.
        ValueError: a line has not three columns, or one of them is empty.

    Example:
        >>> _ = Path("facts.tsv").write_text("ann\tknows\tbob\n")
        >>> read_triples("facts.tsv").named()
        [('ann', 'knows', 'bob')]
    """
    lines, rows = _rows(Path(path))
    _check_known(Path(path), lines, [row[1] for row in rows], relations, "relation")
    for column in (0, 2):
        _check_known(Path(path), lines, [row[column] for row in rows], entities, "entity")
    heads, relation, tails = ([row[column] for row in rows] for column in range(3))
    return Triples.from_names(heads, relation, tails, entities=entities, relations=relations)


def read_split(folder: str | PathLike[str], *, relations: Iterable[Hashable] | None = None) -> TripleSplit:
    """`train.txt`, `valid.txt` and `test.txt` of a folder.

    Entities are numbered in the order in which they appear in the three files. So are relations, unless they
    are given: for the inductive use, give those of the graph that was trained on; nothing else is shared.

    Raises:
        KeyError: a relation is not among those given; file, line and name are told.
    """
    paths = [Path(folder) / f"{part}.txt" for part in ("train", "valid", "test")]
    rows = [row for path in paths for row in _rows(path)[1]]
    entities = Names(dict.fromkeys(name for head, _, tail in rows for name in (head, tail)), "entities")
    if relations is None:
        relations = dict.fromkeys(relation for _, relation, _ in rows)
    known = Names.of(relations, "relations")
    train, valid, test = (read_triples(path, entities=entities, relations=known) for path in paths)
    return TripleSplit(train, valid, test)


def _rows(path: Path) -> tuple[list[int], list[tuple[str, str, str]]]:
    """Line numbers from 1, and the three columns of these lines."""
    lines, rows = [], []
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, start=1):
            if not text.strip():
                continue
            columns = [column.strip() for column in text.rstrip("\n").split("\t")]
            if len(columns) != 3 or not all(columns):
                raise ValueError(
                    f"{path.name}, line {number}: {text.strip()!r:.80} has not three columns; give head, "
                    "relation and tail with a tab between them"
                )
            lines.append(number)
            rows.append((columns[0], columns[1], columns[2]))
    return lines, rows


def _check_known(
    path: Path, lines: list[int], column: list[str], known: Iterable[Hashable] | None, kind: str
) -> None:
    if known is None:
        return
    names = Names.of(known, "names")
    for line, name in zip(lines, column, strict=True):
        if name not in names:
            raise KeyError(
                f"{path.name}, line {line}: {kind} {name!r} is not among the {len(names):,} that are known; "
                "drop the row, or train on facts that have it"
            )
