"""How to fit a predictor once more, how to make its page, and with which versions both were done."""

from __future__ import annotations

import platform
import shlex
from importlib.metadata import PackageNotFoundError, version
from inspect import signature
from pathlib import Path

import gdgnn
from gdgnn.estimators.base import Predictor
from gdgnn.estimators.graph import GraphClassifier
from gdgnn.estimators.kg import KnowledgeGraphCompleter
from gdgnn.estimators.link import LinkPredictor
from gdgnn.estimators.node import NodeClassifier
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.section import Section, note, section
from gdgnn.estimators.page.table import table

_PACKAGES = ("numpy", "torch", "torch_geometric", "lightning", "scikit-learn", "optuna")
_LINE = 88


def rerun(
    predictor: Predictor, folder: Path, options: tuple[str, ...], fitted_by: tuple[str, ...] | None
) -> Section:
    """How to fit it once more, and to make this page.

    Args:
        predictor: a fitted one.
        folder: where it is saved.
        options: of `gdgnn report`, for this page.
        fitted_by: the command that fits it; None: only the lines of Python are known.
    """
    by_command = () if fitted_by is None else (_code("The fit, by command:", shlex.join(fitted_by)),)
    return section(
        "rerun",
        "Run it again",
        *by_command,
        _code("The fit, in Python:", fit_again(predictor, folder)),
        _code("This page:", shlex.join(["gdgnn", "report", str(folder), *options])),
        note(
            "A fit with a time budget may try more or fewer settings on a faster or slower machine: give "
            "time_budget=None where the same predictor must come out."
        ),
        note("Targets that were given to fit as held back already must be given again.")
        if isinstance(predictor, LinkPredictor | KnowledgeGraphCompleter)
        else None,
    )


def fit_again(predictor: Predictor, folder: Path) -> str:
    """The lines of Python that fit the predictor once more.

    Example:
        >>> print(fit_again(LinkPredictor(seed=3), Path("model")))
        from gdgnn.estimators import LinkPredictor
        predictor = LinkPredictor(seed=3).fit('model/graph')
        >>> print(fit_again(GraphClassifier(), Path("model")))
        from gdgnn.estimators import GraphClassifier
        # graphs, y: the graphs and their classes, which are not saved
        predictor = GraphClassifier().fit(graphs, y)
    """
    name = type(predictor).__name__
    defaults = {key: one.default for key, one in signature(type(predictor)).parameters.items()}
    given = [f"{key}={value!r}" for key, value in predictor.get_params().items() if value != defaults[key]]
    data, told = _data(predictor, folder)
    made = f"{name}({', '.join(given)})"
    if len(f"predictor = {made}.fit({data})") > _LINE:
        made = f"{name}(\n" + "".join(f"    {one},\n" for one in given) + ")"
    return "\n".join([f"from gdgnn.estimators import {name}", *told, f"predictor = {made}.fit({data})"])


def _data(predictor: Predictor, folder: Path) -> tuple[str, list[str]]:
    """What to give to `fit`, and what that is where it is not saved."""
    if isinstance(predictor, GraphClassifier):
        return "graphs, y", ["# graphs, y: the graphs and their classes, which are not saved"]
    given, told = repr(str(folder / "graph")), []
    if isinstance(predictor, NodeClassifier):
        given, told = f"{given}, y", ["# y: the classes of nodes, which are not saved"]
    source = getattr(predictor, "_source", None)
    if source is not None and source.x is not None:
        given, told = f"{given}, x=x", [*told, "# x: the features of nodes, as they were given"]
    return given, told


def _code(what: str, text: str) -> Markup:
    return tag("div", tag("p", what), tag("pre", tag("code", text), tabindex="0"))


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
