"""What is seen between nodes: one word for each of the model's forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

LinkContext = Literal["none", "distance", "partial", "horizontal", "vertical", "vertical+degree", "both"]
"""What a link sees of the geodesic between its ends. All but ``"none"`` see the distance too; ``"both"`` is
``"horizontal"`` and ``"vertical+degree"``."""

NodeContext = Literal[
    "none",
    "neighbors",
    "neighbors+distance",
    "full-neighbors+distance",
    "vertical",
    "vertical+degree",
]
"""What a node sees of each neighbor within ``max_dist``: its embedding, its distance, all of *its* neighbors,
or those of them on the geodesics (with their geodesic degrees), which come with the distance too."""


@dataclass(frozen=True)
class Parts:
    """What a context consists of."""

    neighbors: bool = False
    distance: bool = False
    full_neighbors: bool = False
    path: bool = False
    partial: bool = False
    vertical: bool = False
    degree: bool = False


_LINK: dict[str, Parts] = {
    "none": Parts(),
    "distance": Parts(distance=True),
    "partial": Parts(distance=True, path=True, partial=True),
    "horizontal": Parts(distance=True, path=True),
    "vertical": Parts(distance=True, vertical=True),
    "vertical+degree": Parts(distance=True, vertical=True, degree=True),
    "both": Parts(distance=True, path=True, vertical=True, degree=True),
}

_NODE: dict[str, Parts] = {
    "none": Parts(),
    "neighbors": Parts(neighbors=True),
    "neighbors+distance": Parts(neighbors=True, distance=True),
    "full-neighbors+distance": Parts(neighbors=True, distance=True, full_neighbors=True),
    "vertical": Parts(neighbors=True, distance=True, vertical=True),
    "vertical+degree": Parts(neighbors=True, distance=True, vertical=True, degree=True),
}


def link_parts(context: LinkContext) -> Parts:
    """What a link sees in this context, and so what has to be searched.

    Raises:
        ValueError: there is no such context.

    Example:
        >>> link_parts("vertical").degree, link_parts("both").path
        (False, True)
    """
    return _found(_LINK, context, get_args(LinkContext))


def node_parts(context: NodeContext) -> Parts:
    """What a node sees in this context, and so what has to be searched.

    Raises:
        ValueError: there is no such context.

    Example:
        >>> node_parts("neighbors").distance
        False
    """
    return _found(_NODE, context, get_args(NodeContext))


def _found(table: dict[str, Parts], context: str, names: tuple[str, ...]) -> Parts:
    if context not in table:
        raise ValueError(f"context is {context!r}; choose one of {', '.join(map(repr, names))}")
    return table[context]
