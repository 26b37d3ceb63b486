"""`train_again`: what a saved predictor can no longer tell, as it was trained on all edges in the end."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from operator import le

import numpy as np
import numpy.typing as npt

from gdgnn.estimators.base import probability
from gdgnn.estimators.explain import explain
from gdgnn.estimators.explanation import Explanation
from gdgnn.estimators.fields import read
from gdgnn.estimators.link import LinkPredictor
from gdgnn.estimators.link_data import LinkData
from gdgnn.estimators.link_params import given_settings
from gdgnn.estimators.link_scores import LinkScores
from gdgnn.estimators.link_settings import LinkSettings, default_settings
from gdgnn.estimators.link_training import LinkTraining
from gdgnn.estimators.progress import Progress
from gdgnn.geodesics import UNREACHABLE, distances
from gdgnn.tasks.metrics import auc

Floats = npt.NDArray[np.float64]
Hear = Callable[[Progress], None]

PLAIN = "plain"
"""The stage of the plain GNN; those of candidates are "candidate-0" and so on."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Pairs that the network behind the scores has not seen, and what it says of them.

    Attributes:
        part: "test", or "validation" where no test edges were held back.
        pairs: ``(2, k)``.
        label: ``(k,)`` 1 for edges, 0 for pairs drawn uniformly among all that are no edge.
        score: ``(k,)`` logits.
        distance: ``(k,)`` in the graph without these edges; -1 where no path is found.
        max_dist: how far was searched.
        split: how many edges were learned from, chosen by and held back.
        curves: what each training of epochs went through, by stage.
        scores: what answered.
        plain: ``(k,)`` logits of the same network without geodesics; None where it was not asked for.
        seconds: how long all of it took.
    """

    part: str
    pairs: npt.NDArray[np.int64]
    label: npt.NDArray[np.float32]
    score: Floats
    distance: npt.NDArray[np.int64]
    max_dist: int
    split: str
    curves: dict[str, tuple[Progress, ...]]
    scores: LinkScores
    plain: Floats | None
    seconds: float

    @property
    def auc(self) -> float:
        """Of the scores."""
        return auc(self.score, self.label)

    @property
    def probability(self) -> Floats:
        """What the scores stand for."""
        return probability(self.score)

    def explain(self, at: int) -> Explanation:
        """Why the target at this position has its score."""
        head, tail = self.pairs[:, at].tolist()
        return explain(self.scores, head, tail, max_paths=1)


def train_again(
    predictor: LinkPredictor, *, all_candidates: bool = False, plain: bool = False, hear: Hear | None = None
) -> HeldOut:
    """Split the edges as `fit` did, train what it chose without those held back, and test on these.

    On the machine and with the versions of the fit this repeats what the fit did, figure for figure. Where
    the fit was given edges that were held back already, other edges are held back here, as many as its
    parameters say.

    Args:
        predictor: a fitted one.
        all_candidates: train all settings that were tried, for their curves.
        plain: train the same network without geodesics too.
        hear: called after each epoch.

    Example:
        >>> ring = np.arange(40)
        >>> edges = np.stack([np.r_[ring, ring], np.r_[(ring + 1) % 40, (ring + 2) % 40]])
        >>> predictor = LinkPredictor(trials=1, epochs=2, model="network").fit(edges)
        >>> again = train_again(predictor)
        >>> again.auc == predictor.report_.test.value, len(again.curves["candidate-0"])
        (True, 2)
    """
    start = time.perf_counter()
    report, seed = predictor.report_, predictor.seed
    data = LinkData.of(predictor.graph_, valid=predictor.valid, test=predictor.test, seed=seed)
    curves: dict[str, list[Progress]] = defaultdict(list)

    def listen(progress: Progress) -> None:
        curves[progress.stage].append(progress)
        if hear is not None:
            hear(progress)

    training = LinkTraining(predictor._source.x, seed, predictor.threads, predictor.device, listen)
    # In a validation figure the graph is that of training, as it was for `fit`.
    part, graph = (
        ("test", data.split.test_graph) if data.split.test.size else ("valid", data.split.valid_graph)
    )
    pairs, label = data.labeled(part)
    tried = [read(LinkSettings, one.settings) for one in report.candidates]
    wanted = range(len(tried)) if all_candidates else [report.chosen]
    ends = {at: partial(le, one.epochs) for at, one in enumerate(report.candidates)}
    trained = {
        at: training.validated(tried[at], data, f"candidate-{at}", None, ends[at]).model for at in wanted
    }
    scores = training.moved(trained[report.chosen], graph)
    without = None
    if plain:
        settings = plain_settings(predictor)
        model = training.validated(settings, data, PLAIN, None).model
        without = training.moved(model, graph).logits(pairs)
    max_dist = tried[report.chosen].max_dist
    found = distances(graph, pairs, max_dist=max_dist, exclude_targets=True, threads=predictor.threads)
    return HeldOut(
        part="test" if part == "test" else "validation",
        pairs=pairs,
        label=label,
        score=scores.logits(pairs),
        distance=np.where(found == UNREACHABLE, -1, found).astype(np.int64),
        max_dist=max_dist,
        split=str(data.split),
        curves={stage: tuple(epochs) for stage, epochs in curves.items()},
        scores=scores,
        plain=without,
        seconds=time.perf_counter() - start,
    )


def plain_settings(predictor: LinkPredictor) -> LinkSettings:
    """The chosen settings, or those of the best network where none was chosen, without geodesics or distance.

    Example:
        >>> predictor = LinkPredictor(trials=1, epochs=2, hidden=16, model="instant").fit(
        ...     [list(range(30)), list(range(1, 31))]
        ... )
        >>> settings = plain_settings(predictor)
        >>> settings.kind, settings.context, settings.hidden
        ('network', 'none', 16)
    """
    report = predictor.report_
    best = sorted(report.candidates, key=lambda one: -one.metric)
    first = [report.candidates[report.chosen], *best]
    network = next((one.settings for one in first if one.settings["kind"] == "network"), None)
    if network is None:
        return replace(
            default_settings(predictor.graph_, given_settings(predictor.get_params()), predictor.seed),
            context="none",
            walks=0,
        )
    return replace(read(LinkSettings, network), context="none", walks=0)
