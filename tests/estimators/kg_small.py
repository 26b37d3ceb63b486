"""A grid of facts with a rule that can be learned, and completers that are fitted to it in a moment."""

from __future__ import annotations

from typing import Any

from gdgnn.estimators import KnowledgeGraphCompleter

Fact = tuple[Any, Any, Any]


def grid(width: int = 5, prefix: str = "") -> list[Fact]:
    """Steps to the right and down; who goes one step each way has gone a diagonal."""

    def name(x: int, y: int) -> str:
        return f"{prefix}{'abcdefgh'[x]}{y}"

    inner = [(x, y) for x in range(width) for y in range(width)]
    facts = [(name(x, y), "right", name(x + 1, y)) for x, y in inner if x + 1 < width]
    facts += [(name(x, y), "down", name(x, y + 1)) for x, y in inner if y + 1 < width]
    both = [(x, y) for x, y in inner if x + 1 < width and y + 1 < width]
    return facts + [(name(x, y), "diagonal", name(x + 1, y + 1)) for x, y in both]


def small(**options: Any) -> KnowledgeGraphCompleter:
    """A few epochs of a narrow network that sees all there is, on one thread."""
    settings: dict[str, Any] = {
        "context": "both",
        "relational": True,
        "max_dist": 3,
        "layers": 1,
        "hidden": 8,
        "negatives": 4,
        "dropout": 0.0,
        "learning_rate": 0.02,
        "epochs": 2,
        "batch_size": 32,
        "time_budget": None,
        "threads": 1,
        "device": "cpu",
    }
    return KnowledgeGraphCompleter(**(settings | options))
