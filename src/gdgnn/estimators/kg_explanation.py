"""`FactExplanation`: why a fact has its score."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gdgnn.estimators.explanation import Explanation


@dataclass(frozen=True)
class Step:
    """An edge of a path.

    Attributes:
        relation: by name.
        forward: whether its arrow points along the path.
    """

    relation: Any
    forward: bool

    def __str__(self) -> str:
        return f"-[{self.relation}]->" if self.forward else f"<-[{self.relation}]-"


@dataclass(frozen=True)
class FactPath:
    """A shortest path from head to tail.

    Attributes:
        nodes: by name, ends included.
        steps: between them; several where two entities are joined in several ways.
        value: the score less what it would be without any node between the ends of this path.
    """

    nodes: tuple[Any, ...]
    steps: tuple[tuple[Step, ...], ...]
    value: float

    def __str__(self) -> str:
        told = [str(self.nodes[0])]
        for node, step in zip(self.nodes[1:], self.steps, strict=True):
            told += [" & ".join(map(str, step)), str(node)]
        return " ".join(told)


@dataclass(frozen=True)
class FactExplanation(Explanation):
    """Why a fact has its score: ``score = without_nodes + sum(contributions) + interaction``, exactly.

    What follows is beyond what every :class:`Explanation` has. Of that, `probability` is what the score would
    mean if true facts were as many as others: compare answers to one question by their score. Sequences of
    relations, where they are seen, count among what ends and distance are worth.

    Attributes:
        relation: of the fact, by name.
        head_rank, tail_rank: where the head stands among all heads, and the tail among all tails; those of
            other known facts are left out, and ties count half.
        candidates: how many heads, and how many tails there are.
        fact_paths: `paths`, with the relations along them.
    """

    relation: Any
    head_rank: float
    tail_rank: float
    candidates: tuple[int, int]
    fact_paths: tuple[FactPath, ...]

    @property
    def headline(self) -> str:
        """The fact and where it stands, in a line."""
        return (
            f"({self.head}, {self.relation}, {self.tail}): score {self.score:+.3f}, rank {self.tail_rank:g} "
            f"of {self.candidates[1]:,} tails, {self.head_rank:g} of {self.candidates[0]:,} heads"
        )

    @property
    def labels(self) -> dict[tuple[Any, Any], str]:
        """What to write beside edges of a picture: the relations along the listed paths."""
        return {
            ends: "\n".join(map(str, steps))
            for path in self.fact_paths
            for ends, steps in zip(pairwise(path.nodes), path.steps, strict=True)
        }

    def told_paths(self) -> list[str]:
        """The listed paths in lines."""
        return [f"  path: {path} (together {path.value:+.3f})" for path in self.fact_paths]
