"""Pickles of sparse matrices, arrays and dictionaries of lists, read without making any of their objects."""

from __future__ import annotations

import io
import math
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.data.datasets.tables import damaged

_MOST_ENTRIES = 1 << 28


def read_inert_pickle(file: Path) -> Any:
    """The content of a pickle that names nothing but what the Planetoid files are made of.

    A pickle is a program that may import and call anything. Here each of the six names such a file needs
    stands for a record of ours that only keeps what it is given; arrays are made from these records after
    reading, every length checked. Any other name ends the reading.

    Returns:
        A ``(rows, columns)`` array for an array or a sparse matrix, a dictionary of lists for a graph.

    Raises:
        ValueError: the pickle names something else, or is damaged.
    """
    content = io.BytesIO(file.read_bytes())  # whose read() sets no memory aside for lengths that are made up
    try:
        found = _Reader(content, encoding="latin1").load()
        return found.matrix() if isinstance(found, (_Array, _Sparse)) else _dictionary(found)
    except Exception as error:  # damaged pickles raise whatever the broken instruction runs into
        raise damaged(file, str(error) or type(error).__name__) from error


class _Dtype:
    """The record of a `numpy.dtype`."""

    def __init__(self, code: object, *_: object) -> None:
        if not isinstance(code, str) or not re.fullmatch(r"[iuf][1248]", code):
            raise ValueError(f"an array of dtype {code!r:.20}")
        self.code = code

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if state[1] not in ("<", ">", "|"):
            raise ValueError(f"an array of byte order {state[1]!r:.20}")
        self.code = state[1] + self.code


class _Array:
    """The record of a `numpy.ndarray`."""

    shape: Any
    dtype: Any

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, self.shape, self.dtype, self.by_columns, self.content = state

    def matrix(self) -> npt.NDArray[Any]:
        if type(self.dtype) is not _Dtype or any(type(length) is not int for length in self.shape):
            raise ValueError("an array without a dtype or shape")
        content = self.content.encode("latin1") if isinstance(self.content, str) else self.content
        flat = np.frombuffer(content, dtype=np.dtype(self.dtype.code))
        if min(self.shape, default=0) < 0 or math.prod(self.shape) != flat.size:
            raise ValueError(f"an array of shape {self.shape} with {flat.size} entries")
        entries: npt.NDArray[Any] = flat.reshape(self.shape, order="F" if self.by_columns else "C")
        return entries


class _Sparse:
    """The record of a `scipy.sparse.csr_matrix`."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.shape = state["_shape"]
        self.parts = [state[part] for part in ("indptr", "indices", "data")]

    def matrix(self) -> npt.NDArray[Any]:
        rows, columns = self.shape
        if rows * columns > _MOST_ENTRIES:
            raise ValueError(f"a sparse matrix of {rows} × {columns}, larger than any of this format")
        indptr, indices, data = (part.matrix() for part in self.parts)
        lengths = np.diff(indptr)
        whole = indptr.shape == (rows + 1,) and indptr[0] == 0 and (lengths >= 0).all()
        if not whole or not indptr[-1] == indices.size == data.size:
            raise ValueError("a sparse matrix whose rows do not add up")
        if indices.size and not 0 <= indices.min() <= indices.max() < columns:
            raise ValueError(f"a sparse matrix of {columns} columns with an entry in another")
        dense = np.zeros((rows, columns), dtype=data.dtype.newbyteorder("="))
        dense[np.repeat(np.arange(rows), lengths), indices] = data
        return dense


def _empty_array(*_: object) -> _Array:
    return _Array()


def _empty_dictionary(*_: object) -> dict[int, list[int]]:
    return {}


def _dictionary(found: object) -> dict[int, list[int]]:
    if type(found) is not dict or not all(type(row) is list for row in found.values()):
        raise ValueError(f"neither an array nor a dictionary of lists, but {type(found).__name__}")
    return found


class _Reader(pickle._Unpickler):
    """An unpickler that knows a few names, and none of them as what it is elsewhere.

    It is the one that is written in Python: the one in C sets memory aside for lengths that are made up.
    """

    _KNOWN: dict[tuple[str, str], Any] = {  # noqa: RUF012
        ("__builtin__", "list"): "list",
        ("collections", "defaultdict"): _empty_dictionary,
        ("numpy", "dtype"): _Dtype,
        ("numpy", "ndarray"): "ndarray",
        ("numpy.core.multiarray", "_reconstruct"): _empty_array,
        ("scipy.sparse.csr", "csr_matrix"): _Sparse,
    }

    def find_class(self, module: str, name: str) -> Any:
        try:
            return self._KNOWN[module, name]
        except KeyError:
            raise pickle.UnpicklingError(
                f"it asks for {module}.{name}, which its format does not need"
            ) from None

    def persistent_load(self, pid: object) -> Any:
        raise pickle.UnpicklingError(f"it refers to something outside itself, {pid!r:.40}")
