from __future__ import annotations

import numpy as np
import pytest

from gdgnn.graph import Graph
from gdgnn.heuristics import GraphForest, LogDegreeRegression, NodeForest
from tests.strategies import cycle, path, plain, star


def hubs(count: int, leaves: int = 6) -> tuple[Graph, np.ndarray]:
    """Stars whose hubs are joined in a ring, and which nodes are hubs."""
    hub = np.arange(count) * (leaves + 1)
    spokes = (np.repeat(hub, leaves), np.concatenate([h + 1 + np.arange(leaves) for h in hub]))
    graph = Graph.from_edges([[*hub, *spokes[0]], [*np.roll(hub, 1), *spokes[1]]])
    label = np.zeros(graph.num_nodes, dtype=np.int64)
    label[hub] = 1
    return graph, label


@pytest.mark.parametrize("model", [LogDegreeRegression(), NodeForest(max_dist=2, trees=30)])
def test_hubs_are_found_by_their_degree(model: LogDegreeRegression | NodeForest) -> None:
    graph, label = hubs(20)
    train, test = np.arange(0, 140, 2), np.arange(1, 140, 2)
    assert (model.fit(graph, train, label[train]).predict(graph, test) == label[test]).all()


def test_a_forest_sees_what_degrees_do_not_tell() -> None:
    # Two kinds of rings: all degrees are 2.
    small = Graph.union([plain(n, cycle(n)).graph for n in [3, 8] * 20])
    label = np.repeat([0, 1] * 20, [3, 8] * 20)
    nodes = np.arange(small.num_nodes)
    train, test = nodes[:110], nodes[110:]
    forest = NodeForest(max_dist=2, trees=20).fit(small, train, label[train])
    assert (forest.predict(small, test) == label[test]).all()
    by_degree = LogDegreeRegression().fit(small, train, label[train])
    assert len(np.unique(by_degree.predict(small, test))) == 1


def test_graphs_are_told_apart_by_their_shape() -> None:
    graphs = [plain(n, shape(n)).graph for n in range(5, 15) for shape in (cycle, path, star)]
    label = ["cycle", "path", "star"] * 10
    model = GraphForest(max_dist=3, trees=30).fit(graphs[:24], label[:24])
    assert model.predict(graphs[24:]).tolist() == label[24:]


def test_a_seed_decides_a_forest() -> None:
    graph, _ = hubs(10)
    nodes = np.arange(graph.num_nodes)
    label = np.random.default_rng(0).integers(0, 3, nodes.size)
    first, again = (
        NodeForest(trees=5, seed=1).fit(graph, nodes, label).predict(graph, nodes) for _ in range(2)
    )
    np.testing.assert_array_equal(first, again)


def test_nodes_of_another_graph_are_refused() -> None:
    graph, label = hubs(3)
    for model in (LogDegreeRegression(), NodeForest(trees=5)):
        with pytest.raises(IndexError, match="21"):
            model.fit(graph, np.arange(22), np.append(label, 0))
