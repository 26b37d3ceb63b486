"""What any fitted predictor tells of itself: figures, leaks, what was tried, configuration."""

from __future__ import annotations

from inspect import signature

from gdgnn.estimators.base import Predictor
from gdgnn.estimators.page.dots import Dot, dot_chart
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table
from gdgnn.estimators.report import FitReport
from gdgnn.tasks.metrics import Measured


def headline(report: FitReport) -> Section:
    """The figures that `fit` left, each with its protocol."""
    figures = [("Test", report.test), ("Validation", report.valid)]
    tiles = [_tile(name, one) for name, one in figures if one is not None]
    several = len(report.candidates) > 1 or report.candidates[report.chosen].epochs > 0
    told = "The validation figure is a little too good: the best of several trainings, or epochs, is taken."
    return section(
        "figures",
        "How good it is",
        tag("div", *tiles, class_="tiles"),
        note(told) if several else None,
        _final(report),
    )


def _tile(name: str, measured: Measured) -> Markup:
    value = f"{measured.value:.4f}" + ("" if measured.spread is None else f" ± {measured.spread:.4f}")
    return tag(
        "div",
        tag("p", f"{name} {measured.name}", class_="what"),
        tag("p", value, class_="big"),
        tag("p", str(measured.protocol), class_="note"),
        class_="tile",
    )


def _final(report: FitReport) -> Markup:
    return note(
        f"Figures are of the chosen settings, learned from training data alone. Saved: {report.final}."
    )


def leaks(report: FitReport) -> Section:
    """What the leak check found, and what else one should know."""
    notes = [tag("li", one) for one in report.notes]
    return section(
        "leaks",
        "Leak check",
        tag("p", f"{report.leaks[:1].upper()}{report.leaks[1:]}."),
        note("Errors end a fit, so that none can be here; a warning says what a figure cannot show."),
        tag("ul", *notes, class_="notes") if notes else None,
    )


def tried(report: FitReport) -> Section:
    """All settings that were tried."""
    first, name = report.candidates[0], report.valid.name
    rows = [
        (
            f"{at}" + (" (chosen)" if at == report.chosen else ""),
            number(one.metric, 4),
            one.epochs,
            number(one.seconds, 1),
            one.differences(first) if at else "the default",
        )
        for at, one in enumerate(report.candidates)
    ]
    dots = [
        Dot(str(at), one.metric, look="first" if at == report.chosen else "faint")
        for at, one in enumerate(report.candidates)
    ]
    best = report.candidates[report.chosen].metric
    alt = f"Validation {name} of {len(rows)} settings; {report.chosen}, with {best:.4f}, was chosen."
    chart = dot_chart(dots, x="settings", y=f"validation {name}", alt=alt)
    keys = [("first", "chosen"), ("faint", "other settings")]
    headings = ["settings", f"validation {name}", "epochs", "seconds", "otherwise than the default"]
    return section(
        "tried",
        "What was tried",
        tag("p", f"Chosen: {report.why}."),
        side_by_side(
            figure(chart, f"Measured in the fit: {report.valid.protocol}.", keys) if rows[1:] else None,
            table("Settings that were tried", headings, rows),
        ),
    )


def configuration(predictor: Predictor) -> Section:
    """What was given, and what was chosen."""
    params = predictor.get_params()
    defaults = {name: one.default for name, one in signature(type(predictor)).parameters.items()}
    given = [
        (name, repr(value), "given" if value != defaults[name] else "default")
        for name, value in params.items()
    ]
    chosen = [(name, repr(value)) for name, value in predictor.report_.settings.items() if name != "of"]
    return section(
        "configuration",
        "Configuration",
        tag("p", f"Data: {predictor.report_.data}. Split: {predictor.report_.split}."),
        table("Settings that were chosen", ["setting", "value"], chosen),
        tag(
            "details",
            tag("summary", "Parameters of the predictor"),
            table("Parameters", ["parameter", "value", "from"], given),
        ),
    )
