"""`check_leaks`: does a split give its answers away?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.data.leak_report import Kind, Leak, LeakReport, Severity
from gdgnn.data.leak_rows import Listed, Mask, Numbered
from gdgnn.data.split import EdgeSplit
from gdgnn.graph import Graph

_PARTS = ("train", "valid", "test")


def check_leaks(
    split: EdgeSplit | Graph,
    *,
    train: npt.ArrayLike | None = None,
    valid: npt.ArrayLike | None = None,
    test: npt.ArrayLike | None = None,
    train_negatives: npt.ArrayLike | None = None,
    valid_negatives: npt.ArrayLike | None = None,
    test_negatives: npt.ArrayLike | None = None,
    valid_graph: Graph | None = None,
    test_graph: Graph | None = None,
    directed: bool | None = None,
    examples: int = 3,
) -> LeakReport:
    """Look for everything in a split that gives its answers away or distorts its figures.

    Targets and negatives are ``(2, k)`` pairs, or ``(3, k)`` heads, relations and tails where the graph has
    relations. Drawn training negatives need not be given: that some are held-back edges is honest, as
    training must not know of these.

    Args:
        split: a split, or the graph that the encoder sees in training.
        train, valid, test: the targets, if a graph is given.
        train_negatives, valid_negatives, test_negatives: the negatives of each part, if there are lists.
        valid_graph, test_graph: what the encoder sees when these parts are scored, if it is another graph.
        directed: whether (u, v) and (v, u) are two targets; by default, if the graph is directed. True for
            the facts of a knowledge graph, however it is searched.
        examples: how many to keep of each finding.

    Raises:
        IndexError: a target names a node or relation that the graph does not have.
        TypeError: `split` is neither a split nor a graph.
        ValueError: targets are given beside a split, or have another shape.

    Example:
        >>> path = Graph.from_names(["ann", "bob", "eve"], ["bob", "eve", "joe"])
        >>> print(check_leaks(path, train=[[0, 1], [1, 2]], test=[[3], [2]]))
        1 error (3 edges, 2 train, 1 test)
        error: test: 1 of 1 targets are edges, the other way round, of the graph that the encoder sees
            such as (joe, eve)
            who sees (v, u) knows most of (u, v); split pairs of nodes instead of rows, as split_edges does
    """
    given = {"train": train, "valid": valid, "test": test}
    negatives = {"train": train_negatives, "valid": valid_negatives, "test": test_negatives}
    if isinstance(split, EdgeSplit):
        if any(one is not None for one in (*given.values(), valid_graph, test_graph)):
            raise ValueError(
                "targets or graphs are given beside a split that has its own; give its graph instead"
            )
        whole, graphs = (
            split.whole,
            {"train": split.graph, "valid": split.valid_graph, "test": split.test_graph},
        )
        targets = {part: Listed.edges(whole, getattr(split, part)) for part in _PARTS}
    elif isinstance(split, Graph):
        whole, graphs = split, {"train": split, "valid": valid_graph or split, "test": test_graph or split}
        targets = {part: Listed.of(_or_none(pairs), part, whole) for part, pairs in given.items()}
    else:
        raise TypeError(
            f"split is a {type(split).__name__}; give an EdgeSplit, or the Graph that is searched"
        )
    listed = {
        part: Listed.of(_or_none(pairs), f"{part}_negatives", whole) for part, pairs in negatives.items()
    }
    search = _Search(graphs, targets, listed, whole.directed if directed is None else directed, examples)
    leaks = sorted(search.leaks(), key=lambda leak: leak.severity)
    sizes = {"edges": graphs["train"].num_edges}
    sizes |= {part: targets[part].size for part in _PARTS if targets[part].size}
    sizes |= {f"{part} negatives": listed[part].size for part in _PARTS if listed[part].size}
    return LeakReport(tuple(leaks), sizes)


class _Search:
    """The lists of a split under the names "train", "train negatives", "train edges" and so on."""

    def __init__(
        self,
        graphs: dict[str, Graph],
        targets: dict[str, Listed],
        negatives: dict[str, Listed],
        directed: bool,
        examples: int,
    ) -> None:
        self.graphs, self.directed, self.examples = graphs, directed, examples
        lists = dict(targets)
        lists |= {f"{part} negatives": listed for part, listed in negatives.items()}
        # A graph that is seen with several parts is listed once.
        self.edges_of = {part: f"edges {id(graph)}" for part, graph in graphs.items()}
        lists |= {self.edges_of[part]: Listed.edges(graph) for part, graph in graphs.items()}
        self.rows = Numbered(lists, graphs["train"].num_nodes)

    def leaks(self) -> Iterator[Leak]:
        for part in ("test", "valid", "train"):
            yield from self._targets_in_graph(part)
            yield from self._targets_elsewhere(part)
            yield from self._repeated(part)
            yield from self._negatives_that_are_positives(part)
            yield from self._unseen_nodes(part)

    def _targets_in_graph(self, part: str) -> Iterator[Leak]:
        """Of the targets held back; training targets are hidden batch by batch."""
        if part == "train":
            return
        same, turned = self._twins(part, self.edges_of[part])
        yield from self._leak("target_in_graph", "error", part, same)
        yield from self._leak("reversed_in_graph", self._if_turned, part, turned)
        joined = self.rows.members(part, self.edges_of[part], arrows=False, relations=False)
        yield from self._leak("other_relation_in_graph", "warning", part, joined & ~same & ~turned)

    def _targets_elsewhere(self, part: str) -> Iterator[Leak]:
        for other in _PARTS[: _PARTS.index(part)]:
            same, turned = self._twins(part, other)
            yield from self._leak("shared_target", "error", part, same, other)
            yield from self._leak("reversed_target", self._if_turned, part, turned, other)

    def _repeated(self, part: str) -> Iterator[Leak]:
        again = self.rows.repeated(part, arrows=self.directed)
        yield from self._leak("duplicate_target", "warning", part, again)
        again = self.rows.repeated(f"{part} negatives", arrows=self.directed)
        yield from self._leak("duplicate_negative", "warning", part, again)

    def _negatives_that_are_positives(self, part: str) -> Iterator[Leak]:
        severity: Severity = "warning" if part == "train" else "error"
        negatives = f"{part} negatives"
        for other in _PARTS:
            found = self.rows.members(negatives, other, arrows=self.directed)
            if other == "train":
                found |= self.rows.members(negatives, self.edges_of[part], arrows=self.directed)
            yield from self._leak("negative_is_positive", severity, part, found, other)

    def _unseen_nodes(self, part: str) -> Iterator[Leak]:
        if part == "train":
            return
        nodes = np.unique(self.rows.lists[part].pairs)
        alone = nodes[self.graphs[part].degrees()[nodes] == 0]
        if alone.size:
            shown = tuple((self._node(node),) for node in alone[: self.examples].tolist())
            yield Leak("unseen_node", "warning", part, "", alone.size, nodes.size, shown)

    @property
    def _if_turned(self) -> Severity:
        """How bad it is that the same pair is found the other way round."""
        return "warning" if self.directed else "error"

    def _twins(self, part: str, other: str) -> tuple[Mask, Mask]:
        """Which targets are in another list as they are, and which only the other way round."""
        same = self.rows.members(part, other, arrows=True)
        return same, self.rows.members(part, other, arrows=False) & ~same

    def _leak(
        self, kind: Kind, severity: Severity, part: str, found: Mask, other: str = ""
    ) -> Iterator[Leak]:
        if not found.any():
            return
        listed = self.rows.lists[f"{part} negatives" if "negative" in kind else part]
        at = np.flatnonzero(found)
        shown = tuple(self._row(listed, which) for which in at[: self.examples].tolist())
        yield Leak(kind, severity, part, other, at.size, listed.size, shown)

    def _row(self, listed: Listed, at: int) -> tuple[Any, ...]:
        head, tail = map(self._node, listed.pairs[:, at].tolist())
        if listed.relation is None:
            return head, tail
        relation, names = int(listed.relation[at]), self.graphs["train"].relation_names
        return head, relation if names is None else names[relation], tail

    def _node(self, node: int) -> Any:
        names = self.graphs["train"].node_names
        return node if names is None else names[node]


def _or_none(pairs: npt.ArrayLike | None) -> npt.ArrayLike:
    return np.empty((2, 0), dtype=np.int64) if pairs is None else pairs
