"""`gdgnn explain`: why a pair has its score."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from gdgnn.cli.flags import ModelArgument
from gdgnn.cli.kinds import KINDS
from gdgnn.cli.models import load_model
from gdgnn.cli.output import Json, print_json

_PICTURES = (".png", ".svg", ".pdf")


def explain(
    model: ModelArgument,
    names: Annotated[
        list[str],
        typer.Argument(help="Two nodes by name; or head, relation and tail of a fact.", show_default=False),
    ],
    picture: Annotated[Path | None, typer.Option(help="Draw it: a file .png, .svg or .pdf.")] = None,
    max_paths: Annotated[int, typer.Option(help="Shortest paths to list, e.g. 10.", min=0)] = 5,
    as_json: Json = False,
) -> None:
    """Say why two nodes are likely to be linked or not: what lies between them, and what each node adds.

    Of a fact: the paths from head to tail with the relations along them, and its rank.

    Score = ends and distance alone + all nodes + what these are worth together, exactly.

    Example: gdgnn explain model alice bob --picture why.png

    Example: gdgnn explain kg-model alice knows bob
    """
    if picture is not None and picture.suffix not in _PICTURES:
        raise ValueError(f"{picture} ends with {picture.suffix!r}; give one of {', '.join(_PICTURES)}")
    predictor = load_model(model)
    kind = KINDS[predictor.saved_as]
    reasons = kind.explain
    if reasons is None:
        able = " or ".join(
            f"gdgnn train {kind.command}" for kind in KINDS.values() if kind.explain is not None
        )
        raise ValueError(f"{model} holds a {predictor.saved_as}; explain needs a model of {able}")
    if len(names) != len(kind.explained):
        wanted = " ".join(part.upper() for part in kind.explained)
        raise ValueError(f"{len(names)} names are given; give gdgnn explain {model} {wanted}")
    found = reasons(predictor, names, max_paths)
    if picture is not None:
        _draw(found, picture)
    if as_json:
        print_json(asdict(found))
    else:
        print(found)


def _draw(found: object, picture: Path) -> None:
    from gdgnn.estimators import Explanation

    assert isinstance(found, Explanation)
    try:
        found.plot(picture)
    except ImportError:
        raise ImportError("pictures need matplotlib; pip install 'gdgnn[plot]'") from None
    print(f"written: {picture}", file=sys.stderr)
