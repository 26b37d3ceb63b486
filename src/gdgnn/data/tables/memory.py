"""Tables in memory: of pandas, polars, pyarrow and numpy, as an Arrow table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa


def as_arrow(value: Any) -> pa.Table:
    """An Arrow table of the same columns.

    A numpy array is ``(2, m)``, heads above tails, or ``(m, k)``, a column each; a structured array and a
    mapping of arrays have named columns. Columns of mixed types become text.

    Raises:
        TypeError: it is no table.
        ValueError: an array has another shape.
    """
    if isinstance(value, pa.Table):
        return value
    if isinstance(value, np.ndarray):
        return _from_columns(_columns(value))
    if isinstance(value, Mapping):
        return _from_columns(value)
    if hasattr(value, "columns") and hasattr(value, "iloc"):  # pandas, whose own way keeps its index
        return _from_columns({str(name): value[name] for name in _distinct(value.columns)})
    if hasattr(value, "__arrow_c_stream__"):
        return pa.table(value)
    raise TypeError(
        f"a table is needed, but {type(value).__name__} was given; give a path, a DataFrame, an Arrow table, "
        "a numpy array or a dict of columns"
    )


def _distinct(names: Any) -> list[Any]:
    found = list(names)
    twice = next((name for at, name in enumerate(found) if name in found[:at]), None)
    if twice is not None:
        raise ValueError(f"table has several columns named {twice!r}; rename them")
    return found


def _columns(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    if array.dtype.names:
        return {name: array[name] for name in array.dtype.names}
    if array.ndim == 2 and array.shape[0] == 2:
        return {"src": array[0], "dst": array[1]}
    if array.ndim == 2 and array.shape[1] >= 2:
        return {str(at): array[:, at] for at in range(array.shape[1])}
    raise ValueError(f"table has shape {array.shape}; give (2, m): heads above tails, or (m, k): k columns")


def _from_columns(columns: Mapping[str, Any]) -> pa.Table:
    lengths = {str(name): len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"columns differ in length: {lengths}; give one value for each row")
    return pa.table({str(name): _column(column) for name, column in columns.items()})


def _column(values: Any) -> pa.Array:
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return pa.array([_text(value) for value in values], pa.string())


def _text(value: Any) -> str | None:
    return None if value is None or value != value else str(value)
