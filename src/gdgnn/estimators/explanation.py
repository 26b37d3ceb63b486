"""`Explanation`: why a pair has its score."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdgnn.graph.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOWN = 12


@dataclass(frozen=True)
class Contribution:
    """What one geodesic node adds to the score.

    Attributes:
        node: by name where there are names.
        role: where it lies: "head side", "tail side", "both sides" or "path".
        value: the score less what it would be without this node.
    """

    node: Any
    role: str
    value: float


@dataclass(frozen=True)
class Explanation:
    """Why a pair has its score: ``score = without_nodes + sum(contributions) + interaction``, exactly.

    Attributes:
        head, tail: the pair, by name where there are names.
        score: the logit.
        probability: what it stands for.
        distance: between the two; None: no path within `max_dist`.
        max_dist: how far was searched.
        num_paths: how many shortest paths there are.
        was_edge: whether the two are joined; their edge was hidden.
        without_nodes: the score if no geodesic node were seen: what the ends and their distance are worth.
        contributions: of each geodesic node between the ends, the largest (up or down) first.
        interaction: what nodes are worth together beyond, or short of, the sum of what each adds.
        method: how a contribution was worked out.
        paths: some of the shortest paths, by name, ends included.
        links: edges on any shortest path, of nodes by name, for a picture.
    """

    head: Any
    tail: Any
    score: float
    probability: float
    distance: int | None
    max_dist: int
    num_paths: int
    was_edge: bool
    without_nodes: float
    contributions: tuple[Contribution, ...]
    interaction: float
    method: str
    paths: tuple[tuple[Any, ...], ...]
    links: tuple[tuple[Any, Any], ...]

    @property
    def headline(self) -> str:
        """The pair and its score, in a line."""
        return f"{self.head} - {self.tail}: probability {self.probability:.3f} (score {self.score:+.3f})"

    @property
    def labels(self) -> dict[tuple[Any, Any], str]:
        """What to write beside edges of a picture."""
        return {}

    def told_paths(self) -> list[str]:
        """The listed paths in lines."""
        return [f"  path: {' - '.join(map(str, path))}" for path in self.paths]

    def __str__(self) -> str:
        if self.distance is None:
            far = f"no path of at most {self.max_dist} steps"
        else:
            plural = "" if self.num_paths == 1 else "s"
            far = f"distance {self.distance}, {self.num_paths:,} shortest path{plural}"
        edge = ", their own edge hidden" if self.was_edge else ""
        lines = [
            self.headline,
            f"  {far}{edge}",
            f"  {self.without_nodes:+8.3f}  ends and distance alone",
        ]
        lines += [f"  {one.value:+8.3f}  {one.node} ({one.role})" for one in self.contributions[:_SHOWN]]
        rest = self.contributions[_SHOWN:]
        if rest:
            lines.append(f"  {sum(one.value for one in rest):+8.3f}  {len(rest):,} other nodes")
        lines.append(f"  {self.interaction:+8.3f}  nodes together ({self.method})")
        return "\n".join(map(printable, [*lines, *self.told_paths()]))

    def plot(self, path: str | Path | None = None, *, axes: Axes | None = None) -> Axes:
        """Draw the shortest paths; nodes that speak for a link are green, those against it red.

        Args:
            path: a file to write, of any format matplotlib knows.
            axes: where to draw; a new figure by default.
        """
        from gdgnn.estimators.explanation_picture import draw

        return draw(self, path, axes)
