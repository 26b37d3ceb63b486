"""Flags of training on facts; what is left out is as the preset has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from gdgnn.cli.fit_flags import HeldBackFlags

FactContext = Literal["none", "distance", "horizontal", "vertical", "vertical+degree", "both"]


@dataclass(frozen=True, kw_only=True)
class KnowledgeFlags:
    """The network and its training."""

    preset: Annotated[
        Literal["best", "paper-vertical", "paper-horizontal"],
        typer.Option(help="What is chosen where nothing is said: what did best, or as published."),
    ] = "best"
    context: Annotated[FactContext | None, typer.Option(help="What is seen between head and tail.")] = None
    relational: Annotated[
        bool | None,
        typer.Option("--relational/--no-relational", help="Whether relations along the way are seen."),
    ] = None
    sequences: Annotated[
        int | None, typer.Option(help="Sequences of relations that are seen, e.g. 4; 0 for none.")
    ] = None
    condition: Annotated[
        Literal["none", "film", "separate"] | None,
        typer.Option(help="How the encoder depends on the relation asked about."),
    ] = None
    max_dist: Annotated[int | None, typer.Option(help="How far to search, e.g. 4.")] = None
    layers: Annotated[int | None, typer.Option(help="Layers of the encoder, e.g. 3.")] = None
    hidden: Annotated[int | None, typer.Option(help="Its width, e.g. 64.")] = None
    learned_features: Annotated[
        bool | None,
        typer.Option(
            "--learned-features/--no-learned-features",
            help="Learn a vector for each entity; no answers about others then.",
        ),
    ] = None
    dropout: Annotated[float | None, typer.Option(help="Share of hidden values dropped, e.g. 0.3.")] = None
    negatives: Annotated[int | None, typer.Option(help="Of each fact, for each end, e.g. 16.")] = None
    loss: Annotated[
        Literal["cross-entropy", "binary", "self-adversarial"] | None,
        typer.Option(help="What facts are held against negatives by."),
    ] = None
    fact_dropout: Annotated[
        float | None, typer.Option(help="Greatest share of facts left out of an epoch, e.g. 0.4.")
    ] = None
    learning_rate: Annotated[float | None, typer.Option(help="The largest of the schedule, e.g. 0.005.")] = (
        None
    )
    epochs: Annotated[
        int | None,
        typer.Option(help="How often all facts are seen, e.g. 20; by default what the time allows."),
    ] = None
    batch_size: Annotated[int | None, typer.Option(help="Facts in a step, e.g. 128.")] = None
    refit: Annotated[
        bool, typer.Option("--refit/--no-refit", help="Learn once more in the end, from all facts.")
    ] = True


@dataclass(frozen=True, kw_only=True)
class FactSearchFlags(HeldBackFlags):
    """The same for facts."""

    valid: Annotated[float, typer.Option(help="Share of the facts to choose the epoch by, e.g. 0.2.")] = 0.1
    test: Annotated[float, typer.Option(help="Share of the facts to measure the model on, e.g. 0.2.")] = 0.1
