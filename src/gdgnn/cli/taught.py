"""What a classifier was taught, read anew from the tables that its training names."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gdgnn.cli.config import read_config
from gdgnn.cli.flags import EndFlags, LabelFlags, NodeFlags, TableFlags
from gdgnn.cli.model_folder import CONFIG
from gdgnn.cli.train_graph import read_graph_tables
from gdgnn.cli.train_node import read_node_tables

if TYPE_CHECKING:
    from gdgnn.estimators import Predictor

F = TypeVar("F", EndFlags, LabelFlags, NodeFlags, TableFlags)


def taught(folder: Path, predictor: Predictor) -> dict[str, Any]:
    """The `y`, and of graphs the `graphs`, that `write_page` takes; nothing where they cannot be had.

    Predictors are not saved with the classes that they were taught, but a command leaves its flags beside
    them. Tables that are gone since are told of on standard error.
    """
    from gdgnn.estimators import GraphClassifier, NodeClassifier

    if not isinstance(predictor, NodeClassifier | GraphClassifier) or not (folder / CONFIG).is_file():
        return {}
    values = read_config(folder / CONFIG)
    ends, table, labels = _flags(EndFlags, values), _flags(TableFlags, values), _flags(LabelFlags, values)
    directed = bool(values.get("directed", False))
    try:
        if isinstance(predictor, GraphClassifier):
            column = values["graph"]
            rows, y = read_graph_tables(values["edges"], column, labels, ends, table, directed=directed)
            return {"y": y, "graphs": rows}
        nodes = _flags(NodeFlags, values)
        graph, _, classes = read_node_tables(values["edges"], labels, ends, table, nodes, directed=directed)
        names = graph.graph.node_names
        if names is None:
            return {"y": classes}
        return {"y": {name: one for name, one in zip(names, classes, strict=True) if one is not None}}
    except (OSError, LookupError, ValueError, ImportError) as failure:
        print(f"the tables of the training cannot be read again: {failure}", file=sys.stderr)
        return {}


def _flags(kind: type[F], values: dict[str, Any]) -> F:
    return kind(**{field.name: values[field.name] for field in fields(kind) if field.name in values})
