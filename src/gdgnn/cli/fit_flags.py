"""Flags of training: what can be chosen, and what is chosen by itself where they are left out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

import typer

LinkContext = Literal["none", "distance", "partial", "horizontal", "vertical", "vertical+degree", "both"]


NodeContext = Literal[
    "none", "neighbors", "neighbors+distance", "full-neighbors+distance", "vertical", "vertical+degree"
]


@dataclass(frozen=True, kw_only=True)
class NetworkFlags:
    """The network; what is left out is searched for on validation targets."""

    max_dist: Annotated[
        int | None,
        typer.Option(help="How far to search, e.g. 4; by default about as far as most nodes are apart."),
    ] = None
    encoder: Annotated[Literal["gcn", "gin"] | None, typer.Option(help="The plain GNN.")] = None
    layers: Annotated[int | None, typer.Option(help="Its layers, e.g. 3.")] = None
    hidden: Annotated[int | None, typer.Option(help="Its width, e.g. 64.")] = None
    learning_rate: Annotated[float | None, typer.Option(help="The largest of the schedule, e.g. 0.005.")] = (
        None
    )
    epochs: Annotated[
        int | None,
        typer.Option(help="How often all targets are seen, e.g. 50; by default 30, or what the time allows."),
    ] = None
    batch_size: Annotated[int | None, typer.Option(help="Targets in a step, e.g. 256.")] = None


@dataclass(frozen=True, kw_only=True)
class HeldBackFlags:
    """What to hold back, and what it may take."""

    valid: Annotated[float, typer.Option(help="Share of the targets to choose settings by, e.g. 0.2.")] = 0.1
    test: Annotated[float, typer.Option(help="Share of the targets to measure the model on, e.g. 0.2.")] = 0.1
    time_budget: Annotated[
        float,
        typer.Option(
            help="Seconds for all of it, about, e.g. 600; inf: any time, the same on every machine."
        ),
    ] = 120.0
    seed: Annotated[int, typer.Option(help="Of everything that is drawn, e.g. 1.")] = 0
    threads: Annotated[
        int | None, typer.Option(help="Threads to work with, e.g. 2; all cores by default.", min=1)
    ] = None
    device: Annotated[
        str, typer.Option(help="Where the network runs, e.g. cpu, cuda or cuda:1; auto chooses.")
    ] = "auto"


@dataclass(frozen=True, kw_only=True)
class SearchFlags(HeldBackFlags):
    """How to search for settings, and on what."""

    trials: Annotated[int, typer.Option(help="Settings to try at most, e.g. 30; 1: only the default.")] = 12


@dataclass(frozen=True, kw_only=True)
class ClassSearchFlags(SearchFlags):
    """The same for classes: there are fewer labels than edges, as a rule."""

    valid: Annotated[float, typer.Option(help="Share of the labels to choose settings by, e.g. 0.2.")] = 0.15
    test: Annotated[float, typer.Option(help="Share of the labels to measure the model on, e.g. 0.2.")] = 0.15


def use_threads(search: HeldBackFlags) -> None:
    """Let the network keep to the number of threads too."""
    if search.threads is not None:
        import torch

        torch.set_num_threads(search.threads)


def params(*groups: Any) -> dict[str, Any]:
    """Flags as parameters of a predictor.

    Example:
        >>> params(SearchFlags(time_budget=float("inf")))["time_budget"] is None
        True
    """
    given: dict[str, Any] = {}
    for group in groups:
        given |= asdict(group)
    if given.get("time_budget") == float("inf"):
        given["time_budget"] = None
    return given
