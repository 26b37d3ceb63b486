"""What a command asks of a saved model, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gdgnn.cli.flags import EndFlags, LabelFlags, TableFlags

if TYPE_CHECKING:
    from gdgnn.estimators import Explanation
    from gdgnn.tasks.metrics import Measured


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The flags of `gdgnn predict` and `gdgnn evaluate`.

    Attributes:
        rows: the table that is asked about, if one is given.
        ends, table: how it is read.
        node, graph: the columns that name nodes, and tell graphs apart.
        labels: where the answers are.
        every_class: whether one probability is not enough.
    """

    rows: str | None
    ends: EndFlags
    table: TableFlags
    node: str | None = None
    graph: str | None = None
    labels: LabelFlags = field(default_factory=LabelFlags)
    every_class: bool = False

    def needed(self, what: str) -> str:
        """The table.

        Raises:
            ValueError: none is given.
        """
        if self.rows is None:
            raise ValueError(f"there is no table; give one with {what}")
        return self.rows


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What the command line can do with one kind of predictor; the first argument is always the predictor.

    Attributes:
        command: the word after `gdgnn train`.
        next: what to try after training; {out} is the folder.
        predict: columns of answers.
        evaluate: figures on a table whose answers are known.
        explain: why two nodes, as they are written on the command line, have their score; and how many paths
            to list. None: there is nothing to explain.
    """

    command: str
    next: str
    predict: Callable[[Any, Asked], Mapping[str, Sequence[Any]]]
    evaluate: Callable[[Any, Asked], Sequence[Measured]]
    explain: Callable[[Any, str, str, int], Explanation] | None = None
