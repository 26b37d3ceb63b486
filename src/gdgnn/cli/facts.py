"""Tables of facts that flags name, read; what was dropped and guessed is said on standard error."""

from __future__ import annotations

import sys
from collections.abc import Container
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from gdgnn.cli.flags import FactFlags, TableFlags

if TYPE_CHECKING:
    from gdgnn.data.triples import Triples


def read_parts(
    source: str,
    columns: FactFlags,
    table: TableFlags,
    *,
    known: Container[object] = (),
    **more: str | None,
) -> dict[str, Triples]:
    """The facts of a table as "train", or those of a folder by part, and `more` by theirs; in one numbering.

    Args:
        source: a table, or a folder.
        columns, table: how tables are read.
        known: entities; a first row of such is no header.
        more: other tables by part, None for none.
    """
    from gdgnn.data.tables import read_facts
    from gdgnn.estimators.kg_facts import folder_parts

    sources: dict[str, str | Path] = {"train": source}
    if Path(source).is_dir():
        sources = {**folder_parts(Path(source))}
    sources |= {name: one for name, one in more.items() if one is not None}
    found = read_facts(sources, known=known, **asdict(columns), **asdict(table))
    print(found.report, file=sys.stderr)
    return found.facts


def read_facts(source: str, columns: FactFlags, table: TableFlags, known: Container[object] = ()) -> Triples:
    """The facts of a table; those to learn from, of a folder."""
    return read_parts(source, columns, table, known=known)["train"]
