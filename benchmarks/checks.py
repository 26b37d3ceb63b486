"""No figure without an answer: the engine is compared with every peer before a ratio is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.baselines import Neighborhood, Research, Sides
from benchmarks.workloads import Array
from gdgnn.geodesics import Neighborhoods, Vertical


class DisagreementError(Exception):
    """The engine and a peer gave different answers to the same question."""


def same_sides(peer: str, pairs: Array, found: Vertical, expected: Sequence[Sides]) -> None:
    for i, (distance, head, tail) in enumerate(expected):
        same = found.distance[i] == distance
        if not (same and np.array_equal(found.head[i], head) and np.array_equal(found.tail[i], tail)):
            ours = found.distance[i], found.head[i].tolist(), found.tail[i].tolist()
            theirs = distance, head.tolist(), tail.tolist()
            raise DisagreementError(
                f"pair {tuple(pairs[:, i])}: the engine says {ours}, {peer} says {theirs}"
            )


def same_degrees(found: Vertical, research: Research) -> None:
    for rows, degrees in ((found.head, found.head_degree), (found.tail, found.tail_degree)):
        for i, side in enumerate(rows):
            expected = research.degree(side)
            ours = np.asarray(degrees)[rows.offsets[i] : rows.offsets[i + 1]]
            if not np.array_equal(ours, expected):
                raise DisagreementError(
                    f"pair number {i}, side {side.tolist()}: degrees {ours} against {expected}"
                )


def same_counts(what: str, found: Any, expected: Any) -> None:
    wrong = np.flatnonzero(np.asarray(found).ravel() != np.asarray(expected).ravel())
    if len(wrong):
        at = wrong[0]
        raise DisagreementError(
            f"{what}: {len(wrong):,} answers differ; number {at} is {np.asarray(found).flat[at]} "
            f"by the engine and {np.asarray(expected).flat[at]} by the peer"
        )


def same_neighborhood(peer: str, found: Neighborhoods, row: int, first: int, expected: Neighborhood) -> None:
    """``first``: the union's id of the peer's node 0."""
    entries = range(found.neighbors.offsets[row], found.neighbors.offsets[row + 1])
    ours = {
        int(found.neighbors.values[i]) - first: (int(found.distance[i]), (found.side[i] - first).tolist())
        for i in entries
    }
    if ours != expected:
        raise DisagreementError(f"node {first} + {row}: the engine says {ours}, {peer} says {expected}")
