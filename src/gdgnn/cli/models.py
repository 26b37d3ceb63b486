"""Saved models, and their nodes as they are named on a command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdgnn.cli.config import near

if TYPE_CHECKING:
    from gdgnn import Graph
    from gdgnn.estimators import LinkPredictor, Predictor

_MANY = 100_000


def load_model(folder: Path) -> Predictor:
    """Any saved model.

    Raises:
        FileNotFoundError, ValueError: there is none, or it is damaged.
    """
    if not (folder / "predictor.json").is_file():
        what = "is a file" if folder.is_file() else "holds no model" if folder.is_dir() else "does not exist"
        raise FileNotFoundError(f"{folder} {what}; give the folder that gdgnn train has written (--out)")
    from gdgnn.estimators import load

    return load(folder)


def load_links(folder: Path, command: str) -> LinkPredictor:
    """A saved model of links.

    Raises:
        ValueError: it is of another kind.
    """
    from gdgnn.estimators import LinkPredictor

    model = load_model(folder)
    if not isinstance(model, LinkPredictor):
        raise ValueError(
            f"{folder} holds a {model.saved_as}; {command} needs a model that gdgnn train link has written"
        )
    return model


def node_named(graph: Graph, text: str) -> Any:
    """The node that is written so: its name, which may be a number, or its id where nodes have no names.

    Raises:
        LookupError: there is none; names like it are given.

    Example:
        >>> from gdgnn import Graph
        >>> friends = Graph.from_names(["ann", "bob"], ["bob", "eve"])
        >>> node_named(friends, "eve")
        'eve'
        >>> node_named(friends, "evee")
        Traceback (most recent call last):
        LookupError: no node is called 'evee'; did you mean eve?
        >>> node_named(friends, "EVE")
        Traceback (most recent call last):
        LookupError: no node is called 'EVE'; did you mean eve?
    """
    number = int(text) if text.removeprefix("-").isdecimal() else None
    names = graph.node_names
    if names is None:
        if number is None or not 0 <= number < graph.num_nodes:
            raise LookupError(f"no node is called {text!r}; give a number from 0 to {graph.num_nodes - 1}")
        return number
    for name in (text, number):
        if name is not None and name in names:
            return name
    start = text[:1].casefold()
    alike = [str(name) for name in names if len(names) < _MANY or str(name)[:1].casefold() == start]
    same = [name for name in alike if name.casefold() == text.casefold()]
    hint = near(text, alike) if not same else f"; did you mean {' or '.join(same[:3])}?"
    raise LookupError(f"no node is called {text!r}{hint or '; names are as in the table'}")
