"""`gdgnn evaluate`: how good a model is on a table with answers."""

from __future__ import annotations

from typing import Annotated

import typer

from gdgnn.cli.flags import EndFlags, GraphFlag, LabelFlags, ModelArgument, NodeFlag, TableFlags, flat
from gdgnn.cli.kinds import KINDS, Asked
from gdgnn.cli.models import load_model
from gdgnn.cli.output import Json, print_json


@flat
def evaluate(
    model: ModelArgument,
    rows: Annotated[
        str,
        typer.Argument(
            help="Table of pairs, of nodes, or of the edges of many graphs, as for `gdgnn predict`.",
            show_default=False,
        ),
    ],
    ends: EndFlags,
    table: TableFlags,
    labels: LabelFlags,
    node: NodeFlag = None,
    graph: GraphFlag = None,
    as_json: Json = False,
) -> None:
    """Measure a model on rows whose answers are known, and print each figure with its protocol.

    Pairs have a column of 1 for links and 0 for others, nodes one of classes; the classes of graphs are in a
    table of their own. Give answers that the model was not trained on.

    Example: gdgnn evaluate model pairs.csv --label linked

    Example: gdgnn evaluate node-model people.csv --label team

    Example: gdgnn evaluate graph-model bonds.csv --graph molecule --labels toxic.csv
    """
    predictor = load_model(model)
    asked = Asked(rows=rows, ends=ends, table=table, node=node, graph=graph, labels=labels)
    measured = KINDS[predictor.saved_as].evaluate(predictor, asked)
    if as_json:
        print_json([one.as_dict() for one in measured])
    else:
        for one in measured:
            print(one)
