"""`Evaluation`: where facts stand among all that could be there instead."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.estimators.fields import read
from gdgnn.estimators.kg_facts import names_of
from gdgnn.nn.relational import KnowledgeGDGNN
from gdgnn.tasks.metrics import Measured
from gdgnn.tasks.ranking import Progress, rank_triples
from gdgnn.tasks.ranking_result import Drawn, Ranking

Protocol = Literal["full", "legacy"]
"""``"full"``: among all entities; ``"legacy"``: Hits@10 among 50 drawn a side, as older work reports."""


@dataclass(frozen=True)
class Group:
    """The facts of one relation, or of one distance.

    Attributes:
        name: of the relation; of distances, as text: "2", or "no path".
        facts: how many.
        mrr: their filtered mean reciprocal rank.
    """

    name: str
    facts: int
    mrr: float

    def __post_init__(self) -> None:
        if self.facts < 1 or not 0 <= self.mrr <= 1:
            raise ValueError(f"group {self.name!r:.60} has {self.facts} facts and MRR {self.mrr}")


@dataclass(frozen=True)
class Evaluation:
    """Figures of some facts, each with its protocol.

    Attributes:
        figures: MRR and Hits@k; or the legacy ones.
        by_relation, by_distance: the filtered MRR apart, most facts first, and the nearest first.
        facts: how many were ranked.
        known: how many of them the predictor knew already; for these figures it was asked without them, but
            it may have learned from them.
    """

    figures: tuple[Measured, ...]
    by_relation: tuple[Group, ...]
    by_distance: tuple[Group, ...]
    facts: int
    known: int = 0

    def __str__(self) -> str:
        lines = list(map(str, self.figures))
        if self.known:
            lines.append(
                f"note: {self.known:,} of the {self.facts:,} facts are known to the predictor, which may "
                "have learned from them"
            )
        for kind, groups in (("relation", self.by_relation), ("distance", self.by_distance)):
            lines += [f"MRR of {kind} {one.name}: {one.mrr:.4f} ({one.facts:,} facts)" for one in groups]
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    def with_seed(self, seed: int) -> Evaluation:
        """The same, of facts that were drawn with a seed."""
        figures = [
            replace(one, protocol=replace(one.protocol, seeds=(seed, *one.protocol.seeds)))
            for one in self.figures
        ]
        return replace(self, figures=tuple(figures))


def evaluate(
    model: KnowledgeGDGNN,
    graph: Triples,
    facts: Triples,
    known: KnownTriples,
    *,
    split: str,
    protocol: Protocol = "full",
    seeds: tuple[int, ...] = (0, 1, 2, 3, 4),
    drawn: int = 50,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Rank facts in the graph of other facts.

    Args:
        model: scores facts.
        graph: the facts that are searched; those that are ranked are left out.
        facts: what is ranked.
        known: what is left out of the candidates.
        split: where the facts come from, for the protocol.
        protocol: see :data:`Protocol`.
        seeds, drawn: of the legacy protocol: the draws, and how many entities are drawn for each side.
        threads: for searches.
        progress: told how many of all queries are done.

    Raises:
        ValueError: there are no facts, or no such protocol.
    """
    if protocol not in get_args(Protocol):
        raise ValueError(f"protocol is {protocol!r}; choose 'full' or 'legacy'")
    if not facts.num_triples:
        raise ValueError("there are no facts to rank; give some")
    inside = KnownTriples(facts).contains(graph.ids)
    ranking = rank_triples(
        model,
        graph.take(~inside).graph(),
        facts,
        known,
        drawn=Drawn(drawn, seeds) if protocol == "legacy" else None,
        threads=threads,
        progress=progress,
    )
    figures = ranking.figures(split) if protocol == "full" else ranking.drawn_figures(split)
    return Evaluation(
        tuple(figures),
        _by_relation(ranking),
        _by_distance(ranking),
        facts.num_triples,
        int(KnownTriples(graph).contains(facts.ids).sum()),
    )


def read_groups(values: Any) -> tuple[Group, ...]:
    """Groups from JSON, checked.

    Raises:
        TypeError, ValueError: these values are no groups.
    """
    if not isinstance(values, list):
        raise TypeError(f"groups are {values!r:.60}, expected a list")
    return tuple(read(Group, one) for one in values)


def _by_relation(ranking: Ranking) -> tuple[Group, ...]:
    names = names_of(ranking.facts)[1]
    found = [Group(str(names[at]), count, mrr) for at, (count, mrr) in ranking.by_relation().items()]
    return tuple(sorted(found, key=lambda one: (-one.facts, one.name)))


def _by_distance(ranking: Ranking) -> tuple[Group, ...]:
    found = ranking.by_distance()
    # What cannot be reached stands last.
    order = sorted(found, key=lambda distance: (distance < 0, distance))
    return tuple(Group("no path" if at < 0 else str(at), *found[at]) for at in order)
