"""Take nodes between head and tail away, and see what becomes of the score."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import fsum

import numpy as np
import numpy.typing as npt
import torch

from gdgnn.estimators.base import probability
from gdgnn.estimators.explain import Roles, paths_of, roles_of, without_entries
from gdgnn.estimators.explanation import Contribution
from gdgnn.estimators.kg_explanation import FactExplanation, FactPath, Step
from gdgnn.estimators.kg_facts import names_of
from gdgnn.estimators.kg_scores import AskedFacts, FactScores, Floats, Ids
from gdgnn.geodesics import UNREACHABLE, Dag, dag, vertical
from gdgnn.inputs import RaggedNodes
from gdgnn.loader.triple_edges import hidden_edges
from gdgnn.loader.triple_sequences import RelationSequences
from gdgnn.tasks.entity_scores import Side

_ENTRIES = 1 << 20


def explain(scores: FactScores, triple: Ids, *, max_paths: int) -> FactExplanation:
    """See :class:`FactExplanation`; `triple` is ``(3, 1)``."""
    graph, max_dist = scores.graph, scores.settings.max_dist
    entities, relations = names_of(scores.facts)
    own = hidden_edges(graph, triple)
    pair = np.ascontiguousarray(triple[::2])
    found = vertical(
        graph,
        pair,
        max_dist=max_dist,
        exclude_targets=own,
        degree=False,
        num_paths=True,
        threads=scores.threads,
    )
    assert found.num_paths is not None
    head, relation, tail = triple[:, 0].tolist()
    given = scores.asked(triple)
    score = float(scores.of_asked(given)[0])
    roles = roles_of(given.geodesics)
    nodes = list(roles)
    lines = dag(graph, pair, max_dist=max_dist, exclude_targets=own)
    paths = list(paths_of(lines, head, tail, max_paths))
    absent = [{node} for node in nodes] + [set(path[1:-1]) for path in paths] + [set(nodes)]
    without = _scores_without(scores, given, absent)
    values, worth = score - without[: len(nodes)], score - without[len(nodes) : -1]
    order = np.argsort(-np.abs(values), kind="stable")
    ranks = [_rank(scores, triple, side, score) for side in ("head", "tail")]
    distance = int(found.distance[0])
    steps = _steps(scores, lines)
    listed = tuple(
        FactPath(
            tuple(entities[node] for node in path),
            tuple(tuple(steps[ends]) for ends in pairwise(path)),
            float(value),
        )
        for path, value in zip(paths, worth, strict=True)
    )
    return FactExplanation(
        head=entities[head],
        tail=entities[tail],
        score=score,
        probability=float(probability(score)),
        distance=None if distance == UNREACHABLE else distance,
        max_dist=max_dist,
        num_paths=int(found.num_paths[0]),
        was_edge=bool(scores.known.contains(triple)[0]),
        without_nodes=float(without[-1]),
        contributions=tuple(_contributions(scores, roles, values, order)),
        interaction=fsum([score, -float(without[-1]), *(-values)]),
        method="a node's term was taken out of the pool",
        paths=tuple(path.nodes for path in listed),
        links=tuple(dict.fromkeys((entities[u], entities[v]) for u, v in steps)),
        relation=relations[relation],
        head_rank=ranks[0][0],
        tail_rank=ranks[1][0],
        candidates=(ranks[0][1], ranks[1][1]),
        fact_paths=listed,
    )


def _contributions(scores: FactScores, roles: Roles, values: Floats, order: Ids) -> list[Contribution]:
    nodes, names = list(roles), names_of(scores.facts)[0]
    return [Contribution(names[nodes[at]], roles[nodes[at]], float(values[at])) for at in order]


def _scores_without(scores: FactScores, given: AskedFacts, absent: list[set[int]]) -> Floats:
    """The score without each set of nodes: their terms are taken out of pools and paths, not their edges."""
    pairs = given.geodesics
    entries = sum(len(rows.node) for rows in (pairs.head, pairs.tail, pairs.path) if rows is not None)
    at_a_time = max(1, _ENTRIES // max(entries, 1))
    found = [np.empty(0)]
    for start in range(0, len(absent), at_a_time):
        found.append(scores.of_asked(_without(given, absent[start : start + at_a_time])))
    return np.concatenate(found)


def _without(given: AskedFacts, absent: list[set[int]]) -> AskedFacts:
    pairs, entries = without_entries(given.geodesics, absent)
    steps = {"path": given.path_relation, "head": given.head_relation, "tail": given.tail_relation}
    kept = {name: None if step is None else step[entries[name]] for name, step in steps.items()}
    relation = given.relation.expand(len(absent)).contiguous()
    sequences = None if given.sequences is None else _repeated(given.sequences, len(absent))
    return AskedFacts(pairs, relation, kept["path"], kept["head"], kept["tail"], sequences)


def _repeated(sequences: RelationSequences, count: int) -> RelationSequences:
    """Those of one pair, for as many that are the same."""
    row = torch.arange(count).repeat_interleave(len(sequences.share))
    entry = RaggedNodes(sequences.entry.node.repeat(count), row, count)
    return RelationSequences(sequences.step, entry, sequences.share.repeat(count))


def _rank(scores: FactScores, triple: Ids, side: Side, score: float) -> tuple[float, int]:
    """Where the true entity stands among those that make no other known fact, and how many these are."""
    (_, row) = next(iter(scores.of_entities(triple, side)))
    true = int(triple[0 if side == "head" else 2, 0])
    others = np.ones(len(row), dtype=np.bool_)
    others[scores.known.answers(triple, side=side)[0]] = False
    others[true] = False
    # Its own edge was hidden for its score; for all others there is none to hide.
    mine = np.float32(score)
    same = np.isclose(row, mine, rtol=1e-6, atol=1e-6)
    higher = int((others & (row > mine) & ~same).sum())
    return 1 + higher + int((others & same).sum()) / 2, int(others.sum()) + 1


def _steps(scores: FactScores, lines: Dag) -> dict[tuple[int, int], list[Step]]:
    """The edges between each two nodes, from the one that is nearer to the head."""
    graph, names = scores.graph, names_of(scores.facts)[1]
    assert graph.relation is not None
    steps: dict[tuple[int, int], list[Step]] = defaultdict(list)
    edges: npt.NDArray[np.int64] = lines.edges.values.astype(np.int64)
    for edge, near, far in zip(edges, lines.edge_head.tolist(), lines.edge_tail.tolist(), strict=True):
        forward = int(graph.edge_index[0, edge]) == near
        steps[near, far].append(Step(names[int(graph.relation[edge])], forward))
    return steps
