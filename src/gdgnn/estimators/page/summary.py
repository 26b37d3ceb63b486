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
    tests = [("Test", one) for one in (report.test, *report.others)]
    figures = [*tests, ("Validation", report.valid)]
    tiles = [_tile(name, one) for name, one in figures if one is not None]
    several = len(report.candidates) > 1 or report.candidates[report.chosen].epochs > 0
    good = (
        ""
        if not several
        else " and is a little too good, as the best of several trainings or epochs is taken"
    )
    return section(
        "figures",
        "How good it is",
        tag("div", *tiles, class_="tiles"),
        *(note(told) for told in _meaning(report.valid.name, (report.test or report.valid).value)),
        note(
            "Nothing was learned from or chosen by what the test figure is about; the validation figure "
            f"is what settings were chosen by{good}."
        ),
        _final(report),
    )


def _meaning(name: str, value: float) -> list[str]:
    """What a figure says, to somebody who has not met it."""
    if name == "AUC":
        return [
            f"An AUC of {value:.2f} means: of a link that was held back and a pair that is no link, the link "
            f"has the higher score {100 * value:.0f} times in 100; 50 times would be chance.",
            "Negatives are the pairs that are no links. Filtered: none of them is an edge anywhere. "
            "Realistic ties: equal scores count half.",
        ]
    if name == "MRR":
        return [
            f"An MRR of {value:.2f} is the mean, over all questions, of 1 over the rank of the right answer: "
            "1 where it always comes first, 0.1 where it always comes tenth."
        ]
    if name == "accuracy":
        return [f"An accuracy of {value:.2f} means: the class of {100 * value:.0f} in 100 is found."]
    return []


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
    """What the leak check found."""
    notes = [tag("li", one) for one in report.notes if _is_warning(one)]
    return section(
        "leaks",
        "Leak check",
        tag("p", f"{report.leaks[:1].upper()}{report.leaks[1:]}."),
        note("Errors end a fit, so that none can be here; a warning says what a figure cannot show."),
        tag("ul", *notes, class_="notes") if notes else None,
    )


def _is_warning(said: str) -> bool:
    return said.startswith("warning")


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
    instant = any(one.settings.get("kind") == "instant" for one in report.candidates)
    return section(
        "tried",
        "What was tried",
        tag("p", f"Chosen: {report.why}."),
        side_by_side(
            figure(chart, f"Measured in the fit: {report.valid.protocol}.", keys) if rows[1:] else None,
            table("Settings that were tried", headings, rows),
        ),
        note(
            "The kind 'instant' is no network: boosted trees on distance, degrees, common neighbors and the "
            "number of shortest paths."
        )
        if instant
        else None,
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
    read = [tag("li", one) for one in predictor.report_.notes if not _is_warning(one)]
    return section(
        "configuration",
        "Configuration",
        tag("p", f"Data: {predictor.report_.data}. Split: {predictor.report_.split}."),
        tag("ul", *read, class_="notes") if read else None,
        table("Settings that were chosen", ["setting", "value"], chosen),
        tag(
            "details",
            tag("summary", "Parameters of the predictor"),
            table("Parameters", ["parameter", "value", "from"], given),
        ),
    )
