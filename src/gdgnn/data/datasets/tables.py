"""Text files of numbers as arrays, with errors that name the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def read_numbers(file: Path) -> npt.NDArray[Any]:
    """All rows of a CSV file without a header, gzipped or not, ``(rows, columns)``.

    Whole numbers are int64; if any column is of others, all are float64, with NaN for what is missing.

    Raises:
        ValueError: the file is damaged, or not a table of numbers.
    """
    import pyarrow
    from pyarrow import csv

    file.stat()  # a missing file is not a damaged one
    try:
        table = csv.read_csv(file, csv.ReadOptions(autogenerate_column_names=True))
    except (pyarrow.ArrowInvalid, OSError) as error:
        raise damaged(file, f"not a table of numbers ({error})") from error
    columns = [_numbers(column, file) for column in table.columns]
    whole = all(column.dtype.kind == "i" for column in columns)
    rows = np.empty((table.num_rows, len(columns)), dtype=np.int64 if whole else np.float64)
    for at, column in enumerate(columns):
        rows[:, at] = column
    return rows


def read_whole_numbers(file: Path, columns: int) -> npt.NDArray[np.int64]:
    """As `read_numbers`, for a file of whole numbers in just so many columns."""
    rows = read_numbers(file)
    if rows.shape[1] != columns or rows.dtype != np.int64:
        raise damaged(
            file, f"it has {rows.shape[1]} columns of {rows.dtype}, expected {columns} of whole numbers"
        )
    return rows


def read_words(file: Path) -> list[list[str]]:
    """The words of each line that has any."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise damaged(file, f"not UTF-8 ({error})") from error
    return [words for line in text.splitlines() if (words := line.split())]


def read_ids(file: Path, columns: int) -> npt.NDArray[np.int64]:
    """The whole numbers that each line begins with, ``(lines, columns)``; what follows them is not read."""
    rows = []
    for line in read_words(file):
        try:
            rows.append([int(word) for word in line[:columns]])
        except ValueError:
            raise damaged(file, f"{' '.join(line)!r:.80} does not begin with whole numbers") from None
        if len(rows[-1]) < columns:
            raise damaged(file, f"{' '.join(line)!r:.80} has fewer than {columns} numbers")
    return np.array(rows, dtype=np.int64).reshape(-1, columns)


def smallest(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Whole numbers in the smallest dtype that holds them all; any others as float32."""
    if array.dtype.kind not in "iu":
        return array.astype(np.float32)
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    return array.astype(np.min_scalar_type(high if low >= 0 else min(low, -high - 1)))


def damaged(file: Path, what: str) -> ValueError:
    """What to raise for a file that is not as it should be."""
    return ValueError(f"{file} is damaged: {what}; delete it and load again to download it anew")


def _numbers(column: Any, file: Path) -> npt.NDArray[Any]:
    from pyarrow import types

    if types.is_null(column.type):
        return np.full(len(column), np.nan)
    if not types.is_integer(column.type) and not types.is_floating(column.type):
        raise damaged(file, f"a column holds {column.type}, expected numbers")
    numbers: npt.NDArray[Any] = column.to_numpy()
    return numbers
