"""Two circles of friends with a bridge, and predictors that are fitted to them in a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gdgnn.estimators import LinkPredictor, Progress

NODES = 40


def circles() -> np.ndarray[Any, Any]:
    """``(2, m)``: each node knows the next three of its circle of twenty; one edge joins the circles."""
    node = np.arange(20)
    one = np.concatenate([np.stack([node, (node + step) % 20]) for step in (1, 2, 3)], axis=1)
    return np.concatenate([one, one + 20, [[0], [20]]], axis=1)


def name(node: int) -> str:
    return f"p{node}"


EDGES = circles()
NAMED_EDGES = [(name(u), name(v)) for u, v in EDGES.T.tolist()]


def small(**options: Any) -> LinkPredictor:
    """One training of two epochs at most, on one thread."""
    settings: dict[str, Any] = {
        "trials": 1,
        "epochs": 2,
        "max_dist": 3,
        "layers": 2,
        "hidden": 8,
        "time_budget": None,
        "threads": 1,
        "device": "cpu",
    }
    return LinkPredictor(**(settings | options))


class StoppedError(Exception):
    """Somebody has had enough."""


def stop_after(epochs: int) -> Callable[[Progress], None]:
    """A listener that ends a training."""
    heard: list[Progress] = []

    def stop(progress: Progress) -> None:
        heard.append(progress)
        if len(heard) == epochs:
            raise StoppedError

    return stop
