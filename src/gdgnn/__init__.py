"""Geodesics in large graphs, and graph neural networks that see them.

Importing this package costs next to nothing: each name below is imported when it is first used.

Example:
    >>> from gdgnn import Graph, geodesics
    >>> graph = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
    >>> geodesics.distances(graph, [[0, 1], [3, 1]], max_dist=5).tolist()
    [3, 0]
"""

import importlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdgnn import geodesics, graph
    from gdgnn.graph import Graph

    __version__: str

__all__ = ["Graph", "__version__", "geodesics", "graph"]

# Idle threads of torch must sleep: spinning, they take the processor from those that work, such as those that
# search. Large pages make tables of numbers faster to walk through. Both are read when torch is loaded, which
# is after this line; whoever wants it otherwise sets the variables.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("THP_MEM_ALLOC_ENABLE", "1")

_HOME_OF_NAME = {"Graph": "gdgnn.graph"}
_SUBMODULES = frozenset({"geodesics", "graph"})


def __getattr__(name: str) -> object:
    """Import what `name` stands for, and keep it, so that this runs once per name."""
    value: object
    if name in _SUBMODULES:
        value = importlib.import_module(f"gdgnn.{name}")
    elif name in _HOME_OF_NAME:
        value = getattr(importlib.import_module(_HOME_OF_NAME[name]), name)
    elif name == "__version__":
        from importlib.metadata import version

        value = version("gdgnn")
    else:
        raise AttributeError(f"module 'gdgnn' has no attribute {name!r}; it offers {', '.join(__all__)}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
