from __future__ import annotations

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdgnn.data.datasets.graph6 import decode_graph6


@given(st.integers(0, 70), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_the_same_graph_as_networkx_encoded(nodes: int, density: float, seed: int) -> None:
    graph = networkx.gnp_random_graph(nodes, density, seed)
    found = decode_graph6(networkx.to_graph6_bytes(graph, header=False).decode())
    assert found.num_nodes == nodes
    assert {tuple(sorted(edge)) for edge in found.edge_index.T.tolist()} == {
        tuple(sorted(edge)) for edge in graph.edges
    }


def test_more_nodes_than_three_digits_count() -> None:
    code = networkx.to_graph6_bytes(networkx.empty_graph(64**3 // 1000), header=False).decode()
    assert decode_graph6(code).num_nodes == 262


@pytest.mark.parametrize("line", ["", "A", "A__", "B g", "D\x1fK", "DqKé", "~", "~~", "~~??"])
def test_what_is_no_graph6_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="is not graph6"):
        decode_graph6(line)


def test_edges_are_numbered_by_their_larger_ends() -> None:
    heads, tails = decode_graph6("D~{").edge_index
    assert (heads < tails).all()
    assert (np.diff(tails) >= 0).all()
