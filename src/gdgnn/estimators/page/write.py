"""`write_page`: all about a saved predictor, in one file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gdgnn.estimators.base import Predictor, load
from gdgnn.estimators.folder import INDEX
from gdgnn.estimators.page import again, summary
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.parts import Wanted, parts
from gdgnn.estimators.page.section import Section
from gdgnn.estimators.page.style import STYLE
from gdgnn.estimators.progress import Progress

# Nothing is fetched, and no script is run, even if one should get in.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def write_page(
    folder: str | Path,
    path: str | Path,
    *,
    train: bool = True,
    all_candidates: bool = False,
    ablation: bool = True,
    links: int = 10,
    y: Any = None,
    graphs: Any = None,
    fitted_by: tuple[str, ...] | None = None,
    hear: Callable[[Progress], None] | None = None,
) -> Path:
    """Write a page about a saved predictor: figures, curves, distributions, reasons, how to run it again.

    A predictor is trained on all targets in the end, and cannot be tested on any of them. So what it chose is
    trained again without those that its fit held back, and these are scored by that. Classifiers are not
    saved with the classes that they were taught: without `y` the page has only what the fit left.

    Args:
        folder: where a predictor was saved.
        path: the file to write; it is the old one or the new one, whole.
        train: whether to train again; without, the page has only what the fit left.
        all_candidates: train all settings that were tried again, for their curves.
        ablation: train a plain GNN too, to compare.
        links: how many missing links to recommend; 0: none, and none are explained.
        y: for classifiers, the classes that the fit was given; of nodes that have names, by name.
        graphs: for a :class:`GraphClassifier`, the graphs that the fit was given.
        fitted_by: the command that fits it once more, if there is one.
        hear: called after each epoch.

    Raises:
        FileNotFoundError, ValueError: as in :meth:`Predictor.load`; `y` is not what the fit was given.

    Example:
        >>> ring = list(range(40))
        >>> from gdgnn.estimators import LinkPredictor
        >>> predictor = LinkPredictor(trials=1, epochs=2).fit([ring, [*ring[1:], 0]])
        >>> predictor.save("model")
        >>> write_page("model", "model.html", train=False).read_text()[:15]
        '<!doctype html>'
    """
    folder, path = Path(folder), Path(path)
    predictor = load(folder)
    wanted = Wanted(
        train=train, all_candidates=all_candidates, ablation=ablation, links=links, y=y, graphs=graphs
    )
    sections = [
        summary.headline(predictor.report_),
        summary.leaks(predictor.report_),
        summary.tried(predictor.report_),
        *parts(predictor, wanted, hear),
        summary.configuration(predictor),
        again.rerun(predictor, folder, ("--out", str(path), *wanted.flags(predictor)), fitted_by),
        again.versions(_saved_by(folder)),
    ]
    _replace(path, _page(predictor, folder, sections))
    return path


def _page(predictor: Predictor, folder: Path, sections: list[Section]) -> str:
    report, name = predictor.report_, folder.resolve().name
    links = [tag("li", tag("a", part.title, href=f"#{part.name}")) for part in sections]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{name} – gdgnn report"),
        tag("link", rel="icon", href="data:,"),
        tag("style", Markup(STYLE)),
    )
    top = tag(
        "header",
        tag("p", "gdgnn report", class_="what"),
        tag("h1", name),
        tag("p", f"{report.predictor}, fitted in {report.seconds:.1f} s on {report.data}."),
        tag("nav", tag("ul", *links), aria_label="Contents"),
    )
    body = tag("body", top, tag("main", *[part.drawn() for part in sections]))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _saved_by(folder: Path) -> str | None:
    """The version that saved the predictor; what else is in the file was checked when it was loaded."""
    found = json.loads((folder / INDEX).read_bytes()).get("gdgnn")
    return found if isinstance(found, str) else None


def _replace(path: Path, text: str) -> None:
    """Write under a temporary name, then rename. Names may hold halves of characters, which no file can."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", errors="replace"))
        # What mkstemp makes is for its owner only.
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
