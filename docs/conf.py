"""The site: `make docs` draws the pictures and builds it, with warnings as errors."""

import dataclasses
import inspect
import re
from importlib.metadata import version as version_of
from typing import Any

from sklearn.base import BaseEstimator
from sphinx.application import Sphinx
from torch.nn import Module

project = "gdgnn"
author = "The gdgnn developers"
version = release = version_of("gdgnn")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
myst_heading_anchors = 3

# Docstrings may write `name` as well as ``name``.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
maximum_signature_line_length = 90
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_attr_annotations = False
napoleon_use_ivar = True
napoleon_use_rtype = False

copybutton_exclude = ".linenos, .gp, .go"
html_theme = "furo"
html_title = f"gdgnn {release}"
html_static_path = ["static"]
html_css_files = ["gdgnn.css"]
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0f766e", "color-brand-content": "#0f766e"},
    "dark_css_variables": {"color-brand-primary": "#5eead4", "color-brand-content": "#5eead4"},
}


class AsWritten:
    """An annotation as the source has it, not what its aliases stand for."""

    def __init__(self, annotation: Any) -> None:
        text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
        self.text = re.sub(r"\b(npt|np)\.(?=\w)", "", text)

    def __repr__(self) -> str:
        return self.text


def signature_as_written(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None] | None:
    """Short types in signatures; none for values, which are made by functions and `from_...` methods."""
    if what == "class" and (dataclasses.is_dataclass(obj) or not issubclass(obj, (Module, BaseEstimator))):
        return "", None
    if what not in ("class", "function", "method"):
        return None
    found = inspect.signature(obj)
    parameters = [
        parameter
        if parameter.annotation is parameter.empty
        else parameter.replace(annotation=AsWritten(parameter.annotation))
        for parameter in found.parameters.values()
        if parameter.name != "self"
    ]
    shown = found.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    return str(shown), None if what == "class" else repr(AsWritten(found.return_annotation))


def underscores_kept(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """An attribute `report_` is no reference to a target named `report`."""
    lines[:] = [re.sub(r"^:ivar (\w+)_:", r":ivar \1\\_:", line) for line in lines]


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-signature", signature_as_written)
    # After napoleon, which makes these lines.
    app.connect("autodoc-process-docstring", underscores_kept, priority=600)
