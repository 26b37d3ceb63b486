"""What can be said of held-out targets of a classifier: by class, how sure, and beside a plain GNN."""

from __future__ import annotations

import numpy as np

from gdgnn.estimators.page.calibration import Bin, calibration_chart, calibration_error, tenths
from gdgnn.estimators.page.class_held_out import ClassHeldOut, Hits, hits_of
from gdgnn.estimators.page.columns import Column, column_chart
from gdgnn.estimators.page.dots import Dot, dot_chart
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.histogram import Sample, histogram
from gdgnn.estimators.page.markup import isolated, tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table
from gdgnn.estimators.page.written import counted, shortened, written
from gdgnn.estimators.report import FitReport

_KEYS = [("first", "told right"), ("second", "told wrong")]
_MOST_CLASSES, _LETTERS = 12, 44
_MOST_CONFUSIONS = 20


def again(report: FitReport, held_out: ClassHeldOut) -> Section:
    """What training again found, and whether it is what the fit found."""
    recorded = report.test if held_out.part == "test" else report.valid
    found = float(held_out.hits.mean())
    error = _error(held_out.hits)
    parts: list[object] = [
        tag("p", f"Accuracy {found:.4f} ± {error:.4f} (standard error over the targets; not over seeds)."),
        note(
            f"Protocol: {held_out.part}: {counted(held_out.label.size, 'held-out target')}; told by the "
            f"chosen settings, trained again without them ({held_out.split}). "
            "All that follows is about these."
        ),
    ]
    if recorded is not None and abs(found - recorded.value) < 5e-5:
        parts.append(note(f"The fit found the same: accuracy {recorded.value:.4f}."))
    elif recorded is not None:
        text = (
            f"The fit found accuracy {recorded.value:.4f}: it was given other classes than this page, or ran "
            "on another machine or with other versions."
        )
        parts.append(tag("p", text, class_="warning"))
    return section("again", "Measured again", *parts)


def by_class(held_out: ClassHeldOut) -> Section:
    """How many of each class are found, and what the others are taken for."""
    label, hits = held_out.label, held_out.hits
    count = np.bincount(label, minlength=len(held_out.classes))
    order = np.argsort(-count, kind="stable")[:_MOST_CLASSES].tolist()
    share = {at: float(hits[label == at].mean()) if count[at] else None for at in order}
    letters = _LETTERS // len(order)
    columns = [Column(shortened(str(held_out.classes[at]), letters), (share[at],)) for at in order]
    alt = "Share of the targets of each class that is told right; the table has the numbers."
    chart = column_chart(columns, ["first"], x="class", y="told right", alt=alt)
    rows = [(isolated(held_out.classes[at]), int(count[at]), number(share[at])) for at in order]
    left = len(held_out.classes) - len(order)
    return section(
        "classes",
        "By class",
        side_by_side(
            figure(
                chart,
                "Few targets make rough figures." + (f" {left} rarer classes left out." if left else ""),
            ),
            table("Held-out targets by class", ["class", "targets", "told right"], rows),
        ),
        _confusions(held_out),
    )


def _confusions(held_out: ClassHeldOut) -> object:
    """What is taken for what, most often first."""
    best = held_out.chances.argmax(axis=1)
    pairs, count = np.unique(np.stack([held_out.label, best]), axis=1, return_counts=True)
    wrong = pairs[0] != pairs[1]
    if not wrong.any():
        return note("No held-out target is told wrong.")
    order = np.flatnonzero(wrong)[np.argsort(-count[wrong], kind="stable")][:_MOST_CONFUSIONS].tolist()
    rows = [(*(isolated(held_out.classes[at]) for at in pairs[:, one]), int(count[one])) for one in order]
    return table("What is taken for what, most often first", ["class", "taken for", "targets"], rows)


def sureness(held_out: ClassHeldOut) -> Section:
    """How sure it is where it is right, and where it is wrong."""
    sure, hits = held_out.chances.max(axis=1), held_out.hits
    samples = [Sample(sure[~hits], "second", "told wrong"), Sample(sure[hits], "first", "told right")]
    medians = [f"{np.median(one.values):.2f} where it is {one.name}" for one in samples if one.values.size]
    alt = f"Median probability of the likeliest class: {' and '.join(medians)}."
    chart = histogram(samples, x="probability of the likeliest class", alt=alt, span=(0.0, 1.0))
    return section("scores", "How sure it is", figure(chart, alt, _KEYS))


def calibrated(held_out: ClassHeldOut) -> Section:
    """Whether the probability of the likeliest class is how often that is right."""
    bins: tuple[Bin, ...] = tenths(held_out.chances.max(axis=1), held_out.hits)
    alt = f"Probabilities are off by {calibration_error(bins):.3f} on average. The dashed line is the truth."
    rows = [(f"{one.predicted:.3f}", one.observed, one.count) for one in bins]
    return section(
        "calibration",
        "Calibration",
        side_by_side(
            figure(calibration_chart(bins, alt=alt, y="share told right"), alt),
            table("Probabilities, said and found", ["mean probability", "share told right", "targets"], rows),
        ),
    )


def ablation(held_out: ClassHeldOut) -> Section:
    """The accuracy beside that of the same network without geodesics, and of always the same answer."""
    hits = {"chosen": held_out.hits}
    if held_out.plain is not None:
        hits["plain GNN"] = hits_of(held_out.plain, held_out.label)
    hits["usual class"] = held_out.label == held_out.usual
    looks = {"chosen": "first", "plain GNN": "second"}
    dots = [Dot(name, float(one.mean()), _error(one), looks.get(name, "faint")) for name, one in hits.items()]
    rows = [(one.name, number(one.value, 4), number(one.error, 4)) for one in dots]
    text = (
        "The same split and targets for all. The plain GNN has the same settings and seed, and sees no "
        "geodesics; the last answers with the class that most of the training targets have. Lines are one "
        "standard error over the targets. One seed: another may shift what is trained."
    )
    alt = "; ".join(f"{one.name}: accuracy {one.value:.4f}" for one in dots) + "."
    return section(
        "ablation",
        "Beside a plain GNN",
        _told(hits),
        side_by_side(
            figure(dot_chart(dots, x="what answers", y="accuracy", alt=alt), text),
            table("Accuracy on the held-out targets", ["what answers", "accuracy", "± error"], rows),
        ),
    )


def _told(hits: dict[str, Hits]) -> object:
    if "plain GNN" not in hits:
        return note("The plain GNN was left out by --no-ablation.")
    difference = hits["chosen"].astype(np.float64) - hits["plain GNN"]
    error = 100 * float(difference.std()) / np.sqrt(difference.size)
    worth = written(100 * float(difference.mean()), 2, sign=True)
    return tag("p", f"Geodesics are worth {worth} ± {written(error, 2)} points of accuracy.")


def _error(hits: Hits) -> float:
    """The standard error of a share."""
    return float(hits.std() / np.sqrt(hits.size))
