"""The scores of pairs from their definitions, in pure Python on the edge lists of `tests.oracle`."""

from __future__ import annotations

import math
from fractions import Fraction

from tests import oracle
from tests.oracle import EdgeList


def common_neighbors(graph: EdgeList, u: int, v: int, hidden: int | None) -> set[int]:
    """Whatever lies in the middle of two steps from u to another node v."""
    if u == v:
        return set()
    return oracle.next_nodes(graph, u, hidden) & oracle.previous_nodes(graph, v, hidden)


def degree(graph: EdgeList, node: int) -> int:
    """Distinct neighbors, along or against the arrows."""
    return len(oracle.next_nodes(graph, node) | oracle.previous_nodes(graph, node))


def adamic_adar(graph: EdgeList, u: int, v: int, hidden: int | None) -> float:
    return sum(1 / math.log(degree(graph, w)) for w in common_neighbors(graph, u, v, hidden))


def resource_allocation(graph: EdgeList, u: int, v: int, hidden: int | None) -> float:
    return sum(1 / degree(graph, w) for w in common_neighbors(graph, u, v, hidden))


def jaccard(graph: EdgeList, u: int, v: int, hidden: int | None) -> float:
    together = oracle.next_nodes(graph, u, hidden) | oracle.previous_nodes(graph, v, hidden)
    return len(common_neighbors(graph, u, v, hidden)) / len(together) if together else 0.0


def preferential_attachment(graph: EdgeList, u: int, v: int, hidden: int | None) -> float:
    return len(oracle.next_nodes(graph, u, hidden)) * len(oracle.previous_nodes(graph, v, hidden))


def katz(graph: EdgeList, u: int, v: int, hidden: int | None, max_length: int, beta: Fraction) -> Fraction:
    """Walks are counted by walking, in whole numbers."""
    here, total = {u: 1}, Fraction(0)
    for length in range(1, max_length + 1):
        onward: dict[int, int] = {}
        for node, ways in here.items():
            for other in oracle.next_nodes(graph, node, hidden):
                onward[other] = onward.get(other, 0) + ways
        here = onward
        total += beta**length * here.get(v, 0)
    return total
