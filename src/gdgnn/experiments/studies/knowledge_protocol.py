"""How the completion of knowledge graphs is judged, the same for every method."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from gdgnn.data.triples import Triples
from gdgnn.data.triples_file import TripleSplit

if TYPE_CHECKING:
    from gdgnn.tasks.ranking_result import Drawn, Ranking

Figure = Literal["hits10_of_50", "hits10_of_50_expected", "mrr", "hits1", "hits3", "hits10"]

_DRAWN, _DRAWS = 50, 5


@dataclass(frozen=True)
class KnowledgeProtocol:
    """Facts held back by the data set itself.

    Attributes:
        dataset: what :func:`gdgnn.data.datasets.load` loads. The test facts of an inductive one are about a
            graph of other entities.
        seen: which facts are searched and passed messages along, in validation and test as well.
        selection: what is chosen on the filtered MRR of validation facts of the training graph.
        valid_facts: how many of them it is worked out on, drawn once; all where there are no more.
        metrics: what is worked out on the test facts.
    """

    dataset: str
    seen: Literal["training facts"]
    selection: Literal["epoch", "nothing"]
    valid_facts: int
    metrics: tuple[Figure, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether facts are also ranked among a few drawn candidates."""
        return any(metric.startswith("hits10_of_50") for metric in self.metrics)

    @property
    def drawn(self) -> Drawn | None:
        """Which few candidates."""
        from gdgnn.tasks.ranking_result import Drawn

        return Drawn(_DRAWN, tuple(range(_DRAWS))) if self.is_drawn else None

    def in_words(self) -> str:
        """A few sentences for readers of the table."""
        split = (
            "Facts are split as published; the model is trained on one graph, and test facts are about "
            "another whose entities it never saw; its known facts are searched and passed messages along. "
            if self.is_drawn
            else "Facts are split as published; only training facts are searched and passed messages along. "
        )
        drawn = (
            f"Hits@10 of {_DRAWN} is among {_DRAWN} candidates drawn for each side, the mean of {_DRAWS} "
            "draws, and beside it what it is on average over all draws; the other figures rank among all "
            "entities. "
            if self.is_drawn
            else ""
        )
        return (
            f"{split}The epoch is chosen by the filtered MRR of up to {self.valid_facts:,} validation facts "
            "of the training graph. Both ends of each test fact are ranked among all entities that make no "
            f"known fact (of training, validation or test); ties count half. {drawn}".strip()
        )

    def data(self, root: Path | None) -> KnowledgeData:
        """The facts; they do not depend on a seed."""
        from gdgnn.data.datasets import InductiveDataset, TriplesDataset, load

        whole = load(self.dataset, root=root)
        if isinstance(whole, InductiveDataset):
            learn, answer = whole.train, whole.test
        elif isinstance(whole, TriplesDataset):
            learn = answer = TripleSplit(whole.train, whole.valid, whole.test)
        else:
            raise ValueError(f"{self.dataset} is a {type(whole).__name__}, which has no facts")
        return KnowledgeData(learn, _some(learn.valid, self.valid_facts), answer)

    def figures(self, ranking: Ranking) -> dict[str, float]:
        """The protocol's figures, in percent."""
        known = {f"hits{k}": float((ranking.rank() <= k).mean()) for k in (1, 3, 10)}
        known["mrr"] = float((1 / ranking.rank()).mean())
        if self.is_drawn:
            known["hits10_of_50"] = float(ranking.drawn_hits(10).mean())
            known["hits10_of_50_expected"] = ranking.expected_hits(10, _DRAWN)
        return {metric: 100 * known[metric] for metric in self.metrics}


@dataclass(frozen=True, eq=False)
class KnowledgeData:
    """What is learned from, chosen by and answered on.

    Attributes:
        learn: the graph to learn on.
        valid: facts to choose the epoch by.
        answer: the graph to answer on: its training facts are known, its test facts are ranked.
    """

    learn: TripleSplit
    valid: Triples
    answer: TripleSplit


def _some(facts: Triples, count: int) -> Triples:
    if facts.num_triples <= count:
        return facts
    return facts.take(np.sort(np.random.default_rng(0).permutation(facts.num_triples)[:count]))
