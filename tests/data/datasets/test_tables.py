from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from gdgnn.data.datasets.tables import read_numbers, read_whole_numbers, smallest


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1,2\n3,-4\n", [[1, 2], [3, -4]]),
        ("1, 2\n", [[1, 2]]),
        ("1,0.5\n2,\n", [[1, 0.5], [2, np.nan]]),
        ("1,nan\n2,nan\n", [[1, np.nan], [2, np.nan]]),
        (" 23.000000\n", [[23]]),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_numbers_are_read(text: str, rows: list[list[float]], packed: bool, tmp_path: Path) -> None:
    file = tmp_path / ("table.csv.gz" if packed else "table.txt")
    file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    found = read_numbers(file)
    np.testing.assert_array_equal(found, np.array(rows))
    assert found.dtype == (np.float64 if "." in text or "n" in text else np.int64)


@pytest.mark.parametrize("text", ["", "a\n", "1,2\n3\n", "2020-01-01\n", "true\n"])
def test_what_is_no_table_of_numbers_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(ValueError, match=r"table.csv is damaged: .*; delete it and load again"):
        read_numbers(tmp_path / "table.csv")


def test_a_missing_file_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"table.csv"):
        read_numbers(tmp_path / "table.csv")


def test_other_columns_than_expected_are_told(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("1,0.5\n")
    with pytest.raises(ValueError, match="it has 2 columns of float64, expected 2 of whole numbers"):
        read_whole_numbers(tmp_path / "table.csv", 2)


@pytest.mark.parametrize(
    ("values", "dtype"), [([0, 255], "u1"), ([0, 256], "u2"), ([-1, 1], "i1"), ([-1, 200], "i2"), ([], "u1")]
)
def test_whole_numbers_are_kept_small(values: list[int], dtype: str) -> None:
    found = smallest(np.array(values, dtype=np.int64))
    assert (found.tolist(), found.dtype) == (values, np.dtype(dtype))
