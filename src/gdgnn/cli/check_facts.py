"""Are answers about facts given away?"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gdgnn.cli.facts import read_parts
from gdgnn.cli.flags import FactFlags, TableFlags

if TYPE_CHECKING:
    from gdgnn.data import LeakReport


def check_facts(
    source: str | None, given: Mapping[str, str], columns: FactFlags, table: TableFlags, *, seed: int
) -> LeakReport:
    """Look over a folder or tables of parts; a single table is split as `train kg` does.

    Raises:
        ValueError: there are no parts, or negatives, which facts do not have.
    """
    from gdgnn.data import check_leaks

    parts = {name: given[name] for name in ("train", "valid", "test") if name in given}
    if len(parts) < len(given):
        raise ValueError("negatives of facts are drawn as they are needed; leave their tables out")
    if source is None and (len(parts) < 2 or "train" not in parts):
        raise ValueError("give a table or folder of facts, or --train and at least one of --valid and --test")
    first = source if source is not None else parts.pop("train")
    found = read_parts(first, columns, table, **parts)
    if len(found) == 1:
        from gdgnn.estimators.kg_data import KnowledgeData
        from gdgnn.estimators.kg_facts import read_facts

        data = KnowledgeData.of(read_facts(found["train"]), valid=0.1, test=0.1, seed=seed)
        print(f"split as gdgnn train kg does: {data}", file=sys.stderr)
        return data.leaks
    ids = {name: part.ids for name, part in found.items()}
    graph = found["train"].graph()
    return check_leaks(graph, train=ids["train"], valid=ids.get("valid"), test=ids.get("test"), directed=True)
