"""`gdgnn evaluate`: how good a model is on a table with answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.flags import EndFlags, ModelArgument, RowsArgument, TableFlags, flat
from gdgnn.cli.models import load_model
from gdgnn.cli.output import Json, print_json
from gdgnn.cli.tables import names_of, read_edges

if TYPE_CHECKING:
    from gdgnn.estimators import LinkPredictor
    from gdgnn.tasks.metrics import Measured


@flat
def evaluate(
    model: ModelArgument,
    rows: RowsArgument,
    label: Annotated[
        str, typer.Option(help="Column with the answers: 1 for links, 0 for other pairs.", show_default=False)
    ],
    ends: EndFlags,
    table: TableFlags,
    as_json: Json = False,
) -> None:
    """Measure a model on pairs whose answers are known, and print each figure with its protocol.

    Example: gdgnn evaluate model pairs.csv --label linked
    """
    predictor: Any = load_model(model)
    measured = _of_links(predictor, rows, label, ends, table)
    if as_json:
        print_json([one.as_dict() for one in measured])
    else:
        for one in measured:
            print(one)


def _of_links(
    predictor: LinkPredictor, source: str, label: str, ends: EndFlags, table: TableFlags
) -> list[Measured]:
    import numpy as np

    from gdgnn.geodesics import distances
    from gdgnn.tasks.metrics import Measured, Protocol, auc, average_precision

    # As arrows, so that each row keeps its order of ends; the labels ride along as weights.
    given = read_edges(source, ends, table, directed=True, weight=label)
    assert given.weight is not None
    kept = given.graph.row_edge >= 0
    answer = given.weight[kept]
    wrong = answer[~np.isin(answer, (0, 1))]
    if wrong.size:
        raise ValueError(f'{source}: column "{label}" holds {wrong[0]:g}; give 1 for links and 0 for others')
    ids = given.graph.edge_index[:, given.graph.row_edge[kept]].astype(np.int64)
    pairs = names_of(given.graph, ids)
    score = predictor.decision_function(pairs)
    known = predictor.graph_.node_names
    if known is not None:
        inside = np.stack([known.ids([pair[end] for pair in pairs]) for end in (0, 1)])
        _warn_of_known(int(((distances(predictor.graph_, inside, max_dist=1) == 1) & (answer == 1)).sum()))
    links = int(answer.sum())
    protocol = Protocol(f"{Path(source).name}, {links:,} links", negatives=f"{answer.size - links:,} given")
    return [
        Measured(name, metric(score, answer), protocol)
        for name, metric in (("AUC", auc), ("average precision", average_precision))
    ]


def _warn_of_known(count: int) -> None:
    if count:
        print(
            f"warning: {count:,} links are edges that the model was trained on, and found too easily",
            file=sys.stderr,
        )
