"""Readouts: vectors to one vector for each target."""

from __future__ import annotations

import pytest
import torch

from gdgnn.inputs import RaggedNodes
from gdgnn.nn import GraphReadout, LinkReadout, NodeReadout, SubgraphReadout
from tests.nn.graphs import assert_calm, assert_close, node_geodesics, random_graph

PAIRS = torch.tensor([[0, 2, 3], [1, 2, 0]])


def test_a_link_is_read_in_the_order_of_its_parts() -> None:
    h, head, tail, distance = torch.randn(4, 3), torch.randn(3, 2), torch.randn(3, 2), torch.randn(3, 1)
    readout = LinkReadout(3, 2, 1)
    found = readout(h, PAIRS, (head, tail), [distance])
    assert_close(found, torch.cat([h[PAIRS[0]], h[PAIRS[1]], head, tail, distance], dim=1))
    assert found.shape[1] == readout.out_channels


def test_a_symmetric_link_reads_the_same_both_ways() -> None:
    h, head, tail = torch.randn(4, 3), torch.randn(3, 2), torch.randn(3, 2)
    readout = LinkReadout(3, 2, symmetric=True)
    assert_close(readout(h, PAIRS, (head, tail)), readout(h, PAIRS.flip(0), (tail, head)))
    same = h.requires_grad_()
    readout(same, torch.tensor([[1], [1]]), (head[:1], head[:1])).sum().backward()
    assert same.grad.isfinite().all()


def test_a_node_reads_itself_and_a_node_that_sees_nothing_is_calm() -> None:
    graph, h = random_graph(10, 14, 0), torch.randn(10, 3)
    seen, readout = node_geodesics(graph, 2), NodeReadout(3, 5)
    found = readout(h, seen)
    assert found.shape == (10, 8)
    assert_close(found[:, :3], h)
    assert_close(found[4:7], readout(h, seen.slice(4, 7)))
    assert_calm(readout(h, seen.slice(8, 10)).square().sum(), readout)
    assert_close(NodeReadout(3, 0)(h, seen), h)


@pytest.mark.parametrize("reduce", ["sum", "mean"])
def test_graphs_and_subsets_are_read_alike(reduce: str) -> None:
    z, batch = torch.randn(5, 3), torch.tensor([0, 0, 0, 2, 2])
    graphs = GraphReadout(3, reduce)
    found = graphs(z, batch, 3)
    assert found.shape == (3, graphs.out_channels)
    assert not found[1].any()
    order = torch.tensor([2, 0, 1, 4, 3])
    assert_close(SubgraphReadout(3, reduce)(z, RaggedNodes(order, batch, 3)), found)
    expected = z[:3].mean(0) if reduce == "mean" else z[:3].sum(0) / 3**0.5
    assert_close(found[0, :3], expected)


def test_only_the_sum_tells_a_graph_from_two_of_it() -> None:
    z, once, twice = torch.ones(4, 3), torch.zeros(2, dtype=torch.long), torch.zeros(4, dtype=torch.long)
    assert_close(GraphReadout(3, "mean")(z[:2], once, 1), GraphReadout(3, "mean")(z, twice, 1))
    assert not torch.allclose(GraphReadout(3)(z[:2], once, 1), GraphReadout(3)(z, twice, 1))
    with pytest.raises(ValueError, match="'mean'"):
        GraphReadout(3, "max")
