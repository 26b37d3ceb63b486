"""`gdgnn train graph`: learn the classes of graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gdgnn.cli.config import effective
from gdgnn.cli.fit_flags import ClassSearchFlags, NetworkFlags, NodeContext, params, use_threads
from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.flags import EdgesArgument, EndFlags, LabelFlags, TableFlags, flat
from gdgnn.cli.labels import of_targets, read_labels
from gdgnn.cli.model_folder import ModelFolder, RunFlags
from gdgnn.cli.tables import read_edges
from gdgnn.cli.trained import tell_complete, tell_trained

if TYPE_CHECKING:
    from gdgnn.data.tables import EdgeTable

_NO_LABELS = "where are the classes of the graphs? give a table as --labels"


@flat
def graph(
    call: typer.Context,
    edges: EdgesArgument,
    graph: Annotated[
        str, typer.Option(help="Column of the edges that tells graphs apart.", show_default=False)
    ],
    labels: LabelFlags,
    ends: EndFlags,
    table: TableFlags,
    network: NetworkFlags,
    search: ClassSearchFlags,
    run: RunFlags,
    directed: Annotated[bool, typer.Option("--directed", help="Arrows lead from the first end.")] = False,
    context: Annotated[NodeContext | None, typer.Option(help="What a node sees of those around it.")] = None,
    reduce: Annotated[
        Literal["sum", "mean"] | None, typer.Option(help="How the nodes of a graph become one.")
    ] = None,
) -> None:
    """Learn the classes of some graphs, to tell those of others.

    All graphs are in one table of edges, with a column that tells them apart. Their classes are in a second
    table; graphs without a class are not learned from.

    Example: gdgnn train graph bonds.csv --graph molecule --labels toxic.csv --out graph-model
    """
    folder = ModelFolder(run, effective(call))
    if folder.complete:
        tell_complete(run)
        return
    from gdgnn.estimators import GraphClassifier

    if labels.labels is None:
        raise ValueError(_NO_LABELS)
    use_threads(search)
    given = params(network, search)
    classifier = GraphClassifier(directed=directed, context=context, reduce=reduce, **given)
    with folder.training():
        rows, y = read_graph_tables(edges, graph, labels, ends, table, directed=directed)
        with fit_progress() as hear:
            classifier.fit(rows, y, checkpoint_dir=folder.checkpoints, resume=run.resume, on_progress=hear)
        folder.finish(classifier)
    tell_trained(classifier, run)


def read_graph_tables(
    edges: str, graph: str, labels: LabelFlags, ends: EndFlags, table: TableFlags, *, directed: bool
) -> tuple[EdgeTable, list[str | None]]:
    """Graphs, and the class of each."""
    if labels.labels is None:
        raise ValueError(_NO_LABELS)
    rows = read_edges(edges, ends, table, directed=directed, graph=graph)
    classes = read_labels(labels, labels.labels)
    return rows, of_targets(classes, rows.graph_names or (), labels.labels, "graphs")
