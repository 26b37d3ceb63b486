"""What a saved classifier says of all nodes."""

from __future__ import annotations

import numpy as np

from gdgnn.estimators.node import NodeClassifier
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.histogram import Sample, histogram
from gdgnn.estimators.page.markup import isolated
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table

_MOST_CLASSES = 40


def predicted(classifier: NodeClassifier) -> Section:
    """How many nodes it takes for each class, and how sure it is."""
    chances = classifier.predict_proba()
    best, sure = chances.argmax(axis=1), chances.max(axis=1)
    count = np.bincount(best, minlength=chances.shape[1])
    order = np.argsort(-count, kind="stable")[:_MOST_CLASSES].tolist()
    rows = [
        (
            isolated(classifier.classes_[at]),
            int(count[at]),
            number(float(sure[best == at].mean()) if count[at] else None),
        )
        for at in order
    ]
    alt = f"The median probability of the likeliest class of a node is {np.median(sure):.2f}."
    samples = [Sample(sure, "first", "nodes")]
    chart = histogram(samples, x="probability of the likeliest class", alt=alt, span=(0.0, 1.0))
    return section(
        "predicted",
        "What it says of all nodes",
        note("By the saved predictor, of all nodes of the graph: also of those whose class it was taught."),
        side_by_side(
            figure(chart, alt),
            table("Nodes by likeliest class", ["class", "nodes", "mean probability"], rows),
        ),
    )
