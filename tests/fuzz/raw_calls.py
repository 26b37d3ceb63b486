"""Calls of the raw engine: those that calls of the package make, sent again with an argument damaged."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
from random_calls import CLEAN, PUBLIC, damaged, random_array, random_graph, random_integer, random_scalar

from gdgnn import _engine

Call = tuple[tuple[Any, ...], dict[str, Any]]


class Recorder:
    """Notes the arguments that valid public calls pass to the engine, to damage them and send them again."""

    def __init__(self) -> None:
        self.calls: dict[str, list[Call]] = {}
        self.originals = {
            name: value for name, value in vars(_engine).items() if callable(value) and name[0] != "_"
        }

    def __enter__(self) -> Recorder:
        for name, original in self.originals.items():
            setattr(_engine, name, self.noting(name, original))
        return self

    def __exit__(self, *_: object) -> None:
        for name, original in self.originals.items():
            setattr(_engine, name, original)

    def noting(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            result = original(*args, **kwargs)
            noted = self.calls.setdefault(name, [])
            if len(noted) < 300:
                noted.append((args, kwargs))
            return result

        return call


def recorded_calls(seed: int) -> dict[str, list[Call]]:
    random = np.random.default_rng((seed, 0))
    with Recorder() as recorder:
        for _ in range(150):
            graph = random_graph(random)
            for call in PUBLIC.values():
                with contextlib.suppress(*CLEAN):
                    call(random, graph)
    return recorder.calls


def other_value(random: np.random.Generator, value: Any) -> Any:
    """Something else in the place of ``value``, usually of its type, so that the type check lets it pass."""
    if random.random() < 0.15:
        return random_scalar(random) if random.random() < 0.5 else random_array(random, 50)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        return damaged(random, value)
    if isinstance(value, np.ndarray):
        return value[:-1] if value.ndim else value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random_integer(random)
    if isinstance(value, float):
        return float(random.choice([0.0, -1.0, np.nan, np.inf, 1e300, 1e-300]))
    return value


def raw_call(random: np.random.Generator, calls: dict[str, list[Call]], *, show: bool = False) -> Any:
    name = str(random.choice(sorted(calls)))
    args, kwargs = calls[name][random.integers(len(calls[name]))]
    changed_args, changed_kwargs = list(args), dict(kwargs)
    places: list[Any] = [*range(len(changed_args)), *changed_kwargs]
    for _ in range(int(random.choice([1, 1, 1, 2, 3]))):
        place = places[random.integers(len(places))]
        holder: Any = changed_args if isinstance(place, int) else changed_kwargs
        holder[place] = other_value(random, holder[place])
    if show:
        print(f"_engine.{name} with {changed_args} {changed_kwargs}", flush=True)
    return getattr(_engine, name)(*changed_args, **changed_kwargs)
