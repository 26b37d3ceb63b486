"""What every honest split of a graph obeys."""

from __future__ import annotations

import numpy as np

from gdgnn.data import EdgeSplit, check_leaks
from gdgnn.graph import Graph


def joined(pairs: np.ndarray) -> set[tuple[int, int]]:
    return {(int(low), int(high)) for low, high in np.sort(pairs, axis=0).T}


def check_honest(split: EdgeSplit, graph: Graph) -> None:
    """Targets apart, none of those held back in any graph that is seen with them, nothing made up."""
    parts = [split.train_pairs, split.valid_pairs, split.test_pairs]
    assert sum(len(joined(pairs)) for pairs in parts) == len(set().union(*map(joined, parts)))
    for seen, ids in (
        (split.graph, split.message),
        (split.valid_graph, split.valid_message),
        (split.test_graph, split.test_message),
    ):
        assert (seen.num_nodes, seen.directed) == (graph.num_nodes, graph.directed)
        np.testing.assert_array_equal(seen.edge_index, graph.edge_index[:, ids])
        assert not joined(seen.edge_index) & (joined(split.test_pairs) | joined(split.valid_pairs))
    assert set(split.message) <= set(split.valid_message) & set(split.test_message)
    assert check_leaks(split).ok
