"""Classes of nodes and of graphs, from tables."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from gdgnn.cli.flags import LabelFlags

if TYPE_CHECKING:
    from gdgnn.data.tables import NodeTable

Classes = dict[str, str]
"""The class of each target that has one, both as they are written."""


def read_labels(flags: LabelFlags, source: str, target: str | None = None) -> Classes:
    """The classes that a table tells.

    Args:
        flags: which columns.
        source: the table.
        target: the column that names the targets, where the flags do not say.

    Raises:
        ValueError: there is no such column, or several that could be meant.
    """
    from gdgnn.data import tables

    named_by = flags.target if flags.target is not None else target
    label = flags.label if flags.label is not None else _only_column(source, named_by)
    table = tables.read_nodes(source, node=named_by, categorical=[label])
    print(table.report, file=sys.stderr)
    texts = table.categorical[label]
    return {
        str(name): texts.values[code]
        for name, code in zip(table.names, texts.code.tolist(), strict=True)
        if code >= 0
    }


def of_targets(classes: Classes, targets: Collection[object], source: str, things: str) -> list[str | None]:
    """The class of each target, None where it is not known; classes of others are counted and left out.

    Raises:
        ValueError: none of the targets has a class.

    Example:
        >>> of_targets({"1": "red", "2": "blue"}, [2, 1, 3], "labels.csv", "nodes")
        ['blue', 'red', None]
    """
    found = [classes.get(str(name)) for name in targets]
    strangers = len(classes.keys() - {str(name) for name in targets})
    if strangers == len(classes):
        first = next(iter(classes), "nothing")
        raise ValueError(
            f"{source}: none of its {len(classes):,} labels is of a target that is there (the first is of "
            f"{first!r:.60}); give the column that names the {things} as --target"
        )
    if strangers:
        print(f"{source}: {strangers:,} labels are of unknown {things}, and left out", file=sys.stderr)
    return found


def without(table: NodeTable, column: str | None) -> NodeTable:
    """A table of nodes without one of its columns: what is to be predicted must not be seen."""
    return replace(
        table,
        numeric={name: values for name, values in table.numeric.items() if name != column},
        categorical={name: values for name, values in table.categorical.items() if name != column},
    )


def _only_column(source: str, named_by: str | None) -> str:
    from gdgnn.data import tables

    table = tables.read_nodes(source, node=named_by)
    columns = [*table.numeric, *table.categorical]
    if len(columns) != 1:
        there = ", ".join(columns) or "none that could"
        raise ValueError(f"{source}: which column holds the classes? give one as --label; it has {there}")
    return columns[0]
