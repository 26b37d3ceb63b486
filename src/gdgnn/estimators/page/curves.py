"""What the trainings went through."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.held_out import PLAIN
from gdgnn.estimators.page.lines import Line, line_chart
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.progress import Progress
from gdgnn.estimators.report import FitReport

Curves: TypeAlias = Mapping[str, Sequence[Progress]]
"""What each training went through, by stage."""


def curves(report: FitReport, trained: Curves, learned_from: str = "training edges") -> Section:
    """Loss and validation metric by epoch, of what was chosen and of what else was trained again."""
    title = "Training"
    if not trained:
        return section(
            "curves", title, tag("p", "Boosted trees are not trained in epochs: there are no curves.")
        )
    name = report.valid.name
    chosen = f"candidate-{report.chosen}"
    others = sum(stage not in (chosen, PLAIN) for stage in trained)
    keys = [("first", "chosen")] if chosen in trained else []
    keys += [("faint", "other settings")] if others else []
    keys += [("second", "plain GNN")] if PLAIN in trained else []
    loss = _chart(trained, chosen, lambda one: one.loss, "loss")
    metric = _chart(trained, chosen, lambda one: one.metric, f"validation {name}")
    return section(
        "curves",
        title,
        note(f"Trained again for this page, on the {learned_from} alone."),
        side_by_side(
            figure(loss, "The loss of the last step of each epoch.", keys),
            figure(
                metric, f"Validation {name} after each epoch; the epoch with the best one was kept.", keys
            ),
        ),
    )


def _chart(trained: Curves, chosen: str, value: Callable[[Progress], float | None], what: str) -> Markup:
    lines = []
    for stage, epochs in trained.items():
        look = "first" if stage == chosen else "second" if stage == PLAIN else "faint"
        points = [(float(one.epoch), found) for one in epochs if (found := value(one)) is not None]
        lines.append(Line(points, look, stage))
    # What matters most is drawn last, in front.
    lines.sort(key=lambda line: ("faint", "second", "first").index(line.look))
    ends = [
        f"{line.name} from {line.points[0][1]:.3f} to {line.points[-1][1]:.3f}"
        for line in lines
        if line.points
    ]
    alt = f"{what} over {len(lines[-1].points)} epochs: {'; '.join(ends)}."
    return line_chart(lines, x="epoch", y=what, alt=alt)
