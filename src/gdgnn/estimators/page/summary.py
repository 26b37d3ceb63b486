"""What any fitted predictor tells of itself: figures, what was tried, leaks, configuration, versions."""

from __future__ import annotations

import platform
import shlex
from importlib.metadata import PackageNotFoundError, version
from inspect import signature
from pathlib import Path

import gdgnn
from gdgnn.estimators.base import Predictor
from gdgnn.estimators.page.columns import Column, column_chart
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.section import Section, note, section
from gdgnn.estimators.page.table import table
from gdgnn.estimators.report import FitReport
from gdgnn.tasks.metrics import Measured

_PACKAGES = ("numpy", "torch", "torch_geometric", "lightning", "scikit-learn", "optuna")


def headline(report: FitReport) -> Section:
    """The figures that `fit` left, each with its protocol."""
    figures = [("Test", report.test), ("Validation", report.valid)]
    tiles = [_tile(name, one) for name, one in figures if one is not None]
    told = "The validation figure is a little too good: the best of several was taken by it."
    return section(
        "figures", "How good it is", tag("div", *tiles, class_="tiles"), note(told), _final(report)
    )


def _tile(name: str, measured: Measured) -> Markup:
    value = f"{measured.value:.4f}" + ("" if measured.spread is None else f" ± {measured.spread:.4f}")
    return tag(
        "div",
        tag("p", f"{name} {measured.name}", class_="what"),
        tag("p", value, class_="value"),
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
        tag("p", f"{report.leaks}."),
        note("Errors end a fit, so that none can be here; a warning says what a figure cannot show."),
        tag("ul", *notes, class_="notes") if notes else None,
    )


def tried(report: FitReport) -> Section:
    """All settings that were tried."""
    first, name = report.candidates[0], report.valid.name
    rows = [
        (
            f"{at}" + (" (chosen)" if at == report.chosen else ""),
            one.metric,
            one.epochs,
            round(one.seconds, 1),
            one.differences(first) if at else "the default",
        )
        for at, one in enumerate(report.candidates)
    ]
    columns = [Column(str(at), (one.metric,)) for at, one in enumerate(report.candidates)]
    best = report.candidates[report.chosen].metric
    alt = f"Validation {name} of {len(rows)} settings; {report.chosen}, with {best:.4f}, was chosen."
    chart = column_chart(columns, ["first"], x="settings", y=f"validation {name}", alt=alt)
    headings = ["settings", f"validation {name}", "epochs", "seconds", "otherwise than the default"]
    return section(
        "tried",
        "What was tried",
        tag("p", f"Chosen: {report.why}."),
        figure(chart, f"Measured in the fit: {report.valid.protocol}.") if len(rows) > 1 else None,
        table("Settings that were tried", headings, rows),
    )


def configuration(predictor: Predictor) -> Section:
    """What was given, and what was chosen."""
    params = predictor.get_params()
    defaults = {name: one.default for name, one in signature(type(predictor)).parameters.items()}
    given = [
        (name, repr(value), "given" if value != defaults[name] else "default")
        for name, value in params.items()
    ]
    chosen = [(name, repr(value)) for name, value in predictor.report_.settings.items()]
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


def rerun(predictor: Predictor, folder: Path, options: tuple[str, ...]) -> Section:
    """How to fit it once more, and to make this page."""
    command = shlex.join(["gdgnn", "report", str(folder), *options])
    return section(
        "rerun",
        "Run it again",
        tag("p", "The fit, from the edges that are saved with it:"),
        tag("pre", tag("code", fit_again(predictor, folder)), tabindex="0"),
        tag("p", "This page:"),
        tag("pre", tag("code", command), tabindex="0"),
        note(
            "A fit with a time budget may try more or fewer settings on a faster or slower machine. Edges "
            "that were given as validation or test edges, and node features, must be given again."
        ),
    )


def fit_again(predictor: Predictor, folder: Path) -> str:
    """The lines of Python that fit the predictor once more.

    Example:
        >>> from gdgnn.estimators import LinkPredictor
        >>> print(fit_again(LinkPredictor(seed=3), Path("model")))
        from gdgnn.estimators import LinkPredictor
        predictor = LinkPredictor(seed=3).fit('model/graph')
    """
    name = type(predictor).__name__
    defaults = {key: one.default for key, one in signature(type(predictor)).parameters.items()}
    given = ", ".join(
        f"{key}={value!r}" for key, value in predictor.get_params().items() if value != defaults[key]
    )
    lines = (
        f"from gdgnn.estimators import {name}",
        f"predictor = {name}({given}).fit({str(folder / 'graph')!r})",
    )
    return "\n".join(lines)


def versions(saved_by: str | None) -> Section:
    """What the predictor was saved by, and what made this page."""
    rows = [("gdgnn, which saved the predictor", saved_by or "not known"), ("gdgnn", gdgnn.__version__)]
    rows += [("Python", platform.python_version()), ("system", platform.platform())]
    rows += [(name, _version(name)) for name in _PACKAGES]
    return section("versions", "Versions", table("What this page was made with", ["part", "version"], rows))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
