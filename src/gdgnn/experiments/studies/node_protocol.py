"""How the classes of nodes are split and judged, the same for every method."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gdgnn.graph import Graph

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class NodeProtocol:
    """Nodes held back at random.

    Attributes:
        dataset: what :func:`gdgnn.data.datasets.load` loads.
        valid, test: shares of the nodes.
        selection: what is chosen on the validation nodes.
        metrics: what is worked out on the test nodes.
    """

    dataset: str
    valid: float
    test: float
    selection: Literal["epoch", "nothing"]
    metrics: tuple[Literal["accuracy"], ...]

    def in_words(self) -> str:
        """A sentence or two for readers of the table."""
        train, valid, test = (
            f"{100 * part:.0f}" for part in (1 - self.valid - self.test, self.valid, self.test)
        )
        return (
            f"Nodes are split {train}/{valid}/{test} at random, another way for each seed. All edges are "
            "seen; no node has features."
        )

    def data(self, seed: int, root: Path | None) -> NodeData:
        """The split of one seed."""
        from gdgnn.data.datasets import NodeDataset, load

        whole = load(self.dataset, root=root)
        if not isinstance(whole, NodeDataset):
            raise ValueError(f"{self.dataset} is a {type(whole).__name__}; its nodes have no classes")
        count = whole.graph.num_nodes
        order = np.random.default_rng(seed).permutation(count)
        first, second = round(self.valid * count), round((self.valid + self.test) * count)
        return NodeData(
            whole.graph,
            whole.y,
            np.sort(order[second:]),
            np.sort(order[:first]),
            np.sort(order[first:second]),
        )


@dataclass(frozen=True, eq=False)
class NodeData:
    """The split of one seed.

    Attributes:
        graph: all of it.
        y: ``(nodes,)`` classes.
        train, valid, test: ids.
    """

    graph: Graph
    y: Ids
    train: Ids
    valid: Ids
    test: Ids
