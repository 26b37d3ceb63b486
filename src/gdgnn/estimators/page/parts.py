"""`parts`: what a page about each kind of predictor consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gdgnn.estimators.base import Predictor
from gdgnn.estimators.classifier import Classifier
from gdgnn.estimators.kg import KnowledgeGraphCompleter
from gdgnn.estimators.link import LinkPredictor
from gdgnn.estimators.node import NodeClassifier
from gdgnn.estimators.page import class_measured, measured
from gdgnn.estimators.page.ablation import ablation
from gdgnn.estimators.page.answers import recommended, told
from gdgnn.estimators.page.class_held_out import train_classes_again
from gdgnn.estimators.page.classes import predicted
from gdgnn.estimators.page.curves import curves
from gdgnn.estimators.page.facts import of_facts
from gdgnn.estimators.page.held_out import HeldOut, train_again
from gdgnn.estimators.page.section import Section, note, section
from gdgnn.estimators.progress import Progress

_MOST_PAIRS = 500_000
_UNTAUGHT = (
    "It needs the classes that the fit was given, which are not saved with it: the command finds them as "
    "long as the tables of the training are where they were; in Python, give them as y."
)
_MISSING = (
    "Curves, scores, calibration and the comparison with a plain GNN come from a training without the "
    "held-out targets: what is saved was trained on all of them. "
)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a page is to tell; see :func:`gdgnn.estimators.page.write_page`."""

    train: bool = True
    all_candidates: bool = False
    ablation: bool = True
    links: int = 10
    y: Any = None
    graphs: Any = None

    def flags(self, predictor: Predictor) -> tuple[str, ...]:
        """What the command line must be told for the same page."""
        switches = {
            "--no-train": not self.train,
            "--all-curves": self.all_candidates,
            "--no-ablation": not self.ablation,
        }
        given = tuple(flag for flag, there in switches.items() if there)
        return ("--links", str(self.links), *given) if isinstance(predictor, LinkPredictor) else given


def parts(predictor: Predictor, wanted: Wanted, hear: Callable[[Progress], None] | None) -> list[Section]:
    """What is to be said beyond what any fit leaves."""
    if isinstance(predictor, LinkPredictor):
        return _of_links(predictor, wanted, hear)
    if isinstance(predictor, KnowledgeGraphCompleter):
        return of_facts(predictor)
    if not isinstance(predictor, Classifier):
        return []
    found = _of_classes(predictor, wanted, hear)
    return [*found, predicted(predictor)] if isinstance(predictor, NodeClassifier) else found


def _of_links(
    predictor: LinkPredictor, wanted: Wanted, hear: Callable[[Progress], None] | None
) -> list[Section]:
    held_out: HeldOut | None = None
    found = [_missing("--no-train left it out.")]
    if wanted.train:
        held_out = train_again(
            predictor, all_candidates=wanted.all_candidates, plain=wanted.ablation, hear=hear
        )
        found = [
            measured.again(predictor.report_, held_out),
            curves(predictor.report_, held_out.curves),
            measured.distributions(held_out),
            measured.distances(held_out),
            measured.calibrated(held_out),
            ablation(held_out),
        ]
    if wanted.links:
        best = predictor.recommend_all(wanted.links, max_pairs=_MOST_PAIRS)
        found += [told(predictor, best, held_out), recommended(best)]
    return found


def _of_classes(
    classifier: Classifier, wanted: Wanted, hear: Callable[[Progress], None] | None
) -> list[Section]:
    if not wanted.train:
        return [_missing("--no-train left it out.")]
    if wanted.y is None:
        return [_missing(_UNTAUGHT)]
    held_out = train_classes_again(
        classifier,
        wanted.y,
        graphs=wanted.graphs,
        all_candidates=wanted.all_candidates,
        plain=wanted.ablation,
        hear=hear,
    )
    return [
        class_measured.again(classifier.report_, held_out),
        curves(classifier.report_, held_out.curves, "training targets"),
        class_measured.by_class(held_out),
        class_measured.sureness(held_out),
        class_measured.calibrated(held_out),
        class_measured.ablation(held_out),
    ]


def _missing(why: str) -> Section:
    return section("again", "Measured again", note(_MISSING + why))
