"""Sets of graphs: formats read right, graphs made as they are described."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import networkx
import numpy as np
import pytest

from gdgnn.experiments.expressive.sets import CSL_SKIPS, brec, csl_graph, exp, from_graph6, random_regular


@pytest.mark.parametrize("num_nodes", [0, 1, 2, 7, 62, 63, 100])
def test_graph6_is_read_as_networkx_writes_it(num_nodes: int) -> None:
    graph = networkx.gnp_random_graph(num_nodes, 0.3, seed=num_nodes)
    found = from_graph6(networkx.to_graph6_bytes(graph, header=False).decode().strip())
    assert found.num_nodes == num_nodes
    assert {frozenset(ends) for ends in found.edge_index.T.tolist()} == set(map(frozenset, graph.edges))


def test_random_regular_graphs_are_simple_and_regular() -> None:
    rng = np.random.default_rng(0)
    for degree, nodes in ((3, 8), (4, 64), (3, 256)):
        graph = random_regular(degree, nodes, rng)
        ends = graph.edge_index
        assert (np.bincount(ends.reshape(-1), minlength=nodes) == degree).all()
        assert len({frozenset(pair) for pair in ends.T.tolist()}) == ends.shape[1] == degree * nodes // 2


def test_every_class_of_csl_is_a_4_regular_graph_of_41_nodes() -> None:
    for skip in CSL_SKIPS:
        assert (np.bincount(csl_graph(skip).edge_index.reshape(-1)) == 4).all()


def test_brec_has_400_pairs_in_seven_categories(data_root: Path) -> None:
    count = Counter(pair.category for pair in brec(data_root))
    assert sorted(count.values()) == [20, 20, 50, 50, 60, 100, 100]


def test_exp_has_600_pairs_of_opposite_classes(data_root: Path) -> None:
    graphs, features, label = exp(data_root)
    assert len(graphs) == len(features) == 1200
    assert all(one != other for one, other in zip(label[::2], label[1::2], strict=True))
    assert all(graph.num_nodes == len(row) for graph, row in zip(graphs, features, strict=True))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="--data-dir"):
        brec(tmp_path)
