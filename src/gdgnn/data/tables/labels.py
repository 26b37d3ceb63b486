"""`ClassLabels`: a column of a table as classes of nodes or graphs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gdgnn.data.tables.nodes import NodeTable
from gdgnn.graph import Names


@dataclass(frozen=True, eq=False)
class ClassLabels:
    """The class of each node, or of each graph.

    Attributes:
        label: ``(n,)`` positions in `classes`; -1 where the class is not known.
        classes: sorted, numbers by their size.

    Example:
        >>> from gdgnn.data.tables import read_nodes
        >>> table = read_nodes({"node": ["a", "b", "c"], "level": [10, 9, None]})
        >>> labels = ClassLabels.of(table, "level", Names(["c", "b", "a", "zoe"]))
        >>> labels.label.tolist(), labels.classes
        ([-1, 0, 1, -1], (9, 10))
    """

    label: npt.NDArray[np.int64]
    classes: tuple[str | int, ...]

    @classmethod
    def of(cls, table: NodeTable, column: str, names: Names) -> ClassLabels:
        """The classes that a column gives to the named nodes or graphs.

        Raises:
            ValueError: the table has no such column, or it holds numbers that are not whole.
        """
        rows = table.rows_of(names)
        if column in table.categorical:
            texts = table.categorical[column]
            return cls(np.append(texts.code, -1)[rows], texts.values)
        if column not in table.numeric:
            there = ", ".join((*table.numeric, *table.categorical))
            raise ValueError(
                f'{table.report.source}: column "{column}" was not read, but {there}; give it to read_nodes: '
                f'categorical=["{column}"]'
            )
        values = table.numeric[column]
        known = ~np.isnan(values)
        odd = np.flatnonzero(known & (values != np.trunc(values)))
        if odd.size:
            raise ValueError(
                f'{table.report.source}: "{column}" holds {values[odd[0]]}, which is no class; if it is one, '
                f'give categorical=["{column}"]'
            )
        classes, code = np.unique(values[known].astype(np.int64), return_inverse=True)
        label = np.full(values.size + 1, -1, dtype=np.int64)
        label[:-1][known] = code
        return cls(label[rows], tuple(classes.tolist()))
