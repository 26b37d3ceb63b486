"""What geodesics are worth: the same network without them, and what needs no network at all."""

from __future__ import annotations

import numpy as np

from gdgnn.estimators.page.auc_error import Floats, auc_error
from gdgnn.estimators.page.dots import Dot, dot_chart
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.held_out import HeldOut
from gdgnn.estimators.page.markup import tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table
from gdgnn.estimators.page.written import written
from gdgnn.heuristics import adamic_adar, preferential_attachment
from gdgnn.tasks.metrics import auc


def ablation(held_out: HeldOut) -> Section:
    """The AUC of all on the same pairs."""
    scores = {"chosen": held_out.score}
    if held_out.plain is not None:
        scores["plain GNN"] = held_out.plain
    scores |= counts(held_out)
    value = {name: auc(score, held_out.label) for name, score in scores.items()}
    error = {name: auc_error(score, held_out.label) for name, score in scores.items()}
    looks = {"chosen": "first", "plain GNN": "second"}
    dots = [Dot(name, value[name], error[name], looks.get(name, "faint")) for name in scores]
    rows = [
        (name, number(value[name], 4), number(error[name], 4), _beside(held_out, scores[name], name))
        for name in scores
    ]
    alt = "; ".join(f"{name}: AUC {one:.4f}" for name, one in value.items()) + "."
    text = (
        "The same split and pairs for all. The plain GNN has the same settings and seed, and sees neither "
        "distance nor what lies between; the others count neighbors, or the distance, and learn nothing. "
        "Lines are one standard error over the pairs. One seed: another may shift what is trained."
    )
    return section(
        "ablation",
        "Beside a plain GNN, and beside counting",
        _told(held_out),
        side_by_side(
            figure(dot_chart(dots, x="what scores", y="AUC", alt=alt), text),
            table(
                "AUC on the held-out pairs", ["what scores", "AUC", "± error", "chosen is better by"], rows
            ),
        ),
    )


def counts(held_out: HeldOut) -> dict[str, Floats]:
    """Scores of the pairs that need no training.

    What was chosen must be better than these to be worth its while.
    """
    graph, pairs = held_out.scores.graph, held_out.pairs
    far = np.where(held_out.distance < 0, held_out.max_dist + 1, held_out.distance)
    return {
        "Adamic–Adar": adamic_adar(graph, pairs, exclude_targets=True),
        "degrees": preferential_attachment(graph, pairs, exclude_targets=True),
        "distance": -far.astype(np.float64),
    }


def _beside(held_out: HeldOut, score: Floats, name: str) -> str:
    """How much better what was chosen is, and how far off that may be."""
    if name == "chosen":
        return number(None)
    return number(_difference(held_out, score), 4, sign=True)


def _difference(held_out: HeldOut, score: Floats) -> float:
    return auc(held_out.score, held_out.label) - auc(score, held_out.label)


def _told(held_out: HeldOut) -> object:
    if held_out.plain is None:
        return note("The plain GNN was left out by --no-ablation.")
    better = _difference(held_out, held_out.plain)
    error = auc_error(np.stack([held_out.score, held_out.plain]), held_out.label)
    off = "" if error is None else f" ± {written(100 * error, 2)}"
    return tag("p", f"Geodesics are worth {written(100 * better, 2, sign=True)}{off} points of AUC.")
