"""Flags that sub-commands share, as dataclasses: one option for each field."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import typer


def flat(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameters that are dataclasses become one option for each of their fields.

    Example:
        >>> def read(table: TableFlags, loud: bool = False) -> None:
        ...     print(table.delimiter)
        >>> list(inspect.signature(flat(read)).parameters)[-3:]
        ['encoding', 'skip_bad', 'loud']
        >>> flat(read)(**dict.fromkeys(TableFlags.__dataclass_fields__), loud=True)
        None
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}

    @wraps(command)
    def called(**given: Any) -> None:
        held = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **held)

    parameters = list(_parameters(command, hints))
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def _parameters(command: Callable[..., None], hints: dict[str, Any]) -> Iterator[inspect.Parameter]:
    kind = inspect.Parameter.KEYWORD_ONLY
    for name, parameter in inspect.signature(command).parameters.items():
        if not is_dataclass(hints[name]):
            yield parameter.replace(kind=kind, annotation=hints[name])
            continue
        of_fields = get_type_hints(hints[name], include_extras=True)
        for field in fields(hints[name]):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            yield inspect.Parameter(field.name, kind, default=default, annotation=of_fields[field.name])


@dataclass(frozen=True, kw_only=True)
class TableFlags:
    """How a table is read; what is left out is guessed from its first lines."""

    table: Annotated[str | None, typer.Option(help="Of a database: the table to read, e.g. follows.")] = None
    query: Annotated[
        str | None, typer.Option(help='Of a database: what to ask, e.g. "select a, b from follows".')
    ] = None
    delimiter: Annotated[
        str | None, typer.Option(help='Of text: between columns, e.g. ";" or "whitespace".')
    ] = None
    header: Annotated[
        bool | None,
        typer.Option("--header/--no-header", help="Of text: whether the first row names columns."),
    ] = None
    encoding: Annotated[str | None, typer.Option(help="Of text, e.g. latin-1; UTF-8 by default.")] = None
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad rows out, count them, and write them to a file.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class EndFlags:
    """Which columns hold the two ends."""

    src: Annotated[
        str | None,
        typer.Option(help="Column of the first end, by name or number from 0, e.g. who; guessed by default."),
    ] = None
    dst: Annotated[str | None, typer.Option(help="Column of the second end, e.g. whom.")] = None


@dataclass(frozen=True, kw_only=True)
class FactFlags:
    """Which columns hold the parts of facts."""

    head: Annotated[
        str | None,
        typer.Option(help="Column of heads, by name or number from 0, e.g. subject; guessed by default."),
    ] = None
    relation: Annotated[str | None, typer.Option(help="Column of relations, e.g. predicate.")] = None
    tail: Annotated[str | None, typer.Option(help="Column of tails, e.g. object.")] = None


@dataclass(frozen=True, kw_only=True)
class FactAsked:
    """What is asked of models of facts.

    Attributes:
        k, known: how many answers, and whether known facts are among them.
        graph_facts: other facts that are asked about; known_facts: more that are true.
        protocol, by: how facts are ranked, and what figures are taken apart by.
    """

    k: int = 10
    known: bool = False
    graph_facts: str | None = None
    known_facts: str | None = None
    protocol: Literal["full", "legacy"] = "full"
    by: Literal["relation", "distance"] | None = None


@dataclass(frozen=True, kw_only=True)
class NodeFlags:
    """A table of nodes."""

    nodes: Annotated[
        str | None,
        typer.Option(help="Table of nodes, e.g. people.csv: its numbers and categories become features."),
    ] = None
    node: Annotated[
        str | None,
        typer.Option(help="Column of that table that names the nodes, e.g. name; guessed by default."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class LabelFlags:
    """A table of classes."""

    labels: Annotated[str | None, typer.Option(help="Table of targets and their classes.")] = None
    target: Annotated[
        str | None,
        typer.Option(help="Column of that table that names the targets, e.g. name; guessed by default."),
    ] = None
    label: Annotated[
        str | None, typer.Option(help="Column with the classes, e.g. team; by default the only other one.")
    ] = None


FactsArgument = Annotated[
    str,
    typer.Argument(
        help="Table of facts, or a folder with train.txt and perhaps valid.txt and test.txt.",
        show_default=False,
    ),
]
EdgesArgument = Annotated[
    str,
    typer.Argument(
        help="Table of edges: CSV, TSV, JSON lines, Parquet, DuckDB or SQLite file, or postgresql://...",
        show_default=False,
    ),
]
NodeFlag = Annotated[
    str | None, typer.Option(help="Of nodes: the column that names them, e.g. name; guessed by default.")
]
GraphFlag = Annotated[str | None, typer.Option(help="Of edges: the column that tells graphs apart.")]
ModelArgument = Annotated[
    Path, typer.Argument(help="Folder that `gdgnn train` has written.", show_default=False)
]
OutFile = Annotated[
    Path | None,
    typer.Option(help="File to write: .csv, .tsv, .jsonl or .parquet; standard output by default."),
]
