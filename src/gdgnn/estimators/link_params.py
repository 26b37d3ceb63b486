"""The parameters of `LinkPredictor`, looked at once before they are used."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, get_args

import numpy as np
import torch

from gdgnn.estimators.link_settings import LinkSettings
from gdgnn.nn import LinkContext

Model = Literal["auto", "network", "instant"]
"""Which kinds of models are tried: both, or one of them."""

_SETTINGS = (
    "context",
    "max_dist",
    "walks",
    "encoder",
    "layers",
    "hidden",
    "learning_rate",
    "epochs",
    "batch_size",
)


class LinkParams(TypedDict):
    """What the constructor stores; see :class:`LinkPredictor`."""

    directed: bool | None
    model: Model
    context: LinkContext | None
    max_dist: int | None
    walks: int | None
    encoder: Literal["gcn", "gin"] | None
    layers: int | None
    hidden: int | None
    learning_rate: float | None
    epochs: int | None
    batch_size: int | None
    valid: float
    test: float
    trials: int
    time_budget: float | None
    refit: bool
    seed: int
    threads: int | None
    device: str


def given_settings(params: dict[str, Any]) -> dict[str, Any]:
    """Those settings that are not left to the search; numbers of numpy as plain ones."""
    return {name: _plain(params[name]) for name in _SETTINGS if params[name] is not None}


def check_link_params(params: dict[str, Any]) -> None:
    """Raise TypeError or ValueError where a parameter makes no sense.

    Example:
        >>> from gdgnn.estimators import LinkPredictor
        >>> check_link_params(LinkPredictor(trials=0).get_params())
        Traceback (most recent call last):
        ValueError: trials is 0; give 1 or more
    """
    if params["model"] not in get_args(Model):
        raise ValueError(f"model is {params['model']!r}; choose one of {', '.join(get_args(Model))}")
    LinkSettings(**given_settings(params))
    check_common_params(params)


def check_common_params(params: dict[str, Any]) -> None:
    """The same for what all predictors have."""
    params = {name: _plain(value) for name, value in params.items()}
    for name in ("trials", "threads"):
        value = params[name]
        if value is None and name == "threads":
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} is {value!r}; give a whole number")
        if value < 1:
            raise ValueError(f"{name} is {value}; give 1 or more")
    if (
        isinstance(params["seed"], bool)
        or not isinstance(params["seed"], int)
        or not 0 <= params["seed"] < 2**63
    ):
        raise ValueError(f"seed is {params['seed']!r}; give a whole number from 0")
    budget = params["time_budget"]
    if budget is not None and (isinstance(budget, (bool, str)) or not budget > 0):
        raise ValueError(f"time_budget is {budget!r}; give seconds above 0, or None for any time")
    for name in ("valid", "test"):
        share = params[name]
        if isinstance(share, (bool, str)) or not 0 <= share < 1:
            raise ValueError(f"{name} is {share!r}; give a share from 0 to 1")
    check_device(params["device"])


def check_device(name: Any) -> None:
    """Raise TypeError or ValueError unless torch knows and has such a device.

    Example:
        >>> check_device("abacus")
        Traceback (most recent call last):
        ValueError: device is 'abacus', which torch does not know; give 'auto', 'cpu' or 'cuda'
    """
    if not isinstance(name, str):
        raise TypeError(f"device is {name!r}; give 'auto', 'cpu' or 'cuda'")
    if name == "auto":
        return
    try:
        device = torch.device(name)
    except RuntimeError:
        text = f"device is {name!r}, which torch does not know; give 'auto', 'cpu' or 'cuda'"
        raise ValueError(text) from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise ValueError(f"device is {name!r}, but torch finds no GPU; give 'auto' or 'cpu'")


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
