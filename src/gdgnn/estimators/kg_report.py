"""The report of a fitted completer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gdgnn.estimators.kg_data import KnowledgeData, about
from gdgnn.estimators.kg_evaluation import Evaluation
from gdgnn.estimators.kg_plan import Plan
from gdgnn.estimators.kg_settings import KnowledgeSettings
from gdgnn.estimators.report import Candidate, FitReport, trained_once_more
from gdgnn.tasks.history import History
from gdgnn.tasks.metrics import Measured, Protocol


def candidate_of(settings: KnowledgeSettings, plan: Plan, history: History) -> Candidate:
    """What was trained, as it was planned."""
    best = 0.0 if history.best_metric is None else history.best_metric
    planned = replace(settings, epochs=plan.epochs, validate_every=plan.validate_every)
    return Candidate(planned.as_dict(), best, history.epochs, sum(history.seconds))


def knowledge_report(
    candidate: Candidate,
    data: KnowledgeData,
    plan: Plan,
    history: History,
    tested: Evaluation | None,
    *,
    params: dict[str, Any],
    seconds: float,
    final_epochs: int,
) -> FitReport:
    """What was chosen, and how good it is."""
    leaks = tuple(str(leak) for leak in data.leaks)
    learned = int((data.part == 0).sum())
    scant: tuple[str, ...] = ()
    if plan.targets < learned:
        some = f"{plan.targets:,} of {learned:,} facts"
        scant = (f"only {some} were learned from, as the time budget allowed no more; give it more",)
    seed = int(params["seed"])
    return FitReport(
        predictor="KnowledgeGraphCompleter",
        data=about(data.whole),
        split=str(data),
        leaks=str(data.leaks).splitlines()[0],
        candidates=(candidate,),
        chosen=0,
        why=_why(plan, history, params),
        valid=Measured("MRR", candidate.metric, _protocol("validation", data, plan.valid, seed)),
        test=None if tested is None else tested.figures[0],
        final=(
            trained_once_more(f"{data.whole.num_triples:,} facts", final_epochs, plan.epochs)
            if params["refit"]
            else f"trained on {int((data.part == 0).sum()):,} facts; all are searched when it answers"
        ),
        seconds=seconds,
        notes=(*scant, *data.notes, *leaks),
        others=() if tested is None else tested.figures[1:],
    )


def split_name(part: str, data: KnowledgeData, ranked: int) -> str:
    """Which facts are ranked, for a protocol."""
    held = data.facts("valid" if part == "validation" else "test").num_triples
    some = f"{ranked:,} of {held:,}" if ranked < held else f"{held:,}"
    return f"{part}, {some} held-back facts; only training facts are seen"


def _protocol(part: str, data: KnowledgeData, ranked: int, seed: int) -> Protocol:
    return Protocol(
        split_name(part, data, ranked), negatives="all entities, both sides", filtered=True, seeds=(seed,)
    )


def _why(plan: Plan, history: History, params: dict[str, Any]) -> str:
    best = (history.best_epoch or 0) + 1
    told = f"preset {params['preset']!r}; the best epoch, {best} of {history.epochs}, by the validation facts"
    if params["time_budget"] is None or params["epochs"] is not None:
        return told
    return f"{told}; planned for a time budget of {params['time_budget']:g} s"
