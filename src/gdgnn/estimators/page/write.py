"""`write_page`: all about a saved predictor, in one file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from gdgnn.estimators.base import Predictor, load
from gdgnn.estimators.folder import INDEX
from gdgnn.estimators.link import LinkPredictor
from gdgnn.estimators.page import measured, summary
from gdgnn.estimators.page.answers import recommended, told
from gdgnn.estimators.page.curves import curves
from gdgnn.estimators.page.held_out import train_again
from gdgnn.estimators.page.markup import Markup, tag
from gdgnn.estimators.page.section import Section, note, section
from gdgnn.estimators.page.style import STYLE
from gdgnn.estimators.progress import Progress

# Nothing is fetched, and no script is run, even if one should get in.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_MOST_PAIRS = 500_000


def write_page(
    folder: str | Path,
    path: str | Path,
    *,
    train: bool = True,
    all_candidates: bool = False,
    ablation: bool = False,
    links: int = 10,
    hear: Callable[[Progress], None] | None = None,
) -> Path:
    """Write a page about a saved predictor: figures, curves, distributions, reasons, how to run it again.

    A predictor is trained on all edges in the end, and cannot be tested on any of them. So what it chose is
    trained again without the edges that its fit held back, and held-out pairs are scored by that.

    Args:
        folder: where a predictor was saved.
        path: the file to write; it is the old one or the new one, whole.
        train: whether to train again; without, the page has only what the fit left.
        all_candidates: train all settings that were tried again, for their curves.
        ablation: train a plain GNN too.
        links: how many missing links to recommend; 0: none, and none are explained.
        hear: called after each epoch.

    Raises:
        FileNotFoundError, ValueError: as in :meth:`Predictor.load`.

    Example:
        >>> ring = list(range(40))
        >>> predictor = LinkPredictor(trials=1, epochs=2).fit([ring, [*ring[1:], 0]])
        >>> predictor.save("model")
        >>> write_page("model", "model.html", train=False).read_text()[:15]
        '<!doctype html>'
    """
    folder, path = Path(folder), Path(path)
    predictor = load(folder)
    parts = [summary.headline(predictor.report_), summary.leaks(predictor.report_)]
    parts.append(summary.tried(predictor.report_))
    if isinstance(predictor, LinkPredictor):
        parts += _of_links(predictor, train, all_candidates, ablation, links, hear)
    options = _options(path, train, all_candidates, ablation, links)
    parts += [summary.configuration(predictor), summary.rerun(predictor, folder, options)]
    parts.append(summary.versions(_saved_by(folder)))
    _replace(path, _page(predictor, folder, parts))
    return path


def _of_links(
    predictor: LinkPredictor,
    train: bool,
    all_candidates: bool,
    ablation: bool,
    links: int,
    hear: Callable[[Progress], None] | None,
) -> list[Section]:
    parts, held_out = [], None
    if train:
        held_out = train_again(predictor, all_candidates=all_candidates, plain=ablation, hear=hear)
        parts = [
            measured.again(predictor.report_, held_out),
            curves(predictor.report_, held_out),
            measured.distributions(held_out),
            measured.distances(held_out),
            measured.calibrated(held_out),
            measured.ablation(held_out),
        ]
    else:
        told_why = (
            "Curves, scores, distances, calibration and the comparison with a plain GNN come from a training "
            "without the held-out edges, which --no-train left out: what is saved was trained on all edges."
        )
        parts = [section("again", "Measured again", note(told_why))]
    if links:
        found = predictor.recommend_all(links, max_pairs=_MOST_PAIRS)
        parts += [told(predictor, found, held_out), recommended(found)]
    return parts


def _page(predictor: Predictor, folder: Path, parts: list[Section]) -> str:
    report, name = predictor.report_, folder.resolve().name
    links = [tag("li", tag("a", part.title, href=f"#{part.name}")) for part in parts]
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
    body = tag("body", top, tag("main", *[part.drawn() for part in parts]))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _options(path: Path, train: bool, all_candidates: bool, ablation: bool, links: int) -> tuple[str, ...]:
    """What the command line must be told to write this page."""
    flags = {"--no-train": not train, "--all-curves": all_candidates, "--ablation": ablation}
    return ("--out", str(path), "--links", str(links), *(flag for flag, given in flags.items() if given))


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
