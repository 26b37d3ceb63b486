"""Comparing what loaders yield, and graphs to load from."""

from __future__ import annotations

import threading
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import torch

from gdgnn.graph import Graph
from gdgnn.loader.background import THREAD_NAME
from tests.strategies import sparse_ends


def random_graph(seed: int, num_nodes: int = 60, *, directed: bool = False) -> Graph:
    """Sparse, with hubs and nodes without an edge."""
    ends = sparse_ends(np.random.default_rng(seed), num_nodes)
    return Graph.from_edges(ends.T, num_nodes=num_nodes + 2, directed=directed)


def assert_equal(left: Any, right: Any, name: str = "batch") -> None:
    """The same values all through nested dataclasses of tensors."""
    assert type(left) is type(right), name
    if isinstance(left, torch.Tensor):
        assert left.dtype == right.dtype, name
        assert left.shape == right.shape, name
        assert torch.equal(left, right), name
    elif is_dataclass(left):
        for field in fields(left):
            assert_equal(getattr(left, field.name), getattr(right, field.name), f"{name}.{field.name}")
    elif hasattr(left, "to_dict"):
        assert_equal(left.to_dict(), right.to_dict(), name)
    elif isinstance(left, dict):
        assert left.keys() == right.keys(), name
        for key in left:
            assert_equal(left[key], right[key], f"{name}.{key}")
    else:
        assert left == right, name


def assert_all_equal(left: list[Any], right: list[Any]) -> None:
    assert len(left) == len(right)
    for at, (first, second) in enumerate(zip(left, right, strict=True)):
        assert_equal(first, second, f"batch {at}")


def background_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith(THREAD_NAME)]
