"""`LeakReport`: what is wrong with a split, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning"]
Kind: TypeAlias = Literal[
    "target_in_graph",
    "reversed_in_graph",
    "other_relation_in_graph",
    "shared_target",
    "reversed_target",
    "duplicate_target",
    "negative_is_positive",
    "duplicate_negative",
    "unseen_node",
]

# What is found, what it means, and what to do about it.
_WORDS: dict[Kind, tuple[str, str, str]] = {
    "target_in_graph": (
        "are edges of the graph that the encoder sees",
        "the answer is among the inputs, and the score says nothing about new edges",
        "take them out of the graph",
    ),
    "reversed_in_graph": (
        "are edges, the other way round, of the graph that the encoder sees",
        "who sees (v, u) knows most of (u, v)",
        "split pairs of nodes instead of rows, as split_edges does",
    ),
    "other_relation_in_graph": (
        "join two nodes that an edge of another relation joins in the graph that the encoder sees",
        "distance 1 gives much of the answer away; some benchmarks are made like this",
        "keep all relations of a pair in one part where you make the split yourself",
    ),
    "shared_target": (
        "are also among the {other} targets",
        "what was learned by heart counts as predicted",
        "drop them from one of the two",
    ),
    "reversed_target": (
        "are, the other way round, among the {other} targets",
        "what was learned by heart counts as predicted",
        "split pairs of nodes instead of rows, as split_edges does",
    ),
    "duplicate_target": (
        "are listed before in the same part",
        "such targets count more than once",
        "drop the repetitions",
    ),
    "negative_is_positive": (
        "are {other} edges",
        "right answers are counted as wrong",
        "draw negatives with also_known=, telling the sampler of all edges",
    ),
    "duplicate_negative": (
        "are listed before in the same part",
        "such negatives count more than once; right only where each query has its own list",
        "drop the repetitions",
    ),
    "unseen_node": (
        "have no edge in the graph that the encoder sees",
        "nothing lies between such a node and any other: all its pairs look alike",
        "expected where a split is small or sparse; report these pairs apart",
    ),
}


@dataclass(frozen=True)
class Leak:
    """One thing that is wrong with one part of a split.

    Attributes:
        kind: what it is.
        severity: "error": figures of this split must not be trusted; "warning": know it when you read them.
        part: "train", "valid" or "test".
        other: where the same is found again, or "".
        count, total: how many of how many targets, negatives or nodes.
        examples: the first few, by name if there are names: (head, tail), (head, relation, tail) or (node,).
    """

    kind: Kind
    severity: Severity
    part: str
    other: str
    count: int
    total: int
    examples: tuple[tuple[Any, ...], ...]

    @property
    def finding(self) -> str:
        """What was found, as a sentence."""
        things = {"unseen_node": "nodes of targets"}.get(self.kind)
        things = things or ("negatives" if "negative" in self.kind else "targets")
        said = _WORDS[self.kind][0].format(other=self.other)
        return f"{self.part}: {self.count:,} of {self.total:,} {things} {said}"

    @property
    def meaning(self) -> str:
        """What it does to the figures."""
        return _WORDS[self.kind][1]

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return _WORDS[self.kind][2]

    def __str__(self) -> str:
        shown = ", ".join("(" + ", ".join(map(str, example)) + ")" for example in self.examples)
        return "\n".join(
            [
                f"{self.severity}: {self.finding}",
                f"    such as {shown}",
                f"    {self.meaning}; {self.remedy}",
            ]
        )


@dataclass(frozen=True)
class LeakReport:
    """Everything that was found, errors first; prints as text.

    Attributes:
        leaks: what was found.
        checked: how many targets and negatives were looked at, by list.
    """

    leaks: tuple[Leak, ...]
    checked: dict[str, int]

    @property
    def ok(self) -> bool:
        """Whether there is no error; warnings are allowed."""
        return not self.errors

    @property
    def errors(self) -> tuple[Leak, ...]:
        """The leaks that make figures worthless."""
        return tuple(leak for leak in self.leaks if leak.severity == "error")

    @property
    def warnings(self) -> tuple[Leak, ...]:
        """The others."""
        return tuple(leak for leak in self.leaks if leak.severity == "warning")

    def __iter__(self) -> Iterator[Leak]:
        return iter(self.leaks)

    def __len__(self) -> int:
        return len(self.leaks)

    def __str__(self) -> str:
        sizes = ", ".join(f"{count:,} {name}" for name, count in self.checked.items())
        said = [
            _counted(len(leaks), word) for leaks, word in ((self.errors, "error"), (self.warnings, "warning"))
        ]
        verdict = " and ".join(part for part in said if part) or "no leak found"
        return "\n".join([f"{verdict} ({sizes})", *map(str, self.leaks)])


def _counted(amount: int, thing: str) -> str:
    return f"{amount} {thing}{'' if amount == 1 else 's'}" if amount else ""
