"""Models of the classes of graphs: many graphs in, a class for each out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdgnn.cli.kinds.asked import Asked, Kind
from gdgnn.cli.kinds.classes import accuracy_of, columns_of
from gdgnn.cli.labels import of_targets, read_labels
from gdgnn.cli.tables import read_edges

if TYPE_CHECKING:
    from gdgnn.data.tables import EdgeTable
    from gdgnn.estimators import GraphClassifier
    from gdgnn.tasks.metrics import Measured


def predict(predictor: GraphClassifier, asked: Asked) -> dict[str, Any]:
    """The class of each graph of a table of edges."""
    rows = _graphs(predictor, asked)
    chances, classes = predictor.predict_proba(rows), predictor.classes_.tolist()
    return columns_of("graph", list(rows.graph_names or ()), chances, classes, every_class=asked.every_class)


def evaluate(predictor: GraphClassifier, asked: Asked) -> list[Measured]:
    """The accuracy on graphs whose classes a second table tells."""
    source = asked.labels.labels
    if source is None:
        raise ValueError("where are the classes of the graphs? give a table as --labels")
    rows = _graphs(predictor, asked)
    classes = read_labels(asked.labels, source)
    answer = of_targets(classes, rows.graph_names or (), source, "graphs")
    known = [at for at, one in enumerate(answer) if one is not None]
    chances = predictor.predict_proba(rows)[known]
    answers = [str(answer[at]) for at in known]
    return accuracy_of(chances, predictor.classes_.tolist(), answers, source, "labeled graphs")


def _graphs(predictor: GraphClassifier, asked: Asked) -> EdgeTable:
    source = asked.needed("the edges of many graphs")
    if asked.graph is None:
        raise ValueError(f"{source}: which column tells graphs apart? give it as --graph")
    return read_edges(source, asked.ends, asked.table, directed=bool(predictor.directed), graph=asked.graph)


KIND = Kind(
    command="graph",
    next="gdgnn predict {out} edges.csv --graph COLUMN",
    predict=predict,
    evaluate=evaluate,
)
