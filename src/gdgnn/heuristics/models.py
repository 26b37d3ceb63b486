"""Simple models for nodes and graphs: what a network must beat before it is worth its while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics._arguments import node_ids, seed_bits, step_count
from gdgnn.graph import Graph
from gdgnn.heuristics.graph_scalars import graph_scalars
from gdgnn.heuristics.neighbors import distinct_degrees
from gdgnn.heuristics.node_scalars import node_scalars


class LogDegreeRegression:
    """Logistic regression on the logarithm of a node's degree, and nothing else.

    Example:
        >>> star = Graph.from_edges([[0, 0, 0, 4, 4, 4], [1, 2, 3, 5, 6, 7]])
        >>> model = LogDegreeRegression().fit(star, [0, 1, 2, 3], [1, 0, 0, 0])
        >>> model.predict(star, [4, 5]).tolist()
        [1, 0]
    """

    def __init__(self) -> None:
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        self._model: Any = make_pipeline(StandardScaler(), LogisticRegression(C=100.0))

    def fit(self, graph: Graph, nodes: npt.ArrayLike, label: npt.ArrayLike) -> LogDegreeRegression:
        """Learn the ``(k,)`` classes of ``(k,)`` nodes."""
        self._model.fit(self._numbers(graph, nodes), np.asarray(label))
        return self

    def predict(self, graph: Graph, nodes: npt.ArrayLike) -> npt.NDArray[Any]:
        """The likeliest class of each node, ``(k,)``."""
        return np.asarray(self._model.predict(self._numbers(graph, nodes)))

    def _numbers(self, graph: Graph, nodes: npt.ArrayLike) -> npt.NDArray[np.float64]:
        return np.log1p(distinct_degrees(graph)[node_ids("nodes", nodes)])[:, None]


class NodeForest:
    """A random forest on :func:`node_scalars`.

    Args:
        max_dist: how far nodes look.
        trees: how many trees there are.
        seed: another seed, another forest.

    Example:
        >>> graph = Graph.from_edges([[0, 0, 0, 4, 4, 4], [1, 2, 3, 5, 6, 7]])
        >>> model = NodeForest(max_dist=2).fit(graph, [0, 1, 2, 3], [1, 0, 0, 0])
        >>> model.predict(graph, [4, 5]).tolist()
        [1, 0]
    """

    def __init__(self, *, max_dist: int = 3, trees: int = 300, seed: int = 0) -> None:
        self.max_dist = step_count("max_dist", max_dist)
        self._model = _forest(trees, seed)

    def fit(self, graph: Graph, nodes: npt.ArrayLike, label: npt.ArrayLike) -> NodeForest:
        """Learn the ``(k,)`` classes of ``(k,)`` nodes."""
        self._model.fit(node_scalars(graph, nodes, max_dist=self.max_dist).values, np.asarray(label))
        return self

    def predict(self, graph: Graph, nodes: npt.ArrayLike) -> npt.NDArray[Any]:
        """The likeliest class of each node, ``(k,)``."""
        return np.asarray(self._model.predict(node_scalars(graph, nodes, max_dist=self.max_dist).values))


class GraphForest:
    """A random forest on :func:`graph_scalars`; features of nodes and edges are not looked at.

    Args:
        max_dist: how far nodes look.
        trees: how many trees there are.
        seed: another seed, another forest.

    Example:
        >>> rings = [Graph.from_edges([range(n), [*range(1, n), 0]]) for n in (3, 4, 5, 6)]
        >>> model = GraphForest(max_dist=2).fit(rings, [1, 0, 0, 0])
        >>> model.predict(rings[:2]).tolist()
        [1, 0]
    """

    def __init__(self, *, max_dist: int = 4, trees: int = 300, seed: int = 0) -> None:
        self.max_dist = step_count("max_dist", max_dist)
        self._model = _forest(trees, seed)

    def fit(self, graphs: Sequence[Graph], label: npt.ArrayLike) -> GraphForest:
        """Learn the ``(k,)`` classes of ``k`` graphs."""
        self._model.fit(graph_scalars(graphs, max_dist=self.max_dist).values, np.asarray(label))
        return self

    def predict(self, graphs: Sequence[Graph]) -> npt.NDArray[Any]:
        """The likeliest class of each graph, ``(k,)``."""
        return np.asarray(self._model.predict(graph_scalars(graphs, max_dist=self.max_dist).values))


def _forest(trees: int, seed: int) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(n_estimators=trees, random_state=seed_bits(seed) & 0xFFFF_FFFF)
