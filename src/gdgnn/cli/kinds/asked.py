"""What a command asks of a saved model, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gdgnn.cli.flags import EndFlags, FactAsked, FactFlags, LabelFlags, TableFlags

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
        facts: columns of facts; or, without a table, the names of the parts that are given.
        of_facts: what else is asked of models of facts.
    """

    rows: str | None
    ends: EndFlags
    table: TableFlags
    node: str | None = None
    graph: str | None = None
    labels: LabelFlags = field(default_factory=LabelFlags)
    every_class: bool = False
    facts: FactFlags = field(default_factory=FactFlags)
    of_facts: FactAsked = field(default_factory=FactAsked)

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
        explain: why something, named by parts as they are written on the command line, has its score; and
            how many paths to list. None: there is nothing to explain.
        explained: what these parts are.
    """

    command: str
    next: str
    predict: Callable[[Any, Asked], Mapping[str, Sequence[Any]]]
    evaluate: Callable[[Any, Asked], Sequence[Measured]]
    explain: Callable[[Any, Sequence[str], int], Explanation] | None = None
    explained: tuple[str, ...] = ()
