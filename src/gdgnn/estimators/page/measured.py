"""What can be said of held-out pairs: scores, by distance, and calibration."""

from __future__ import annotations

import numpy as np

from gdgnn.estimators.page.auc_error import auc_error
from gdgnn.estimators.page.calibration import calibration, calibration_chart, calibration_error
from gdgnn.estimators.page.columns import Column, column_chart
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.held_out import HeldOut
from gdgnn.estimators.page.histogram import Sample, histogram
from gdgnn.estimators.page.markup import tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table
from gdgnn.estimators.page.written import written
from gdgnn.estimators.report import FitReport
from gdgnn.tasks.metrics import average_precision, by_distance

_KEYS = [("first", "held-out links"), ("second", "other pairs")]
_QUANTILES = {"lowest": 0.0, "lower tenth": 0.1, "median": 0.5, "upper tenth": 0.9, "highest": 1.0}


def protocol(held_out: HeldOut) -> str:
    """Where the pairs come from and what answered about them."""
    links = int(held_out.label.sum())
    return (
        f"{held_out.part}: {links:,} held-out links and {held_out.label.size - links:,} pairs drawn "
        "uniformly among those that are no edge; scored by the chosen settings, trained again without them "
        f"({held_out.split})"
    )


def again(report: FitReport, held_out: HeldOut) -> Section:
    """What training again found, and whether it is what the fit found."""
    recorded = report.test if held_out.part == "test" else report.valid
    error = auc_error(held_out.score, held_out.label)
    spread = (
        "" if error is None else f" ± {error:.4f} (standard error over the targets; not over splits or seeds)"
    )
    precision = average_precision(held_out.score, held_out.label)
    parts: list[object] = [
        tag("p", f"AUC {held_out.auc:.4f}{spread}. Average precision {precision:.4f}."),
        note(f"Protocol: {protocol(held_out)}. Ties count half. All that follows is about these pairs."),
    ]
    if recorded is not None:
        off = held_out.auc - recorded.value
        if abs(off) < 5e-5:
            parts.append(note(f"The fit found the same: {recorded.name} {recorded.value:.4f}."))
        else:
            parts.append(
                tag(
                    "p",
                    f"The fit found {recorded.name} {recorded.value:.4f}, {abs(off):.4f} "
                    f"{'less' if off > 0 else 'more'}: it was given held-out edges of its own, or ran on "
                    "another machine or with other versions.",
                    class_="warning",
                )
            )
    return section("again", "Measured again", *parts)


def distributions(held_out: HeldOut) -> Section:
    """How links and other pairs score."""
    link = held_out.label == 1
    middle = [written(float(np.median(held_out.score[kind])), 2) for kind in (link, ~link)]
    alt = f"The median score of held-out links is {middle[0]}, that of other pairs {middle[1]}."
    samples = [
        Sample(held_out.score[~link], "second", "other pairs"),
        Sample(held_out.score[link], "first", "held-out links"),
    ]
    chart = histogram(samples, x="score (logit; above 0 is rather a link)", alt=alt)
    rows = [
        (name, *(number(float(np.quantile(held_out.score[kind], at)), 2) for kind in (link, ~link)))
        for name, at in _QUANTILES.items()
    ]
    return section(
        "scores",
        "Scores of links and of other pairs",
        side_by_side(
            figure(chart, alt, _KEYS), table("Scores", ["quantile", "held-out links", "other pairs"], rows)
        ),
    )


def distances(held_out: HeldOut) -> Section:
    """How good it is near by and far off."""
    link = held_out.label == 1
    says_link = held_out.score > 0
    rows, columns = [], []
    found = by_distance(held_out.score, held_out.label, held_out.distance)
    # What cannot be reached stands last.
    for one in sorted(found, key=lambda one: (one.distance < 0, one.distance)):
        here = held_out.distance == one.distance
        name = "no path" if one.distance < 0 else str(one.distance)
        hit = float(says_link[here & link].mean()) if one.positives else None
        refused = float((~says_link)[here & ~link].mean()) if one.negatives else None
        rows.append([name, one.positives, one.negatives, *map(number, (one.value, hit, refused))])
        columns.append(Column(name, (hit, refused)))
    alt = "Share that is told right at each distance; the table has the numbers."
    chart = column_chart(columns, ["first", "second"], x="distance", y="told right", alt=alt)
    caption = (
        "Links that score above 0, and other pairs that do not. Within one distance the AUC shows what is "
        "known beyond distance: 0.5 is nothing. Few pairs make rough figures."
    )
    headings = ["distance", "links", "other pairs", "AUC within", "links found", "others refused"]
    text = f"Distances are searched up to {held_out.max_dist}, in the graph without the held-out edges."
    return section(
        "distances",
        "By distance",
        side_by_side(
            figure(chart, caption, _KEYS), table(f"Held-out pairs by distance. {text}", headings, rows)
        ),
    )


def calibrated(held_out: HeldOut) -> Section:
    """Whether probabilities are what they say."""
    bins = calibration(held_out.probability, held_out.label)
    off = calibration_error(bins)
    alt = f"Probabilities are off by {off:.3f} on average. On the dashed line they are what they say."
    caption = (
        f"{alt} Links and other pairs weigh the same in all, as they did in training: in truth links are far "
        "rarer, so use probabilities to compare pairs."
    )
    rows = [(f"{one.predicted:.3f}", one.observed, one.count) for one in bins]
    return section(
        "calibration",
        "Calibration",
        side_by_side(
            figure(calibration_chart(bins, alt=alt), caption),
            table(
                "Probabilities, said and found", ["mean probability", "share that are links", "pairs"], rows
            ),
        ),
    )
