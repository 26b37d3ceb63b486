"""`split_by_time`: learn from the past, be tested on the future."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gdgnn.data.split.edge_split import EdgeSplit
from gdgnn.data.split.joined_pairs import TEST, VALID, JoinedPairs, check_shares, split_of_parts
from gdgnn.graph import Graph

Mask: TypeAlias = npt.NDArray[np.bool_]


def split_by_time(
    graph: Graph,
    time: npt.ArrayLike,
    *,
    valid: float = 0.05,
    test: float = 0.1,
    valid_from: Any = None,
    test_from: Any = None,
    disjoint: float = 0.0,
    seed: int = 0,
) -> EdgeSplit:
    """Hold back the latest edges for test, and those before them for validation.

    A pair of nodes is as old as the first edge between the two, in either direction and of any relation: what
    comes later tells nothing new of it and goes to the same part. Pairs of one moment stay together, so that
    shares are met as nearly as the moments allow.

    Args:
        graph: what to split.
        time: ``(num_edges,)`` numbers or dates, or one for each row the graph was built from, of which the
            earliest counts for an edge.
        valid, test: shares of the joined pairs of nodes; unused where the two moments are given.
        valid_from, test_from: the moments, of the kind of `time`, at which validation and test begin; give
            both or neither.
        disjoint: see :func:`split_edges`.
        seed: of what `disjoint` draws.

    Raises:
        TypeError: `time` holds neither numbers nor dates.
        ValueError: a time is missing, there are not as many as edges or rows, or the moments are no moments
            of which the first is not after the second.

    Example:
        >>> path = Graph.from_edges([[0, 1, 2, 3], [1, 2, 3, 4]])
        >>> split = split_by_time(path, [2019, 2021, 2020, 2018], valid_from=2020, test_from=2021)
        >>> split.train.tolist(), split.valid.tolist(), split.test.tolist()
        ([0, 3], [2], [1])
    """
    joined = JoinedPairs.of(graph)
    moment = _first_seen(_edge_times(graph, time), joined)
    if (valid_from is None) != (test_from is None):
        raise ValueError("only one of valid_from and test_from is given; give both or neither")
    if valid_from is None:
        check_shares(valid, test)
        is_valid, is_test = _latest(moment, valid + test), _latest(moment, test)
    else:
        is_valid, is_test = _from_moments(moment, valid_from, test_from)
    part = np.zeros(joined.count, dtype=np.int8)
    part[is_valid] = VALID
    part[is_test] = TEST
    return split_of_parts(graph, joined, part, disjoint=disjoint, seed=seed)


def _from_moments(moment: npt.NDArray[Any], valid_from: Any, test_from: Any) -> tuple[Mask, Mask]:
    starts = np.asarray([valid_from, test_from], dtype="datetime64" if moment.dtype.kind == "M" else None)
    if not starts[0] <= starts[1]:
        raise ValueError(f"valid_from is {valid_from}, after test_from, {test_from}; exchange them")
    return moment >= starts[0], moment >= starts[1]


def _edge_times(graph: Graph, time: npt.ArrayLike) -> npt.NDArray[Any]:
    given = np.asarray(time)
    if given.dtype.kind not in "iufM":
        raise TypeError(
            f"time has dtype {given.dtype}; give numbers or dates: np.asarray(time, dtype='datetime64[s]')"
        )
    if given.shape not in ((graph.num_edges,), graph.row_edge.shape):
        raise ValueError(
            f"time has shape {given.shape}, but the graph has {graph.num_edges} edges made of "
            f"{graph.row_edge.size} rows; give one for each edge or one for each row"
        )
    missing = np.flatnonzero(np.isnat(given) if given.dtype.kind == "M" else given != given)
    if missing.size:
        raise ValueError(
            f"time[{missing[0]}] is missing ({missing.size} in all); give a time to each or drop these rows"
        )
    if given.shape == (graph.num_edges,):
        return given
    kept = graph.row_edge >= 0
    return _earliest(given[kept], graph.row_edge[kept], given[graph.edge_rows])


def _first_seen(edge_time: npt.NDArray[Any], joined: JoinedPairs) -> npt.NDArray[Any]:
    return _earliest(edge_time, joined.of_edge, edge_time[joined.representative])


def _earliest(
    time: npt.NDArray[Any], group: npt.NDArray[np.int64], start: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """The smallest time of each group; `start` holds any one of each."""
    smallest: npt.NDArray[Any] = start.copy()
    np.minimum.at(smallest, group, time)
    return smallest


def _latest(moment: npt.NDArray[Any], share: float) -> Mask:
    """Those from the moment on that holds back nearest to a share of all; some, if a share is asked for."""
    wanted = round(share * moment.size)
    if wanted == 0:
        return np.zeros(moment.size, dtype=np.bool_)
    at = np.partition(moment, moment.size - wanted)[moment.size - wanted]
    with_it: Mask = moment >= at
    after_it: Mask = moment > at
    surplus, shortage = np.count_nonzero(with_it) - wanted, wanted - np.count_nonzero(after_it)
    chosen = with_it if surplus <= shortage or not after_it.any() else after_it
    if share < 1 and chosen.all():
        raise ValueError(
            f"a share of {share:g} is to be held back, but {surplus + wanted} of {moment.size} pairs are of "
            f"one moment, {at}, and would go together; give finer times, or valid_from and test_from"
        )
    return chosen
