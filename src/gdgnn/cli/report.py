"""`gdgnn report`: all about a saved model, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.flags import ModelArgument
from gdgnn.cli.kinds import KINDS
from gdgnn.cli.output import Json, print_json
from gdgnn.cli.taught import taught

if TYPE_CHECKING:
    from gdgnn.estimators import Predictor


def report(
    model: ModelArgument,
    out: Annotated[
        Path | None,
        typer.Option(help="File to write; by default beside the model, with its name and .html."),
    ] = None,
    train: Annotated[
        bool,
        typer.Option(
            "--train/--no-train",
            help="Train the chosen settings once more without the held-out edges; most pictures need it.",
        ),
    ] = True,
    ablation: Annotated[
        bool,
        typer.Option(
            "--ablation/--no-ablation", help="Train the same network without geodesics, to compare."
        ),
    ] = True,
    all_curves: Annotated[
        bool, typer.Option("--all-curves", help="Train all settings that were tried, for their curves.")
    ] = False,
    links: Annotated[int, typer.Option(help="Missing links to recommend, e.g. 20; 0 for none.", min=0)] = 10,
    as_json: Json = False,
) -> None:
    """Write one HTML page about a saved model: figures, curves, calibration, reasons, how to repeat it.

    The page needs no network. A model was trained on all edges, or classes, in the end, so that nothing can
    be tested on them: its settings are trained once more without those that were held back, with geodesics
    and without. That takes as long as two trainings. Of classes, it needs the tables of the training.

    Example: gdgnn report model

    Example: gdgnn report model --no-train --out report.html
    """
    from gdgnn.cli.models import load_model
    from gdgnn.estimators.page import write_page

    # A folder that holds no model is told of as in the other commands.
    if out is not None and (out.suffix not in (".html", ".htm") or out.is_dir()):
        raise ValueError(f"{out} cannot hold the page; give the name of a file that ends with .html")
    predictor = load_model(model)
    path = model.resolve().with_name(f"{model.resolve().name}.html") if out is None else out
    told = taught(model, predictor) if train else {}
    with fit_progress() as hear:
        write_page(
            model,
            path,
            train=train,
            all_candidates=all_curves,
            ablation=ablation,
            links=links,
            fitted_by=_command(model, predictor),
            hear=hear,
            **told,
        )
    if as_json:
        print_json({"page": str(path)})
    else:
        print(path)


def _command(model: Path, predictor: Predictor) -> tuple[str, ...] | None:
    """What repeats the training; None where the model was not trained by a command."""
    from gdgnn.cli.model_folder import CONFIG

    config = model / CONFIG
    if not config.is_file():
        return None
    kind = KINDS[predictor.saved_as].command
    return ("gdgnn", "train", kind, "--config", str(config), "--out", f"{model.resolve().name}-again")
