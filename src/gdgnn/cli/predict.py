"""`gdgnn predict`: answers about the rows of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from gdgnn.cli.answers import check_ending, give
from gdgnn.cli.flags import (
    EndFlags,
    FactAsked,
    FactFlags,
    GraphFlag,
    ModelArgument,
    NodeFlag,
    OutFile,
    TableFlags,
    flat,
)
from gdgnn.cli.kinds import KINDS, Asked
from gdgnn.cli.models import load_model
from gdgnn.cli.output import Json


@flat
def predict(
    model: ModelArgument,
    ends: EndFlags,
    table: TableFlags,
    rows: Annotated[
        str | None,
        typer.Argument(help="Table of pairs, of nodes (all, if left out), or of the edges of many graphs."),
    ] = None,
    node: NodeFlag = None,
    graph: GraphFlag = None,
    every_class: Annotated[
        bool, typer.Option("--every-class", help="Of nodes and graphs: the probability of each class.")
    ] = False,
    head: Annotated[
        str | None, typer.Option(help="Of facts: an entity by name, e.g. alice; of a table, the column.")
    ] = None,
    relation: Annotated[
        str | None, typer.Option(help="Of facts: a relation by name, e.g. knows; of a table, the column.")
    ] = None,
    tail: Annotated[
        str | None, typer.Option(help="Of facts: an entity by name, e.g. bob; of a table, the column.")
    ] = None,
    k: Annotated[int, typer.Option("-k", help="Of facts: how many answers to a question.", min=1)] = 10,
    known: Annotated[
        bool, typer.Option("--known", help="Of facts: answers that are known already, too.")
    ] = False,
    out: OutFile = None,
    as_json: Json = False,
) -> None:
    """Answer about the rows of a table, by name, row for row: links, or the classes of nodes or graphs.

    Of facts, two of --head, --relation and --tail ask for the third. A table with a header of these three
    asks for what is missing or empty in each row, and has whole facts scored.

    A pair gets the probability of a link, if links were as many as other pairs: use it to compare pairs.

    Example: gdgnn predict model pairs.csv --out scores.csv

    Example: gdgnn predict node-model people.csv --every-class --json

    Example: gdgnn predict kg-model --head alice --relation knows -k 5

    Example: gdgnn predict kg-model questions.csv --json

    Example: gdgnn predict graph-model bonds.parquet --graph molecule --out classes.parquet
    """
    check_ending(out)
    predictor = load_model(model)
    asked = Asked(rows=rows, ends=ends, table=table, node=node, graph=graph, every_class=every_class)
    facts = FactFlags(head=head, relation=relation, tail=tail)
    asked = replace(asked, facts=facts, of_facts=FactAsked(k=k, known=known))
    give(KINDS[predictor.saved_as].predict(predictor, asked), out, as_json=as_json)
