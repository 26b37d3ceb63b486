"""What is recommended, and what was passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Recommendation:
    """A missing link.

    Attributes:
        head, tail: its ends, by name where there are names.
        probability: see :meth:`LinkPredictor.predict_proba`.
        distance: how far apart they are; None: farther than was searched, or not joined at all.
    """

    head: Any
    tail: Any
    probability: float
    distance: int | None

    def __str__(self) -> str:
        far = "no path" if self.distance is None else f"distance {self.distance}"
        return f"{self.head} - {self.tail}: {self.probability:.3f} ({far})"


@dataclass(frozen=True)
class Skipped:
    """Pairs that were not scored, and what a sample of them tells.

    Attributes:
        pairs: how many there are.
        sampled: how many of them were drawn, uniformly, and scored.
        better: how many of these score higher than the last recommendation.
        at_most: no more of all skipped pairs do, with 95 % confidence (the exact binomial bound).
    """

    pairs: int
    sampled: int
    better: int
    at_most: int

    @property
    def estimate(self) -> float:
        """How many of all skipped pairs score higher, most likely."""
        return self.pairs * self.better / self.sampled if self.sampled else 0.0

    def __str__(self) -> str:
        if not self.pairs:
            return "all pairs were scored: these are the best"
        return (
            f"{self.pairs:,} pairs were not scored; of {self.sampled:,} drawn from these, {self.better:,} "
            f"score higher: {self.estimate:,.0f} or so in all, at most {self.at_most:,} with 95 % confidence"
        )


@dataclass(frozen=True)
class Recommendations:
    """The likeliest missing links of a graph, best first; reads like a tuple.

    Attributes:
        links: the links.
        reach: pairs up to this distance were scored.
        scored: how many pairs that were.
        skipped: the others.
    """

    links: tuple[Recommendation, ...]
    reach: int
    scored: int
    skipped: Skipped

    def __len__(self) -> int:
        return len(self.links)

    def __iter__(self) -> Iterator[Recommendation]:
        return iter(self.links)

    def __getitem__(self, at: int) -> Recommendation:
        return self.links[at]

    def __str__(self) -> str:
        which = f" at distance 2 to {self.reach}" if self.skipped.pairs else ""
        return "\n".join([*map(str, self.links), f"scored: {self.scored:,} pairs{which}", str(self.skipped)])

    def to_frame(self) -> Any:
        """The links as a pandas DataFrame."""
        import pandas as pd

        columns = ["head", "tail", "probability", "distance"]
        return pd.DataFrame([asdict(link) for link in self.links], columns=columns)
