"""`train_classes_again`: what a saved classifier can no longer tell, given the classes it was taught."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from operator import le
from typing import Any

import numpy as np
import numpy.typing as npt

from gdgnn.estimators.class_labels import LabeledParts, Labels, aligned
from gdgnn.estimators.class_settings import ClassSettings
from gdgnn.estimators.class_training import ClassTraining, GraphTraining, NodeTraining, softmax
from gdgnn.estimators.classifier import Classifier
from gdgnn.estimators.fields import read
from gdgnn.estimators.graph_sources import read_graphs
from gdgnn.estimators.link_training import inputs_of
from gdgnn.estimators.node import NodeClassifier
from gdgnn.estimators.page.held_out import PLAIN
from gdgnn.estimators.progress import Listener, Progress
from gdgnn.estimators.source import read_nodes

Floats = npt.NDArray[np.float64]
Hits = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ClassHeldOut:
    """Targets whose class the network behind the probabilities was not taught.

    Attributes:
        part: "test", or "validation" where no test targets were held back.
        classes: what labels and columns stand for.
        label: ``(k,)`` positions in `classes`.
        chances: ``(k, classes)`` probabilities.
        split: how many targets were learned from, chosen by and held back.
        usual: the class that most of the targets that were learned from have.
        curves: what each training went through, by stage.
        plain: ``(k, classes)`` of the same network without geodesics; None where it was not asked for.
    """

    part: str
    classes: tuple[Any, ...]
    label: npt.NDArray[np.int64]
    chances: Floats
    split: str
    usual: int
    curves: dict[str, tuple[Progress, ...]]
    plain: Floats | None

    @property
    def hits(self) -> Hits:
        """``(k,)``: whether the likeliest class is the right one."""
        return hits_of(self.chances, self.label)


def hits_of(chances: Floats, label: npt.NDArray[np.int64]) -> Hits:
    """Whether the likeliest class is the right one."""
    hits: Hits = chances.argmax(axis=1) == label
    return hits


def train_classes_again(
    classifier: Classifier,
    y: Any,
    *,
    graphs: Any = None,
    all_candidates: bool = False,
    plain: bool = False,
    hear: Listener | None = None,
) -> ClassHeldOut:
    """Split the targets as `fit` did, train what it chose without those held back, and test on these.

    Args:
        classifier: a fitted one.
        y: the classes that `fit` was given; of nodes that have names, by name.
        graphs: of a :class:`GraphClassifier`, the graphs that `fit` was given.
        all_candidates: train all settings that were tried, for their curves.
        plain: train the same network without geodesics too.
        hear: called after each epoch.

    Raises:
        ValueError: these are not the classes, or not the graphs, that it was fitted to.

    Example:
        >>> ring = np.arange(30)
        >>> edges, y = np.stack([ring, (ring + 1) % 30]), [0] * 15 + [1] * 15
        >>> classifier = NodeClassifier(trials=1, epochs=2).fit(edges, y)
        >>> again = train_classes_again(classifier, y)
        >>> float(again.hits.mean()) == classifier.report_.test.value, len(again.curves["candidate-0"])
        (True, 2)
    """
    curves: dict[str, list[Progress]] = defaultdict(list)

    def listen(progress: Progress) -> None:
        curves[progress.stage].append(progress)
        if hear is not None:
            hear(progress)

    training, labels = _source(classifier, y, graphs, listen)
    if labels.classes != tuple(classifier.classes_.tolist()):
        raise ValueError(
            f"y has the classes {labels.classes!r:.80}, but the classifier was fitted to "
            f"{tuple(classifier.classes_.tolist())!r:.80}; give the y of its fit"
        )
    parts = LabeledParts.of(
        labels, valid=float(classifier.valid), test=float(classifier.test), seed=int(classifier.seed)
    )
    part, targets = ("test", parts.test) if parts.test.size else ("validation", parts.valid)

    def chances(settings: ClassSettings, stage: str, epochs: int) -> Floats:
        enough = partial(le, epochs)
        model = training.trained(settings, labels, parts.train, parts.valid, stage, None, enough).model
        return softmax(training.logits(model, settings, targets))

    report = classifier.report_
    tried = [read(ClassSettings, one.settings) for one in report.candidates]
    wanted = range(len(tried)) if all_candidates else [report.chosen]
    found = {at: chances(tried[at], f"candidate-{at}", report.candidates[at].epochs) for at in wanted}
    without = None
    if plain:
        settings = replace(tried[report.chosen], context="none")
        without = chances(settings, PLAIN, report.candidates[report.chosen].epochs)
    return ClassHeldOut(
        part=part,
        classes=labels.classes,
        label=labels.label[targets],
        chances=found[report.chosen],
        split=str(parts),
        usual=int(np.bincount(labels.label[parts.train]).argmax()),
        curves={stage: tuple(epochs) for stage, epochs in curves.items()},
        plain=without,
    )


def _source(
    classifier: Classifier, y: Any, graphs: Any, listen: Callable[[Progress], None]
) -> tuple[ClassTraining, Labels]:
    seed, threads, device = int(classifier.seed), classifier.threads, classifier.device
    if isinstance(classifier, NodeClassifier):
        graph = classifier.graph_
        named = graph.node_names is not None
        ids_of = lambda names: read_nodes(names, graph, "y")  # noqa: E731
        labels = Labels.of(aligned(y, graph.num_nodes, ids_of, "nodes", by_name=named))
        return NodeTraining(seed, threads, device, listen, inputs_of(graph, classifier._source.x)), labels
    if graphs is None:
        raise ValueError("the graphs are not saved with the classifier; give those of its fit")
    sources = read_graphs(graphs, directed=classifier.get_params()["directed"])
    labels = Labels.of(aligned(y, len(sources.graphs), sources.ids_of, "graphs"))
    return GraphTraining(seed, threads, device, listen, sources.graphs), labels
