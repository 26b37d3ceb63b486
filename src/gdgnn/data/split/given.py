"""`split_given`: a split that somebody else has made."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.data.arguments import Ids, chosen_ids
from gdgnn.data.split.edge_split import EdgeSplit
from gdgnn.data.split.joined_pairs import JoinedPairs, set_aside
from gdgnn.graph import Graph


def split_given(
    graph: Graph,
    *,
    valid: npt.ArrayLike,
    test: npt.ArrayLike,
    train: npt.ArrayLike | None = None,
    disjoint: float = 0.0,
    seed: int = 0,
) -> EdgeSplit:
    """A split by edge ids or masks over the edges.

    ``graph.row_edge`` leads from rows of the input to edge ids. What is given is kept as it is, but an edge
    can be in one part only; :func:`gdgnn.data.check_leaks` looks for what else may be wrong with it.

    Args:
        graph: all edges.
        valid, test: ids of edges, or masks ``(num_edges,)``.
        train: the same; all other edges, by default.
        disjoint, seed: see :func:`split_edges`.

    Raises:
        IndexError: an edge is not of this graph.
        ValueError: an edge is in two parts.

    Example:
        >>> path = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
        >>> split_given(path, valid=[], test=[False, True, False]).train.tolist()
        [0, 2]
    """
    count = graph.num_edges
    held = {
        name: chosen_ids(given, name, count, "edges") for name, given in (("valid", valid), ("test", test))
    }
    if train is None:
        rest = np.ones(count, dtype=np.bool_)
        rest[np.concatenate(list(held.values()))] = False
        learned = np.flatnonzero(rest)
    else:
        learned = chosen_ids(train, "train", count, "edges")
    parts = {"train": learned, **held}
    _check_apart(graph, parts)
    message, targets = set_aside(learned, JoinedPairs.of(graph), disjoint=disjoint, seed=seed)
    return EdgeSplit(graph, targets, held["valid"], held["test"], message, learned, learned)


def _check_apart(graph: Graph, parts: dict[str, Ids]) -> None:
    for first, second in (("train", "valid"), ("train", "test"), ("valid", "test")):
        both = np.intersect1d(parts[first], parts[second], assume_unique=True)
        if both.size:
            head, tail = graph.edge_index[:, both[0]].tolist()
            raise ValueError(
                f"edge {both[0]}, ({head}, {tail}), is in {first} and in {second}, as are {both.size - 1} "
                f"more; take each out of one of them"
            )
