"""A pickle is data here and never a program."""

from __future__ import annotations

import collections
import contextlib
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from gdgnn.data.datasets.inert_pickle import read_inert_pickle


def old_pickle(value: object) -> bytes:
    """As Python 2 would have named things."""
    names = {
        b"numpy._core.multiarray\n": b"numpy.core.multiarray\n",
        b"scipy.sparse._csr\n": b"scipy.sparse.csr\n",
    }
    raw = pickle.dumps(value, protocol=2)
    for new, old in names.items():
        raw = raw.replace(new, old)
    return raw


class Call:
    """Pickles as a call of a function."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.call = function, arguments

    def __reduce__(self) -> Any:
        return self.call


def write(tmp_path: Path, raw: bytes) -> Path:
    file = tmp_path / "ind.cora.x"
    file.write_bytes(raw)
    return file


def test_a_dictionary_of_lists_is_read(tmp_path: Path) -> None:
    graph = collections.defaultdict(list, {0: [1, 2], 5: []})
    assert read_inert_pickle(write(tmp_path, old_pickle(graph))) == {0: [1, 2], 5: []}


def python_2_array(rows: np.ndarray[Any, Any]) -> bytes:
    """An array as Python 2 wrote it: its content one string of bytes."""
    code, order = rows.dtype.str[1:].encode(), rows.dtype.str[0].replace("|", "<").encode()
    content = rows.tobytes("F" if rows.flags.fnc else "C")
    shape = b"".join(b"I%d\n" % length for length in rows.shape)
    return (
        b"\x80\x02cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nI0\n\x85U\x01b\x87R"
        b"(I1\n(" + shape + b"tcnumpy\ndtype\nU" + bytes([len(code)]) + code + b"I0\nI1\n\x87R"
        b"(I3\nU\x01"
        + order
        + b"NNNI-1\nI-1\nI0\ntb"
        + (b"\x88" if rows.flags.fnc else b"\x89")
        + b"T"
        + len(content).to_bytes(4, "little")
        + content
        + b"tb."
    )


@pytest.mark.parametrize("dtype", ["<i4", ">i4", "<f8", "<f4", "<i8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_are_read_as_they_were(dtype: str, order: Any, tmp_path: Path) -> None:
    rows = np.array([[1, -2, 3], [4, 5, 200]], dtype=dtype, order=order)
    raw = python_2_array(rows)
    np.testing.assert_array_equal(pickle.loads(raw, encoding="latin1"), rows)  # the writer above is right
    np.testing.assert_array_equal(read_inert_pickle(write(tmp_path, raw)), rows)


class _Touch:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.file),)


@pytest.mark.parametrize("protocol", range(6))
def test_a_hostile_pickle_is_refused_and_does_nothing(protocol: int, tmp_path: Path) -> None:
    made = tmp_path / "made"
    file = write(tmp_path, pickle.dumps({0: [_Touch(made)]}, protocol=protocol))
    with pytest.raises(ValueError, match=r"ind.cora.x is damaged: it asks for posix.mkdir"):
        read_inert_pickle(file)
    assert not made.exists()


@pytest.mark.parametrize(
    ("value", "asked"),
    [
        (Call(eval, "1"), "__builtin__.eval"),
        (Call(getattr, "a", "b"), "getattr"),
        (Call(np.load, "x.npy"), "numpy.load"),
        (np.array([{}], dtype=object), "_codecs.encode"),
        (sparse.coo_matrix((2, 2)), "scipy.sparse"),
    ],
)
def test_names_beyond_the_format_are_refused(value: object, asked: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=asked):
        read_inert_pickle(write(tmp_path, old_pickle(value)))


def test_a_reference_to_something_outside_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="refers to something outside"):
        read_inert_pickle(write(tmp_path, b"\x80\x02U\x03keyQ."))


@pytest.mark.parametrize("value", [1, "text", [1], {0: 1}, None, {0: [1], 1: (2,)}])
def test_other_values_are_refused(value: object, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is damaged"):
        read_inert_pickle(write(tmp_path, old_pickle(value)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"I2\nI3\n", b"I2\nI9\n"),  # more entries than there are bytes
        (b"I2\nI3\n", b"I-2\nI-3\n"),
        (b"I2\nI3\n", b"I2\nN"),
        (b"U\x01<N", b"U\x01xN"),
        (b"I0\ntb", b"I0\n."),  # ends early
    ],
)
def test_an_array_that_does_not_add_up_is_refused(old: bytes, new: bytes, tmp_path: Path) -> None:
    raw = python_2_array(np.zeros((2, 3), dtype="<i4"))
    assert old in raw
    with pytest.raises(ValueError, match="is damaged"):
        read_inert_pickle(write(tmp_path, raw.replace(old, new)))


@given(st.data())
def test_damage_anywhere_is_harmless_or_an_error_that_names_the_file(data: st.DataObject) -> None:
    raw = bytearray(python_2_array(np.arange(12, dtype="<i4").reshape(3, 4)))
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(ValueError):
        read_inert_pickle(write(Path(folder), bytes(raw)))


def python_2_sparse(shape: tuple[int, int], **parts: np.ndarray[Any, Any]) -> bytes:
    """A sparse matrix as Python 2 wrote it."""
    state = b"".join(
        b"U%c%s" % (len(key), key.encode()) + python_2_array(part)[2:-1] for key, part in parts.items()
    )
    rows, columns = shape
    return (
        b"\x80\x02cscipy.sparse.csr\ncsr_matrix\n)\x81}(U\x06_shapeI%d\nI%d\n\x86" % (rows, columns)
        + state
        + b"ub."
    )


def parts_of(matrix: sparse.csr_matrix) -> dict[str, Any]:
    return {key: getattr(matrix, key) for key in ("indptr", "indices", "data")}


def test_sparse_matrices_are_read_as_they_were(tmp_path: Path) -> None:
    matrix = sparse.random(7, 9, 0.3, "csr", np.float32, random_state=0)
    raw = python_2_sparse(matrix.shape, **parts_of(matrix))
    np.testing.assert_array_equal(read_inert_pickle(write(tmp_path, raw)), matrix.toarray())


@pytest.mark.parametrize(
    ("shape", "changed", "message"),
    [
        ((2, 2), {"indices": np.array([0, 2], np.int32)}, "of 2 columns with an entry in another"),
        ((2, 2), {"indices": np.array([0, -1], np.int32)}, "of 2 columns with an entry in another"),
        ((2, 2), {"indptr": np.array([0, 3, 2], np.int32)}, "rows do not add up"),
        ((3, 2), {}, "rows do not add up"),
        ((2, 2), {"data": np.array([1.0], np.float32)}, "rows do not add up"),
        ((2, 10**15), {}, "larger than any"),
    ],
)
def test_a_sparse_matrix_that_does_not_add_up_is_refused(
    shape: tuple[int, int], changed: dict[str, Any], message: str, tmp_path: Path
) -> None:
    parts = parts_of(sparse.csr_matrix(np.eye(2, dtype=np.float32))) | changed
    with pytest.raises(ValueError, match=message):
        read_inert_pickle(write(tmp_path, python_2_sparse(shape, **parts)))
