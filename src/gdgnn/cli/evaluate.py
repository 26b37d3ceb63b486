"""`gdgnn evaluate`: how good a model is on a table with answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from gdgnn.cli.flags import (
    EndFlags,
    FactAsked,
    FactFlags,
    GraphFlag,
    LabelFlags,
    ModelArgument,
    NodeFlag,
    TableFlags,
    flat,
)
from gdgnn.cli.kinds import KINDS, Asked
from gdgnn.cli.models import load_model
from gdgnn.cli.output import Json, print_json


@flat
def evaluate(
    model: ModelArgument,
    rows: Annotated[
        str,
        typer.Argument(
            help="Table of pairs, nodes, facts, or of the edges of many graphs, as for `gdgnn predict`.",
            show_default=False,
        ),
    ],
    ends: EndFlags,
    table: TableFlags,
    labels: LabelFlags,
    facts: FactFlags,
    node: NodeFlag = None,
    graph: GraphFlag = None,
    graph_facts: Annotated[
        str | None,
        typer.Option(help="Of facts: rank among other facts, e.g. other.tsv or a folder, of any entities."),
    ] = None,
    known_facts: Annotated[
        str | None, typer.Option(help="Of facts: more that are true, e.g. valid.tsv, to be no candidates.")
    ] = None,
    protocol: Annotated[
        Literal["full", "legacy"],
        typer.Option(help="Of facts: ranks among all entities; or Hits@10 among 50 drawn a side."),
    ] = "full",
    by: Annotated[
        Literal["relation", "distance"] | None, typer.Option(help="Of facts: the MRR taken apart.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a model on rows whose answers are known, and print each figure with its protocol.

    Pairs have a column of 1 for links and 0 for others, nodes one of classes; the classes of graphs are in a
    table of their own; facts are their own answers. Give answers that the model was not trained on.

    Example: gdgnn evaluate model pairs.csv --label linked

    Example: gdgnn evaluate node-model people.csv --label team

    Example: gdgnn evaluate graph-model bonds.csv --graph molecule --labels toxic.csv

    Example: gdgnn evaluate kg-model test.tsv --graph-facts other.tsv --protocol legacy
    """
    predictor = load_model(model)
    asked = Asked(rows=rows, ends=ends, table=table, node=node, graph=graph, labels=labels)
    of_facts = FactAsked(graph_facts=graph_facts, known_facts=known_facts, protocol=protocol, by=by)
    asked = replace(asked, facts=facts, of_facts=of_facts)
    measured = KINDS[predictor.saved_as].evaluate(predictor, asked)
    if as_json:
        print_json([one.as_dict() for one in measured])
    else:
        for one in measured:
            print(one)
