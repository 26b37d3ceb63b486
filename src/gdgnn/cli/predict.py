"""`gdgnn predict`: answers about the rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdgnn.cli.answers import check_ending, give
from gdgnn.cli.flags import EndFlags, ModelArgument, OutFile, RowsArgument, TableFlags, flat
from gdgnn.cli.models import load_model
from gdgnn.cli.output import Json
from gdgnn.cli.tables import named_pairs

if TYPE_CHECKING:
    from gdgnn.estimators import LinkPredictor


@flat
def predict(
    model: ModelArgument,
    rows: RowsArgument,
    ends: EndFlags,
    table: TableFlags,
    out: OutFile = None,
    as_json: Json = False,
) -> None:
    """Score the pairs of a table: how likely each is a link, if links were as many as other pairs.

    Names in, names out, row for row. Example: gdgnn predict model pairs.csv --out scores.csv
    """
    check_ending(out)
    predictor: Any = load_model(model)
    give(_of_links(predictor, rows, ends, table), out, as_json=as_json)


def _of_links(predictor: LinkPredictor, source: str, ends: EndFlags, table: TableFlags) -> dict[str, Any]:
    pairs = named_pairs(source, predictor.graph_, ends, table)
    probability = predictor.predict_proba(pairs)[:, 1].tolist()
    heads, tails = zip(*pairs, strict=True)
    return {"head": heads, "tail": tails, "probability": probability}
