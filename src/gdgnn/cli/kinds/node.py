"""Models of the classes of nodes: names in, classes out."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gdgnn.cli.kinds.asked import Asked, Kind
from gdgnn.cli.kinds.classes import accuracy_of, columns_of
from gdgnn.cli.labels import of_targets, read_labels

if TYPE_CHECKING:
    from gdgnn import Graph
    from gdgnn.estimators import NodeClassifier
    from gdgnn.tasks.metrics import Measured


def predict(predictor: NodeClassifier, asked: Asked) -> dict[str, Any]:
    """The class of each node of a table, or of all nodes."""
    names = _names(predictor.graph_)
    if asked.rows is not None:
        names = _asked_names(predictor.graph_, asked)
    chances = predictor.predict_proba(names)
    return columns_of("node", names, chances, predictor.classes_.tolist(), every_class=asked.every_class)


def evaluate(predictor: NodeClassifier, asked: Asked) -> list[Measured]:
    """The accuracy on nodes whose classes a table tells."""
    source = asked.needed("nodes and their classes")
    if asked.labels.labels is not None:
        raise ValueError("nodes have their classes in the same table; leave out --labels")
    names = _names(predictor.graph_)
    answer = of_targets(read_labels(asked.labels, source, asked.node), names, source, "nodes")
    known = [at for at, one in enumerate(answer) if one is not None]
    chances = predictor.predict_proba([names[at] for at in known])
    classes = predictor.classes_.tolist()
    return accuracy_of(chances, classes, [str(answer[at]) for at in known], source, "labeled nodes")


def _names(graph: Graph) -> list[Any]:
    return list(range(graph.num_nodes)) if graph.node_names is None else list(graph.node_names)


def _asked_names(graph: Graph, asked: Asked) -> list[Any]:
    from gdgnn.data import tables

    source = asked.needed("nodes")
    table = tables.read_nodes(source, node=asked.node, numeric=[], categorical=[], **asdict(asked.table))
    print(table.report, file=sys.stderr)
    known = {str(name): name for name in _names(graph)}
    for name in table.names:
        if str(name) not in known:
            raise LookupError(f"{source}: the model knows no node {name!r:.80}; drop its row")
    return [known[str(name)] for name in table.names]


KIND = Kind(command="node", next="gdgnn predict {out}", predict=predict, evaluate=evaluate)
