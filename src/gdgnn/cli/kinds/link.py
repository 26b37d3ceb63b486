"""Models of links: pairs in, probabilities out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdgnn.cli.kinds.asked import Asked, Kind
from gdgnn.cli.models import node_named
from gdgnn.cli.tables import named_pairs, names_of, read_edges

if TYPE_CHECKING:
    from gdgnn.estimators import Explanation, LinkPredictor
    from gdgnn.tasks.metrics import Measured


def predict(predictor: LinkPredictor, asked: Asked) -> dict[str, Any]:
    """How likely each pair is a link."""
    pairs = named_pairs(asked.needed("pairs"), predictor.graph_, asked.ends, asked.table)
    probability = predictor.predict_proba(pairs)[:, 1].tolist()
    heads, tails = zip(*pairs, strict=True)
    return {"head": heads, "tail": tails, "probability": probability}


def evaluate(predictor: LinkPredictor, asked: Asked) -> list[Measured]:
    """AUC and average precision on pairs with a column of 0 and 1."""
    import numpy as np

    from gdgnn.geodesics import distances
    from gdgnn.tasks.metrics import Measured, Protocol, auc, average_precision

    source, label = asked.needed("pairs and whether they are links"), asked.labels.label
    if label is None:
        raise ValueError("which column holds the answers? give it as --label")
    if asked.labels.labels is not None:
        raise ValueError("links have their answers in the same table; leave out --labels")
    # As arrows, so that each row keeps its order of ends; the labels ride along as weights.
    given = read_edges(source, asked.ends, asked.table, directed=True, weight=label)
    assert given.weight is not None
    kept = given.graph.row_edge >= 0
    answer = given.weight[kept]
    wrong = answer[~np.isin(answer, (0, 1))]
    if wrong.size:
        raise ValueError(f'{source}: column "{label}" holds {wrong[0]:g}; give 1 for links and 0 for others')
    pairs = names_of(given.graph, given.graph.edge_index[:, given.graph.row_edge[kept]].astype(np.int64))
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


def explain(predictor: LinkPredictor, names: Sequence[str], max_paths: int) -> Explanation:
    """What lies between two nodes, and what each adds."""
    head, tail = (node_named(predictor.graph_, end) for end in names)
    return predictor.explain(head, tail, max_paths=max_paths)


def _warn_of_known(count: int) -> None:
    if count:
        print(
            f"warning: {count:,} links are edges that the model was trained on, and found too easily",
            file=sys.stderr,
        )


KIND = Kind(
    command="link",
    next="gdgnn recommend {out} --all",
    predict=predict,
    evaluate=evaluate,
    explain=explain,
    explained=("node", "node"),
)
