"""The report of a fitted link predictor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdgnn.estimators.link_data import LinkData
from gdgnn.estimators.link_scores import LinkScores
from gdgnn.estimators.link_settings import LinkSettings
from gdgnn.estimators.report import FitReport, trained_once_more
from gdgnn.estimators.search import Chosen
from gdgnn.tasks.metrics import Measured, Protocol

if TYPE_CHECKING:
    from gdgnn.estimators.link import LinkPredictor


def link_report(
    predictor: LinkPredictor,
    data: LinkData,
    chosen: Chosen[LinkScores, LinkSettings],
    test_auc: float | None,
    notes: tuple[str, ...],
    seconds: float,
    *,
    final_epochs: int,
) -> FitReport:
    """What was chosen, and how good it is."""
    split = data.split
    leaks = tuple(str(leak) for leak in data.leaks)
    return FitReport(
        predictor=type(predictor).__name__,
        data=repr(split.whole),
        split=str(split),
        leaks=str(data.leaks).splitlines()[0],
        candidates=chosen.candidates,
        chosen=chosen.at,
        why=chosen.why,
        valid=_measured("validation", chosen.candidates[chosen.at].metric, data, int(predictor.seed)),
        test=None if test_auc is None else _measured("test", test_auc, data, int(predictor.seed)),
        final=(
            trained_once_more(f"{split.whole.num_edges:,} edges", final_epochs, chosen.settings.epochs)
            if predictor.refit
            else f"trained on {split.train.size:,} edges; all are searched when it answers"
        ),
        seconds=seconds,
        notes=(*notes, *leaks),
    )


def _measured(part: str, value: float, data: LinkData, seed: int) -> Measured:
    edges, negatives = data.split.test, data.test_negatives
    if part == "validation":
        edges, negatives = data.split.valid, data.valid_negatives
    protocol = Protocol(
        f"{part}, {edges.size:,} held-back edges; only training edges are seen",
        negatives=f"{negatives.shape[1]:,} uniform",
        filtered=True,
        seeds=(seed,),
    )
    return Measured("AUC", value, protocol)
