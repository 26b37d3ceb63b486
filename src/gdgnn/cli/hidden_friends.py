"""What `gdgnn demo` asks: a made-up social graph, a tenth of whose friendships is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gdgnn import Graph
from gdgnn.cli.answers import write
from gdgnn.cli.people import people
from gdgnn.cli.social_graph import friendships
from gdgnn.data import UniformNegatives

_HIDDEN_SHARE = 10
_STRANGERS = 4
_FEW = 5


@dataclass(frozen=True, eq=False)
class HiddenFriends:
    """Friendships that are seen, and pairs of people to tell apart.

    Attributes:
        seen: the graph to learn from.
        pairs: ``(2, k)`` ids: hidden friendships, then strangers drawn uniformly.
        friends: ``(k,)`` 1 for hidden friendships, 0 for strangers.
    """

    seen: Graph
    pairs: npt.NDArray[np.int64]
    friends: npt.NDArray[np.int64]

    @classmethod
    def of(cls, num_people: int, *, seed: int) -> HiddenFriends:
        """Make up a graph and hide some of it.

        Example:
            >>> asked = HiddenFriends.of(300, seed=0)
            >>> bool(asked.pairs.shape[1] == 5 * asked.friends.sum())
            True
        """
        names = np.array(people(num_people), dtype=object)
        pairs = friendships(num_people, seed=seed)
        count = pairs.shape[1] // _HIDDEN_SHARE
        hidden, left = pairs[:, :count], pairs[:, count:]
        # Of people without any friend that is seen, nothing can be said.
        hidden = hidden[:, np.isin(hidden, left).all(axis=0)]
        seen = Graph.from_names(*names[left].tolist())
        assert seen.node_names is not None
        known = np.stack([seen.node_names.ids(ends.tolist(), "hidden") for ends in names[hidden]])
        strangers = UniformNegatives(seen, also_known=known).sample(_STRANGERS * known.shape[1], seed=seed)
        friends = np.repeat([1, 0], [known.shape[1], strangers.shape[1]])
        return cls(seen, np.concatenate([known, strangers], axis=1), friends)

    @property
    def hidden(self) -> npt.NDArray[np.int64]:
        """``(2, h)`` the friendships among the pairs."""
        return self.pairs[:, self.friends == 1]

    def most_hidden(self) -> int:
        """The person with the largest share of hidden friendships, if five are seen."""
        hidden = np.bincount(self.hidden.ravel(), minlength=self.seen.num_nodes)
        seen = np.diff(self.seen.indptr)
        return int(np.where(seen >= _FEW, hidden / (hidden + seen), 0.0).argmax())

    def code(self, pairs: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """``(k,)``: a number for each of ``(2, k)`` pairs, whatever the order of its ends."""
        low, high = np.sort(pairs, axis=0)
        number: npt.NDArray[np.int64] = low * self.seen.num_nodes + high
        return number

    def are_hidden(self, pairs: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """``(k,)``: which of ``(2, k)`` pairs are hidden friendships."""
        found: npt.NDArray[np.bool_] = np.isin(self.code(pairs), self.code(self.hidden))
        return found

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Both as tables, as a user would have them: edges.csv and pairs.csv."""
        names = np.array(list(self.seen.node_names or ()), dtype=object)
        edges, pairs = folder / "edges.csv", folder / "pairs.csv"
        head, tail = names[self.seen.edge_index]
        write({"person": head.tolist(), "friend": tail.tolist()}, edges)
        head, tail = names[self.pairs]
        write({"person": head.tolist(), "other": tail.tolist(), "friends": self.friends.tolist()}, pairs)
        return edges, pairs
