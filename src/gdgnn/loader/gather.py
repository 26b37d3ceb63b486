"""Rows out of ragged arrays, copied together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics import Neighborhoods, Ragged


def spans(starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The positions ``starts[i], starts[i] + 1, ...``, ``lengths[i]`` of them, for each i in turn."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if ends.size else 0
    positions: npt.NDArray[np.int64] = np.repeat(starts - (ends - lengths), lengths)
    positions += np.arange(total)
    return positions


def offsets_of(lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where each row begins, and where the last one ends."""
    offsets = np.zeros(lengths.size + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def neighborhoods_of(
    found: Neighborhoods,
    first: npt.NDArray[np.int64],
    count: npt.NDArray[np.int64],
    shift: npt.NDArray[np.int64] | None = None,
) -> Neighborhoods:
    """The neighborhoods of runs of targets: ``count[i]`` of them from ``first[i]`` on, for each i in turn.

    `shift` is added to the node ids of each run. What belongs to a run lies together at every level, so that
    whole runs are copied.
    """
    last = first + count
    targets = spans(first, count)
    entry_ptr, side_ptr = found.neighbors.offsets, found.side.offsets
    entries = spans(entry_ptr[first], entry_ptr[last] - entry_ptr[first])
    side_first, side_last = side_ptr[entry_ptr[first]], side_ptr[entry_ptr[last]]
    nodes = spans(side_first, side_last - side_first)
    neighbor, side = found.neighbors.values[entries], found.side.values[nodes]
    if shift is not None:
        neighbor = neighbor + np.repeat(shift, entry_ptr[last] - entry_ptr[first])
        side = side + np.repeat(shift, side_last - side_first)
    return Neighborhoods(
        Ragged(neighbor, offsets_of(entry_ptr[targets + 1] - entry_ptr[targets])),
        found.distance[entries],
        Ragged(side, offsets_of(side_ptr[entries + 1] - side_ptr[entries])),
        None if found.side_degree is None else found.side_degree[nodes],
    )
