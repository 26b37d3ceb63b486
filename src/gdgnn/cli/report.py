"""`gdgnn report`: all about a saved model, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.flags import ModelArgument
from gdgnn.cli.output import Json, print_json


def report(
    model: ModelArgument,
    out: Annotated[
        Path | None, typer.Option(help="File to write; the folder's name with .html by default.")
    ] = None,
    train: Annotated[
        bool,
        typer.Option(
            "--train/--no-train",
            help="Train the chosen settings once more without the held-out edges; most pictures need it.",
        ),
    ] = True,
    all_curves: Annotated[
        bool, typer.Option("--all-curves", help="Train all settings that were tried, for their curves.")
    ] = False,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Train the same network without geodesics, to compare.")
    ] = False,
    links: Annotated[int, typer.Option(help="Missing links to recommend; 0 for none.", min=0)] = 10,
    as_json: Json = False,
) -> None:
    """Write one HTML page about a saved model: figures, curves, calibration, reasons, how to repeat it.

    The page needs no network. What is saved was trained on all edges, so that nothing can be tested on them:
    its settings are trained once more without those that were held back. That takes as long as one training.

    Example: gdgnn report model --ablation --out report.html
    """
    from gdgnn.cli.models import load_model
    from gdgnn.estimators.page import write_page

    # A folder that holds no model is told of as in the other commands.
    load_model(model)
    path = model.resolve().with_suffix(".html") if out is None else out
    with fit_progress() as hear:
        write_page(
            model, path, train=train, all_candidates=all_curves, ablation=ablation, links=links, hear=hear
        )
    if as_json:
        print_json({"page": str(path)})
    else:
        print(path)
