"""`gdgnn train node`: learn the classes of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gdgnn.cli.config import effective
from gdgnn.cli.fit_flags import ClassSearchFlags, NetworkFlags, NodeContext, params, use_threads
from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.flags import EdgesArgument, EndFlags, LabelFlags, NodeFlags, TableFlags, flat
from gdgnn.cli.labels import of_targets, read_labels, without
from gdgnn.cli.model_folder import ModelFolder, RunFlags
from gdgnn.cli.tables import read_edges, read_nodes
from gdgnn.cli.trained import tell_complete, tell_trained

if TYPE_CHECKING:
    from gdgnn.data.tables import EdgeTable, NodeTable


@flat
def node(
    call: typer.Context,
    edges: EdgesArgument,
    labels: LabelFlags,
    ends: EndFlags,
    table: TableFlags,
    nodes: NodeFlags,
    network: NetworkFlags,
    search: ClassSearchFlags,
    run: RunFlags,
    directed: Annotated[bool, typer.Option("--directed", help="Arrows lead from the first end.")] = False,
    context: Annotated[NodeContext | None, typer.Option(help="What a node sees of those around it.")] = None,
) -> None:
    """Learn the classes of some nodes, to tell those of the others.

    Classes are in a table of their own (--labels) or a column of the table of nodes (--nodes --label), which
    is then no feature. Nodes without a class are what is predicted.

    Example: gdgnn train node follows.csv --labels teams.csv --out node-model

    Example: gdgnn train node follows.csv --nodes people.csv --label team --out team-model --time-budget 600
    """
    folder = ModelFolder(run, effective(call))
    if folder.complete:
        tell_complete(run)
        return
    from gdgnn.estimators import NodeClassifier

    use_threads(search)
    classifier = NodeClassifier(directed=directed, context=context, **params(network, search))
    with folder.training():
        rows, x, classes = read_node_tables(edges, labels, ends, table, nodes, directed=directed)
        with fit_progress() as hear:
            classifier.fit(
                rows, classes, x=x, checkpoint_dir=folder.checkpoints, resume=run.resume, on_progress=hear
            )
        folder.finish(classifier)
    tell_trained(classifier, run)


def read_node_tables(
    edges: str, labels: LabelFlags, ends: EndFlags, table: TableFlags, nodes: NodeFlags, *, directed: bool
) -> tuple[EdgeTable, NodeTable | None, list[str | None]]:
    """Edges, features, and the class of each node."""
    x = read_nodes(nodes)
    source = labels.labels if labels.labels is not None else nodes.nodes
    if source is None:
        raise ValueError("where are the classes? give a table as --labels, or --nodes and --label")
    if labels.labels is None and labels.label is None:
        raise ValueError(f"{source}: which column holds the classes? give it as --label")
    classes = read_labels(labels, source, nodes.node if labels.labels is None else None)
    rows = read_edges(edges, ends, table, directed=directed, nodes=x)
    if labels.labels is None and x is not None:
        x = without(x, labels.label)
        x = x if x.numeric or x.categorical else None
    names = range(rows.graph.num_nodes) if rows.graph.node_names is None else rows.graph.node_names
    return rows, x, of_targets(classes, names, source, "nodes")
