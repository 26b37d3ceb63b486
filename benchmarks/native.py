"""The benchmark's own C++, compiled on the fly with ``g++ -O3`` and called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.workloads import BUILD, Array

HERE = Path(__file__).parent
COMPILER = os.environ.get("CXX", "g++")
Counts = npt.NDArray[np.int32]
Distances = npt.NDArray[np.int16]


def compiled(source: str, *flags: str) -> Path:
    """Path of the compiled ``source``; compiled again only when the source or the flags change."""
    code = (HERE / source).read_bytes()
    key = hashlib.sha256(code + " ".join((COMPILER, *flags)).encode()).hexdigest()[:12]
    target = BUILD / "native" / f"{Path(source).stem}-{key}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_suffix(f".{os.getpid()}")
        subprocess.run([COMPILER, "-std=c++17", *flags, HERE / source, "-o", unfinished], check=True)
        unfinished.rename(target)
    return target


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(str(compiled("naive.cpp", "-O3", "-shared", "-fPIC")))
    names = ("read_all", "read_lines", "naive_pairs", "naive_sources", "naive_neighborhoods")
    for function in (getattr(library, name) for name in names):
        function.restype = ctypes.c_int64
    return library


def _pointer(array: npt.NDArray[np.generic] | None) -> ctypes.c_void_p:
    return ctypes.c_void_p(None if array is None else array.ctypes.data)


class Naive:
    """Single-threaded breadth-first searches: they count what they find, or store it as the engine does."""

    def __init__(self, indptr: Array, indices: npt.NDArray[np.integer]) -> None:
        self.num_nodes = len(indptr) - 1
        self.indptr = np.ascontiguousarray(indptr, np.int64)
        self.indices = np.ascontiguousarray(indices, np.int32)

    def _graph(self) -> tuple[ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p]:
        return ctypes.c_int32(self.num_nodes), _pointer(self.indptr), _pointer(self.indices)

    def pairs(
        self, pairs: Array, max_dist: int, *, hide: bool, store: bool = False
    ) -> tuple[Distances, Counts, Counts]:
        """Distance, size of the head side, size of the tail side; each (k,).

        `store`: nodes and degrees of all sides are found and kept as well, then dropped.
        """
        pairs = np.ascontiguousarray(pairs, np.int64)
        count = pairs.shape[1]
        distance, head, tail = np.empty(count, np.int16), np.empty(count, np.int32), np.empty(count, np.int32)
        _library().naive_pairs(
            *self._graph(), ctypes.c_int64(count), _pointer(pairs), max_dist, int(hide), int(store),
            _pointer(distance), _pointer(head), _pointer(tail),
        )  # fmt: skip
        return distance, head, tail

    def sources(
        self, sources: Array, max_dist: int, *, sides: bool, store: bool = False, degree: bool = False
    ) -> tuple[Distances, Counts | None, Counts | None]:
        """The same for every source against every node; each (sources, num_nodes)."""
        shape = len(sources), self.num_nodes
        distance = np.empty(shape, np.int16)
        head, tail = (np.empty(shape, np.int32), np.empty(shape, np.int32)) if sides else (None, None)
        sources = np.ascontiguousarray(sources, np.int64)
        _library().naive_sources(
            *self._graph(), ctypes.c_int64(len(sources)), _pointer(sources), max_dist,
            int(store) + int(store and degree), _pointer(distance), _pointer(head), _pointer(tail),
        )  # fmt: skip
        return distance, head, tail

    def neighborhoods(
        self, max_dist: int, count: int | None = None, *, store: bool = False
    ) -> tuple[Counts, Array]:
        """For nodes 0..count-1: how many nodes within ``max_dist``, and their side nodes in all."""
        count = self.num_nodes if count is None else count
        neighbors, side_nodes = np.empty(count, np.int32), np.empty(count, np.int64)
        _library().naive_neighborhoods(
            *self._graph(), ctypes.c_int64(count), max_dist, int(store),
            _pointer(neighbors), _pointer(side_nodes),
        )  # fmt: skip
        return neighbors, side_nodes


def read_all(words: Array) -> int:
    """Sum of all words: sequential reading."""
    return int(_library().read_all(_pointer(words), ctypes.c_int64(len(words))))


def read_lines(words: Array, lines: npt.NDArray[np.int32]) -> int:
    """Sum of the first word of each of the given 64-byte lines: scattered reading."""
    return int(_library().read_lines(_pointer(words), _pointer(lines), ctypes.c_int64(len(lines))))
