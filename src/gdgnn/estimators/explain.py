"""Take geodesic nodes away, one at a time and all at once, and see what becomes of the score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from gdgnn.estimators.base import probability
from gdgnn.estimators.explanation import Contribution, Explanation
from gdgnn.estimators.link_scores import LinkScores, NetworkScores, TreeScores
from gdgnn.estimators.recommend import are_edges
from gdgnn.estimators.source import name_of
from gdgnn.geodesics import UNREACHABLE, Dag, dag, vertical
from gdgnn.graph import Graph
from gdgnn.inputs import PairGeodesics, RaggedNodes

Floats = npt.NDArray[np.float64]
Roles = dict[int, str]

_ENTRIES = 1 << 20
_MOST_NODES_FOR_TREES = 64


def explain(scores: LinkScores, head: int, tail: int, *, max_paths: int) -> Explanation:
    """See :class:`Explanation`."""
    if head == tail:
        raise ValueError(f"{name_of(scores.graph, head)!r} is given twice; give two nodes")
    graph, max_dist = scores.graph, scores.settings.max_dist
    pair = np.array([[head], [tail]])
    found = vertical(graph, pair, max_dist=max_dist, exclude_targets=True, degree=False, num_paths=True)
    assert found.num_paths is not None
    score = float(scores.logits(pair)[0])
    if isinstance(scores, NetworkScores):
        roles, without_each, without_all = _of_network(scores, pair)
        method = "a node's term was taken out of the pool"
    else:
        assert isinstance(scores, TreeScores)
        roles, without_each, without_all = _of_trees(scores, pair, found.head[0], found.tail[0])
        method = "a node was taken out of the graph"
    values = score - without_each
    order = np.argsort(-np.abs(values), kind="stable")
    nodes = list(roles)
    lines = dag(graph, pair, max_dist=max_dist, exclude_targets=True)
    distance = int(found.distance[0])
    return Explanation(
        head=name_of(graph, head),
        tail=name_of(graph, tail),
        score=score,
        probability=float(probability(score)),
        distance=None if distance == UNREACHABLE else distance,
        max_dist=max_dist,
        num_paths=int(found.num_paths[0]),
        was_edge=bool(are_edges(graph, pair)[0]),
        without_nodes=without_all,
        contributions=tuple(
            Contribution(name_of(graph, nodes[at]), roles[nodes[at]], float(values[at])) for at in order
        ),
        interaction=fsum([score, -without_all, *(-values)]),
        method=method,
        paths=tuple(
            tuple(name_of(graph, node) for node in path) for path in paths_of(lines, head, tail, max_paths)
        ),
        links=tuple(
            (name_of(graph, u), name_of(graph, v))
            for u, v in zip(lines.edge_head.tolist(), lines.edge_tail.tolist(), strict=True)
        ),
    )


def _of_network(scores: NetworkScores, pair: npt.NDArray[np.int64]) -> tuple[Roles, Floats, float]:
    """Geodesic nodes that are pooled, the score without each, and the score without any.

    The other nodes keep their geodesic degrees, and the ends of a path stay: pooled terms are taken away,
    not nodes.
    """
    given = scores.geodesics(pair)
    roles = roles_of(given)
    entries = sum(len(rows.node) for rows in (given.head, given.tail, given.path) if rows is not None)
    at_a_time = max(1, _ENTRIES // max(entries, 1))
    nodes = list(roles)
    found = [np.empty(0)]
    for start in range(0, len(nodes), at_a_time):
        absent = [{node} for node in nodes[start : start + at_a_time]]
        found.append(scores.of_geodesics(_without(given, absent)))
    without_all = scores.of_geodesics(_without(given, [set(nodes)]))
    return roles, np.concatenate(found), float(without_all[0])


def _of_trees(
    scores: TreeScores,
    pair: npt.NDArray[np.int64],
    head_side: npt.NDArray[np.integer[Any]],
    tail_side: npt.NDArray[np.integer[Any]],
) -> tuple[Roles, Floats, float]:
    """The same for trees, which pool nothing: a node is taken out of the graph, with its edges."""
    sides = [set(side.tolist()) - set(pair.ravel().tolist()) for side in (head_side, tail_side)]
    roles: Roles = {node: "both sides" if node in sides[1] else "head side" for node in sorted(sides[0])}
    roles |= dict.fromkeys(sorted(sides[1] - sides[0]), "tail side")
    nodes = list(roles)
    # Each costs a graph: of a crowd only some are asked about one by one.
    each = [_score_without(scores, pair, [node]) for node in nodes[:_MOST_NODES_FOR_TREES]]
    roles = {node: roles[node] for node in nodes[:_MOST_NODES_FOR_TREES]}
    return roles, np.array(each), _score_without(scores, pair, nodes)


def _score_without(scores: TreeScores, pair: npt.NDArray[np.int64], nodes: list[int]) -> float:
    graph = scores.graph
    kept = ~np.isin(graph.edge_index, nodes).any(axis=0)
    part = Graph.from_edges(graph.edge_index[:, kept], num_nodes=graph.num_nodes, directed=graph.directed)
    return float(scores.trees.logits(scores.rows(part, pair))[0])


def roles_of(given: PairGeodesics) -> Roles:
    """The nodes that are pooled, but for the ends, and where each lies."""
    ends = set(given.pairs.flatten().tolist())
    head, tail, path = (
        [] if rows is None else rows.node.tolist() for rows in (given.head, given.tail, given.path)
    )
    roles: Roles = dict.fromkeys(head, "head side")
    for node in tail:
        roles[node] = "both sides" if node in roles else "tail side"
    roles |= {node: "path" for node in path if node not in roles}
    return {node: role for node, role in roles.items() if node not in ends}


def _without(given: PairGeodesics, absent: list[set[int]]) -> PairGeodesics:
    """The pair once for each set of nodes, which are left out of its geodesics."""
    return without_entries(given, absent)[0]


def without_entries(given: PairGeodesics, absent: list[set[int]]) -> tuple[PairGeodesics, dict[str, Tensor]]:
    """The pair once for each set of nodes, which are left out of its geodesics, and the entries that stay.

    Args:
        given: of one pair.
        absent: sets of nodes.

    Returns:
        As many pairs, and by the names "head", "tail" and "path" the old place of each of their entries.
    """
    count = len(absent)
    entries: dict[str, Tensor] = {}

    def kept(name: str, nodes: RaggedNodes | None) -> RaggedNodes | None:
        if nodes is None:
            return None
        some, entries[name] = _rows_without(nodes, absent)
        return some

    pairs = replace(
        given,
        pairs=given.pairs.expand(2, count).contiguous(),
        distance=given.distance.expand(count).contiguous(),
        walks=None if given.walks is None else given.walks.expand(count, -1),
        head=kept("head", given.head),
        tail=kept("tail", given.tail),
        path=kept("path", given.path),
    )
    return pairs, entries


def _rows_without(rows: RaggedNodes, absent: list[set[int]]) -> tuple[RaggedNodes, Tensor]:
    nodes = rows.node.tolist()
    kept = torch.tensor([[node not in out for node in nodes] for out in absent], dtype=torch.bool)
    row, entry = kept.view(len(absent), len(nodes)).nonzero(as_tuple=True)

    def taken(column: Tensor | None) -> Tensor | None:
        return None if column is None else column[entry]

    some = RaggedNodes(rows.node[entry], row, len(absent), taken(rows.degree), taken(rows.position))
    return some, entry


def paths_of(lines: Dag, head: int, tail: int, most: int) -> Iterator[tuple[int, ...]]:
    """Some shortest paths, those with the smallest ids first."""
    after: dict[int, list[int]] = {}
    for u, v in sorted({*zip(lines.edge_head.tolist(), lines.edge_tail.tolist(), strict=True)}, reverse=True):
        after.setdefault(u, []).append(v)
    stack, count = [[head]] if after else [], 0
    while stack and count < most:
        path = stack.pop()
        if path[-1] == tail:
            count += 1
            yield tuple(path)
        else:
            stack += [[*path, node] for node in after.get(path[-1], ())]
